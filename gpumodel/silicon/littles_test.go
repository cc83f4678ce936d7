package silicon

import (
	_ "embed"
	"fmt"
	"os"
	"slices"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
)

// What littles_model.csv has is what the model gives. Quick runs try one row in thirty, LANEBOOK_FULL=1
// one in seven, and -update writes all.
func TestLittlesModel(t *testing.T) {
	all := []func() ([]BandwidthPoint, error){H200Bandwidth, H200BandwidthOfFew, h100Bandwidth, h100BandwidthOfFew}
	var points []BandwidthPoint
	for _, read := range all {
		some, err := read()
		if err != nil {
			t.Fatal(err)
		}
		points = append(points, some...)
	}
	every := 31 // so that lanes, loads and CUs change
	if os.Getenv("LANEBOOK_FULL") == "1" {
		every = 7
	}
	holdLines(t, "littles_model.csv", littlesModelCSV, len(points), func(i int) bool { return i%every == 0 }, func(i int) (string, error) {
		d := gpu.H200()
		if i >= len(points)/len(all)*2 {
			d = gpu.H100()
		}
		speed, err := points[i].run(d)
		return fmt.Sprintf("%s,model=%.2f", points[i].name(d.Name), speed/1e6), err
	})
	if _, err := CompareBandwidth("H200", slices.Concat(points[:1], []BandwidthPoint{{CUs: 7}})); err == nil {
		t.Error("a point that the file has not is no error")
	}
}

// run runs the machine code of the point's loop on the whole of a GPU of the H200's code:
// some turns of it, and three times as many. The bytes that lie between are set against the
// cycles that lie between, so that neither launch nor end counts. It returns bytes a second.
func (p BandwidthPoint) run(d gpumodel.Device) (float64, error) {
	const least, most, loads = 4, 256, 4096 // turns, and wavefronts' loads in them: the mean of few is not that of many
	turns := max(least, min(most, loads/(p.CUs*p.Lanes/d.Lanes*p.Unroll)))
	var cycles [2]gpumodel.Cycles
	for i, n := range []int{turns, 3 * turns} {
		k, err := p.launch(n)
		if err != nil {
			return 0, err
		}
		r, err := chip.Run(chip.Launch{Device: d, Workgroups: k.Workgroups, Wavefronts: k.Wavefronts, Resident: 1, PastL1: true,
			Streams: func(int) func(int, int) gpumodel.Stream { return k.Stream }}, chip.Options{})
		if err != nil {
			return 0, err
		}
		cycles[i] = r.Cycles
	}
	bytes := 2 * turns * p.CUs * int(p.InFlight)
	return float64(bytes) / float64(cycles[1]-cycles[0]) * float64(d.Clock), nil
}

//go:embed littles.sass
var littlesSASS string

// launch is the point's loop with so many turns of every lane. Its jumps are the exit of
// lanes that have none, the way back, and the exit before a store that nobody makes.
func (p BandwidthPoint) launch(turns int) (WholeKernel, error) {
	k := plan{code: fmt.Sprintf("stream,unroll=%d", p.Unroll), gridX: p.CUs, gridY: 1, blockX: p.Lanes, blockY: 1, taken: []int{0, turns - 1, 1}}
	step := gpumodel.Bytes(16 * p.CUs * p.Lanes) // from one load of a lane to the next
	for u := range p.Unroll {
		r := k.along(gpumodel.Bytes(u)*step, 16)
		r.turn = gpumodel.Bytes(p.Unroll) * step
		k.reaches = append(k.reaches, r)
	}
	k.reaches = append(k.reaches, reach{})
	return k.launch("littles.sass", littlesSASS)
}

package silicon

import (
	_ "embed"
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/memory"
)

// ChaseRow is one point of the pointer chase with what the model gives, in cycles.
type ChaseRow struct {
	ChasePoint
	ModelL1, ModelPastL1 float64
}

// CompareChase runs the H200's pointer chase on the memory system of its preset.
func CompareChase() ([]ChaseRow, error) {
	points, err := H200Chase()
	if err != nil {
		return nil, err
	}
	return compareChase(gpu.H200(), points)
}

func compareChase(d gpumodel.Device, points []ChasePoint) ([]ChaseRow, error) {
	var rows []ChaseRow
	for _, p := range points {
		first, second, err := memory.Chase(d, p.Size)
		if err != nil {
			return nil, err
		}
		rows = append(rows, ChaseRow{p, first, second})
	}
	return rows, nil
}

// BandwidthRow is one point of the bandwidth with what the model gives.
type BandwidthRow struct {
	BandwidthPoint
	Model float64 // bytes a second
}

//go:embed littles_model.csv
var littlesModelCSV string

// CompareBandwidth returns points of the H200 or the H100 with what the model gives, as
// littles_model.csv keeps it. A test runs some of it anew.
func CompareBandwidth(gpu string, points []BandwidthPoint) ([]BandwidthRow, error) {
	model, err := kept("littles_model.csv", littlesModelCSV, "model", names(points, func(p BandwidthPoint) string { return p.name(gpu) }))
	if err != nil {
		return nil, err
	}
	rows := make([]BandwidthRow, len(points))
	for i, p := range points {
		rows[i] = BandwidthRow{p, model[i] * 1e6}
	}
	return rows, nil
}

func (p BandwidthPoint) name(gpu string) string {
	return fmt.Sprintf("%s,sms=%d,threads=%d,unroll=%d", gpu, p.CUs, p.Lanes, p.Unroll)
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

package silicon

import (
	_ "embed"
	"fmt"
	"math"
	"os"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass/emulate"
)

//go:embed keep.sass
var keepListing string

// start prepares the kernel's machine code.
func (l KeptLaunch) start() (*emulate.Code, error) {
	k, err := machineCode("keep.sass", keepListing, l.Kind)
	if err != nil {
		return nil, err
	}
	m := &emulate.Memory{}
	a, b := m.Function("a", l.Footprint, nil), m.Function("b", l.Footprint, nil)
	workgroups := int(l.Footprint / 4096)
	arguments := map[string][]byte{
		"reads": emulate.Arguments(a, b, int32(0)), "writes": emulate.Arguments(a, int32(0)), "copies": emulate.Arguments(a, b), "inplace": emulate.Arguments(a),
	}
	if l.Kind == "copies" {
		workgroups /= 2
	}
	return emulate.Launch{Kernel: k, Grid: gpumodel.Shape{X: workgroups}, Workgroup: gpumodel.Shape{X: 256}, Memory: m, Arguments: arguments[l.Kind]}.Start()
}

// What keep_model.csv has is what the model gives. Quick runs try the least, LANEBOOK_FULL=1 those of 40 MB, and -update writes all, in
// four minutes.
func TestKeptModel(t *testing.T) {
	all, err := measuredKept()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for n < len(all) && all[n].Footprint <= mostKept {
		n++
	}
	tried := holdLines(t, "keep_model.csv", keepModelCSV, n, func(i int) bool {
		return all[i].Footprint <= 8<<20 || os.Getenv("LANEBOOK_FULL") == "1" && all[i].Footprint == 40<<20
	}, func(i int) (string, error) {
		l := all[i]
		e, err := l.start()
		if err != nil {
			return "", err
		}
		r, err := e.Time(Queued(gpu.H200()), chip.Options{Before: e.Workgroups()})
		return fmt.Sprintf("model,%s,mb=%d,us=%.3f,read=%d,written=%d", l.Kind, l.Footprint>>20, 1e6*r.Seconds, r.Read, r.Written), err
	})
	if tried < 8 {
		t.Errorf("%d launches tried", tried)
	}
}

// Oracle: an H200's clock and its counters of DRAM. What the L2 keeps goes by two rules found with these in view, and no number from
// them: bytes are those of Nsight to within 5 MB, and times as near as they are, those in place worse.
func TestKeptLaunches(t *testing.T) {
	all, err := KeptLaunches()
	if err != nil {
		t.Fatal(err)
	}
	sum, n, place, places := 0.0, 0.0, 0.0, 0.0
	for _, l := range all {
		if l.Model == 0 {
			continue
		}
		t.Logf("%-8s %3d MB: %6.2f µs, model %6.2f, %+5.1f %%; DRAM read %6.2f MB, model %6.2f, written %6.2f, model %6.2f", l.Kind, l.Footprint>>20, l.Measured, l.Model, 100*l.Error(),
			float64(l.Read)/1e6, float64(l.ModelRead)/1e6, float64(l.Written)/1e6, float64(l.ModelWritten)/1e6)
		if off := math.Abs(float64(l.Read-l.ModelRead)) / 1e6; off > 5 {
			t.Errorf("%s, %d MB: DRAM reads %.1f MB, the H200's %.1f", l.Kind, l.Footprint>>20, float64(l.ModelRead)/1e6, float64(l.Read)/1e6)
		}
		switch {
		case l.Kind == "inplace":
			place, places = place+math.Abs(l.Error()), places+1
		case !l.Fitted():
			sum, n = sum+math.Abs(l.Error()), n+1
		}
	}
	t.Logf("%.0f launches that set nothing: %.1f %% off on average; %.0f in place %.1f", n, 100*sum/n, places, 100*place/places)
	if sum/n > 0.08 || place/places > 0.12 {
		t.Errorf("%.1f %% off on average, in place %.1f", 100*sum/n, 100*place/places)
	}
}

// Oracle: an H200's clock. Loads and stores that the L2 holds go side by side but for a turn of each loaded line: 160 mixtures, of
// which StoreMaskCycles is from one. Where a warp stores what it has loaded there are other limits, and no law here.
func TestSliceMixes(t *testing.T) {
	all, err := SliceMixes()
	if err != nil {
		t.Fatal(err)
	}
	d := gpu.H200()
	sum, n, worst := 0.0, 0, 0.0
	for _, m := range all {
		if m.InPlace {
			continue
		}
		off := m.Model(d)/m.Measured - 1
		sum, n = sum+math.Abs(off), n+1
		if math.Abs(off) > math.Abs(worst) {
			worst = off
		}
	}
	t.Logf("%d mixtures: %.1f %% off on average, %+.1f at worst", n, 100*sum/float64(n), 100*worst)
	if n != 160 || sum/float64(n) > 0.06 || math.Abs(worst) > 0.31 {
		t.Errorf("%d mixtures, %.1f %% off on average, %+.1f at worst, want 160, and no more than 6 and 31", n, 100*sum/float64(n), 100*worst)
	}
}

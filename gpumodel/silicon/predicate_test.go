package silicon

import (
	"cmp"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// Oracle: predicate.cu on an H100. That what a predicate switches off takes the place of one that is on was read off
// its single instructions; the steps of a reduction follow. Of rows that are on, global accesses hang on the memory,
// and are left out. Why loads of few warps that are off take 6.6 cycles, and stores 4.2, is not known.
func TestPredicate(t *testing.T) {
	text, err := os.ReadFile("predicate_h100.csv")
	if err != nil {
		t.Fatal(err)
	}
	var single, step Agreement
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		f := named{file: "predicate_h100.csv", row: i + 1, columns: strings.Split(line, ",")}
		name, on, warps := f.columns[1], f.columns[2] == "on=1", f.int(3, "warps")
		cycles, err := strconv.ParseFloat(strings.TrimPrefix(f.columns[4], "cycles="), 64)
		if err := cmp.Or(f.err, err); err != nil {
			t.Fatal(err)
		}
		if on && strings.HasSuffix(name, "g") {
			continue
		}
		set := &single
		if name == "step" {
			set = &step
		}
		set.Points = append(set.Points, Compared{line, cycles, predicated(t, name, on, warps)})
	}
	for i, set := range []Agreement{single, step} {
		for _, p := range set.Points {
			t.Logf("%s, model %.2f: %+.1f %%", p.What, p.Model, 100*set.Error(p))
		}
		t.Logf("%d rows, mean error %.1f %%", len(set.Points), 100*set.Mean())
		if n, mean, worst := []int{40, 10}[i], []float64{0.075, 0.05}[i], []float64{0.40, 0.17}[i]; len(set.Points) != n || set.Mean() > mean || math.Abs(set.Error(set.Worst())) > worst {
			t.Errorf("want %d rows, %.1f %% off on average and %.0f at worst", n, 100*mean, 100*worst)
		}
	}
}

// predicated returns the cycles of one instruction, or step, of predicate.cu in the model.
func predicated(t *testing.T, name string, on bool, warps int) float64 {
	t.Helper()
	run := func(turns int) float64 {
		var m kernel.GlobalMemory
		global := kernel.NewGlobal[float32](&m, "global", 1024)
		l := kernel.Launch{Name: name, Device: gpu.H100(), Grid: gpumodel.Shape{X: 1}, Workgroup: gpumodel.Shape{X: 32 * warps}}
		timeline, err := l.Time(func(w *kernel.Wavefront) {
			s, x := kernel.NewLocal[float32](w, "s", 32*warps), w.LocalX()
			s.Store(x, w.Float32(0))
			w.Barrier()
			some := x.Below(0)
			if on {
				some = x.Below(1024)
			}
			var v [4]kernel.Float32
			for k := range v {
				v[k] = w.Float32(1)
			}
			for range turns {
				w.Predicate(some, func() {
					if name == "step" {
						s.Store(x, s.Load(x).Add(s.Load(x)))
						return
					}
					for k := range v {
						switch name {
						case "lds":
							v[k] = s.Load(x)
						case "sts":
							s.Store(x, v[k])
						case "ffma":
							v[k] = v[k].FMA(v[k], v[k])
						case "ldg":
							v[k] = global.Load(x)
						case "stg":
							global.Store(x, v[k])
						}
					}
				})
				if name == "step" {
					w.Barrier()
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return float64(timeline.Cycles)
	}
	each := map[bool]float64{false: 4, true: 1}[name == "step"]
	return (run(300) - run(100)) / 200 / each
}

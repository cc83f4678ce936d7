package figures_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/notebooks/figures"
	"lanebook/notebooks/figures/figuretest"
)

// columns stores down columns of a tile whose rows are so many words apart.
func columns(pitch, stores int) figures.Bench {
	return figures.Bench{
		Launch: kernel.Launch{Name: "columns", Grid: gpumodel.Shape{X: 200}, Workgroup: gpumodel.Shape{X: 32, Y: 4}, Registers: 32},
		Kernel: func(w *kernel.Wavefront) {
			tile := kernel.NewLocal[float32](w, "tile", 32*pitch)
			for i := range 3 * stores { // enough that the banks, not ends of workgroups, decide
				tile.Store(w.LocalX().TimesPlus(pitch, w.LocalY().Plus(4*(i%stores))), w.Float32(1))
			}
		},
	}
}

// TestTryPads: by hand, a word after every 32 leaves a column of stores no conflict, and a
// pitch of 34 every second; the banks set the pace, so that another DRAM changes nothing.
// The best, the padding, is tried with half the stores, and, found anew, with the pitch.
func TestTryPads(t *testing.T) {
	v := figures.Variant{
		Make:  func(at func(string) int) (figures.Bench, error) { return columns(at("pitch"), at("stores")), nil },
		Knobs: []figures.Knob{{Name: "pitch", Is: 32, Or: []int{34, 48}}, {Name: "stores", Is: 8, Or: []int{4}}},
	}
	tried, err := figures.Try(gpu.H200(), v)
	if err != nil {
		t.Fatal(err)
	}
	const padding = "4 bytes of padding after every 128"
	by := map[string]figures.WholeRun{}
	for _, r := range tried.Kernel {
		by[r.String()] = r
	}
	padded, wide := by[padding], by["pitch 32 → 34"]
	if i := tried.As.LocalIdeal; tried.As.Limits[0].Part != "LDS banks" || i == 0 || tried.As.LocalPasses != 32*i || padded.LocalPasses != i || wide.LocalPasses != 2*i {
		t.Errorf("%d passes of %d, %d padded, %d with pitch 34; want 32, 1 and 2 times as many as needed", tried.As.LocalPasses, i, padded.LocalPasses, wide.LocalPasses)
	}
	names := slices.Sorted(maps.Keys(by))
	found := slices.ContainsFunc(names, func(n string) bool {
		return strings.HasPrefix(n, "pitch 32 → 34, ") && !strings.HasSuffix(n, padding)
	})
	if best, ok := tried.Best(); !ok || best.String() != "stores 8 → 4, "+padding || !found || len(names) != 7 {
		t.Errorf("the best is %v of %q, want it padded with half the stores, and a padding for pitch 34, and no other pair", best.Variant, names)
	}
	if len(tried.Another) != 3 || tried.Another[0].Cycles != tried.As.Cycles {
		t.Errorf("%d other GPUs, %d cycles with a wider DRAM, want 3, and the %d of the H200's: nothing is read", len(tried.Another), tried.Another[0].Cycles, tried.As.Cycles)
	}
	figuretest.Valid(t, map[string]func() (charts.Figure, error){"tried": func() (charts.Figure, error) { return tried.Table(), nil }})
}

// chain is a kernel of blocks of one warp, each a chain of multiply-adds, that take so many KB
// of local memory: four for each SM of the H200. The result is wrong with 7 KB.
func chain(at func(string) int) (figures.Bench, error) {
	kb, length := at("KB"), at("length")
	if kb < 0 {
		return figures.Bench{}, fmt.Errorf("%d KB, want 0 or more", kb)
	}
	return figures.Bench{
		Launch: kernel.Launch{Name: "chain", Grid: gpumodel.Shape{X: 4 * 132}, Workgroup: gpumodel.Shape{X: 32}},
		Kernel: func(w *kernel.Wavefront) {
			kernel.NewLocal[float32](w, "room", kb<<8)
			x := w.Float32(1)
			for range length {
				x = x.FMA(x, x)
			}
		},
		Check: func() error {
			if kb == 7 {
				return errors.New("the result is 6, want 7")
			}
			return nil
		},
	}, nil
}

// TestTryKnobs: by hand. An SM of the H200 has room for two blocks of 110 KB, four of 55 and
// one of 220, so that all blocks take two turns, one, and four: of four
// cycles for each link of the chain. Half of two blocks resident are as 220 KB.
func TestTryKnobs(t *testing.T) {
	told := []int{}
	v := figures.Variant{
		Make:     chain,
		Knobs:    []figures.Knob{{Name: "KB", Is: 110, Or: []int{220, 300, 55, 7, -1}}, {Name: "length", Is: 400, Or: []int{300}}},
		Progress: func(done, all int) { told = append(told, done*1000+all) },
	}
	tried, err := figures.Try(gpu.H200(), v)
	if err != nil {
		t.Fatal(err)
	}
	order := []string{"KB 110 → 55, length 400 → 300", "KB 110 → 55", "length 400 → 300", "KB 110 → 220", "1 of 2 blocks resident"}
	turns, length := []int{1, 1, 2, 4, 4}, []int{300, 400, 300, 400, 400}
	dispatch := gpu.H200().Dispatch
	for i, r := range tried.Kernel {
		if len(tried.Kernel) != len(order) || r.String() != order[i] {
			t.Fatalf("%d changes run, the %dth is %v, want %q", len(tried.Kernel), i, r.Variant, order)
		}
		// A multiply-add takes 4 cycles; the dispatcher takes notice of one end after another, of four blocks an SM at most.
		least := dispatch.Cold + gpumodel.Cycles(turns[i]*4*length[i]) + gpumodel.Cycles(turns[i]-1)*dispatch.Turnover
		if most := least + gpumodel.Cycles(4*132*dispatch.Interval) + 3; r.Cycles < least || r.Cycles > most {
			t.Errorf("%v: %d cycles, want %d to %d", r.Variant, r.Cycles, least, most)
		}
	}
	if a, b := tried.Kernel[3], tried.Kernel[4]; a.Cycles != b.Cycles || a.Occupancy.Workgroups != 1 || tried.Kernel[1].Occupancy.Workgroups != 4 {
		t.Errorf("%d and %d cycles, want equal; %+v", a.Cycles, b.Cycles, a.Occupancy)
	}
	rows := tried.Table().Series[0].(charts.Table).Rows
	for i, want := range []string{"as it is", order[0], order[1], order[2], order[3], order[4], "KB 110 → 300|does not run||", "KB 110 → 7|does not run||the result is 6, want 7", "KB 110 → -1|does not run||-1 KB, want 0 or more", "another GPU: DRAM twice as wide"} {
		if got := strings.Join(rows[i], "|"); !strings.HasPrefix(got, want) {
			t.Errorf("row %d is %q, want %q", i, got, want)
		}
	}
	if !strings.Contains(rows[6][3], "LDS") {
		t.Errorf("300 KB are refused for %q, want the LDS", rows[6][3])
	}
	if want := `The best change is "KB 110 → 55": `; !strings.HasPrefix(tried.Table().Caption, want) || !strings.Contains(tried.Table().Caption, `with another, "KB 110 → 55, length 400 → 300": `) {
		t.Errorf("%q, want %q, and the pair", tried.Table().Caption, want)
	}
	if len(told) < 3 || !slices.IsSorted(told) || told[len(told)-1] != 100_100 || told[len(told)-2] >= 100_100 {
		t.Errorf("told %v (done·1000 + all), want it to grow, and once, at last, 100 of 100", told)
	}
}

// TestTryOn: three lengths of one chain, each shorter by another number of its multiply-adds of
// four cycles. The best of them, then with the next, then with both, and nothing else.
func TestTryOn(t *testing.T) {
	v := figures.Variant{
		Make: func(at func(string) int) (figures.Bench, error) {
			return chain(func(knob string) int { return map[string]int{"length": at("a") + at("b") + at("c")}[knob] + 1 })
		},
		Knobs: []figures.Knob{{Name: "a", Is: 900, Or: []int{700}}, {Name: "b", Is: 900, Or: []int{500}}, {Name: "c", Is: 900, Or: []int{600}}},
	}
	tried, err := figures.Try(gpu.H200(), v)
	if err != nil {
		t.Fatal(err)
	}
	as := tried.As.Cycles
	for i, want := range []struct {
		changes string
		less    gpumodel.Cycles
	}{{"a 900 → 700, b 900 → 500, c 900 → 600", 900}, {"b 900 → 500, c 900 → 600", 700}, {"a 900 → 700, b 900 → 500", 600}, {"b 900 → 500", 400}, {"c 900 → 600", 300}, {"a 900 → 700", 200}} {
		if r := tried.Kernel[i]; r.String() != want.changes || r.Cycles != as-4*want.less {
			t.Errorf("place %d has %v with %d cycles, want %q with %d", i, r.Variant, r.Cycles, want.changes, as-4*want.less)
		}
	}
	if want := `with two others, "a 900 → 700, b 900 → 500, c 900 → 600": `; !strings.Contains(tried.Table().Caption, want) {
		t.Errorf("%q, want %q in it", tried.Table().Caption, want)
	}
}

// TestTryErrors: what is wrong with the kernel as it is has no table. A run that ends early
// tells its progress that it has ended.
func TestTryErrors(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	told := 0
	knobs := []figures.Knob{{Name: "KB", Is: 1}, {Name: "length", Is: 1}}
	for want, v := range map[string]figures.Variant{
		"H200, as it is: figures: Make = nil, want a function that writes a kernel with 2 knobs": {Knobs: knobs},
		`Knobs[2].Name = "KB", want a name that no other has`:                                    {Make: chain, Knobs: append(knobs[:2:2], knobs[0])},
		`Make asks for the knob "length", want one of ["KB"]`:                                    {Make: chain, Knobs: knobs[:1]},
		"H200, as it is: the result is 6, want 7":                                                {Make: chain, Knobs: []figures.Knob{{Name: "KB", Is: 7}, knobs[1]}},
		"H200, as it is: columns: workgroup":                                                     {Bench: columns(1, 8)},
		"context canceled":                                                                       {Make: chain, Knobs: knobs, Stop: ctx.Err, Progress: func(done, all int) { told = 1000*done + all }},
	} {
		if _, err := figures.Try(gpu.H200(), v); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if _, err := figures.OnGPUs(figures.Variant{Make: chain, Knobs: knobs, Stop: ctx.Err}, gpu.H200()); !errors.Is(err, context.Canceled) || told != 100_100 {
		t.Errorf("error %v, progress %d, want Stop's, and all of all", err, told)
	}
}

// TestOnGPUs: what a GPU cannot run, or is not known of it, is said in its row.
func TestOnGPUs(t *testing.T) {
	v := figures.Variant{Bench: columns(32, 8)}
	f, err := figures.OnGPUs(v, gpu.H200(), gpu.MI350X(), gpu.GTX480(), gpu.MI300X())
	if err != nil {
		t.Fatal(err)
	}
	rows := f.Series[0].(charts.Table).Rows
	if rows[0][2] != "4.9" || rows[1][1] != "not known" || rows[2][2] != "not known" || rows[3][2] != "4.0" || !strings.Contains(f.Note, "not known of the GTX 480, and left out") {
		t.Errorf("%v, %q: want the launches of the H200 and the MI300X, no time of the MI350X, and of the GTX 480 no launch", rows, f.Note)
	}
	figuretest.Valid(t, map[string]func() (charts.Figure, error){"gpus": func() (charts.Figure, error) { return figures.OnGPUs(v, gpu.Complete()...) }})
	// A block of 100 KB fits into an SM of the H200, and not into one of the GTX 480.
	big := figures.Variant{Bench: figures.Bench{Launch: kernel.Launch{Name: "big", Workgroup: gpumodel.Shape{X: 32}}, Kernel: func(w *kernel.Wavefront) {
		kernel.NewLocal[float32](w, "a", 25<<10).Store(w.LocalX(), w.Float32(1))
	}}}
	if f, err = figures.OnGPUs(big, gpu.H200(), gpu.GTX480()); err != nil {
		t.Fatal(err)
	}
	if rows := f.Series[0].(charts.Table).Rows; rows[0][2] != "4.9" || rows[1][1] != "does not run" || !strings.Contains(rows[1][3], "LDS") {
		t.Errorf("%q: want a time on the H200, and of the GTX 480 the reason why there is none", rows)
	}
	if _, err := figures.OnGPUs(big, gpu.GTX480()); err == nil || !strings.Contains(err.Error(), "GTX 480") {
		t.Errorf("error %v of a kernel that no GPU can run, want one", err)
	}
}

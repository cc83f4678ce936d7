package figures_test

import (
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/figures"
	"lanebook/notebooks/figures/figuretest"
)

// whole is a row as far as its figures need it, off by so many per cent.
func whole(name string, us, off float64) silicon.WholeResult {
	return silicon.WholeResult{WholeTime: silicon.WholeTime{Kernel: name, N: 1 << 20, Element: 4, Workgroups: 1, Microseconds: us}, ChipResult: silicon.ChipResult{Model: us * (1 + off/100), Part: "LDS banks", Used: 0.5}}
}

func TestWholeFigures(t *testing.T) {
	rows, err := silicon.WholeResults()
	if err != nil {
		t.Fatal(err)
	}
	figuretest.Valid(t, map[string]func() (charts.Figure, error){
		"whole":  func() (charts.Figure, error) { return figures.WholeKernels(rows) },
		"errors": func() (charts.Figure, error) { return figures.WholeErrors(rows) },
		"one": func() (charts.Figure, error) {
			return figures.WholeKernels([]silicon.WholeResult{whole("naive", 9, 0)})
		},
		"one-error": func() (charts.Figure, error) { return figures.WholeErrors([]silicon.WholeResult{whole("naive", 9, 0)}) },
	})
}

// Every row is a mark, hollow where silicon was measured; of the errors as many as can be
// named are bars, no two with the same name.
func TestWholeFiguresShowEveryRow(t *testing.T) {
	rows, err := silicon.WholeResults()
	if err != nil {
		t.Fatal(err)
	}
	f, err := figures.WholeKernels(rows)
	if err != nil {
		t.Fatal(err)
	}
	marks := 0
	for i, s := range f.Series {
		l := s.(charts.Line)
		if l.Measured != (i > 0) {
			t.Errorf("%s is measured: %v", l.Name, l.Measured)
		}
		if l.Measured {
			marks += len(l.X)
		} else if !slices.Equal(l.X, l.Y) {
			t.Errorf("the model's line goes from %v to %v, want equal times", l.X, l.Y)
		}
	}
	if f, err = figures.WholeErrors(rows); err != nil {
		t.Fatal(err)
	}
	s := f.Series[0].(charts.Spans)
	names := slices.Compact(slices.Sorted(slices.Values(s.Rows)))
	if marks != len(rows) || len(s.Spans) != 32 || len(names) != 32 || !strings.Contains(f.Caption, "Left out: 15 rows, within ") {
		t.Errorf("%d marks of %d rows, %d bars with %d names, want all, and 32; %s", marks, len(rows), len(s.Spans), len(names), f.Caption)
	}
}

// By hand: of three rows off by 1, −40 and 25 % the mean is 22 %, two are within 25 %, the
// worst is the second. The empty one sets numbers and counts nowhere, however far it is off.
func TestWholeScore(t *testing.T) {
	rows := []silicon.WholeResult{whole("empty", 5, 90), whole("copy", 10, 1), whole("naive", 100, -40), whole("flops", 50, 25)}
	f, err := figures.WholeErrors(rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"3 rows set nothing", "22.0 % off", "2 of them are within 25 %", "The worst: naive transpose, float -40.0 %; flops, 1 block +25.0 %; copy, 4 MB by float +1.0 %."} {
		if !strings.Contains(f.Caption, want) {
			t.Errorf("caption %q, want %q in it", f.Caption, want)
		}
	}
	s := f.Series[0].(charts.Spans)
	if want := []string{"naive transpose, float", "flops, 1 block", "copy, 4 MB by float"}; !slices.Equal(s.Rows, want) {
		t.Errorf("rows %q, want %q", s.Rows, want)
	}
	if !strings.Contains(f.Note, "1 empty kernel:") || !strings.Contains(s.Spans[0].Tip, "shared memory banks") {
		t.Errorf("%v, note %q, want the empty kernel in the note only", s.Spans, f.Note)
	}
	for want, rows := range map[string][]silicon.WholeResult{"at least one": rows[:1], `"jump"`: {whole("jump", 1, 1)}} {
		for _, draw := range []func([]silicon.WholeResult) (charts.Figure, error){figures.WholeKernels, figures.WholeErrors} {
			if _, err := draw(rows); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, want %q in it", err, want)
			}
		}
	}
}

// took is a variant that took so many microseconds.
func took(us float64, changes ...string) figures.WholeRun {
	return figures.WholeRun{Variant: figures.Variant{Changes: changes}, Report: chip.Report{Device: gpu.H200(), Seconds: us / 1e6, Cycles: 100, Tail: 5,
		Limits: []chip.Limit{{Part: "LDS banks", Used: us / 100}, {Part: "L2", Used: 0.1}}}}
}

// The path takes one change at a time, the best of those that were run, and ends where
// none helps. A variant that no chain of changes leads to is not on it.
func TestWholePath(t *testing.T) {
	all := figures.WholeRuns{took(90, "a"), took(100), took(50, "b"), took(40, "b", "a"), took(20, "a", "b", "c", "d"), took(45, "c", "b"), took(41, "a", "b", "c")}
	got := ""
	for _, r := range all.Path() {
		got += r.String() + "; "
	}
	if want := "as it is; b; b, a; "; got != want {
		t.Errorf("path %s, want %s", got, want)
	}
	f, err := all.Times()
	if want := `As it is, the kernel takes 100.0 µs; the next best change is "b": 50.0 µs, 50 % less; the next best change is "a": 40.0 µs, 20 % less. Only what was run is compared.`; err != nil || f.Caption != want {
		t.Errorf("%v, caption %q, want %q", err, f.Caption, want)
	}
	if f, err = all.Limits(); err != nil || !slices.Equal(f.Series[0].(charts.Table).Rows[1][:4], []string{"as it is", "100.0", "shared memory banks 100 %", "L2 10 %"}) {
		t.Errorf("%v, %v", f.Series, err)
	}
	if got := f.Series[0].(charts.Table).Rows[2][2]; got != "none; most shared memory banks 50 %" {
		t.Errorf("of a half-used part the table says %q", got)
	}
	if len(all[2:3].Path()) != 0 {
		t.Error("a path without a kernel as it is")
	}
	for _, draw := range []func(figures.WholeRuns) (charts.Figure, error){figures.WholeRuns.Times, figures.WholeRuns.Limits} {
		if _, err := draw(nil); err == nil {
			t.Error("a figure of nothing")
		}
	}
}

// The table has every kernel of the tutorials, each with what the H200 took.
func TestTutorials(t *testing.T) {
	f, err := figures.Tutorials()
	if err != nil {
		t.Fatal(err)
	}
	rows := f.Series[0].(charts.Table).Rows
	for i, row := range rows {
		if row[0] != figures.TutorialNames[i] || row[1] == "" || !strings.Contains(row[4], ", ") {
			t.Errorf("%q, want times of %s, and what was measured", row, figures.TutorialNames[i])
		}
	}
	figuretest.Valid(t, map[string]func() (charts.Figure, error){"tutorials": func() (charts.Figure, error) { return f, nil }, "sizes": figures.TutorialSizes})
	if _, err := figures.Tutorial("histogram"); err == nil || !strings.Contains(err.Error(), `"histogram"`) || len(rows) != 8 {
		t.Errorf("error %v, %d rows; want one that names it, and 8", err, len(rows))
	}
}

// A kernel without conflicts is faster than one with them, and the figures of both are valid.
func TestWholeRuns(t *testing.T) {
	column := func(pitch int) figures.Bench {
		return figures.Bench{
			Launch: kernel.Launch{Name: "columns", Grid: gpumodel.Shape{X: 200}, Workgroup: gpumodel.Shape{X: 32, Y: 4}, Registers: 32},
			Kernel: func(w *kernel.Wavefront) {
				tile := kernel.NewLocal[float32](w, "tile", 32*pitch)
				for i := range 8 {
					tile.Store(w.LocalX().TimesPlus(pitch, w.LocalY().Plus(4*i)), w.Float32(1))
				}
			},
		}
	}
	runs, err := figures.Whole(gpu.H200(), figures.Variant{Bench: column(32)}, figures.Variant{Changes: []string{"padded"}, Bench: column(33)})
	if err != nil {
		t.Fatal(err)
	}
	if len(runs.Path()) != 2 || runs[0].Limits[0].Part != "LDS banks" {
		t.Errorf("%+v, want the padded to be faster, and banks to be what the other used most", runs)
	}
	figuretest.Valid(t, map[string]func() (charts.Figure, error){"times": runs.Times, "limits": runs.Limits})
	tried, err := figures.Try(gpu.H200(), runs[0].Variant)
	if err != nil {
		t.Fatal(err)
	}
	// By hand: a word after every 32 makes the column of stores free of conflicts, as pitch 33
	// does; the banks set the pace, so that another DRAM changes nothing.
	best, ok := tried.Best()
	if !ok || best.String() != "4 bytes of padding after every 128" || best.Cycles != runs[1].Cycles || best.LocalPasses != best.LocalIdeal {
		t.Errorf("best of %v: %v, %d cycles, want the padding, and the %d of pitch 33", tried.Kernel, best.Variant, best.Cycles, runs[1].Cycles)
	}
	if len(tried.Another) != 3 || tried.Another[0].Cycles != tried.As.Cycles {
		t.Errorf("%d other GPUs, %d cycles with a wider DRAM, want 3, and the %d of the H200's: nothing is read", len(tried.Another), tried.Another[0].Cycles, tried.As.Cycles)
	}
	figuretest.Valid(t, map[string]func() (charts.Figure, error){
		"tried": func() (charts.Figure, error) { return tried.Table(), nil },
		"gpus":  func() (charts.Figure, error) { return figures.OnGPUs(runs[0].Variant, gpu.Complete()...) },
	})
	f, err := figures.OnGPUs(runs[0].Variant, gpu.H200(), gpu.MI300X(), gpu.GTX480())
	if err != nil {
		t.Fatal(err)
	}
	rows := f.Series[0].(charts.Table).Rows
	if rows[0][2] != "4.9" || rows[1][1] != "not known" || rows[2][2] != "not known" || !strings.Contains(f.Note, "not known of the GTX 480, and left out") {
		t.Errorf("%v, %q: want the launch of the H200, no time of the MI300X, and of the GTX 480 no launch", rows, f.Note)
	}
	other, err := figures.Whole(gpu.GTX480(), figures.Variant{Bench: column(32)})
	if err != nil {
		t.Fatal(err)
	}
	for name, says := range map[string]func() (string, error){
		"times":  func() (string, error) { f, err := other.Times(); return f.Note, err },
		"limits": func() (string, error) { f, err := other.Limits(); return f.Caption, err },
	} {
		if words, err := says(); err != nil || !strings.Contains(words, "ot known of GTX 480, and left out") || strings.Contains(words, "0.00 µs") {
			t.Errorf("%s of the GTX 480: %q, %v; want that its launch is not known", name, words, err)
		}
	}
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
	if _, err := figures.Whole(gpu.H200()); err == nil || !strings.Contains(err.Error(), "want at least one") {
		t.Errorf("no variants: %v", err)
	}
	bad := figures.Variant{Changes: []string{"cut"}, Bench: column(1)}
	if _, err := figures.Whole(gpu.H200(), bad); err == nil || !strings.Contains(err.Error(), "H200, cut: ") {
		t.Errorf("a kernel that runs over its array: %v", err)
	}
}

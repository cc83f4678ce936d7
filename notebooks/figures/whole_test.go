package figures_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
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

// Every kernel that both GPUs ran is a mark, hollow; the table has the worst set first, all
// of them at its end, and no set twice.
func TestTwinFigures(t *testing.T) {
	kernels, err := silicon.TwinKernels()
	if err != nil {
		t.Fatal(err)
	}
	ratios, err := figures.TwinRatios(kernels)
	if err != nil {
		t.Fatal(err)
	}
	errs, err := figures.TwinErrors("errors", kernels)
	if err != nil {
		t.Fatal(err)
	}
	figuretest.Valid(t, map[string]func() (charts.Figure, error){
		"ratios": func() (charts.Figure, error) { return ratios, nil },
		"twins":  func() (charts.Figure, error) { return errs, nil },
	})
	points := 0
	for i, k := range kernels {
		l := ratios.Series[i+1].(charts.Line)
		if !l.Measured || len(l.X) != len(k.H100.Points) || l.Name != k.H100.Subject {
			t.Errorf("%s: %d marks, measured %v, want %d of %s", l.Name, len(l.X), l.Measured, len(k.H100.Points), k.H100.Subject)
		}
		points += len(l.X)
	}
	rows := errs.Series[0].(charts.Table).Rows
	if last := rows[len(rows)-1]; len(rows) != len(kernels)+1 || rows[0][0] != "empty kernels" || last[0] != "all" || last[1] != fmt.Sprint(points) {
		t.Errorf("%q, want the empty kernels first, and all %d at the end", rows, points)
	}
	if _, err := figures.TwinErrors("none", nil); err == nil {
		t.Error("a table of nothing, and no error")
	}
	if _, err := figures.TwinRatios(nil); err == nil {
		t.Error("a figure of nothing, and no error")
	}
}

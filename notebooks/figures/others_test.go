package figures_test

import (
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/figures"
	"lanebook/notebooks/figures/figuretest"
)

// The figures of others' measurements are valid, and begin with what the model misses.
func TestOthersFigures(t *testing.T) {
	all := must[[]silicon.Agreement](t)(silicon.OtherAgreements())
	checks := must[[]silicon.PhaseCheck](t)(silicon.ComparePhases())
	tests := must[[]silicon.RuleTest](t)(silicon.MI300XRules())
	saturations := must[[]silicon.Saturation](t)(silicon.Saturations())
	figuretest.Valid(t, map[string]func() (charts.Figure, error){
		"others":      func() (charts.Figure, error) { return figures.Others(all) },
		"phases":      func() (charts.Figure, error) { return figures.Phases(checks) },
		"counters":    func() (charts.Figure, error) { return figures.CounterTests(tests) },
		"saturations": func() (charts.Figure, error) { return figures.SaturationsOf(saturations) },
		"floats":      func() (charts.Figure, error) { return figures.L1Strides(4, "A100", "MI210", "RDNA2") },
		"doubles":     func() (charts.Figure, error) { return figures.L1Strides(8, "A40", "H200") },
	})
	rows := table(t, must[charts.Figure](t)(figures.Others(all)))
	missed := 0
	for i, r := range rows {
		if r[5] == "missed" {
			if missed++; missed != i+1 {
				t.Errorf("line %d is missed, and comes after one that is kept: %v", i, r)
			}
		}
	}
	f := must[charts.Figure](t)(figures.Others(all))
	if more := len(f.Series[0].(charts.Table).More); missed != 4 || len(rows) != 6 || len(rows)+more != len(all) {
		t.Errorf("%d of %d lines are missed, and %d are for the CSV; want 4 of 6, and the rest of %d", missed, len(rows), more, len(all))
	}
	if want := "586 points are in sets from which numbers of the model were taken, 720 in sets from which none was"; !strings.Contains(f.Caption, want) {
		t.Errorf("%q, want %q in it", f.Caption, want)
	}
	groups := table(t, must[charts.Figure](t)(figures.Phases(checks)))
	first := groups[0]
	if first[0] != "MI350X" || first[1] != "4-byte load" || first[4] != "amd-shark-ai, without a measurement" || first[5] != "0–31; 32–63 on 32 banks" {
		t.Errorf("the groups begin with %v, want MI350X's disputed ones", first)
	}
	if len(groups) != 12 || groups[6][0] != "RX 9070 XT, PRO W7900" || groups[4][4] != "amd-shark-ai, pyhip" {
		t.Errorf("%d rows of groups, %v and %v; want 12, what is equal of two GPUs and of two sources in one", len(groups), groups[6], groups[4])
	}
	if _, err := figures.L1Strides(4, "MI300X"); err == nil || !strings.Contains(err.Error(), `GPU = "MI300X"`) {
		t.Errorf("error %v of a GPU without strides", err)
	}
	if _, err := figures.L1Strides(16, "A100"); err == nil || !strings.Contains(err.Error(), "element = 16, want 4 or 8 bytes") {
		t.Errorf("error %v of elements that were not measured", err)
	}
}

func table(t *testing.T, f charts.Figure) [][]string {
	t.Helper()
	return f.Series[0].(charts.Table).Rows
}

// must returns a function that ends the test on an error.
func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

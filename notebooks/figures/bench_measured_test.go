package figures_test

import (
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/notebooks/figures"
	"lanebook/notebooks/figures/figuretest"
)

// TestMeasuredChanges: by hand, of a copy of 4 MB 6.752 µs of 8.224 are 82.1 %, the model's
// 7.109 of 8.566 are 83.0, which is 1.1 % more; of the transposes padding takes 42.080 µs of 90.560
// and 38.852 of 86.430. Of 21 changes one copy's is less than 3 %.
func TestMeasuredChanges(t *testing.T) {
	f := must[charts.Figure](t)(figures.MeasuredChanges())
	rows := table(t, f)
	all := ""
	for _, r := range rows {
		all += strings.Join(r, "|") + "\n"
	}
	for _, want := range []string{"copy, 4 MB by float|floats of an access 1 → 4|-18|-17|+1.1\n", "transpose, float, 32 × 32|pad 0 → 1|-54|-55|-3.3\n", "transpose, float2, 32 × 32|tile 32 → 16, elements a lane 4 → 1, pad 0 → 1|-11|-10|+0.6\n"} {
		if !strings.Contains(all, want) {
			t.Errorf("%s\nwant %q in it", all, want)
		}
	}
	if want := "Of 20 changes by 3 % or more, 20 have the direction that was measured, and of the 3 kernels with several changes the model finds the best one for 3;"; len(rows) != 21 || !strings.Contains(f.Caption, want) {
		t.Errorf("%d rows, %q; want 21, and %q", len(rows), f.Caption, want)
	}
	if want := "transpose, float, 32 × 32, 8192²|tile 32 → 4|+399|+474|+15.0"; !strings.HasPrefix(all, want) || !strings.Contains(f.Caption, "at worst +15 %") {
		t.Errorf("begins with %q, want %q; %q", rows[0], want, f.Caption)
	}
	figuretest.Valid(t, map[string]func() (charts.Figure, error){"changes": figures.MeasuredChanges})
}

package figures_test

import (
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/figures"
)

// Every GPU's words are its vendor's.
func TestWorded(t *testing.T) {
	for _, d := range gpu.All() {
		amd := slices.ContainsFunc([]string{"HD ", "R9 ", "RX ", "W7900", "MI"}, func(series string) bool { return strings.Contains(d.Name, series) })
		if got := figures.Worded(d, "a CU's wavefronts"); got != map[bool]string{true: "a CU's wavefronts", false: "an SM's warps"}[amd] {
			t.Errorf("%s: %q", d.Name, got)
		}
	}
}

// By hand: what rounds to zero has no sign, whichever side it comes from.
func TestSigned(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     string
	}{
		{5.4, 0, "+5"}, {-5.4, 0, "-5"}, {0.5001, 0, "+1"}, {-0.6, 0, "-1"},
		{0, 0, "0"}, {0.4, 0, "0"}, {-0.4, 0, "0"},
		{-0.4, 1, "-0.4"}, {0.06, 1, "+0.1"}, {0.04, 1, "0.0"}, {-0.04, 1, "0.0"},
		{-100, 0, "-100"}, {-0.004, 2, "0.00"}, {10, 2, "+10.00"},
	} {
		if got := figures.Signed(c.x, c.decimals); got != c.want {
			t.Errorf("Signed(%v, %d) = %q, want %q", c.x, c.decimals, got, c.want)
		}
	}
}

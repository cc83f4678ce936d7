package figures_test

import (
	"testing"

	"lanebook/notebooks/figures"
)

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

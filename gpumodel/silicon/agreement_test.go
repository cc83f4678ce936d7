package silicon_test

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"lanebook/gpumodel/silicon"
)

// Every bar, on every point that was measured.
func TestAgreements(t *testing.T) {
	all := silicon.AllAgreements(t)
	for _, a := range all {
		worst := a.Worst()
		t.Logf("%-42s %4d points, %d numbers set: mean error %.4f, worst %+.4f (%s: %.4g, measured %.4g %s), bar %g of mean %v",
			a.Subject, len(a.Points), a.Set, a.Mean(), a.Error(worst), worst.What, worst.Model, worst.Measured, a.Unit, a.Bar, a.OfMean)
		if !a.Met() {
			t.Errorf("%s: the bar of %g is not kept", a.Subject, a.Bar)
		}
		if len(a.Points) <= a.Set {
			t.Errorf("%s: %d points for %d numbers set from them show nothing", a.Subject, len(a.Points), a.Set)
		}
		if a.Subject == "" || a.On == "" || a.Unit == "" || a.From == "" {
			t.Errorf("%+v lacks words", a)
		}
	}
	const accesses, others = 492 + 564, 17 + 80 + 32 + 187 + 319 + 38 + 30 + 60 + 240 + 9 + 18 + 38
	if things, numbers := silicon.Points(all); things != accesses+others || numbers != 3*accesses+others {
		t.Errorf("%d numbers measured of %d things, want %d of %d", numbers, things, 3*accesses+others, accesses+others)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	thousands := func(n int) string { return fmt.Sprintf("%d,%03d", n/1000, n%1000) }
	want := fmt.Sprintf("%s accesses, loops and kernels, %s numbers measured of them", thousands(accesses+others), thousands(3*accesses+others))
	if !strings.Contains(string(readme), want) {
		t.Errorf("README.md does not say %q", want)
	}
}

// An agreement that is reckoned by hand.
func TestAgreement(t *testing.T) {
	a := silicon.Agreement{Bar: 0.15, Points: []silicon.Compared{{What: "high", Measured: 10, Model: 11}, {What: "low", Measured: 5, Model: 4}}}
	if a.Worst().What != "low" || math.Abs(a.Mean()-0.15) > 1e-12 || a.Met() {
		t.Errorf("relative: worst %v, mean %v, met %v; want low, 0.15, false", a.Worst(), a.Mean(), a.Met())
	}
	a.Bar = 0.16
	if a.OfMean = true; !a.Met() {
		t.Error("of the mean: not met, want met")
	}
	if a.Absolute, a.OfMean, a.Bar = true, false, 1; !a.Met() || a.Mean() != 1 {
		t.Errorf("absolute: mean %v, met %v; want 1, true", a.Mean(), a.Met())
	}
}

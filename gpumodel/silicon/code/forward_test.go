package code

import (
	"math"
	"testing"
)

// Oracle: the H200's clock. The rule was read off these very loops, so that they test the
// code and not the rule; the loops of familiar.sass, which it mended, set none of it.
func TestForward(t *testing.T) {
	all, err := H200Forward()
	if err != nil {
		t.Fatal(err)
	}
	cycles, err := ForwardCycles(all)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]int{}
	for i, f := range all {
		if !f.Arrived() {
			continue // no compiler's code
		}
		if of[f.Kind]++; cycles[i] != f.Cycles {
			t.Errorf("%+v: model %d, want it to the cycle", f, cycles[i])
		}
	}
	t.Logf("to the cycle: %v", of)
	if len(of) != 5 {
		t.Errorf("kinds %v, want five", of)
	}
}

// Oracle: the H200's clock, asked after the model had told. What it gives since is no
// foresight: wide products, results on their way and products of doubles were asked for
// because of these misses, though the answers came from other loops.
func TestFamiliar(t *testing.T) {
	all, err := H200Familiar()
	if err != nil || len(all) != 240 {
		t.Fatalf("%d points, error %v; want 240", len(all), err)
	}
	cycles, err := FamiliarCycles(all)
	if err != nil {
		t.Fatal(err)
	}
	var told, since, alone, second, n1 float64
	for i, f := range all {
		c := float64(f.Cycles)
		told += math.Abs(float64(f.Told)/c - 1)
		second += math.Abs(float64(f.Second)/c - 1)
		off := math.Abs(float64(cycles[i])/c - 1)
		if since += off; f.Wavefronts == 1 {
			alone, n1 = alone+off, n1+1
		}
	}
	n := float64(len(all))
	t.Logf("told %.2f %%, since %.2f %%, one wavefront %.2f %%, a second run %.2f %%", 100*told/n, 100*since/n, 100*alone/n1, 100*second/n)
	for _, c := range []struct {
		what     string
		got, bar float64
	}{{"told", told / n, 0.0375}, {"since", since / n, 0.0265}, {"one wavefront since", alone / n1, 0.008}, {"a second run", second / n, 0.005}} {
		if c.got > c.bar {
			t.Errorf("%s: mean error %.2f %%, want at most %.2f", c.what, 100*c.got, 100*c.bar)
		}
	}
}

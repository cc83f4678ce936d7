package code

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// Oracle: the H200's clock. Families by which numbers were set are held tighter than the
// others: pairs of units, barriers among accesses, stores and loads by turns, and products of
// matrices beside other instructions with several wavefronts a SIMD. Those miss their bar.
func TestPipes(t *testing.T) {
	pipes, err := H200Pipes()
	if err != nil {
		t.Fatal(err)
	}
	cycles, err := RunPipes(pipes)
	if err != nil {
		t.Fatal(err)
	}
	type miss struct {
		Pipe
		model int
		error float64
	}
	families := map[string][]miss{} // one of products of matrices has two parts
	var names []string
	for i, p := range pipes {
		name := p.Family
		if strings.Contains(name, "hmma") && p.Fitted() {
			name += ", one a SIMD"
		}
		if families[name] == nil {
			names = append(names, name)
		}
		families[name] = append(families[name], miss{p, cycles[i], float64(cycles[i])/float64(p.Cycles) - 1})
	}
	const fitted, others, products = "set numbers", "set nothing, without products of matrices", "set nothing, products of matrices beside others"
	sums, ns := map[string]float64{}, map[string]float64{}
	for _, name := range names {
		all := families[name]
		slices.SortFunc(all, func(a, b miss) int { return int(math.Copysign(1, math.Abs(b.error)-math.Abs(a.error))) })
		sum := 0.0
		for _, m := range all {
			sum += math.Abs(m.error)
		}
		group := others
		if all[0].Fitted() {
			group = fitted
		} else if strings.Contains(name, "hmma") {
			group = products
		}
		sums[group] += sum
		ns[group] += float64(len(all))
		t.Logf("%-20s %4d points, mean error %4.1f %%; worst %s, %d wavefronts: %d cycles, model %d", name, len(all), 100*sum/float64(len(all)), all[0].Loop, all[0].Wavefronts, all[0].Cycles, all[0].model)
	}
	for _, g := range []struct {
		name string
		bar  float64
		most float64 // where the bar is missed
		of   []string
	}{
		{fitted, 0.03, 0.03, []string{fitted}},
		{others, 0.05, 0.05, []string{others}},
		{products, 0.05, 0.07, []string{products}},
		{"all that set nothing", 0.05, 0.03, []string{others, products}},
	} {
		sum, n := 0.0, 0.0
		for _, of := range g.of {
			sum += sums[of]
			n += ns[of]
		}
		mean := sum / n
		t.Logf("%s: %.0f points, mean error %.1f %%", g.name, n, 100*mean)
		if mean > g.bar {
			t.Logf("missed: %s: mean error %.1f %%, want at most %.0f %%", g.name, 100*mean, 100*g.bar)
		}
		if mean > g.most {
			t.Errorf("%s: mean error %.1f %%, want at most %.0f %%", g.name, 100*mean, 100*g.most)
		}
	}
}

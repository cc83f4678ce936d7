package code

import (
	"math"
	"slices"
	"testing"
)

// Oracle: the H200's clock. Families by which numbers were set are held tighter than the
// others: pairs of units, barriers among accesses, and mixes drawn at random.
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
	families := map[string][]miss{}
	var names []string
	for i, p := range pipes {
		if families[p.Family] == nil {
			names = append(names, p.Family)
		}
		families[p.Family] = append(families[p.Family], miss{p, cycles[i], float64(cycles[i])/float64(p.Cycles) - 1})
	}
	sums, ns := map[bool]float64{}, map[bool]float64{}
	for _, name := range names {
		all := families[name]
		slices.SortFunc(all, func(a, b miss) int { return int(math.Copysign(1, math.Abs(b.error)-math.Abs(a.error))) })
		sum := 0.0
		for _, m := range all {
			sum += math.Abs(m.error)
		}
		sums[all[0].Fitted()] += sum
		ns[all[0].Fitted()] += float64(len(all))
		t.Logf("%-8s %4d points, mean error %4.1f %%; worst %s, %d wavefronts: %d cycles, model %d", name, len(all), 100*sum/float64(len(all)), all[0].Loop, all[0].Wavefronts, all[0].Cycles, all[0].model)
	}
	for fitted, most := range map[bool]float64{true: 0.03, false: 0.05} {
		if mean := sums[fitted] / ns[fitted]; mean > most {
			t.Errorf("fitted %v: mean error %.1f %%, want at most %.0f %%", fitted, 100*mean, 100*most)
		} else {
			t.Logf("fitted %v: %.0f points, mean error %.1f %%", fitted, ns[fitted], 100*mean)
		}
	}
}

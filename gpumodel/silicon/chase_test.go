package silicon_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"lanebook/gpumodel/silicon"
)

// Oracle: the chases of 20 GPUs. Sizes of levels are the vendors'. Four steps set something
// that moves them, and are compared apart; so are plateaus that were set.
func TestChases(t *testing.T) {
	runs, err := silicon.ChaseRuns()
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		gpu string
		silicon.Rung
	}
	var set, unseen, steps, told []row
	for _, r := range runs {
		name := r.GPU + " (" + r.Source + ")"
		for _, p := range r.Plateaus {
			if p.Set {
				set = append(set, row{name, p})
			} else {
				unseen = append(unseen, row{name, p})
			}
		}
		for _, s := range r.Steps {
			if s.Set {
				told = append(told, row{name, s})
			} else {
				steps = append(steps, row{name, s})
			}
		}
	}
	show := func(title string, rows []row, bar, scale float64) (within int) {
		slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(math.Abs(b.Error()), math.Abs(a.Error())) })
		sum := 0.0
		for _, r := range rows {
			sum += math.Abs(r.Error())
			if math.Abs(r.Error()) <= bar {
				within++
			}
			t.Logf("%-9s %-22s %-22s measured %9.1f model %9.1f %+6.1f %%", title, r.gpu, r.Name, r.Measured/scale, r.Model/scale, 100*r.Error())
		}
		t.Logf("%s: %d, mean error %.1f %%, %d within %.0f %%", title, len(rows), 100*sum/float64(len(rows)), within, 100*bar)
		return within
	}
	if n := show("set", set, 0.05, 1); n != 60 || len(set) != 60 {
		t.Errorf("%d of %d plateaus that were set are within 5 %%, want 60 of 60", n, len(set))
	}
	if n := show("unseen", unseen, 0.05, 1); n < 14 || len(unseen) != 19 { // 19 are wanted
		t.Errorf("%d of %d plateaus that nothing was set from are within 5 %%, were 14 of 19", n, len(unseen))
	}
	if n := show("step set, KB", told, 0.10, 1024); n != 4 || len(told) != 4 {
		t.Errorf("%d of %d steps from which something was set are within 10 %%, want 4 of 4", n, len(told))
	}
	if n := show("step, KB", steps, 0.10, 1024); n < 43 || len(steps) != 53 { // 53 are wanted
		t.Errorf("%d of %d steps are within 10 %%, were 43 of 53", n, len(steps))
	}
	coarse, same, fine, near := 0, 0, 0, 0
	var gaps []float64
	for _, r := range steps {
		gaps = append(gaps, r.Gap)
		if r.SameGap {
			same++
		}
		if r.Gap > 1.1 {
			coarse++
		} else if fine++; math.Abs(r.Error()) <= 0.10 {
			near++
		}
	}
	slices.Sort(gaps)
	t.Logf("of %d steps %d lie between sizes more than 10 %% apart (half of all %.2f or more, at most %.2f); the model has %d between the same two, and of the %d on finer grids %d within 10 %%", len(steps), coarse, gaps[len(gaps)/2], gaps[len(gaps)-1], same, fine, near)
	if same < 40 || near < 15 || fine != 16 {
		t.Errorf("%d steps between the same two sizes, %d of %d on finer grids within 10 %%, were 40, and 15 of 16", same, near, fine)
	}
}

// What AIK's program leaves out of its buffer is not known but for a range, and decides where
// the model has its steps.
func TestVisited(t *testing.T) {
	for _, c := range []struct {
		part float64
		near int
	}{{0.87, 14}, {silicon.Visited, 19}, {0.97, 17}} {
		runs, err := silicon.RunsVisiting(c.part)
		if err != nil {
			t.Fatal(err)
		}
		near, n, same := 0, 0, 0
		for _, r := range runs {
			for _, s := range r.Steps {
				n++
				if math.Abs(s.Error()) <= 0.10 {
					near++
				}
				if s.SameGap {
					same++
				}
			}
		}
		t.Logf("%.0f %% visited: %d of %d steps of AIK within 10 %%, %d between the same two sizes", 100*c.part, near, n, same)
		if near != c.near || n != 25 {
			t.Errorf("%.0f %% visited: %d of %d steps are within 10 %%, were %d of 25", 100*c.part, near, n, c.near)
		}
	}
	if _, err := silicon.RunsVisiting(0); err == nil {
		t.Error("nothing visited: no error")
	}
}

// Oracle: GH200's first step, of 256 KB: the least recently used line of hashed sets of 64
// is replaced, not one by chance. Of a chain of n lines that goes round, in a cache of c
// where chance chooses, a line is still there with h = (1 − 1/c)^(n (1 − h)).
func TestReplacement(t *testing.T) {
	runs, err := silicon.ChaseRuns()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(runs, func(r silicon.ChaseRun) bool { return r.GPU == "GH200" && r.Source == "GB25" })
	r := runs[i]
	l1, l2 := r.Plateaus[0], r.Plateaus[1]
	const kept = 256 << 10
	var ours, chance, points float64
	for i, size := range r.Sizes {
		if size < 0.75*kept || size > 1.5*kept {
			continue
		}
		missed := (r.Measured[i] - l1.Measured) / (l2.Measured - l1.Measured)
		model := (r.Model[i] - l1.Model) / (l2.Model - l1.Model)
		misses := 1.0
		for range 1000 {
			misses = 1 - math.Exp(-size/kept*misses)
		}
		ours += (model - missed) * (model - missed)
		chance += (misses - missed) * (misses - missed)
		points++
	}
	ours, chance = math.Sqrt(ours/points), math.Sqrt(chance/points)
	t.Logf("%.0f points: of all loads the model misses %.3f too many or too few (root mean square), chance would %.3f", points, ours, chance)
	if points < 8 || ours > 0.05 || chance < 0.25 {
		t.Errorf("%.0f points, %.3f and %.3f, want 8 or more, at most 0.05, and at least 0.25", points, ours, chance)
	}
}

func TestChaseFile(t *testing.T) {
	chases, err := silicon.Chases()
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, c := range chases {
		rows += len(c.Sizes)
		if !slices.IsSorted(c.Sizes) {
			t.Errorf("%s of %s: sizes fall", c.GPU, c.Source)
		}
	}
	if c := chases[0]; len(chases) != 22 || rows != 3426 || c.GPU != "V100" || c.Sizes[0] != 2048 || c.Measured[0] != 27.9 {
		t.Errorf("%d chases of %d rows, the first %s, %v bytes, %v cycles; want 22 of 3426, V100, 2048, 27.9", len(chases), rows, c.GPU, c.Sizes[0], c.Measured[0])
	}
}

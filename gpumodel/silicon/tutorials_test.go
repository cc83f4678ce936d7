package silicon

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
)

// What tutorials_model.csv has is what the model gives. Quick runs try a few kernels of a
// second or two, LANEBOOK_FULL=1 all of the two smaller sizes, and -update writes all of
// tutorials.csv, of which the eight of the largest sizes take minutes each.
func TestTutorialsModel(t *testing.T) {
	times, err := H200Tutorials()
	if err != nil {
		t.Fatal(err)
	}
	var quick, long []string
	for _, k := range times {
		switch {
		case k.Size == 1<<18 && k.family() == "reduction":
			quick = append(quick, k.name())
		case k.Size <= 1<<20 && k.Size != 1024:
			long = append(long, k.name())
		}
	}
	holdResults(t, "tutorials_model.csv", tutorialsModelCSV, tutorialRuns(gpu.H200(), times), quick, long)
}

func tutorialRuns(d gpumodel.Device, times []TutorialTime) (all []chipRun) {
	for _, k := range times {
		all = append(all, chipRun{k.name(), func() (chip.Report, error) { return runTutorial(d, k, chip.Options{}) }})
	}
	return all
}

// Oracle: the H200's clock. Every row is asked; the worst come first, and
// neither the misses nor the orders missed may become more.
func TestTutorialsOnTheH200(t *testing.T) {
	all, err := TutorialResults()
	if err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(all, func(a, b TutorialResult) int { return cmp.Compare(math.Abs(b.Error()), math.Abs(a.Error())) })
	sum, near := 0.0, 0
	for _, r := range all {
		sum += math.Abs(r.Error())
		if math.Abs(r.Error()) <= 0.15 {
			near++
		}
		t.Logf("%+6.1f %%  %-32s %8.2f µs, measured %8.2f and %8.2f; %s %.0f %%", 100*r.Error(), r.name(), r.Model, r.Microseconds, r.Again, r.Part, 100*r.Used)
	}
	pairs := TutorialPairs(all)
	kept := 0
	for _, p := range pairs {
		if p.Kept() {
			kept++
			continue
		}
		t.Logf("missed: of %d, %s is faster than %s, by %.1f and %.1f µs; in the model %.1f and %.1f", p.Faster.Size, p.Faster.Name, p.Slower.Name, p.Faster.Microseconds, p.Slower.Microseconds, p.Faster.Model, p.Slower.Model)
	}
	if mean := sum / float64(len(all)); len(all) != 30 || mean > 0.0245 || near < 30 {
		t.Errorf("%d rows, mean error %.1f %%, %d within 15 %%; want 30, 2.4 %% at most (2.3 before the clock sagged), 30", len(all), 100*mean, near)
	}
	if len(pairs) != 30 || kept < 29 {
		t.Errorf("%d of %d orders kept, want 29 of 30", kept, len(pairs))
	}
	t.Logf("mean error %.1f %% of %d rows, %d of them within 15 %%; %d of %d orders kept", 100*sum/float64(len(all)), len(all), near, kept, len(pairs))
}

// By hand: of three forms at one size, two runs agree on two pairs; a form at another size
// makes none. The error counts from the nearer of the two runs.
func TestTutorialPairs(t *testing.T) {
	row := func(name string, size int, us, again, model float64) TutorialResult {
		return TutorialResult{TutorialTime{name, size, us, again}, ChipResult{Model: model}}
	}
	all := []TutorialResult{row("product", 8, 10, 9, 12), row("product local", 8, 5, 6, 4), row("product x", 8, 9, 9.5, 9), row("product", 16, 1, 1, 1)}
	pairs := TutorialPairs(all)
	if len(pairs) != 2 || pairs[0].Faster != all[1] || pairs[0].Slower != all[0] || pairs[1].Faster != all[1] || pairs[1].Slower != all[2] || !pairs[0].Kept() {
		t.Errorf("%+v, want the local product before the two others", pairs)
	}
	for i, want := range []float64{0.2, -0.2, 0, 0} {
		if got := all[i].Error(); math.Abs(got-want) > 1e-12 {
			t.Errorf("row %d: error %v, want %v", i, got, want)
		}
	}
	if _, _, err := (TutorialTime{Name: "histogram"}).Launch(gpu.H200()); err == nil {
		t.Error("a histogram, and no error")
	}
}

// What the agreements leave out is named with its worst: notebook 06 prints it.
func TestLeftOut(t *testing.T) {
	all, err := LeftOut()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{30, 32, 30} {
		t.Logf("%s: %d points, mean error %.1f %%, worst %+.0f %%: %s", all[i].Subject, len(all[i].Points), 100*all[i].Mean(), 100*all[i].Error(all[i].Worst()), all[i].Worst().What)
		if len(all[i].Points) != want || all[i].Set != 0 {
			t.Errorf("%s: %d points that set %d numbers, want %d and none", all[i].Subject, len(all[i].Points), all[i].Set, want)
		}
	}
}

// runTutorial runs a tutorial's kernel on a whole GPU, all its workgroups twice.
func runTutorial(d gpumodel.Device, t TutorialTime, o chip.Options) (chip.Report, error) {
	l, k, err := t.Launch(d)
	if err != nil {
		return chip.Report{}, err
	}
	o.Before = l.Grid.Lanes()
	return chip.Time(l, k, o)
}

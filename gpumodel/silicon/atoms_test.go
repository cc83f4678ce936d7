package silicon

import (
	"fmt"
	"math"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
)

// What the files have is what the model gives. Quick runs try kernels of a second or two,
// LANEBOOK_FULL=1 those of 2^20 elements, and -update writes all.
func TestAtomsModel(t *testing.T) {
	for _, d := range []gpumodel.Device{gpu.H200(), gpu.H100()} {
		times, err := AtomicTimes(d.Name)
		if err != nil {
			t.Fatal(err)
		}
		file, text := "atoms_model.csv", atomsModelCSV
		if d.Name == "H100" {
			file, text = "atoms_h100_model.csv", atomsH100ModelCSV
		}
		var runs []chipRun
		var quick, long []string
		for _, k := range times {
			runs = append(runs, chipRun{k.name(), func() (chip.Report, error) { return runAtomic(d, k, chip.Options{}) }})
			switch {
			case k.N == 1<<20 && (k.Kernel == "histl" && k.Bins == 256 || k.Kernel == "sum" && k.Workgroups == 132):
				quick = append(quick, k.name())
			case k.N == 1<<20:
				long = append(long, k.name())
			}
		}
		holdResults(t, file, text, runs, quick, long)
	}
}

func runAtomic(d gpumodel.Device, t AtomicTime, o chip.Options) (chip.Report, error) {
	l, k, err := t.Launch(d)
	if err != nil {
		return chip.Report{}, err
	}
	o.Before = l.Grid.Lanes()
	return chip.Time(l, k, o)
}

// What atoms_rates_model.csv has is what the model gives: quick runs try one SM's rows, -update writes all.
func TestAtomRatesModel(t *testing.T) {
	type row struct {
		AtomicRate
		d gpumodel.Device
	}
	var rows []row
	for _, d := range []gpumodel.Device{gpu.H200(), gpu.H100()} {
		rates, err := comparedAtomics(d.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rates {
			rows = append(rows, row{r, d})
		}
	}
	holdLines(t, "atoms_rates_model.csv", atomsRatesModelCSV, len(rows), func(i int) bool { return rows[i].SMs == 1 && rows[i].Pattern != "chance" }, func(i int) (string, error) {
		cycles, err := rows[i].model(rows[i].d)
		return fmt.Sprintf("%s,cycles=%.3f", rows[i].name(rows[i].d.Name), cycles), err
	})
}

// Oracle: the clocks of an H200 and an H100. Of the rows of the H200's first of which no number was set,
// and of whole kernels, of which none was. The misses may not become more.
func TestAtoms(t *testing.T) {
	for _, c := range []struct {
		device                         string
		set, unseen                    int
		rates, rates90, kernels, worst float64
	}{
		{"H200", 25, 61, 0.1, 0.2, 0.06, 0.2},
		{"H100", 0, 86, 0.1, 0.2, 0.06, 0.2},
	} {
		rows, err := CompareAtomicRates(c.device)
		if err != nil {
			t.Fatal(err)
		}
		sum, set := 0.0, 0
		for _, r := range rows {
			if r.Set {
				set++
				continue
			}
			sum += math.Abs(r.Error())
			t.Logf("%s: %+6.1f %%  %s: %.2f cycles, measured %.2f", c.device, 100*r.Error(), r.name(c.device), r.Model, r.Cycles)
		}
		mean := sum / float64(len(rows)-set)
		if set != c.set || len(rows)-set != c.unseen || mean > c.rates {
			t.Errorf("%s: %d rows set numbers, of %d others the mean error is %.3f; want %d, %d and %v", c.device, set, len(rows)-set, mean, c.set, c.unseen, c.rates)
		}
		all, err := AtomicResults(c.device)
		if err != nil {
			t.Fatal(err)
		}
		sum, worst := 0.0, 0.0
		for _, r := range all {
			sum += math.Abs(r.Error())
			worst = max(worst, math.Abs(r.Error()))
			t.Logf("%s: %+6.1f %%  %-40s %9.2f µs, measured %9.2f; %s %.0f %%", c.device, 100*r.Error(), r.AtomicTime.name(), r.Model, r.Microseconds, r.Part, 100*r.Used)
		}
		t.Logf("%s: mean error of %d rates %.3f, of %d kernels %.3f, worst %.3f", c.device, len(rows)-set, mean, len(all), sum/float64(len(all)), worst)
		if len(all) != 36 || sum/float64(len(all)) > c.kernels || worst > c.worst {
			t.Errorf("%s: %d kernels, mean error %.3f, worst %.3f; want 36, %v and %v", c.device, len(all), sum/float64(len(all)), worst, c.kernels, c.worst)
		}
	}
}

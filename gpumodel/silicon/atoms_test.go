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
		of := atomFiles[d.Name]
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
		holdResults(t, of.model, *of.modelText, runs, quick, long)
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

// What CompareAtomicRates leaves out is off as it says: neither more, nor mended and still said.
func TestAtomsLeftOut(t *testing.T) {
	rates, err := AtomicRates("H200")
	if err != nil {
		t.Fatal(err)
	}
	left := map[AtomicRate][2]float64{ // without its cycles, (model − measured) / measured
		{What: "red", Pattern: "chance", K: 32, SMs: 1, Warps: 1}: {-0.59, -0.56},
	}
	for _, r := range rates {
		row := r
		row.Cycles = 0
		want, ok := left[row]
		if !ok {
			continue
		}
		delete(left, row)
		model, err := r.model(gpu.H200())
		if err != nil {
			t.Fatal(err)
		}
		if off := model/r.Cycles - 1; off < want[0] || off > want[1] {
			t.Errorf("%s: %+.0f %%, want it between %+.0f and %+.0f", r.name("H200"), 100*off, 100*want[0], 100*want[1])
		}
	}
	if len(left) > 0 {
		t.Errorf("atoms.csv has not %v", left)
	}
}

// Oracle: the clocks of an H200 and an H100. Of the rows of the H200's first of which no number was set,
// and of whole kernels, of which none was. The misses may not become more.
func TestAtoms(t *testing.T) {
	for _, c := range []struct {
		device                string
		set, unseen           int
		rates, kernels, worst float64
	}{
		{"H200", 21, 134, 0.055, 0.025, 0.067}, // worst 0.06 before the clock sagged
		{"H100", 0, 155, 0.055, 0.045, 0.135},
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
		if n := map[string]int{"H200": 36, "H100": 52}[c.device]; len(all) != n || sum/float64(len(all)) > c.kernels || worst > c.worst {
			t.Errorf("%s: %d kernels, mean error %.3f, worst %.3f; want %d, %v and %v", c.device, len(all), sum/float64(len(all)), worst, n, c.kernels, c.worst)
		}
	}
}

// The lines that keep line 0 waiting in atom_patterns.csv are those in its slice by the H100's preset, of which the
// next after line 5 is no nearer than 370 lines. (A few, such as 48, keep it waiting a little, 2.3 cycles: they are
// in the twin of its slice, TestTwinSlices.)
func TestSlicesOfAtomics(t *testing.T) {
	asked, slice := 0, sliceOfH100()
	for _, line := range readLines(t, "atom_patterns.csv") {
		var other uint64
		var cycles float64
		if n, _ := fmt.Sscanf(line, "pair,0,%d,cycles=%f", &other, &cycles); n != 2 || other >= 370 {
			continue
		}
		asked++
		if same := slice(other) == slice(0); same != (cycles > 3) {
			t.Errorf("line %d and line 0: %v cycles for a packet, in the same slice by the preset: %v", other, cycles, same)
		}
	}
	if asked != 369 {
		t.Errorf("%d lines were asked, want 369", asked)
	}
}

// Oracle: an H100's clock. With 32 warps an addition to shared memory takes an SM as many cycles as it takes
// passes by the H200's rule, to 5 %: of 1 always one, of other numbers as many as lanes name a word.
func TestAdditionsToTheLDS(t *testing.T) {
	lds, asked := gpu.H100().LDS, 0
	if err := atomRows("H100", func(p *pairs) {
		if p.columns[0] != "local" || p.columns[4] != "warps=32" {
			return
		}
		k := int(p.float(3, "k"))
		a := gpumodel.Access{Op: gpumodel.Atomic, Width: 4, Active: gpumodel.AllLanes(32), Addr: make([]gpumodel.Bytes, 32)}
		if p.columns[1] == "count" {
			a.Op = gpumodel.AtomicCount
		}
		for lane := range a.Addr {
			a.Addr[lane] = gpumodel.Bytes(4 * (lane / k))
		}
		s, err := lds.Serve(a)
		if err != nil {
			t.Fatal(err)
		}
		asked++
		if took := p.float(5, "cycles"); math.Abs(took/float64(s.Passes)-1) > 0.05 {
			t.Errorf("%s, %d lanes to a word: %v cycles, %d passes", p.columns[1], k, took, s.Passes)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if asked != 12 {
		t.Errorf("%d rows, want 12", asked)
	}
}

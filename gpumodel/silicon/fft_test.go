package silicon_test

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
	"lanebook/gpumodel/silicon"
)

// What Nsight Compute counted of the kernels on 1024² is what the model's kernel asks
// for: sectors to the last one, and passes of the LDS within 1 %, for the counter adds
// some where accesses of several wavefronts meet.
func TestFFTCounters(t *testing.T) {
	counts, err := silicon.H200FFTCounts()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range counts {
		if c.Size != 1024 {
			continue
		}
		got := ofOneWorkgroup(t, c.Lines())
		groups := c.Size / c.Together
		if got.SectorsRead*groups != c.SectorsRead || got.SectorsPut*groups != c.SectorsPut || !near(got.LoadPasses*groups, c.LoadPasses) || !near(got.StorePasses*groups, c.StorePasses) {
			t.Errorf("%s, %d together: %+v in each of %d workgroups, Nsight counted %+v", c.Kernel, c.Together, got, groups, c)
		}
	}
}

// near says that the counter is the model's number or up to 1 % more.
func near(model, counted int) bool {
	return counted >= model && float64(counted) <= 1.01*float64(model)
}

// ofOneWorkgroup counts what the kernel's first workgroup does; all do the same.
func ofOneWorkgroup(t *testing.T, p kernels.FFTLines) (c silicon.FFTCount) {
	t.Helper()
	l, err := p.Launch(gpu.H200())
	if err != nil {
		t.Fatal(err)
	}
	l.Grid.X = 1
	var m kernel.GlobalMemory
	in := kernel.Function(&m, "in", p.Size*p.Size, func(int) complex64 { return 1 })
	r, err := l.Run(p.Kernel(in, kernel.NewGlobal[complex64](&m, "out", p.Size*p.Size), kernel.Upload(&m, "roots", kernels.Roots(p.Size))))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range r.Sites {
		switch {
		case s.Kind == gpumodel.Local && s.Op == gpumodel.Load:
			c.LoadPasses += s.Passes
		case s.Kind == gpumodel.Local:
			c.StorePasses += s.Passes
		case s.Op == gpumodel.Load:
			c.SectorsRead += s.Sectors
		default:
			c.SectorsPut += s.Sectors
		}
	}
	return c
}

// The 15 transforms are 5.8 % off on average with nothing fitted, and within 10 % but for one that misses it by 4.6. (3.9 % and none
// until lines that cross the L2's halves took turns of slices; when the
// L1's loads got a path in common with the LDS two missed it by 5.5 and 2.7, since the kernel computed addresses that nvcc has
// as constants, up to 8 MB, and waited for each root.) Part of this is luck: see TestFFTCode. They are
// in the order that was measured, where two runs tell it apart (fft_second.csv: 2.8 %).
// All are printed, the worst first; kernels that only move data read low by up to 34 %, two of them high by up to 20.
func TestFFTResults(t *testing.T) {
	const apart = 0.028
	missed := 0
	var all []silicon.FFTResult
	for _, size := range []int{1024, 2048, 4096} {
		rows, err := silicon.FFTResults(size)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, rows...)
		for i, r := range rows {
			if !r.Lines().Move && math.Abs(r.Error()) > 0.10 {
				if missed++; missed > 1 || math.Abs(r.Error()) > 0.147 {
					t.Errorf("%s %d, %d together: %+.1f %%", r.Kernel, r.Size, r.Together, 100*r.Error())
				}
			}
			for _, s := range rows[:i] {
				if !r.Lines().Move && !s.Lines().Move && math.Abs(r.Measured/s.Measured-1) > apart && (r.Model < s.Model) != (r.Measured < s.Measured) {
					t.Errorf("%d: %s %d and %s %d: not in the order that was measured", size, r.Kernel, r.Together, s.Kernel, s.Together)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b silicon.FFTResult) int { return cmp.Compare(math.Abs(b.Error()), math.Abs(a.Error())) })
	sum := 0.0
	for _, r := range all {
		sum += math.Abs(r.Error())
		t.Logf("%-12s %d, %2d together: %.1f, measured %.1f µs: %+.1f %%; %s %.0f %% used", r.Kernel, r.Size, r.Together, r.Model, r.Measured, 100*r.Error(), r.Part, 100*r.Used)
	}
	t.Logf("mean error %.1f %% of %d", 100*sum/float64(len(all)), len(all))
}

func TestFFTRowsAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		"fft,rows,n=1024,us=2,min=1\nfft,rows,n=1024,us=1,min=2": "line 2",
		"fft,rows,n=1024,us=x,min=1":                             `"us=x"`,
		"fft,rows,n=1024,gbps=3,us=2,min=1":                      `"gbps=3"`,
		"fft,rows,us=2,min=1":                                    "n = 0",
		"fft,rows":                                               "and numbers",
	} {
		if _, err := silicon.ReadFFT(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one that says %q", text, err, want)
		}
	}
}

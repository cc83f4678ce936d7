package silicon

import (
	"math"
	"testing"

	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
)

// What everyday_model.csv has is what the model gives. Quick runs try a few kernels of a second,
// LANEBOOK_FULL=1 more, and -update writes all.
func TestEverydayModel(t *testing.T) {
	var all []chipRun
	for _, k := range everyday()[:firstEveryday] {
		all = append(all, chipRun{k.name(), func() (chip.Report, error) { return runEveryday(k) }})
	}
	quick := []string{"columns,n=1024", "options,n=262144", "softmax,n=256", "sparse,n=65536"}
	long := []string{"rows,n=1024", "blur,n=1024", "bodies,n=2048", "bitonic 32,n=1048576"}
	holdResults(t, "everyday_model.csv", everydayModelCSV, all, quick, long)
}

func runEveryday(k EverydayTime) (chip.Report, error) {
	l, body, err := k.Launch(gpu.H100())
	if err != nil {
		return chip.Report{}, err
	}
	return chip.Time(l, body, chip.Options{Before: l.Grid.Lanes()})
}

// Oracle: an H100's clock, asked after the model had told. What it gives since, of sparse matrices above all, is no
// foresight: reads of the L2 got the pace of rates.csv, which an H200's clocks had given before, less what another H100's did, when the misses were known.
func TestEveryday(t *testing.T) {
	all, err := EverydayResults()
	if err != nil {
		t.Fatal(err)
	}
	sum, second, worst, near := 0.0, 0.0, 0.0, 0
	since, worstSince := 0.0, 0.0
	for _, r := range all {
		off, now := math.Abs(r.ToldError()), math.Abs(r.Error())
		sum, worst = sum+off/float64(len(all)), max(worst, off)
		since, worstSince = since+now/float64(len(all)), max(worstSince, now)
		second += math.Abs(r.Told/r.Second-1) / float64(len(all))
		if off <= 0.2 {
			near++
		}
		t.Logf("%+6.1f %%, since %+6.1f  %-26s %7.2f µs, measured %7.2f; %s %.0f %%", 100*r.ToldError(), 100*r.Error(), r.name(), r.Told, r.Microseconds, r.Part, 100*r.Used)
	}
	t.Logf("mean error %.1f %%, worst %.0f, %d of %d within 20 %%; on another H100 %.1f %%; since %.1f %%, worst %.0f", 100*sum, 100*worst, near, len(all), 100*second, 100*since, 100*worstSince)
	if len(all) != 25 || sum > 0.126 || worst > 0.37 || near < 22 || second > 0.11 || since > 0.107 || worstSince > 0.25 {
		t.Errorf("%d kernels, mean error %.3f, worst %.3f, %d within 20 %%, mean of another H100 %.3f, since %.3f and %.3f; want 25, 0.126, 0.37, 22, 0.11, 0.107 and 0.25", len(all), sum, worst, near, second, since, worstSince)
	}
	for _, bad := range []EverydayTime{{Name: "rows", Size: 100}, {Name: "poems", Size: 1024}, {Name: "bitonic 3", Size: 1024}} {
		if _, _, err := bad.Launch(gpu.H100()); err == nil {
			t.Errorf("%v: no error", bad)
		}
	}
}

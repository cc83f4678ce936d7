package silicon

import (
	"testing"

	"lanebook/gpumodel"
)

func TestH200Issue(t *testing.T) {
	curves, blocks, err := H200Issue()
	if err != nil {
		t.Fatal(err)
	}
	for _, pol := range []gpumodel.Policy{gpumodel.GreedyOldest, gpumodel.RoundRobin, gpumodel.Oldest} {
		d := gpumodel.H200()
		d.CU.Policy = pol
		fit, err := FitIssue(d, curves)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range fit.Points {
			t.Logf("%v %v ilp %d warps %2d: %6d model %6d %+.2f%%", pol, p.Kind, p.Chains, p.Wavefronts, p.Cycles, p.Model, 100*p.Error)
		}
		b, _ := FitIssue(d, blocks)
		t.Logf("%v mean %.2f%% worst %.2f%%; blocks mean %.2f worst %.2f", pol, 100*fit.MeanError, 100*fit.Worst, 100*b.MeanError, 100*b.Worst)
	}
}

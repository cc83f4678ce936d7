package whatif

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// TestIssueAsInNotebook02: its "Your turn" runs one chain of 400 multiply-adds on the GTX
// Titan, and prints these numbers.
func TestIssueAsInNotebook02(t *testing.T) {
	chain := gpumodel.Program{Body: []gpumodel.Instruction{{Kind: gpumodel.FP32, Dst: 1, Src: [3]gpumodel.Register{1}, Lanes: gpumodel.AllLanes(32)}}, Times: 400}
	for _, c := range []struct {
		warps int
		rate  string
	}{{8, "0.89"}, {16, "1.78"}, {24, "2.66"}, {32, "3.55"}, {36, "3.99"}, {40, "3.99"}, {48, "3.99"}} {
		tl, err := gpu.GK110().Run(chain.Workload(c.warps/4, 4))
		if err != nil || fmt.Sprintf("%.2f", tl.PerCycle(gpumodel.FP32)) != c.rate {
			t.Errorf("%d warps: %.2f instructions per cycle, error %v, want %s", c.warps, tl.PerCycle(gpumodel.FP32), err, c.rate)
		}
		want := fmt.Sprintf("GTX Titan with %d warps: %s instructions per cycle of at most ", c.warps, c.rate)
		if got := Answer("warp-issue", "en", fmt.Sprintf("wavefronts=%d", c.warps)).Sentence; !strings.HasPrefix(got, want) {
			t.Errorf("%q, want it to begin %q", got, want)
		}
	}
}

// TestIssueBounds, by hand: with 64 warps of eight chains each, what a mixture is limited
// by. Kepler has 6, 2, 1 and 1 units; 40 % FP64 go alone and the rest in pairs, so that 4
// schedulers hand out 4 / (0.4 + 0.6/2).
func TestIssueBounds(t *testing.T) {
	for _, c := range []struct{ settings, want string }{
		{"", "6.00, which is what the unit CUDA cores can take"},
		{"chains=1 wavefronts=8", "0.89, which is what the latency of the chains allows"},
		{"chains=1", "4.00, which is what the schedulers can hand out"},
		{"fp64=40", "5.00, which is what the unit DP units can take"}, // 2/0.4, the schedulers 5.71
		{"fp64=20", "6.67, which is what the schedulers can hand out"},
		{"sfu=25", "4.00, which is what the unit SFU can take"},
		{"lds=50", "2.00, which is what the unit LD/ST can take"},
		{"lds=25 sfu=20", "4.00, which is what the unit LD/ST can take"},
		{"memory=20", "0.96, which is what the memory can deliver"}, // 24.6/128/0.2
		{"device=h200 sfu=25", "2.00, which is what the unit SFU can take"},
	} {
		settings := append([]string{"wavefronts=64", "chains=8"}, strings.Fields(c.settings)...)
		if got := Answer("warp-issue", "en", settings...).Sentence; !strings.Contains(got, "of at most "+c.want) {
			t.Errorf("%s: %q, want %q", c.settings, got, c.want)
		}
	}
}

// TestIssueWithinBound: nothing that is simulated is above its bound.
func TestIssueWithinBound(t *testing.T) {
	all := [][]string{nil}
	random := rand.New(rand.NewPCG(2, 2))
	for range 120 {
		var s []string
		for _, p := range warpIssue.Params {
			values := grid(p, 16)
			s = append(s, p.Name+"="+values[random.IntN(len(values))])
		}
		all = append(all, s)
	}
	for _, s := range all {
		v, _ := warpIssue.Values(s...)
		drawn, _, err := warpIssue.Figures(v, nil)
		if err != nil {
			t.Fatal(err)
		}
		law, simulated, chosen := drawn[1].Series[0].(charts.Line), drawn[1].Series[1].(charts.Line), drawn[1].Series[2].(charts.Line)
		for _, points := range []charts.Line{simulated, chosen} {
			for i, x := range points.X {
				if most := law.Y[int(x)-1]; points.Y[i] > most*(1+1e-9) {
					t.Errorf("%q: %.4f with %g wavefronts, want at most the bound of %.4f", s, points.Y[i], x, most)
				}
			}
		}
	}
}

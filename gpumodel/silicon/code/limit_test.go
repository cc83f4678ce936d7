package code

import (
	"strings"
	"testing"

	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
)

// Latency is what more wavefronts hide: where twice as many take 1.8 times as long or more,
// something else is the limit. Every loop of the random ones and the kernels that is one.
func TestLimitIsNotLatency(t *testing.T) {
	points, err := H200Points()
	if err != nil {
		t.Fatal(err)
	}
	listings, err := Listings()
	if err != nil {
		t.Fatal(err)
	}
	grown, by, done := 0, map[string]int{}, map[string]bool{}
	for _, p := range points {
		k := listings[p.Loop]
		if done[p.Loop] || len(k.Loops) == 0 { // a046 has none
			continue
		}
		done[p.Loop] = true
		l, before := sass.Launch{Device: gpu.H200(), Kernel: k, Access: p.access(), Draws: p.draws}, 0.0
		for _, wavefronts := range []int{4, 8, 16} {
			r, err := sass.Hopper().Report(l, k.Loops[0], wavefronts)
			if err != nil {
				t.Fatal(err)
			}
			if before > 0 && r.Cycles >= 1.8*before {
				grown++
				if strings.HasPrefix(r.Limit, "latency") {
					t.Errorf("%s: %.1f cycles with %d wavefronts, %.1f with half as many: %q", p.Loop, r.Cycles, wavefronts, before, r.Limit)
				}
				what, _, _ := strings.Cut(r.Limit, ", ")
				what, _, _ = strings.Cut(what, ":")
				by[what]++
			}
			before = r.Cycles
		}
	}
	if t.Logf("%d loops; of 1.8 times the cycles %d times: %v", len(done), grown, by); len(done) != 55 || grown < 80 {
		t.Errorf("%d loops, %d times of 1.8 times the cycles, want 55 and 80 or more", len(done), grown)
	}
}

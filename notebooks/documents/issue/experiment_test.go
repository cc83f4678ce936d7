package issue

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// A result takes L cycles and n wavefronts have one pair to issue for each: L − n cycles
// stay empty, whoever goes first. So 16 wavefronts fail to hide a latency of 20, and by
// Oldest as by the others: it lets a young wavefront wait longer, but only for others.
func TestSeenLatency(t *testing.T) {
	for _, policy := range []gpumodel.Policy{gpumodel.RoundRobin, gpumodel.GreedyOldest, gpumodel.Oldest} {
		for _, tt := range []struct {
			latency    gpumodel.Cycles
			wavefronts int
			empty      float64
		}{
			{9, 1, 8}, {9, 8, 1}, {9, 9, 0}, {9, 16, 0}, {20, 9, 11}, {20, 16, 4},
		} {
			d := gpu.GK110()
			d.CU.Policy, d.CU.Latency[gpumodel.FP32] = policy, tt.latency
			if got, err := seenLatency(d, tt.wavefronts); got != tt.empty || err != nil {
				t.Errorf("%v, %d wavefronts, latency %d: %v cycles are empty, error %v; want %v", policy, tt.wavefronts, tt.latency, got, err, tt.empty)
			}
		}
	}
}

package code

import (
	"math"
	"testing"

	"lanebook/gpumodel/sass"
)

// By hand, of pipes.csv: 24 MUFU.EX2 and eight of a chain a turn, 16 turns, less the empty
// loop.
func TestCosts(t *testing.T) {
	costs, err := H200Costs()
	if err != nil {
		t.Fatal(err)
	}
	pipes, err := H200Pipes()
	if err != nil {
		t.Fatal(err)
	}
	cycles := map[string]int{}
	for _, p := range pipes {
		if p.Wavefronts == 32 && p.Family != "lat" || p.Wavefronts == 1 && p.Family == "lat" || p.Loop == "empty" && p.Wavefronts == 1 {
			key := p.Loop
			if p.Loop == "empty" && p.Wavefronts == 1 {
				key = "empty alone"
			}
			cycles[key] = p.Cycles
		}
	}
	found := false
	for _, c := range costs {
		t.Logf("%-20s %-9v %6.2f %6.2f   %6.2f %6.2f", c.Name, c.Unit, c.Interval, c.IntervalHere, c.Latency, c.LatencyHere)
		if c.Name != "MUFU.EX2" {
			continue
		}
		found = true
		interval := float64(cycles["solo MUFU.EX2"]-cycles["empty"]) / (16 * 24 * 8)
		latency := float64(cycles["lat MUFU.EX2"]-cycles["empty alone"]) / (16 * 8)
		if c.Unit != sass.XU || math.Abs(c.Interval-interval) > 1e-9 || math.Abs(c.Latency-latency) > 1e-9 {
			t.Errorf("%+v, want an interval of %.3f and a latency of %.3f", c, interval, latency)
		}
	}
	if !found || len(costs) < 40 {
		t.Errorf("%d instructions, MUFU.EX2 among them: %v", len(costs), found)
	}
}

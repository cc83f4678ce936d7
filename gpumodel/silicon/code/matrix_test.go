package code

import (
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
)

// chains are the cycles that a dependent chain of matrix_atomic.csv takes beyond the
// access's own latency: additions that make an address of what came. They are counted off
// the first row of each instruction, which is not scored; nor are stmatrix's latencies, for
// their law is from these rows.
func TestMatrix(t *testing.T) {
	points, err := H200Matrix()
	if err != nil {
		t.Fatal(err)
	}
	if len(points) != 254 {
		t.Fatalf("%d points, want 254", len(points))
	}
	lds := gpu.H200().LDS
	chain, worst := map[string]float64{}, map[string]float64{}
	equal, counted, scored, fitted := 0, 0, 0, 0
	for _, p := range points {
		if p.Name == "atom8" || p.Name == "cpa16" { // TestTries, TestWideCopies
			continue
		}
		s, err := lds.Serve(p.Access)
		if err != nil {
			t.Fatal(err)
		}
		if p.Passes > 0 {
			counted++
			if s.Passes == p.Passes {
				equal++
			} else {
				t.Errorf("%s, %s: %d passes, want %d, the counter", p.Name, p.Kind, s.Passes, p.Passes)
			}
		}
		cycles, err := lds.Latency(p.Access)
		switch {
		case p.Name == "red" || p.Name == "cpa4" || p.Name == "cpa8": // no law of their own
			continue
		case err != nil:
			t.Fatal(err)
		case p.Access.Op == gpumodel.StoreMatrix: // issue to issue: no chain
			registers := 1 + p.Access.Active.Count()/8 // an address and a row of each matrix
			cycles = max(cycles, float64(sass.Hopper().Register)*float64(registers))
		case chain[p.Name] == 0:
			chain[p.Name] = p.Latency - cycles
			continue
		}
		if p.Access.Op == gpumodel.StoreMatrix {
			fitted++
		} else {
			scored++
		}
		miss := math.Abs(cycles + chain[p.Name] - p.Latency)
		if worst[p.Name] = max(worst[p.Name], miss); miss > 2 {
			t.Errorf("%s, %s: %.1f cycles, want %.1f within 2", p.Name, p.Kind, cycles+chain[p.Name], p.Latency)
		}
	}
	t.Logf("passes equal the counter on %d of %d; latency of %d scored, of %d stmatrix fitted; worst by instruction: %v, beside chains of %v", equal, counted, scored, fitted, worst, chain)
}

// 64-bit additions: the counter's passes are those of all loads and tries; a dependent chain
// takes the loads' latencies, as the law of loads has them, and so many cycles a turn and
// beside. The two are counted off the first two rows, which are not scored. Where as many
// lanes end in every turn that is right within 2 cycles; where they end unevenly the H200
// takes up to 41 more from the third turn on, and this misses it.
func TestTries(t *testing.T) {
	points, err := H200Matrix()
	if err != nil {
		t.Fatal(err)
	}
	lds := gpu.H200().LDS
	var turns, rest [2]float64
	n, each, beside, worst := 0, 0.0, 0.0, map[bool]float64{}
	for _, p := range points {
		if p.Name != "atom8" {
			continue
		}
		tries, err := sass.Tries(lds, p.Access)
		if err != nil {
			t.Fatal(err)
		}
		passes, loads := 0, 0.0
		for _, try := range tries {
			s, err := lds.Serve(try.Load)
			if err != nil {
				t.Fatal(err)
			}
			cycles, err := lds.Latency(try.Load)
			if err != nil {
				t.Fatal(err)
			}
			passes += s.Passes + try.Passes
			loads += cycles
		}
		if passes != p.Passes {
			t.Errorf("%s: %d passes, want %d, the counter", p.Kind, passes, p.Passes)
		}
		if n++; n <= 2 {
			turns[n-1], rest[n-1] = float64(len(tries)), p.Latency-loads
			each = (rest[0] - rest[1]) / (turns[0] - turns[1])
			beside = rest[0] - each*turns[0]
			continue
		}
		miss := math.Abs(loads + each*float64(len(tries)) + beside - p.Latency)
		uneven := strings.HasPrefix(p.Kind, "random") || p.Kind == "mask"
		if worst[uneven] = max(worst[uneven], miss); miss > 2 {
			t.Logf("missed: %s, %d tries: off by %.1f cycles of %.1f, want within 2", p.Kind, len(tries), miss, p.Latency)
		}
		if miss > 2 && !uneven || miss > 45 {
			t.Errorf("%s: off by %.1f cycles of %.1f", p.Kind, miss, p.Latency)
		}
	}
	t.Logf("%d rows, passes equal; latency of %d scored, worst %.1f where lanes end evenly, %.1f elsewhere; %.1f cycles a turn beside its load, %.1f beside", n, n-2, worst[false], worst[true], each, beside)
}

package code

import (
	"math"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
)

// chains are the cycles that a dependent chain of matrix_atomic.csv takes beyond the
// access's own latency: additions that make an address of what came. They are counted off
// the first row of each instruction, which is not scored.
func TestMatrix(t *testing.T) {
	points, err := H200Matrix()
	if err != nil {
		t.Fatal(err)
	}
	if len(points) != 233 {
		t.Fatalf("%d points, want 233: 254 without 21 of 64-bit additions", len(points))
	}
	lds := gpu.H200().LDS
	chain, worst := map[string]float64{}, map[string]float64{}
	equal, counted, scored := 0, 0, 0
	for _, p := range points {
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
		case p.Name == "red" || p.Name == "cpa4" || p.Name == "cpa8" || p.Name == "cpa16": // no law of their own
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
		scored++
		miss := math.Abs(cycles + chain[p.Name] - p.Latency)
		if worst[p.Name] = max(worst[p.Name], miss); miss > 2 {
			t.Errorf("%s, %s: %.1f cycles, want %.1f within 2", p.Name, p.Kind, cycles+chain[p.Name], p.Latency)
		}
	}
	t.Logf("passes equal the counter on %d of %d; latency of %d scored, worst by instruction: %v, beside chains of %v", equal, counted, scored, worst, chain)
}

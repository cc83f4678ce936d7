package silicon_test

import (
	"math"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

func patterns(t testing.TB) []silicon.Pattern {
	t.Helper()
	patterns, err := silicon.H200Patterns()
	if err != nil {
		t.Fatal(err)
	}
	if len(patterns) != 492 {
		t.Fatalf("%d patterns, want 492", len(patterns))
	}
	return patterns
}

// Oracle: Nsight Compute's counters of a real H200, exactly.
func TestH200Counters(t *testing.T) {
	h200 := gpu.H200()
	equal := 0
	patterns := patterns(t)
	for _, p := range patterns {
		s, err := h200.LDS.Serve(p.Access)
		if err != nil {
			t.Fatalf("pattern %d (%s): %v", p.ID, p.Kind, err)
		}
		if s.Passes != p.Passes || s.Conflicts != p.Conflicts {
			t.Errorf("pattern %d (%s, %d-byte %v): %d passes and %d conflicts, measured %d and %d",
				p.ID, p.Kind, p.Access.Width, p.Access.Op, s.Passes, s.Conflicts, p.Passes, p.Conflicts)
			continue
		}
		equal++
	}
	t.Logf("passes and conflicts equal to the counters: %d of %d", equal, len(patterns))
}

// Oracle: the H200's clock. The bar is 2 cycles; the log says how near it is.
func TestH200Latency(t *testing.T) {
	h200 := gpu.H200()
	worst := map[gpumodel.Op]float64{}
	for _, p := range patterns(t) {
		cycles, err := h200.LDS.Latency(p.Access)
		if err != nil {
			t.Fatal(err)
		}
		miss := math.Abs(cycles - p.Alone())
		worst[p.Access.Op] = max(worst[p.Access.Op], miss)
		if miss > 2 {
			t.Errorf("pattern %d (%s, %d-byte %v): %.1f cycles, measured %.1f", p.ID, p.Kind, p.Access.Width, p.Access.Op, cycles, p.Alone())
		}
	}
	t.Logf("largest miss: loads %.2f cycles, stores %.2f cycles", worst[gpumodel.Load], worst[gpumodel.Store])
}

// Oracle: the H200's clock with 32 warps: one pass a cycle, whatever the access.
func TestH200Throughput(t *testing.T) {
	h200 := gpu.H200()
	worst := 0.0
	for _, p := range patterns(t) {
		cycles, err := h200.LDS.Together(p.Access)
		if err != nil {
			t.Fatal(err)
		}
		miss := math.Abs(float64(cycles)-p.CyclesEach) / p.CyclesEach
		worst = max(worst, miss)
		if miss > 0.03 {
			t.Errorf("pattern %d (%s): %d cycles an access, measured %.3f", p.ID, p.Kind, cycles, p.CyclesEach)
		}
	}
	t.Logf("largest miss: %.1f %%", 100*worst)
}

// The bar for accesses that the model had not seen is the same.
func TestH200Unseen(t *testing.T) {
	patterns, err := silicon.H200Unseen()
	if err != nil {
		t.Fatal(err)
	}
	if len(patterns) != 564 {
		t.Fatalf("%d patterns, want 564", len(patterns))
	}
	h200 := gpu.H200()
	equal, worst := 0, 0.0
	for _, p := range patterns {
		s, err := h200.LDS.Serve(p.Access)
		if err != nil {
			t.Fatalf("pattern %d (%s): %v", p.ID, p.Kind, err)
		}
		if s.Passes == p.Passes && s.Conflicts == p.Conflicts {
			equal++
		} else {
			t.Errorf("pattern %d (%s, %d-byte %v): %d passes and %d conflicts, measured %d and %d",
				p.ID, p.Kind, p.Access.Width, p.Access.Op, s.Passes, s.Conflicts, p.Passes, p.Conflicts)
		}
		cycles, err := h200.LDS.Latency(p.Access)
		if err != nil {
			t.Fatal(err)
		}
		miss := math.Abs(cycles - p.Alone())
		worst = max(worst, miss)
		if miss > 2 {
			t.Errorf("pattern %d (%s, %d-byte %v): %.1f cycles, measured %.1f", p.ID, p.Kind, p.Access.Width, p.Access.Op, cycles, p.Alone())
		}
	}
	t.Logf("passes and conflicts equal to the counters: %d of %d; latency within %.2f cycles", equal, len(patterns), worst)
}

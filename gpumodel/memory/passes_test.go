package memory

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// l1Pattern is a line of l1_passes.csv.
type l1Pattern struct {
	name         string
	passes, tags int
	access       gpumodel.Access
}

func l1Patterns(t *testing.T) []l1Pattern {
	t.Helper()
	text, err := os.ReadFile("../silicon/l1_passes.csv")
	if err != nil {
		t.Fatal(err)
	}
	var all []l1Pattern
	for line := range strings.Lines(string(text)) {
		columns := strings.Split(strings.TrimSpace(line), ",")
		p := l1Pattern{name: columns[0]}
		if _, err := fmt.Sscanf(strings.Join(columns[1:4], " "), "width=%d passes=%d tags=%d", &p.access.Width, &p.passes, &p.tags); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		p.access.Active = gpumodel.AllLanes(32)
		for _, at := range strings.Fields(columns[4]) {
			var n gpumodel.Bytes
			fmt.Sscan(at, &n)
			p.access.Addr = append(p.access.Addr, n)
		}
		all = append(all, p)
	}
	if len(all) != 368 {
		t.Fatalf("%d patterns, want 368", len(all))
	}
	return all
}

// Oracle: Nsight Compute on an H200, 368 patterns of loads that the L1 has, of 4, 8 and 16 bytes a lane: 64 times each, and a load of
// the lanes' places before. The banks of tags were found from those of 4 bytes; the passes of data are the LDS's, without its joining
// of lanes.
func TestL1Passes(t *testing.T) {
	h, err := New(gpu.H200(), 1)
	if err != nil {
		t.Fatal(err)
	}
	c := h.CU(0)
	for _, p := range l1Patterns(t) {
		lines, err := Coalesce(nil, &p.access, 128, 32)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.l1.turns(lines); got != float64((p.tags-1)/64) {
			t.Errorf("%s: %v cycles of tags, want %d", p.name, got, (p.tags-1)/64)
		}
		if got, err := c.passes(p.access); err != nil || got != (p.passes-1)/64 {
			t.Errorf("%s of %d bytes: %v passes, want %d; error %v", p.name, p.access.Width, got, (p.passes-1)/64, err)
		}
	}
}

// Oracle: the same, of loads that the L1 has not and of stores; 3 passes of each launch are of others. Additions and copies to shared
// memory are not compared: the model does not say how often their data pass.
func TestPastL1Passes(t *testing.T) {
	text, err := os.ReadFile("../silicon/past_passes.csv")
	if err != nil {
		t.Fatal(err)
	}
	h, err := New(gpu.H200(), 1)
	if err != nil {
		t.Fatal(err)
	}
	c := h.CU(0)
	patterns := l1Patterns(t)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != len(patterns) {
		t.Fatalf("%d lines, want %d", len(lines), len(patterns))
	}
	few, many, off := 0, 0, 0.0
	for i, p := range patterns {
		name, counts, _ := strings.Cut(lines[i], ",miss=")
		var miss, store float64
		if _, err := fmt.Sscanf(counts, "%f,store=%f", &miss, &store); err != nil || name != fmt.Sprintf("%s,width=%d", p.name, p.access.Width) {
			t.Fatalf("%s: want %s of %d bytes; error %v", lines[i], p.name, p.access.Width, err)
		}
		miss, store = (miss-3)/64, (store-3)/64
		if c.lines, err = Coalesce(c.lines[:0], &p.access, 128, 32); err != nil {
			t.Fatal(err)
		}
		if got, err := c.loaded(p.access); err != nil || float64(got) != miss {
			t.Errorf("%s: %d passes of a load, want %v; error %v", name, got, miss, err)
		}
		got, err := c.stored(p.access)
		if err != nil {
			t.Fatal(err)
		}
		if c.l1.turns(c.lines) >= 8 {
			many++
			off += math.Abs(float64(got)/store - 1)
		} else if few++; float64(got) != store {
			t.Errorf("%s: %d passes of a store, want %v", name, got, store)
		}
	}
	off /= float64(many)
	t.Logf("%d stores of fewer than 8 turns; %d of more are %.1f %% off on average", few, many, 100*off)
	if few != 286 || many != 82 || off > 0.095 {
		t.Errorf("%d stores of fewer than 8 turns, %d of more %.1f %% off; want 286, and 82 within 9.5", few, many, 100*off)
	}
}

// What Passes says once an access is served: of a load of two lines in one bank of tags both turns' passes, and once where the L1 has
// them; of a store of those one, and of one of 32 lines each turn's, where the H200 counts 7.9.
func TestServedPasses(t *testing.T) {
	h, err := New(gpu.H200(), 1)
	if err != nil {
		t.Fatal(err)
	}
	c := h.CU(0)
	patterns := l1Patterns(t)
	now := gpumodel.Cycles(0)
	for _, by := range []struct {
		what, pattern string
		op            gpumodel.Op
		passes        int
	}{
		{"a load that misses", "pair 5", gpumodel.Load, 2}, {"the same again", "pair 5", gpumodel.Load, 1},
		{"a store", "pair 5", gpumodel.Store, 1}, {"a store of 32 lines", "lines 1", gpumodel.Store, 8},
	} {
		p := patterns[slices.IndexFunc(patterns, func(p l1Pattern) bool { return p.name == by.pattern })]
		in := &gpumodel.Instruction{Kind: gpumodel.Global, Lanes: p.access.Active, Access: p.access}
		in.Access.Op = by.op
		_, done, err := c.Serve(now, in)
		if err != nil || c.Passes() != by.passes {
			t.Errorf("%s: %d passes, want %d; error %v", by.what, c.Passes(), by.passes, err)
		}
		now = done + 1
	}
}

package memory

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// Oracle: Nsight Compute on an H200, 368 patterns of loads that the L1 has, of 4, 8 and 16 bytes a lane: 64 times each, and a load of
// the lanes' places before. The banks of tags were found from those of 4 bytes; the passes of data are the LDS's, without its joining
// of lanes.
func TestL1Passes(t *testing.T) {
	text, err := os.ReadFile("../silicon/l1_passes.csv")
	if err != nil {
		t.Fatal(err)
	}
	h, err := New(gpu.H200(), 1)
	if err != nil {
		t.Fatal(err)
	}
	c := h.CU(0)
	patterns := 0
	for line := range strings.Lines(string(text)) {
		columns := strings.Split(strings.TrimSpace(line), ",")
		var width, passes, tags int
		if _, err := fmt.Sscanf(strings.Join(columns[1:4], " "), "width=%d passes=%d tags=%d", &width, &passes, &tags); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		a := gpumodel.Access{Width: gpumodel.Bytes(width), Active: gpumodel.AllLanes(32)}
		for _, at := range strings.Fields(columns[4]) {
			var n gpumodel.Bytes
			fmt.Sscan(at, &n)
			a.Addr = append(a.Addr, n)
		}
		lines, err := Coalesce(nil, &a, 128, 32)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.l1.turns(lines); got != float64((tags-1)/64) {
			t.Errorf("%s: %v cycles of tags, want %d", columns[0], got, (tags-1)/64)
		}
		if got, err := c.passes(a); err != nil || got != (passes-1)/64 {
			t.Errorf("%s of %d bytes: %v passes, want %d; error %v", columns[0], width, got, (passes-1)/64, err)
		}
		patterns++
	}
	if patterns != 368 {
		t.Errorf("%d patterns, want 368", patterns)
	}
}

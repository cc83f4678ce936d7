package silicon_test

import (
	"math"
	"testing"

	"lanebook/gpumodel/silicon"
)

// TestTwoPasses: what gpumodel.TextureUnit.Overtakes says. Behind a reference that misses, mostly to the L2, those that hit return first where no
// two lanes need two passes of the tags, and none does where each two do, whatever the first one's lanes.
func TestTwoPasses(t *testing.T) {
	rows := table(t, "two_passes.csv")
	if len(rows) != 128 {
		t.Fatalf("%d rows, want 128", len(rows))
	}
	first, none := 0, 0
	for _, r := range rows {
		twice, together, misses, later := r["then"] == "z2" || r["then"] == "y8", r["delay"] == "60" && r["apart"] == "0", r["first"] == "dram", r["later"]
		switch {
		case misses && twice:
			if none++; later != "1.000" {
				t.Errorf("%v: %s return after the first, want all", r, later)
			}
		case misses && together:
			if first++; later != "0.000" {
				t.Errorf("%v: %s return after the first, want none", r, later)
			}
		}
	}
	const each = 7 * 400 // warps and trials of a row
	if first*each != 22_400 || none*each != 89_600 {
		t.Errorf("%d and %d references, want 22,400 and 89,600", first*each, none*each)
	}
}

// TestFrameOrders: by hand, one row of each file; and a reference takes what a ray's turn does at least.
func TestFrameOrders(t *testing.T) {
	few, err := silicon.H200FewBlocks()
	if err != nil || len(few) != 280 {
		t.Fatalf("%d parts, error %v; want 280", len(few), err)
	}
	if f := few[1]; f.X != 1 || f.Y != 128 || f.Blocks != 2 || math.Abs(1e3*f.FrameSeconds-0.2991) > 1e-9 || f.References != 96800 || f.Longest != 575 {
		t.Errorf("the second part is %+v", f)
	}
	back, err := silicon.H200FrameOrders()
	if err != nil || len(back) != 114 {
		t.Fatalf("%d parts, error %v; want 114", len(back), err)
	}
	if b := back[0]; b.Y != 128 || b.Blocks != 4 || math.Abs(1e3*b.FrameSeconds-0.5942) > 1e-9 || b.References != 37801 || b.Overtaking != 14664 || b.Cycles != [3]int{766, 918, 1229} {
		t.Errorf("the first is %+v", b)
	}
	for _, b := range back {
		if c := b.Cycles; c[0] < 150 || c[1] < c[0] || c[2] < c[1] || b.Overtaking > b.References {
			t.Errorf("%+v: its cycles want to be 150 at least, and in order", b)
		}
	}
}

package silicon_test

import (
	"fmt"
	"math"
	"testing"

	"lanebook/gpumodel/silicon"
)

// TestShares holds one law to what did not show it: where SMs ask for more than the L2 gives, each
// group gets as much as another, so that an SM in a group of four gets 1.5 times what one in a group of six
// does; else all get the same. Which SMs are a group is from reads over 4 GB, by reach.cu.
func TestShares(t *testing.T) {
	shares, copies, frames, err := silicon.H100Shares()
	if err != nil {
		t.Fatal(err)
	}
	if len(shares) != 70 || len(copies) != 9 || len(frames) != 80 {
		t.Fatalf("%d shares, %d copies, %d frames; want 70, 9 and 80", len(shares), len(copies), len(frames))
	}
	all, overloaded := map[string]float64{}, 0 // the most lines a cycle
	for _, s := range shares {
		if s.Over == 8<<20 {
			all[s.Ask] = max(all[s.Ask], s.Lines)
		}
	}
	for _, s := range shares {
		if s.Over != 8<<20 {
			continue
		}
		want := 1.0
		switch full := s.Lines > 0.97*all[s.Ask]; {
		case s.Ask == "write parts" || s.Ask == "add", s.Ask == "read parts" && s.Wavefronts >= 48:
			if want = 1.5; !full {
				t.Errorf("%+v: %.1f lines a cycle are not all that there are, %.1f", s, s.Lines, all[s.Ask])
			}
			if overloaded++; s.Least4 < 1.35*s.Most6 {
				t.Errorf("%+v: an SM in a group of four gets %.2f times what one of six does, want 1.35 or more of any two", s, s.Least4/s.Most6)
			}
		}
		if math.Abs(s.Share()/want-1) > 0.03 {
			t.Errorf("%+v: %.3f times as much, want %g", s, s.Share(), want)
		}
	}
	if overloaded != 16 {
		t.Errorf("%d rows are of an overloaded L2, want 16", overloaded)
	}
	for _, c := range copies { // SMs take the next workgroup when one ends
		switch share := c.Workgroups.Four / c.Workgroups.Six; {
		case c.Size == 4096 && (share < 1.4 || share > 1.5 || c.Least4 < 1.25*c.Most6):
			t.Errorf("%+v: %.2f times as many workgroups, want 1.4 to 1.5", c, share)
		case c.Size == 4096 && c.Together < 4 && c.Read < 1.6*8*4096*4096:
			t.Errorf("%+v: %.0f bytes read, want 1.6 times what there are, or more", c, c.Read)
		case c.Together == 4 && c.Read > 1.01*8*float64(c.Size*c.Size):
			t.Errorf("%+v: %.0f bytes read, want what there are", c, c.Read)
		}
	}
	two := map[string]int{} // frames with SMs of two sorts: bit 0 with all of the volume, bit 1 with what the L2 holds
	for _, f := range frames {
		if f.Turn.Six > 1.3*f.Turn.Four {
			two[fmt.Sprint(f.View, f.X)] |= map[int]int{1024: 1, 128: 2}[f.Voxels]
		}
	}
	count := map[int]int{}
	for _, of := range two {
		count[of]++
	}
	if count[1] != 1 || count[2] != 1 || count[3] != 12 {
		t.Errorf("SMs are of two sorts in %d frames of 1024³ voxels, %d of 128³ and %d of both, want 1, 1 and 12", count[1], count[2], count[3])
	}
}

package silicon_test

import (
	"slices"
	"testing"

	"lanebook/gpumodel/silicon"
)

// TestTextureOrder: references of different warps overtake one another. An SM that returned them in
// order would let one of the same scheduler, behind one that waits for DRAM, wait as long as that does,
// less how much later it begins: the delay, and three others.
func TestTextureOrder(t *testing.T) {
	references, frames, err := silicon.H200Order()
	if err != nil || len(references) != 64 || len(frames) != 40 {
		t.Fatalf("%d references, %d frames, error %v; want 64 and 40", len(references), len(frames), err)
	}
	seen := 0
	for _, r := range references {
		if r.First != "dram" && r.First != "dramx32" || r.Then == "dram" {
			continue
		}
		seen++
		if inOrder := r.FirstCycles - float64(r.Delay+3*r.Apart); r.SameScheduler > 0.95*inOrder {
			t.Errorf("%+v: the same scheduler's took %.0f cycles, want 0.95 of the %.0f that order would have it wait, or less", r, r.SameScheduler, inOrder)
		}
	}
	if seen != 24 {
		t.Errorf("%d rows of references behind DRAM, want 24", seen)
	}
}

// TestFramePace: an SM that is fast in one frame is so in others, and its neighbour with it. Counted by
// hand: twelve SMs in the first frame.
func TestFramePace(t *testing.T) {
	_, frames, err := silicon.H200Order()
	if err != nil {
		t.Fatal(err)
	}
	first := frames[0]
	if len(first.Fast) != 12 || first.X != 1 || first.Turn[0] > first.Turn[2] {
		t.Errorf("first frame %+v, want 12 fast SMs of 1×128", first)
	}
	with := 0
	for _, f := range frames {
		if len(f.Fast) < 10 {
			continue
		}
		with++
		of := 0
		for _, sm := range first.Fast {
			if slices.Contains(f.Fast, sm) {
				of++
			}
		}
		if of < 11 {
			t.Errorf("%v %d×%d: %d of the first frame's twelve fast SMs are fast, want 11", f.View, f.X, f.Y, of)
		}
	}
	if with != 14 {
		t.Errorf("%d frames with ten fast SMs or more, want 14", with)
	}
	for i := 0; i < len(first.Fast); i += 2 {
		if first.Fast[i]^1 != first.Fast[i+1] {
			t.Errorf("fast SMs %v, want pairs of neighbours", first.Fast)
		}
	}
}

// TestFrameMemory: what neither half has comes from DRAM, and a sector brings others of its line.
func TestFrameMemory(t *testing.T) {
	memory, err := silicon.H200FrameMemory()
	if err != nil || len(memory) != 40 {
		t.Fatalf("%d frames, error %v; want 40", len(memory), err)
	}
	frames, err := silicon.H200Frames()
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range memory {
		if q := frames[i]; m.View != q.View || m.X != q.X || m.FrameSeconds < 0.85*q.FrameSeconds || m.FrameSeconds > 1.15*q.FrameSeconds {
			t.Errorf("%v %d×%d in %.3f ms: want %v %d×%d, and its %.3f ms within 15 %%", m.View, m.X, m.Y, 1e3*m.FrameSeconds, q.View, q.X, q.Y, 1e3*q.FrameSeconds)
		}
		missed := float64(m.TextureSectors - m.TextureHits - m.FabricHits)
		if come := float64(m.DRAMBytes) / 32; come < 0.95*missed || come > 4*missed {
			t.Errorf("%v %d×%d: %.0f sectors from DRAM, want the %.0f that were missed, up to whole lines of them", m.View, m.X, m.Y, come, missed)
		}
	}
}

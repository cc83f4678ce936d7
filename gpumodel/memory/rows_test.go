package memory

import (
	"testing"

	"lanebook/gpumodel/gpu"
)

// A channel opens a row each RowCycles: reads of rows that are open wait for none, and of
// others one after another. Numbers are of one channel, that gives a byte a cycle.
func TestRows(t *testing.T) {
	d := gpu.GTX480()
	d.Caches.DRAM.Channels, d.Caches.DRAM.BytesPerCycle = 1, 1e6
	d.Caches.DRAM.RowCycles, d.Caches.DRAM.Rows = 32, 2
	row := uint64(d.Caches.DRAM.Interleave)
	for _, c := range []struct {
		rows []uint64
		want []float64
	}{
		{[]uint64{0, 0, 0}, []float64{96, 96, 96}},
		{[]uint64{0, 1, 2}, []float64{96, 128, 160}},
		{[]uint64{0, 1, 0, 1}, []float64{96, 128, 96, 96}},
		{[]uint64{0, 1, 2, 1, 0}, []float64{96, 128, 160, 96, 192}}, // 2 has driven out 0
	} {
		h, err := New(d, d.CUs)
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range c.rows {
			if got := h.open(96, n*row+8); got != c.want[i] {
				t.Errorf("rows %v: the %d. may be read from cycle %v, want %v", c.rows, i+1, got, c.want[i])
			}
		}
	}
}

// What joins the halves of an L2 takes 2/FarLines cycles for each line that crosses it in
// one direction, however many sectors are asked for.
func TestFarLines(t *testing.T) {
	d := gpu.H200()
	d.Caches.L2.FarLines, d.Caches.L2.Home = 0.01, 128
	last := func(sectors uint8) (lines int, cycles float64) {
		h, err := New(d, d.CUs)
		if err != nil {
			t.Fatal(err)
		}
		c := h.CU(0)
		for n := range uint64(64) {
			if c.home(n*128) == c.half {
				continue
			}
			lines++
			cycles = max(cycles, c.atL2(0, Line{n * 128, sectors}, 32))
		}
		return lines, cycles
	}
	lines, one := last(1)
	_, four := last(15)
	least := float64(lines) * 200 // 2/0.01
	if lines < 16 || one < least || one > least+2000 || four < least || four > least+2000 {
		t.Errorf("%d lines cross until cycles %v and %v, want %v and a way", lines, one, four, least)
	}
	d.Caches.L2.FarLines = 0
	if _, free := last(1); free > 3000 {
		t.Errorf("without FarLines the lines cross until cycle %v, want a way", free)
	}
	if d.Caches.L2.FarLines = -1; d.Validate() == nil {
		t.Error("FarLines of −1 are taken")
	}
	d = gpu.H200()
	if d.Caches.DRAM.Rows = 0; d.Validate() == nil {
		t.Error("RowCycles without Rows are taken")
	}
}

// By hand: a sector of a line of the own half takes a turn of its slice, one of the other half's FarTurns more, once.
func TestFarTurns(t *testing.T) {
	d := gpu.H200()
	d.Caches.L2.LinesPerTurn, d.Caches.L2.FarTurns, d.Caches.L2.Home = 0.5, 2, 128
	h, err := New(d, d.CUs)
	if err != nil {
		t.Fatal(err)
	}
	c, near, far := h.CU(0), 0, 0
	for range 2 {
		for n := range uint64(64) {
			c.atL2(0, Line{n * 128, 1}, 32)
			if c.home(n*128) == c.half {
				near++
			} else {
				far++
			}
		}
	}
	busy := 0.0
	for i := range c.die.slices {
		busy += c.die.slices[i].turns.busy
	}
	if want := float64(2*near + 2*far + 2*2*far/2); near == 0 || far == 0 || busy != want {
		t.Errorf("%d reads of near lines and %d of far ones take slices %v cycles, want %v", near, far, busy, want)
	}
	first := func(turns float64) float64 { // of a far line
		d.Caches.L2.FarTurns = turns
		h, err := New(d, d.CUs)
		if err != nil {
			t.Fatal(err)
		}
		n := uint64(0)
		for h.CU(0).home(n*128) == h.CU(0).half {
			n++
		}
		return h.CU(0).atL2(0, Line{n * 128, 1}, 32)
	}
	if later := first(2) - first(0); later != 4 {
		t.Errorf("two turns of two cycles have a far line come %v cycles later, want 4", later)
	}
	if d.Caches.L2.FarTurns = -1; d.Validate() == nil {
		t.Error("FarTurns of −1 are taken")
	}
}

package memory

import (
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// TestTranslate: a TLB of two pages of 1 MB, a turn a cycle, pages that come 5 cycles after a turn, and lines
// that go on 10 after it. Two lines may wait. All of it by hand.
func TestTranslate(t *testing.T) {
	const mb, kb = 1 << 20, 1 << 10
	port := &calendar{}
	u := newTLB(&gpumodel.Translation{
		TLB: gpumodel.TLB{Page: mb, Reach: 2 * mb, Miss: 10}, Together: 32 * kb, Comes: 5, Waiting: 2, Groups: 1, TurnsPerCycle: 1,
	}, port)
	for _, c := range []struct {
		now     float64
		access  uint32
		address uint64
		want    float64
		why     string
	}{
		{100, 1, 0, 111, "the page is missing: turn 101"},
		{100, 1, 31 * kb, 111, "the same piece of the same access: together"},
		{100, 1, 32 * kb, 112, "another piece: two lines wait, so it begins to at 101; turn 102, before the page is there at 106"},
		{200, 2, 64 * kb, 200, "the page is there"},
		{300, 3, 5 * mb, 311, "in place of the page's second entry"},
		{310, 4, 0, 310, "so the page is still there"},
		{400, 5, 6 * mb, 411, "in place of page 5, used less recently"},
		{500, 6, 0, 500, "page 0 was used after it"},
		{600, 7, 5 * mb, 611, "page 5 is gone"},
	} {
		if got := u.translate(c.now, c.access, c.address); got != c.want {
			t.Errorf("at %.0f, access %d, %d KB: %.0f, want %.0f: %s", c.now, c.access, c.address/kb, got, c.want, c.why)
		}
	}
	if port.busy != 5 {
		t.Errorf("%.0f turns, want 5", port.busy)
	}

	port.take(704, 50) // others of the group, up to 754
	for i, want := range []float64{765, 766, 770, 770} {
		// The first two have turns 755 and 756, the page is there at 760. The third, as two may wait, begins to at
		// 755, with others' turns up to 806 before it, and the fourth at 756.
		if got := u.translate(704, uint32(10+i), 8*mb); got != want {
			t.Errorf("line %d of page 8: %.0f, want %.0f", i, got, want)
		}
		if i == 1 {
			port.take(704, 50)
		}
	}
	if got := u.translate(704, 20, 8*mb); got != 760 {
		t.Errorf("a line that asks before others went on: %.0f, want 760, when they have: lines keep their order", got)
	}

	v := newTLB(u.Translation, port)
	v.translate(2000, 1, 0)
	if got := u.translate(1000, 21, 9*mb); got != 1011 {
		t.Errorf("a line of a CU that asks after another CU for an earlier time: %.0f, want 1011", got)
	}
}

// TestTranslationByGroup: an H200's CUs are dealt to ports by pairs, 132 to 23, and to fewer with fewer CUs.
func TestTranslationByGroup(t *testing.T) {
	d := gpu.H200()
	d.Caches.Translation = gpumodel.Translation{
		TLB: gpumodel.TLB{Page: 16 << 20, Reach: 256 << 20}, Together: 32 << 10, Waiting: 16, Groups: 23, TurnsPerCycle: 1,
	}
	for cus, want := range map[int][2]int{132: {23, 6}, 6: {1, 6}} {
		h, err := New(d, cus)
		if err != nil {
			t.Fatal(err)
		}
		of := map[*calendar]int{}
		for i := range cus {
			of[h.CU(i).tlb.port]++
		}
		if most := of[h.CU(0).tlb.port]; len(of) != want[0] || most != want[1] || h.CU(0).tlb.port != h.CU(1).tlb.port {
			t.Errorf("%d CUs have %d ports, that of the first pair %d of them; want %d and %d", cus, len(of), most, want[0], want[1])
		}
	}
	if h, _ := New(gpu.H200(), 2); h.CU(0).tlb != nil {
		t.Error("the preset translates addresses, want a variant only")
	}
}

// translating returns a CU of an H200 whose pages come late.
func translating(t *testing.T) *Client {
	d := gpu.H200()
	d.Caches.Translation = gpumodel.Translation{
		TLB: gpumodel.TLB{Page: 16 << 20, Reach: 256 << 20}, Together: 32 << 10, Comes: 500, Waiting: 16, Groups: 23, TurnsPerCycle: 1,
	}
	h, err := New(d, 2)
	if err != nil {
		t.Fatal(err)
	}
	return h.CU(0)
}

// TestTranslationByAccess: lines share a turn within a Fetch or a Store, not from one to the next.
func TestTranslationByAccess(t *testing.T) {
	c, lines := translating(t), []Line{{Address: 0, Sectors: 1}, {Address: 128, Sectors: 1}}
	c.Fetch(0, PastL1, lines)
	c.Fetch(1, PastL1, lines)
	c.Store(2, lines)
	if got := c.tlb.port.busy; got != 3 {
		t.Errorf("%.0f turns, want 3: one each", got)
	}
}

// TestTranslationByPair: of a reference to a texture, what two lanes ask for together shares a turn.
func TestTranslationByPair(t *testing.T) {
	c := translating(t)
	volume, err := c.h.texture.Layout.Volume(0, [3]int{10, 10, 10})
	if err != nil {
		t.Fatal(err)
	}
	s := &gpumodel.Samples{Volume: volume}
	for i := range 32 { // each two in a line of their own, all in 32 KB
		s.At[i] = [3]float32{float32(i/2%8)*32 + 0.5, float32(i/16)*4 + 0.5, 0.5}
	}
	c.sample(0, s, gpumodel.AllLanes(32))
	if got := c.tlb.port.busy; got != 16 {
		t.Errorf("%.0f turns, want 16", got)
	}
}

func TestTranslationFaults(t *testing.T) {
	for want, change := range map[string]func(*gpumodel.Translation){
		"Translation.TLB =":             func(u *gpumodel.Translation) { u.Page = 3 << 20 },
		"Translation.Together = 64":     func(u *gpumodel.Translation) { u.Together = 64 },
		"Translation.Comes = -1":        func(u *gpumodel.Translation) { u.Comes = -1 },
		"Translation.Waiting = 0":       func(u *gpumodel.Translation) { u.Waiting = 0 },
		"Translation.Groups = 0":        func(u *gpumodel.Translation) { u.Groups = 0 },
		"Translation.TurnsPerCycle = 0": func(u *gpumodel.Translation) { u.TurnsPerCycle = 0 },
	} {
		d := gpu.H200()
		d.Caches.Translation = gpumodel.Translation{
			TLB: gpumodel.TLB{Page: 16 << 20, Reach: 256 << 20}, Together: 32 << 10, Waiting: 16, Groups: 23, TurnsPerCycle: 1,
		}
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
		change(&d.Caches.Translation)
		if err := d.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

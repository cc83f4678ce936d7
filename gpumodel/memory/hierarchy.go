package memory

import (
	"fmt"
	"math/bits"

	"lanebook/gpumodel"
)

// Hierarchy is a device's caches at work: those of some CUs, the L2, the channels.
//
// When it is made for fewer CUs than the device has, the others are not simulated
// but have their share: bandwidth of the L2 and DRAM, and the L2's capacity, are
// cut to the part of the CUs that are.
type Hierarchy struct {
	caches        gpumodel.Caches
	texture       gpumodel.TextureUnit
	banks         gpumodel.LDS // through which the L1 delivers, where it is Banked
	cus           []Client
	dies          []die      // with an L2 each
	pace          pace       // of a slice of the L2
	others        float64    // how many CUs each in detail stands for
	ports         []calendar // through which groups of CUs have addresses translated
	before        [][]tier   // between the L1s and the L2, each of neighbouring CUs
	beyond        []tier     // between the L2 and DRAM
	toMemory      float64    // cycles from the last of them to DRAM
	channels      []calendar
	perByte       float64 // cycles that a byte occupies a channel
	rows          []rows  // by channel; nil where DRAM has no RowCycles
	perLink       float64 // cycles that a line occupies what joins two halves of the L2; 0: none
	dram          int64   // bytes read
	written       int64   // bytes written back
	resident      uint64  // addresses below this are in the L2 with the chance below
	chance        uint64  // of 2^32
	order         []turn  // Answer's
	reads, writes float64 // cycles for which they have occupied channels lately
	opens         float64 // cycles for which channels have opened rows lately
	step          int64   // until when
	hashed        int     // bits of a line's number that Atomics.Slice knows
	merged        float64 // in which the last atomic addition is done
	busy          float64 // cycles for which channels have been occupied
}

// pace is the cycles that a line, and a byte, occupy a slice.
type pace struct{ line, byte float64 }

// Client is one CU's way into the memory system. It serves a CU scheduler: it is a
// gpumodel.Memory.
type Client struct {
	h           *Hierarchy
	l1, texture *level
	index       int
	die         *die
	tlb         *tlb     // nil: addresses are not translated
	half        int      // of the L2 that is near
	port, away  calendar // bring data from the L2, and take data to it, as wide
	stores      latest   // stored lines, as many as the L1's Misses
	lines       []Line
	packets     []Packet
	cycles      []float64   // of them
	backs       [2]calendar // bring the values of atomics
	banked      [2]banked   // the latest load and store
	apartly     banked      // the latest whose turns pass apart
	passed      int         // what Passes returns
	unit        textureUnit
	accesses    uint32    // so far
	shared      *exchange // with many CUs at work; nil: everything is answered at once
}

// die is an L2 at work: that of all CUs, or of those of a die.
type die struct {
	halves [2]*store // the second nil if there is but one
	slices []slice
	links  [2]calendar // by which lines leave each half for the other

	back   calendar  // old values of atomic additions, of several words
	pairs  []ways    // to slices 0 and 1, 2 and 3, and so on
	added  []lately  // by slice
	adding []float64 // likewise: cycles of atomic additions
}

// slice is a part of an L2, and what leaves it.
type slice struct{ turns, out calendar }

// read occupies the slice from the given cycle on for a line that takes so much of its turns and of what leaves it, apart or both
// as one, and returns when that has been.
func (s *slice) read(at, turn, data float64, apart bool) float64 {
	if !apart {
		return s.turns.take(at, max(turn, data))
	}
	return max(s.turns.take(at, turn), s.out.take(at, data))
}

// ways are how atomic additions come to two slices, and their old values away from there.
type ways struct{ out, back calendar }

// level is a first-level cache at work.
type level struct {
	gpumodel.L1         // of a texture cache, what the two have in common
	pipeline    float64 // of a texture cache
	store       *store
	tags        server // looks lines up
	loads       server // takes global loads, where MissCycles says how fast
	data        server // delivers
	fills       latest // misses
	answered    latest // of them, as Answer sees them
}

// Line is one line that an access touches, and the sectors of it.
type Line struct {
	Address uint64 // of its first byte
	Sectors uint8  // bit i is sector i
}

// New returns the device's caches at work, with so many of its CUs simulated in
// detail. The error says what is wrong with the device, or that nothing is known of
// its caches.
func New(d gpumodel.Device, cus int) (*Hierarchy, error) {
	if !d.Caches.Known() {
		return nil, fmt.Errorf("memory: device %s: Caches are not known", d.Name)
	}
	if err := d.Validate(); err != nil {
		return nil, err
	}
	if cus < 1 || cus > d.CUs {
		return nil, fmt.Errorf("memory: device %s: %d CUs in detail, want 1 to %d", d.Name, cus, d.CUs)
	}
	share := float64(cus) / float64(d.CUs)
	h := &Hierarchy{caches: d.Caches, texture: d.Texture, banks: d.Clone().LDS}
	h.banks.Size = 1 << 30 // addresses are taken relative to an access's lowest
	if d.Caches.L1.OnePath {
		for i := range h.banks.Rules {
			h.banks.Rules[i].MergeXor, h.banks.Rules[i].Merged = nil, nil
		}
	}
	for _, mask := range d.Caches.Atomics.Slice {
		h.hashed = max(h.hashed, bits.Len64(mask))
	}
	h.shareL2(d.Caches.L2, cus, share)
	n := portion(d.Caches.DRAM.Channels, share)
	h.channels = make([]calendar, n)
	h.perByte = float64(n) / (d.Caches.DRAM.BytesPerCycle * share)
	if d.Caches.DRAM.RowCycles > 0 {
		h.rows = make([]rows, n)
	}
	h.shareLevels(&d.Caches, cus, share)
	if n := d.Caches.Translation.Groups; n > 0 {
		h.ports = make([]calendar, portion(n, share))
	}
	h.cus = make([]Client, cus)
	return h, nil
}

// shareL2 makes the L2s of so many CUs.
func (h *Hierarchy) shareL2(l2 gpumodel.L2, cus int, share float64) {
	h.dies = make([]die, min(max(1, l2.Dies), cus))
	share /= float64(len(h.dies)) // of one of them
	if l2.Far > 0 {
		l2.Sets = max(1, l2.Sets/2)
	}
	l2.Sets = portion(l2.Sets, share)
	n := portion(l2.Slices, share)
	h.pace = pace{1 / l2.LinesPerTurn, float64(n) / (l2.BytesPerCycle * share)}
	h.others = 1 / share
	if l2.FarLines > 0 {
		h.perLink = 2 / (l2.FarLines * share)
	}
	for i := range h.dies {
		h.dies[i].slices = make([]slice, n)
		h.dies[i].added, h.dies[i].adding = make([]lately, n), make([]float64, n)
		h.dies[i].pairs = make([]ways, (n+1)/2)
		h.dies[i].halves[0] = newStore(l2.Cache)
		if l2.Far > 0 {
			h.dies[i].halves[1] = newStore(l2.Cache)
		}
	}
}

// portion returns the servers of so many that belong to the share, at least one.
func portion(servers int, share float64) int { return max(1, int(float64(servers)*share+0.5)) }

// newLevel returns a first-level cache at work, nil if there is none.
func newLevel(c gpumodel.L1) *level {
	if c == (gpumodel.L1{}) {
		return nil
	}
	return &level{L1: c, store: newStore(c.Cache), fills: newLatest(c.Misses), answered: newLatest(c.Misses)}
}

// Dies returns how many L2s there are. CU i belongs to number i mod Dies().
func (h *Hierarchy) Dies() int { return len(h.dies) }

// CU returns the i'th of the CUs in detail.
func (h *Hierarchy) CU(i int) *Client {
	c := &h.cus[i]
	if c.h == nil { // asked for the first time: of many CUs, one may be in use
		t := h.caches.Texture
		*c = Client{h: h, index: i, die: &h.dies[i%len(h.dies)], stores: newLatest(h.caches.L1.Misses), l1: newLevel(h.caches.L1), texture: newLevel(gpumodel.L1{Cache: t.Cache, BytesPerCycle: t.BytesPerCycle, Misses: t.Misses})}
		if c.texture == nil {
			c.texture = c.l1
		} else {
			c.texture.pipeline = float64(t.Pipeline)
		}
		if n := len(h.ports); n > 0 {
			c.tlb = newTLB(&h.caches.Translation, &h.ports[i/2%n])
		}
		if c.die.halves[1] != nil {
			c.half = i / len(h.dies) & 1
		}
	}
	return c
}

// Copy tells that the host has copied so many bytes, from address 0, to the GPU's
// memory: some of it is in the L2 since.
func (h *Hierarchy) Copy(size gpumodel.Bytes) {
	if size <= 0 {
		return
	}
	stays := h.caches.DRAM.Copied
	if stays == 0 {
		stays = h.caches.L2.Size()
	}
	h.resident = uint64(size)
	h.chance = uint64(float64(min(stays, size)) / float64(size) * (1 << 32))
}

// stores yields those of all L2s.
func (h *Hierarchy) stores(yield func(*store) bool) {
	for i := range h.dies {
		for _, s := range h.dies[i].halves {
			if s != nil && !yield(s) {
				return
			}
		}
	}
}

package gpumodel

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
)

// Caches describes what lies between the CUs (SMs) of a GPU and its DRAM. Package
// memory simulates it. Latencies are of a lone access, in the CU's cycles, from
// issue until the data may be used. The zero value says that nothing is known.
type Caches struct {
	L1                L1           // of each CU, for Global; zero: Global goes to the L2
	Texture           TextureCache // of each CU, for Texture; zero: textures use the L1
	Before            []CacheLevel // between the L1s and the L2, the nearest first, each of some CUs: RDNA's L1 of a shader array
	L2                L2           // of all CUs, or one of each die
	Beyond            []CacheLevel // of all CUs, between the L2 and DRAM, the nearest first: AMD's Infinity Cache
	PortBytesPerCycle float64      // to one CU from what is next to its L1, at most; 0.001 to 1e6
	DRAM              DRAM         // of the GPU
	Translation       Translation  // of addresses, before the L2; zero: there is none
	Atomics           Atomics      // zero: not known, and they are refused
	Assumed           []string     // what no source gives, in words

	Even               bool    // neighbouring lines go to different slices of the L2, and neighbouring pieces to different channels; otherwise all by chance
	StoreBytesPerCycle float64 // from one CU to the L2, at most; 0: PortBytesPerCycle, and stores do not hold up what follows them
	MaskCycles         float64 // that a line takes longer on that way of which a store does not write whole sectors
}

// Known reports whether the device's caches are described.
func (c Caches) Known() bool { return c.L2 != L2{} }

// Cache is a set-associative cache that replaces the least recently used line:
// what all levels have.
//
//	set = line number mod Sets, a hash of it if Hashed, or as SetBits say
type Cache struct {
	Sets, Ways   int     // 1 to 2^20, 1 to 1024
	Lines        int     // that fit in all, 1 to Sets × Ways; a set takes places as it needs them, up to Ways, and keeps them; when none is left, a set that has none uses the next set's. 0: Sets × Ways
	Line         Bytes   // that one tag covers; a power of two, 32 to 256; of a first level, that of the level behind it
	Sector       Bytes   // fetched as a whole; Line, or a power of two from 16, an eighth of Line or more; of a first level, the L2's or more
	Hashed       bool    // lines are dealt to the sets pseudo-randomly
	SetBits      SetBits // how lines are dealt to the sets, where that is known to the bit
	Latency      Cycles  // of a hit, counted from issue
	LinesPerTurn float64 // that the tags look up in a cycle, for one CU; in the L2: in one slice; 0.001 to 1e6
}

// Size returns the capacity.
func (c Cache) Size() Bytes { return Bytes(cmp.Or(c.Lines, c.Sets*c.Ways)) * c.Line }

// SetBits says in which of 2^n sets of a cache a line lies: bit i of the set's number is the
// parity of the line's number under the i'th of n masks, which are followed by zeros.
// Without a mask nothing is known.
type SetBits [12]uint64

// Set returns the number of the set in which the line of the given number lies.
func (b *SetBits) Set(line uint64) (set uint64) {
	for i, mask := range b {
		if mask == 0 {
			break
		}
		set |= uint64(bits.OnesCount64(line&mask)&1) << i
	}
	return set
}

// sets returns how many sets there are; 0 where a mask follows a zero or is the sum of
// others, so that some would stay empty.
func (b *SetBits) sets() int {
	n, reduced := 0, [64]uint64{}
	for i, mask := range b {
		if mask == 0 {
			continue
		}
		for mask != 0 && reduced[bits.Len64(mask)-1] != 0 {
			mask ^= reduced[bits.Len64(mask)-1]
		}
		if n++; mask == 0 || n != i+1 {
			return 0
		}
		reduced[bits.Len64(mask)-1] = mask
	}
	return 1 << n
}

// TextureCache is a first-level cache of one CU for texture fetches.
type TextureCache struct {
	Cache
	BytesPerCycle float64 // delivered to the CU; 0.001 to 1e6
	Misses        int     // lines that may be outstanding (MSHRs), 1 to 65536
	Pipeline      Cycles  // of Latency, what data from the L2 or DRAM pass too: addresses, filter; 0 to Latency
}

// L1 is the first-level data cache of one CU.
type L1 struct {
	Cache
	BytesPerCycle float64 // delivered to the CU; 0.001 to 1e6
	Misses        int     // lines that may be outstanding (MSHRs), 1 to 65536

	Banked     bool    // global loads pass through the banks of the LDS, where both are one array
	MissCycles float64 // that a line which must come from the L2 occupies the L1 when a global load asks; 0: as LinesPerTurn says
	PassCycles float64 // that a pass of a global load through the banks occupies its SIMD; of use with MissCycles only
}

// L2 is the cache that all CUs share, or those of a die: Sets, Slices, BytesPerCycle and
// FarLines are of all dies together.
type L2 struct {
	Cache
	BytesPerCycle float64 // delivered to all CUs together; 0.001 to 1e6
	Slices        int     // that serve different lines at a time, 1 to 4096

	TextureLines float64 // LinesPerTurn of what texture caches ask for; 0: LinesPerTurn
	TextureBytes float64 // BytesPerCycle of that; 0: BytesPerCycle

	Spread Cycles // that the farthest slice takes longer than the nearest, the others evenly between; 0 to Latency

	// Dies is how many L2s there are, each of its own CUs: CUs and workgroups are dealt to
	// them in turn. At a kernel's end each writes back what was written and keeps it, and
	// the others lose their copies of it: until then one does not see what another holds.
	// 0 or 1: there is one; else at most 64, and a divisor of Sets and Slices.
	Dies int

	// Far is what the first read of a line from the far half takes longer, of an L2
	// in two halves: every line has its home in one, a hash decides which, and a CU
	// reads through the half near to it, which keeps a copy. 0: there is one half.
	Far  Cycles
	Home Bytes // in a row that have one home; a power of two, 0 for 128

	FarLines float64 // lines a cycle that come from one half to the other at most, however many sectors of each, both ways together; 0: as many as are asked for

	StoreLineCycles, StoreSectorCycles float64 // that a stored line, and each sector of it, occupies a slice; 0: as long as a read one
	StoreMaskCycles                    float64 // that a line does longer of which not whole sectors are stored
}

// CacheLevel is one more cache, before the L2 or beyond it. Beyond it all goes through that
// DRAM is asked for, and what is written stays there until it is driven out. Before it only
// reads do, and a kernel's beginning empties it: stores go past it.
type CacheLevel struct {
	Name string // "Infinity Cache"; not empty
	Cache
	BytesPerCycle float64 // that all slices together deliver; before the L2: of one such cache; 0.001 to 1e6
	Slices        int     // that serve different lines at a time, 1 to 4096; beyond the L2 addresses are dealt to them as to DRAM's channels
	WriteSector   float64 // beyond the L2, bytes that could be read while a sector of the level before is written; 0: what is written costs what is read
	CUs           int     // before the L2, that share one: neighbours, 1 or more; beyond it 0
}

// DRAM is the memory's channels. Addresses are dealt to them pseudo-randomly, so
// many bytes in a row to one.
type DRAM struct {
	Latency       Cycles  // counted from issue, of a miss in all caches
	BytesPerCycle float64 // that all channels together deliver, at best; 0.001 to 1e6
	Channels      int     // 1 to 4096
	Interleave    Bytes   // that one channel holds in a row; a power of two, at least the line of the level before
	Atom          Bytes   // read as a whole, so that its other sectors come along: 1, 2 or 4 of the L2's
	RowCycles     float64 // that a channel takes at least from opening a row to opening the next, to read; a row is what it holds of an Interleave; 0: it opens as many as are asked for
	Rows          int     // that a channel keeps open, the latest; of use with RowCycles only, then 1 to 64
	Turn          Cycles  // that a read waits longer for writes, were all of the channels' time theirs; by chance half of that to one and a half
	WriteLine     float64 // bytes that could be read while a line is written back, beside its sectors'
	WriteSector   float64 // the same of each written sector of it; 0: what is written costs what is read
	LateShare     float64 // of reads that wait longer than others, by chance: for a refresh, or another row; 0 to 1
	Late          Cycles  // that they wait longer, at most; Latency is a mean over all
	Queue         Cycles  // that a read waits longer when half of what the channels can deliver is asked of them, as load / (1 − load)
	Copied        Bytes   // of what the host has copied, the part that stays in the L2, 0 to 2^40; 0: as much as fits
}

// check returns everything that is wrong with caches that are known, joined.
func (c *Caches) check() error {
	if !c.Known() && c.L1 == (L1{}) && c.Texture == (TextureCache{}) && c.PortBytesPerCycle == 0 && c.DRAM == (DRAM{}) && c.Translation == (Translation{}) && !c.Atomics.Known() {
		return nil // nothing is known
	}
	t, l2, d := &c.Texture, &c.L2, &c.DRAM
	errs := []error{l2.faults("L2"), l2.divisible("L2"), within("caches: ",
		bound{"PortBytesPerCycle", c.PortBytesPerCycle, 1e-3, 1e6},
		bound{"MaskCycles", c.MaskCycles, 0, 1e3},
		bound{"L2.BytesPerCycle", l2.BytesPerCycle, 1e-3, 1e6},
		bound{"L2.Slices", float64(l2.Slices), 1, 1 << 12},
		bound{"L2.TextureLines", l2.TextureLines, 0, 1e6},
		bound{"L2.TextureBytes", l2.TextureBytes, 0, 1e6},
		bound{"L2.Spread", float64(l2.Spread), 0, float64(l2.Latency)},
		bound{"L2.Far", float64(l2.Far), 0, 1 << 16},
		bound{"L2.Dies", float64(l2.Dies), 0, 64},
		bound{"L2.FarLines", l2.FarLines, 0, 1e6},
		bound{"L2.StoreLineCycles", l2.StoreLineCycles, 0, 1e3},
		bound{"L2.StoreSectorCycles", l2.StoreSectorCycles, 0, 1e3},
		bound{"L2.StoreMaskCycles", l2.StoreMaskCycles, 0, 1e3},
		bound{"DRAM.BytesPerCycle", d.BytesPerCycle, 1e-3, 1e6},
		bound{"DRAM.Channels", float64(d.Channels), 1, 1 << 12},
		bound{"DRAM.RowCycles", d.RowCycles, 0, 1e3},
		bound{"DRAM.Rows", float64(d.Rows), min(1, d.RowCycles), 64},
		bound{"DRAM.Turn", float64(d.Turn), 0, 1 << 16},
		bound{"DRAM.LateShare", d.LateShare, 0, 1},
		bound{"DRAM.Late", float64(d.Late), 0, 1 << 16},
		bound{"DRAM.Queue", float64(d.Queue), 0, 1 << 16},
		bound{"DRAM.WriteLine", d.WriteLine, 0, 1e6},
		bound{"DRAM.WriteSector", d.WriteSector, 0, 1e6},
		bound{"DRAM.Copied", float64(d.Copied), 0, 1 << 40},
	)}
	errs = append(errs, c.Translation.faults(), c.Atomics.check())
	if c.L1 != (L1{}) {
		errs = append(errs, c.L1.faults("L1"))
	}
	if *t != (TextureCache{}) {
		first := L1{Cache: t.Cache, BytesPerCycle: t.BytesPerCycle, Misses: t.Misses}
		errs = append(errs, first.faults("Texture"), within("caches: Texture.", bound{"Pipeline", float64(t.Pipeline), 0, float64(t.Latency)}))
	}
	last, err := c.checkLevels()
	errs = append(errs, err, c.checkFirst("L1", c.L1.Cache), c.checkFirst("Texture", t.Cache))
	check := func(ok bool, field string, value any, wish string) {
		if !ok {
			errs = append(errs, fmt.Errorf("caches: %s = %v, want %s", field, value, wish))
		}
	}
	check(c.StoreBytesPerCycle == 0 || c.StoreBytesPerCycle >= 1e-3 && c.StoreBytesPerCycle <= 1e6, "StoreBytesPerCycle", c.StoreBytesPerCycle, "0, or 0.001 to 1e6")
	dies := max(1, l2.Dies)
	check(l2.Sets%dies == 0 && l2.Slices%dies == 0, "L2.Dies", l2.Dies, fmt.Sprintf("a divisor of its %d Sets and %d Slices", l2.Sets, l2.Slices))
	check(l2.Home == 0 || powerOfTwo(l2.Home, 128, 1<<20), "L2.Home", l2.Home, "0, or a power of two, 128 to 2^20")
	check(d.Latency > last.Latency && d.Latency <= 1<<16, "DRAM.Latency", d.Latency, "more than the caches', at most 65536 cycles")
	check(powerOfTwo(d.Interleave, last.Line, 1<<20), "DRAM.Interleave", d.Interleave, "a power of two, at least the line of the level before")
	check(powerOfTwo(d.Atom, l2.Sector, 4*l2.Sector), "DRAM.Atom", d.Atom, "1, 2 or 4 of the L2's sectors")
	return errors.Join(errs...)
}

// checkFirst returns what keeps a first level of that name from asking the next one for what it
// has not: it asks by its own lines and sectors.
func (c *Caches) checkFirst(name string, first Cache) error {
	next := c.L2.Line
	if len(c.Before) > 0 {
		next = c.Before[0].Line
	}
	if first == (Cache{}) || first.Line == next && first.Sector >= c.L2.Sector {
		return nil
	}
	return fmt.Errorf("caches: %s.Line, Sector = %d, %d, want the next level's %d, and %d or more", name, first.Line, first.Sector, next, c.L2.Sector)
}

// checkLevels returns what is wrong with the levels before the L2 and beyond it, and the last one
// before DRAM, its latency that of its far half.
func (c *Caches) checkLevels() (last Cache, err error) {
	var errs []error
	at := c.L1.Cache
	for i := range c.Before {
		errs = append(errs, c.Before[i].faults(fmt.Sprintf("Before[%d]", i), &at, &c.L2.Cache, 1))
		at = c.Before[i].Cache
	}
	if len(c.Before) > 0 && c.L2.Latency <= at.Latency {
		errs = append(errs, fmt.Errorf("caches: L2.Latency = %d, want more than the %d of what is before it", c.L2.Latency, at.Latency))
	}
	at = c.L2.Cache
	at.Latency += c.L2.Far
	for i := range c.Beyond {
		errs = append(errs, c.Beyond[i].faults(fmt.Sprintf("Beyond[%d]", i), &at, &at, 0))
		at = c.Beyond[i].Cache
	}
	return at, errors.Join(errs...)
}

// faults says what is wrong with a level of that name. It comes after before; its lines and
// sectors are at least as long as those of lines.
func (l *CacheLevel) faults(name string, before, lines *Cache, least int) error {
	most := 1 << 16 * least
	errs := []error{l.Cache.faults(name), l.divisible(name), within("caches: "+name+".",
		bound{"Latency", float64(l.Latency), float64(before.Latency) + 1, 1 << 16},
		bound{"Line", float64(l.Line), float64(lines.Line), 256},
		bound{"Sector", float64(l.Sector), float64(lines.Sector), 256},
		bound{"BytesPerCycle", l.BytesPerCycle, 1e-3, 1e6},
		bound{"Slices", float64(l.Slices), 1, 1 << 12},
		bound{"WriteSector", l.WriteSector, 0, 1e6},
		bound{"CUs", float64(l.CUs), float64(least), float64(most)},
	)}
	if l.Name == "" {
		errs = append(errs, fmt.Errorf("caches: %s.Name is empty, want a name", name))
	}
	return errors.Join(errs...)
}

// bound is between which numbers a field may be.
type bound struct {
	field              string
	value, least, most float64
}

// within says which of the fields are not, with what their names begin.
func within(name string, all ...bound) error {
	var errs []error
	for _, b := range all {
		if !(b.value >= b.least && b.value <= b.most) {
			errs = append(errs, fmt.Errorf("%s%s = %.10g, want %.10g to %.10g", name, b.field, b.value, b.least, b.most))
		}
	}
	return errors.Join(errs...)
}

// faults says what is wrong with a first level of that name.
func (l *L1) faults(name string) error {
	return errors.Join(l.Cache.faults(name), within("caches: "+name+".",
		bound{"BytesPerCycle", l.BytesPerCycle, 1e-3, 1e6}, bound{"Misses", float64(l.Misses), 1, 1 << 16},
		bound{"MissCycles", l.MissCycles, 0, 1e3}, bound{"PassCycles", l.PassCycles, 0, 1e3}))
}

// faults says what is wrong with a level of that name.
func (c *Cache) faults(name string) error {
	name = "caches: " + name + "."
	errs := []error{within(name,
		bound{"Sets", float64(c.Sets), 1, 1 << 20}, bound{"Ways", float64(c.Ways), 1, 1 << 10},
		bound{"Latency", float64(c.Latency), 1, 1 << 16}, bound{"LinesPerTurn", c.LinesPerTurn, 1e-3, 1e6})}
	if !powerOfTwo(c.Line, 32, 256) {
		errs = append(errs, fmt.Errorf("%sLine = %d, want a power of two, 32 to 256", name, c.Line))
	}
	if c.Lines < 0 || c.Lines > c.Sets*c.Ways {
		errs = append(errs, fmt.Errorf("%sLines = %d, want 0, or 1 to Sets × Ways", name, c.Lines))
	}
	if c.SetBits != (SetBits{}) && (c.Hashed || c.SetBits.sets() != c.Sets) {
		errs = append(errs, fmt.Errorf("%sSetBits = %x, want a mask for each binary digit of Sets, none the sum of others, and Hashed false", name, c.SetBits))
	}
	if !powerOfTwo(c.Sector, 16, c.Line) || c.Line/c.Sector > 8 {
		errs = append(errs, fmt.Errorf("%sSector = %d, want a power of two from 16 up to Line, an eighth of it or more", name, c.Sector))
	}
	return errors.Join(errs...)
}

// divisible says what keeps a level of that name from being cut into parts that are caches too.
func (c *Cache) divisible(name string) error {
	if c.Lines != 0 || c.SetBits != (SetBits{}) {
		return fmt.Errorf("caches: %s.Lines = %d, or SetBits, want none: they are for first levels", name, c.Lines)
	}
	return nil
}

func powerOfTwo(n, least, most Bytes) bool { return n >= least && n <= most && n&(n-1) == 0 }

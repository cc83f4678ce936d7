package gpumodel

import (
	"errors"
	"fmt"
)

// Caches describes what lies between the CUs (SMs) of a GPU and its DRAM. Package
// memory simulates it. Latencies are of a lone access, in the CU's cycles, from
// issue until the data may be used. The zero value says that nothing is known.
type Caches struct {
	L1                L1           // of each CU, for Global; zero: Global goes to the L2
	Texture           TextureCache // of each CU, for Texture; zero: textures use the L1
	L2                L2           // of all CUs
	L3                L3           // of all CUs, before the DRAM; zero: there is none
	PortBytesPerCycle float64      // from the L2 to one CU, at most; 0.001 to 1e6
	DRAM              DRAM         // of the GPU
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
//	set = line number mod Sets, or a hash of it if Hashed
type Cache struct {
	Sets, Ways   int     // 1 to 2^20, 1 to 1024
	Line         Bytes   // that one tag covers; a power of two, 32 to 256
	Sector       Bytes   // fetched as a whole; Line, or a power of two from 16, an eighth of Line or more
	Hashed       bool    // lines are dealt to the sets pseudo-randomly
	Latency      Cycles  // of a hit, counted from issue
	LinesPerTurn float64 // that the tags look up in a cycle, for one CU; in the L2: in one slice; 0.001 to 1e6
}

// Size returns the capacity.
func (c Cache) Size() Bytes { return Bytes(c.Sets) * Bytes(c.Ways) * c.Line }

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

// L2 is the cache that all CUs share.
type L2 struct {
	Cache
	BytesPerCycle float64 // delivered to all CUs together; 0.001 to 1e6
	Slices        int     // that serve different lines at a time, 1 to 4096
	Spread        Cycles  // that the farthest slice takes longer than the nearest, the others evenly between; 0 to Latency

	// Far is what the first read of a line from the far half takes longer, of an L2
	// in two halves: every line has its home in one, a hash decides which, and a CU
	// reads through the half near to it, which keeps a copy. 0: there is one half.
	Far  Cycles
	Home Bytes // in a row that have one home; a power of two, 0 for 128

	StoreLineCycles, StoreSectorCycles float64 // that a stored line, and each sector of it, occupies a slice; 0: as long as a read one
	StoreMaskCycles                    float64 // that a line does longer of which not whole sectors are stored
}

// L3 is a cache on the memory's side, through which all goes that DRAM is asked for: AMD's
// Infinity Cache. What is written stays there until it is driven out.
type L3 struct {
	Cache
	BytesPerCycle float64 // that all slices together deliver; 0.001 to 1e6
	Slices        int     // that serve different lines at a time, 1 to 4096; addresses are dealt to them as to DRAM's channels
	WriteSector   float64 // bytes that could be read while a sector of the L2 is written; 0: what is written costs what is read
}

// DRAM is the memory's channels. Addresses are dealt to them pseudo-randomly, so
// many bytes in a row to one.
type DRAM struct {
	Latency       Cycles  // counted from issue, of a miss in all caches
	BytesPerCycle float64 // that all channels together deliver, at best; 0.001 to 1e6
	Channels      int     // 1 to 4096
	Interleave    Bytes   // that one channel holds in a row; a power of two, at least the L2's and the L3's line
	Atom          Bytes   // read as a whole, so that its other sectors come along: 1, 2 or 4 of the L2's
	Turn          Cycles  // that a read waits longer for writes, were all of the channels' time theirs; by chance half of that to one and a half
	WriteLine     float64 // bytes that could be read while a line is written back, beside its sectors'
	WriteSector   float64 // the same of each written sector of it; 0: what is written costs what is read
	LateShare     float64 // of reads that wait longer than others, by chance: for a refresh, or another row; 0 to 1
	Late          Cycles  // that they wait longer, at most; Latency is a mean over all
	Queue         Cycles  // that a read waits longer when half of what the channels can deliver is asked of them, as load / (1 − load)
	Copied        Bytes   // of what the host has copied, the part that stays in the L2; 0: as much as fits
}

// check returns everything that is wrong with caches that are known, joined.
func (c *Caches) check() error {
	if !c.Known() && c.L1 == (L1{}) && c.Texture == (TextureCache{}) && c.PortBytesPerCycle == 0 && c.DRAM == (DRAM{}) {
		return nil // nothing is known
	}
	var errs []error
	check := func(ok bool, field string, value any, wish string) {
		if !ok {
			errs = append(errs, fmt.Errorf("caches: %s = %v, want %s", field, value, wish))
		}
	}
	firstLevel := func(name string, l1 L1) {
		errs = append(errs, l1.faults(name)...)
		check(rate(l1.BytesPerCycle), name+".BytesPerCycle", l1.BytesPerCycle, "0.001 to 1e6")
		check(l1.Misses >= 1 && l1.Misses <= 1<<16, name+".Misses", l1.Misses, "1 to 65536")
		check(l1.MissCycles >= 0 && l1.MissCycles < 1e3, name+".MissCycles", l1.MissCycles, "0 or more")
		check(l1.PassCycles >= 0 && l1.PassCycles < 1e3, name+".PassCycles", l1.PassCycles, "0 or more")
	}
	if c.L1 != (L1{}) {
		firstLevel("L1", c.L1)
	}
	if t := c.Texture; t != (TextureCache{}) {
		firstLevel("Texture", L1{Cache: t.Cache, BytesPerCycle: t.BytesPerCycle, Misses: t.Misses})
		check(t.Pipeline >= 0 && t.Pipeline <= t.Latency, "Texture.Pipeline", t.Pipeline, "0 to Latency")
	}
	l2, d := c.L2, c.DRAM
	errs = append(errs, l2.faults("L2")...)
	check(rate(l2.BytesPerCycle), "L2.BytesPerCycle", l2.BytesPerCycle, "0.001 to 1e6")
	check(l2.Slices >= 1 && l2.Slices <= 1<<12, "L2.Slices", l2.Slices, "1 to 4096")
	check(l2.Spread >= 0 && l2.Spread <= l2.Latency, "L2.Spread", l2.Spread, "0 to Latency")
	check(c.StoreBytesPerCycle == 0 || rate(c.StoreBytesPerCycle), "StoreBytesPerCycle", c.StoreBytesPerCycle, "0, or 0.001 to 1e6")
	check(c.MaskCycles >= 0 && c.MaskCycles < 1e3, "MaskCycles", c.MaskCycles, "0 to 1000")
	check(l2.StoreLineCycles >= 0 && l2.StoreLineCycles < 1e3, "L2.StoreLineCycles", l2.StoreLineCycles, "0 to 1000")
	check(l2.StoreSectorCycles >= 0 && l2.StoreSectorCycles < 1e3, "L2.StoreSectorCycles", l2.StoreSectorCycles, "0 to 1000")
	check(l2.StoreMaskCycles >= 0 && l2.StoreMaskCycles < 1e3, "L2.StoreMaskCycles", l2.StoreMaskCycles, "0 to 1000")
	check(d.Turn >= 0 && d.Turn <= 1<<16, "DRAM.Turn", d.Turn, "0 to 65536 cycles")
	check(d.LateShare >= 0 && d.LateShare <= 1, "DRAM.LateShare", d.LateShare, "0 to 1")
	check(d.Late >= 0 && d.Late <= 1<<16, "DRAM.Late", d.Late, "0 to 65536 cycles")
	check(d.Queue >= 0 && d.Queue <= 1<<16, "DRAM.Queue", d.Queue, "0 to 65536 cycles")
	check(d.WriteLine >= 0 && d.WriteLine < 1e6, "DRAM.WriteLine", d.WriteLine, "0 to 1e6")
	check(d.WriteSector >= 0 && d.WriteSector < 1e6, "DRAM.WriteSector", d.WriteSector, "0 to 1e6")
	check(l2.Home == 0 || powerOfTwo(l2.Home, 128, 1<<20), "L2.Home", l2.Home, "0, or a power of two, 128 to 2^20")
	check(l2.Far >= 0 && l2.Far <= 1<<16, "L2.Far", l2.Far, "0 to 65536 cycles")
	before := l2.Latency + l2.Far
	if c.L3 != (L3{}) {
		errs = append(errs, c.L3.faults("L3")...)
		check(c.L3.Latency > before, "L3.Latency", c.L3.Latency, "more than the L2's")
		check(c.L3.Line >= l2.Line && c.L3.Sector >= l2.Sector, "L3.Line, L3.Sector", [2]Bytes{c.L3.Line, c.L3.Sector}, "at least the L2's")
		check(rate(c.L3.BytesPerCycle), "L3.BytesPerCycle", c.L3.BytesPerCycle, "0.001 to 1e6")
		check(c.L3.Slices >= 1 && c.L3.Slices <= 1<<12, "L3.Slices", c.L3.Slices, "1 to 4096")
		check(c.L3.WriteSector >= 0 && c.L3.WriteSector < 1e6, "L3.WriteSector", c.L3.WriteSector, "0 to 1e6")
		before = c.L3.Latency
	}
	check(rate(c.PortBytesPerCycle), "PortBytesPerCycle", c.PortBytesPerCycle, "0.001 to 1e6")
	check(d.Latency > before && d.Latency <= 1<<16, "DRAM.Latency", d.Latency, "more than the caches', at most 65536 cycles")
	check(rate(d.BytesPerCycle), "DRAM.BytesPerCycle", d.BytesPerCycle, "0.001 to 1e6")
	check(d.Channels >= 1 && d.Channels <= 1<<12, "DRAM.Channels", d.Channels, "1 to 4096")
	check(powerOfTwo(d.Interleave, max(l2.Line, c.L3.Line), 1<<20), "DRAM.Interleave", d.Interleave, "a power of two, at least the L2's and the L3's line")
	check(powerOfTwo(d.Atom, l2.Sector, 4*l2.Sector), "DRAM.Atom", d.Atom, "1, 2 or 4 of the L2's sectors")
	return errors.Join(errs...)
}

// faults returns what is wrong with a level of that name.
func (c Cache) faults(name string) (errs []error) {
	check := func(ok bool, field string, value any, wish string) {
		if !ok {
			errs = append(errs, fmt.Errorf("caches: %s.%s = %v, want %s", name, field, value, wish))
		}
	}
	check(c.Sets >= 1 && c.Sets <= 1<<20, "Sets", c.Sets, "1 to 2^20")
	check(c.Ways >= 1 && c.Ways <= 1<<10, "Ways", c.Ways, "1 to 1024")
	check(powerOfTwo(c.Line, 32, 256), "Line", c.Line, "a power of two, 32 to 256")
	check(powerOfTwo(c.Sector, 16, c.Line) && c.Line/max(c.Sector, 1) <= 8, "Sector", c.Sector, "a power of two from 16 up to Line, an eighth of it or more")
	check(c.Latency >= 1 && c.Latency <= 1<<16, "Latency", c.Latency, "1 to 65536 cycles")
	check(rate(c.LinesPerTurn), "LinesPerTurn", c.LinesPerTurn, "0.001 to 1e6")
	return errs
}

func powerOfTwo(n, least, most Bytes) bool { return n >= least && n <= most && n&(n-1) == 0 }

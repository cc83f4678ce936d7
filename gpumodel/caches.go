package gpumodel

import (
	"cmp"
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
	Lines        int     // that fit in all, 1 to Sets × Ways; a set takes places as it needs them, up to Ways, and keeps them, but for Moves; when none is left, a set that has none uses the next set's. 0: Sets × Ways
	Moves        bool    // of use with Lines: when no place is left, a set of fewer than Ways lines gets the place that another set, or itself, would have used next, of all sets in turn. An H200's L1 moves places, too, within four pools, and there what comes is not the latest used [lines.csv]; not this rule
	Line         Bytes   // that one tag covers; a power of two, 32 to 256; of a first level, that of the level behind it
	Sector       Bytes   // fetched as a whole; Line, or a power of two from 16, an eighth of Line or more; of a first level, the L2's or more
	Hashed       bool    // lines are dealt to the sets pseudo-randomly
	EvenSets     bool    // of as many neighbouring lines as there are sets each set gets one, in an order by chance; of use with Hashed
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
	OnePath    bool    // so that a pass of one keeps them from the other, and lanes that ask for the same are not joined as in the LDS; of use where Banked
	MissCycles float64 // that a line which must come from the L2 occupies the L1 when a global load asks; 0: as LinesPerTurn says
	PassCycles float64 // that a pass of a global load through the banks occupies its SIMD; of use with MissCycles only

	// TagBanks say which tags cannot be looked up in one cycle. If they are 0, LinesPerTurn says how many can. Of use with MissCycles only.
	TagBanks TagBanks
}

// L2 is the cache that all CUs share, or those of a die: Sets, Slices, BytesPerCycle and
// FarLines are of all dies together.
type L2 struct {
	Cache
	BytesPerCycle float64 // delivered to all CUs together; 0.001 to 1e6
	Slices        int     // that serve different lines at a time, 1 to 4096

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

	// StoreCopies says that a store leaves a copy in the half by which it came, and where that is the line's home ends the copy in
	// the other; of use with Far. Else stores are in the home alone, and a copy that is in the other half stays.
	StoreCopies bool

	FarLines float64 // lines a cycle that come from one half to the other at most, however many sectors of each, both ways together, 1e-3 to 1e6; 0: as many as are asked for

	// FarTurns is how many turns of its slice a line takes that must be asked of the other half, besides the one in which this half was
	// asked: 2 where it is looked up there and then put into this one, 0 to 1000. All are taken before the other half answers; of use with Far.
	FarTurns float64

	// StoreLineCycles and StoreSectorCycles are how long a stored line, and each sector of it, occupies a slice. A line that
	// is read then occupies it for its turn alone, and what leaves it, a path of its own, for its bytes.
	// 0: a stored line takes as long as one that is read, and a slice does one thing at a time.
	StoreLineCycles, StoreSectorCycles float64
	StoreMaskCycles                    float64 // that each sector occupies the slice longer that is written in part
}

// StoreCycles returns how long a stored line of so many sectors occupies a slice, where StoreSectorCycles says so; masked: they are
// written in part.
func (l *L2) StoreCycles(sectors float64, masked bool) float64 {
	cycles := l.StoreLineCycles + sectors*l.StoreSectorCycles
	if masked {
		cycles += sectors * l.StoreMaskCycles
	}
	return cycles
}

// CacheLevel is one more cache, before the L2 or beyond it. Beyond the L2 everything that is asked
// of DRAM passes through it, and what is written stays there until it is driven out. Before the L2 only
// reads pass through it, and a kernel's beginning empties it: stores go past it.
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
	RowCycles     float64 // that a channel takes at least from opening a row to opening the next, to read; a row is what it holds of an Interleave; up to 1000; 0: it opens as many as are asked for
	Rows          int     // that a channel keeps open, the latest; of use with RowCycles only, then 1 to 64
	Turn          Cycles  // that a read waits longer for writes: Turn · min(their share of the channels' time, 0.5) · (0.5 to 1.5, by chance)
	WriteLine     float64 // bytes that could be read while a line is written back, beside its sectors'
	WriteSector   float64 // the same of each written sector of it; 0: what is written costs what is read
	WriteTurn     float64 // and the same of a channel's turns between reads and writes, by the reads' share of its time; of use with WriteSector only
	LateShare     float64 // of reads that wait longer than others, by chance: for a refresh, or another row; 0 to 1
	Late          Cycles  // that they wait longer, at most; Latency is a mean over all
	Queue         Cycles  // that a read waits longer when half of what the channels can deliver is asked of them, as load / (1 − load)
	Copied        Bytes   // of what the host has copied, the part that stays in the L2, 0 to 2^40; 0: as much as fits
}

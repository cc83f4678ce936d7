package gpumodel

import (
	"math/bits"
)

// Atomics is what atomic additions to global memory cost: those of 4 and 8 bytes a lane.
// A CU (SM) cuts an access into packets: of each line as many as the lanes that name its most
// wanted word, each with one lane of every word that still has some. The L2 adds them,
// where the line's home is, and sends the old values back if they are asked for. All numbers but
// Ways and Slice are cycles, 0 to 1e3. The zero value says that nothing is known.
type Atomics struct {
	Out, Back PacketCycles // that a packet occupies its CU's way to the L2, and its values one of two ways back
	Ways      Bytes        // the parity of these bits of its first word's address says which of the two. (On the chip four packets in a row of one way do not pass those of the other; in the model they do.)
	Mixed     float64      // that a packet of one word is longer on the way there after one of several, or the other way round: of an access's packets, the share that are of the other sort

	// PairOut is the same of what brings all CUs' packets to two slices of the L2, an even one and the next;
	// PairBack what an answer occupies its way from there, and AllBack for each sector, if it has several words,
	// what brings those of all slices to all CUs.
	PairOut           PacketCycles
	PairBack, AllBack float64

	Whole, Part float64 // that a sector occupies its slice of the L2 to which all words are added, or some
	Float       float64 // between two packets that add floating-point numbers to the same sectors: meanwhile the slice adds to others

	// Slice says which slice of the L2 adds to a line. The parity of a mask's bits of the line's number,
	// its address by 128, is a bit of another number, the lowest first; that, modulo the L2's Slices, is the
	// slice's. Bits above the masks' are xored in by chance. Loads and stores do not look at it.
	Slice [11]uint64
}

// PacketCycles is how long a packet takes: One of one word, Line + Sector·sectors of several.
type PacketCycles struct{ One, Line, Sector float64 }

// Of returns the cycles of a packet of so many words in so many sectors.
func (p PacketCycles) Of(words, sectors int) float64 {
	if words == 1 {
		return p.One
	}
	return p.Line + p.Sector*float64(sectors)
}

// Hash returns the number, given a line's, that Slice describes.
func (a *Atomics) Hash(line uint64) (number uint64) {
	for i, mask := range a.Slice {
		number |= uint64(bits.OnesCount64(line&mask)&1) << i
	}
	return number
}

// Known reports whether the costs are described.
func (a Atomics) Known() bool { return a != Atomics{} }

// check returns everything that is wrong with what is known, joined.
func (a *Atomics) check() error {
	all := []bound{{"Mixed", a.Mixed, 0, 1e3}, {"Whole", a.Whole, 0, 1e3}, {"Part", a.Part, 0, 1e3}, {"Float", a.Float, 0, 1e3}, {"PairBack", a.PairBack, 0, 1e3}, {"AllBack", a.AllBack, 0, 1e3}}
	for i, p := range []PacketCycles{a.Out, a.Back, a.PairOut} {
		name := [...]string{"Out.", "Back.", "PairOut."}[i]
		all = append(all, bound{name + "One", p.One, 0, 1e3}, bound{name + "Line", p.Line, 0, 1e3}, bound{name + "Sector", p.Sector, 0, 1e3})
	}
	return within("caches: Atomics.", all...)
}

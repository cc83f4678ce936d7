package gpumodel

import "fmt"

// Blocking is the block of the result of a matrix product that one lane (thread)
// keeps in registers: an inner-product scheme. For each step it loads a column of
// Rows elements of the one factor and a row of Columns of the other, and makes
// Rows·Columns multiply-adds of them.
type Blocking struct{ Rows, Columns int } // each 1 or more

// FMAsPerWord returns the multiply-adds for each element loaded:
//
//	Rows · Columns / (Rows + Columns)
func (b Blocking) FMAsPerWord() float64 {
	return float64(b.Rows*b.Columns) / float64(b.Rows+b.Columns)
}

// BytesPerFlop returns the bytes loaded for each floating-point operation, two to
// a multiply-add.
func (b Blocking) BytesPerFlop(element Bytes) float64 {
	return float64(element) / (2 * b.FMAsPerWord())
}

// Bound returns the most operations a second that a bandwidth in bytes a second
// feeds. Source: [D3], for 2 × 4 and 1.024·10¹² bytes a second: 341·10⁹.
func (b Blocking) Bound(bandwidth float64, element Bytes) float64 {
	return bandwidth / b.BytesPerFlop(element)
}

// Registers returns the 4-byte registers of a lane that its sums take, and the operands
// of one step:
//
//	(Rows·Columns + Rows + Columns) · element / 4
//
// Addresses and counters come on top, and what it fetches ahead.
func (b Blocking) Registers(element Bytes) int {
	return (b.Rows*b.Columns + b.Rows + b.Columns) * int(element) / 4
}

// OuterTiling is how an outer-product scheme, as GRAPE-DR's, spreads a matrix B
// of Depth × Width elements over a chip: it stays there, rows of A come in and
// rows of C go out. Each of Blocks blocks has a slab of B's rows, each of its
// Processors processors some of the slab's columns; so every processor makes
// partial sums only, and those of the blocks must be added.
type OuterTiling struct {
	Depth, Width int  // of B: also the lengths of a row of A and of C
	Blocks       int  // must divide Depth
	Processors   int  // of a block; must divide Width
	Rows         int  // of A that are worked on at once
	Network      bool // adds the blocks' sums on their way out; without it they go through device memory
}

// Validate returns everything that is wrong with the tiling, joined.
func (t OuterTiling) Validate() error {
	const most = 1 << 20
	err := within("tiling: ", bound{"Depth", float64(t.Depth), 1, most}, bound{"Width", float64(t.Width), 1, most}, bound{"Blocks", float64(t.Blocks), 1, most},
		bound{"Processors", float64(t.Processors), 1, most}, bound{"Rows", float64(t.Rows), 1, most})
	if err != nil {
		return err
	}
	if t.Depth%t.Blocks != 0 {
		err = fault(err, "tiling: Blocks", t.Blocks, fmt.Sprintf("a divisor of Depth = %d", t.Depth))
	}
	if t.Width%t.Processors != 0 {
		err = fault(err, "tiling: Processors", t.Processors, fmt.Sprintf("a divisor of Width = %d", t.Width))
	}
	return err
}

// Slab returns the rows of B that a block has. The tiling must be valid.
func (t OuterTiling) Slab() int { return t.Depth / t.Blocks }

// Strip returns the columns of B that a processor has.
func (t OuterTiling) Strip() int { return t.Width / t.Processors }

// Resident returns the elements of B in one processor.
func (t OuterTiling) Resident() int { return t.Slab() * t.Strip() }

// PartialSums returns the sums that a processor makes of each Rows rows of A.
func (t OuterTiling) PartialSums() int { return t.Rows * t.Strip() }

// FlopsPerWord returns the operations for each element of A that comes in, and
// for each of C that goes out:
//
//	2 · Width    2 · Depth
func (t OuterTiling) FlopsPerWord() (in, out float64) {
	return 2 * float64(t.Width), 2 * float64(t.Depth)
}

// Bandwidths returns the bytes a second at which A must come in, and C go out,
// for a number of operations a second; and at which the blocks' partial sums come
// together, all of them:
//
//	flops / (2·Width) · element    flops / (2·Depth) · element    out · Blocks
func (t OuterTiling) Bandwidths(flops float64, element Bytes) (in, out, sums float64) {
	perIn, perOut := t.FlopsPerWord()
	in, out = flops/perIn*float64(element), flops/perOut*float64(element)
	return in, out, out * float64(t.Blocks)
}

// SharedMemory returns the bytes a second that one block's shared memory must
// deliver: with broadcast every element of A is read once for all processors,
// without it once for each.
func (t OuterTiling) SharedMemory(flops float64, element Bytes, broadcast bool) float64 {
	in, _, _ := t.Bandwidths(flops, element)
	each := in / float64(t.Blocks)
	if broadcast {
		return each
	}
	return each * float64(t.Processors)
}

// Efficiency returns the share of the peak that processors reach where every
// partial sum costs them cycles for handing it over besides its multiply-adds,
// whose cycles are given too:
//
//	Slab·fma / (Slab·fma + handover)
//
// The network's own work is no part of it: it goes on while they compute.
func (t OuterTiling) Efficiency(fma, handover float64) float64 {
	sum := float64(t.Slab()) * fma
	return sum / (sum + handover)
}

// AddingC is where the new terms of C += A·B are added to C when a card computes them.
type AddingC uint8

// The places.
const (
	OnHost AddingC = iota // the card's part comes over PCIe; the host reads it and C, and writes the sum
	OnCard                // C goes to the card and comes back
)

// Words returns how many elements move for each element of C: over the host's
// memory, and over PCIe. Source: [D3].
func (a AddingC) Words() (memory, pcie int) {
	if a == OnCard {
		return 2, 2
	}
	return 4, 1
}

// Seconds returns the time for each element of C at given bytes a second of the
// host's memory and of PCIe, one after the other. Both together would give the
// same verdict: adding on the host wins where memory is more than twice as fast
// as PCIe.
func (a AddingC) Seconds(memory, pcie float64, element Bytes) float64 {
	m, p := a.Words()
	return float64(element) * (float64(m)/memory + float64(p)/pcie)
}

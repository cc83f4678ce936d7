package gpumodel

import (
	"cmp"
	"math"
)

// Machine is what a matrix product sees of a computer: its peak, and how fast
// each level of its memory is. It is no Device: GRAPE-DR has no wavefronts and
// no LDS.
type Machine struct {
	Name        string   // for figures
	PeakFlops   float64  // double-precision operations a second; more than 0
	SingleFlops float64  // single-precision operations a second; 0 where unknown
	Nanometres  float64  // of the chip's process; 0 where unknown
	Levels      []Level  // from the registers outwards
	Streams     string   // the level from which operands stream to the arithmetic; NearMemory if empty
	Assumed     []string // what has no source, in words
}

// Level is one level of memory.
type Level struct {
	Name           string  // Registers, NearMemory …
	BytesPerSecond float64 // of the whole machine, towards the processors
}

// For returns the machine as a product of elements of so many bytes sees it: with 4
// bytes its peak is that of single precision, without bound where that is unknown; with
// any others that of double precision.
func (m Machine) For(element Bytes) Machine {
	if element == 4 {
		m.PeakFlops = cmp.Or(m.SingleFlops, math.Inf(1))
	}
	return m
}

// Level returns the bandwidth of a level, or 0 where there is none of the name.
func (m Machine) Level(name string) float64 {
	for _, l := range m.Levels {
		if l.Name == name {
			return l.BytesPerSecond
		}
	}
	return 0
}

// The names of levels that machines share.
const (
	Registers    = "registers"
	NearMemory   = "near memory" // what feeds the registers: LDS, or Cypress's L1
	DeviceMemory = "device memory"
	PCIe         = "PCIe"
	HostMemory   = "host memory"
)

// Traffic is the bytes for each operation that a scheme moves at a level.
type Traffic struct {
	Level        string  // the name of a Level
	BytesPerFlop float64 // more than 0
}

// InnerTraffic returns the traffic of a product of n × n matrices by the inner
// product: blocks in registers, tiles of edge × edge lanes in the LDS, all in
// device memory. A and B come from the host once and C goes back. A multiply-add
// reads three registers, but one operand stays for as many as the block is long.
func InnerTraffic(b Blocking, edge, n int, element Bytes) []Traffic {
	tile := Blocking{b.Rows * edge, b.Columns * edge}
	e, all := float64(element), 3*float64(element)/(2*float64(n))
	return []Traffic{
		{Registers, e / 2 * (2 + 1/float64(max(b.Rows, b.Columns)))},
		{NearMemory, b.BytesPerFlop(element)},
		{DeviceMemory, tile.BytesPerFlop(element)},
		{PCIe, all},
		{HostMemory, all},
	}
}

// BroadcastInnerTraffic returns InnerTraffic on chips of blocks whose processors all
// hear what their shared memory reads, as GRAPE-DR's: a block has its own rows of C and
// a processor of it its own columns, so that an element of A is read once for the whole
// block, and one of B once for each processor.
func BroadcastInnerTraffic(b Blocking, blocks, processors, n int, element Bytes) []Traffic {
	traffic := InnerTraffic(b, 1, n, element)
	wide := Blocking{b.Rows, b.Columns * processors}
	traffic[1].BytesPerFlop = wide.BytesPerFlop(element)
	traffic[2].BytesPerFlop = Blocking{wide.Rows * blocks, wide.Columns}.BytesPerFlop(element)
	return traffic
}

// OuterTraffic returns the traffic of a product of n × n matrices by the outer product: A in
// and C out at every pass. In the near memory every element of A is read once, and a processor
// keeps it for its columns.
//
// With a network that adds the blocks' sums it is as GRAPE-DR has it, which sends C
// to the host at once, where it is added: only A passes through device memory. With
// none all partial sums pass through device memory on their way to being added,
// counted once as [D3] does, and C beside them; over PCIe go the matrices, once.
func OuterTraffic(t OuterTiling, n int, element Bytes) []Traffic {
	in, out := t.FlopsPerWord()
	e := float64(element)
	traffic := []Traffic{
		{Registers, e / 2 * (2 + 1/float64(t.Strip()))},
		{NearMemory, e / in},
	}
	if !t.Network {
		all := 3 * e / (2 * float64(n))
		return append(traffic, Traffic{DeviceMemory, e/in + float64(1+t.Blocks)*e/out}, Traffic{PCIe, all}, Traffic{HostMemory, all})
	}
	words, _ := OnHost.Words()
	return append(traffic,
		Traffic{DeviceMemory, e / in},
		Traffic{PCIe, e/out + e/float64(n)},
		Traffic{HostMemory, float64(words)*e/out + e/float64(n)})
}

// Bound is the most operations a second that a level lets pass.
type Bound struct {
	Level string  // its name; "peak" for the arithmetic
	Flops float64 // operations a second; +Inf where the bandwidth is unknown
}

// Bounds returns the bound of each level for a scheme's traffic, after the peak,
// and the index of the one that binds.
//
//	flops = bandwidth / (bytes per operation)
func (m Machine) Bounds(traffic []Traffic) (bounds []Bound, binding int) {
	bounds = []Bound{{"peak", m.PeakFlops}}
	for _, t := range traffic {
		flops := math.Inf(1)
		if bandwidth := m.Level(t.Level); bandwidth > 0 {
			flops = bandwidth / t.BytesPerFlop
		}
		bounds = append(bounds, Bound{t.Level, flops})
		if flops < bounds[binding].Flops {
			binding = len(bounds) - 1
		}
	}
	return bounds, binding
}

// Machine returns what a matrix product sees of a device. fma is the double
// precision multiply-adds of one CU in a cycle, memory and pcie are bytes a second.
func (d Device) Machine(fma, memory, pcie float64) Machine {
	cycles := float64(d.CUs) * float64(d.Clock)
	return Machine{
		Name:      d.Name,
		PeakFlops: 2 * fma * cycles,
		Levels: []Level{
			{NearMemory, float64(d.LDS.Banks) * float64(d.LDS.RowBytes) * cycles},
			{DeviceMemory, memory},
			{PCIe, pcie},
		},
		Assumed: d.Assumed,
	}
}

package gpumodel

import (
	"math"
	"slices"
)

// Machine is what a matrix product sees of a computer: its peak, and how fast
// each level of its memory is. It is no Device: GRAPE-DR has no wavefronts and
// no LDS.
type Machine struct {
	Name    string
	Peak    float64 // double-precision operations a second
	Process float64 // of the chip, nm
	Levels  []Level // from the registers outwards
	Streams string  // the level from which operands stream to the arithmetic; NearMemory if empty
	Assumed []string
}

// Level is one level of memory.
type Level struct {
	Name      string
	Bandwidth float64 // bytes a second of the whole machine, towards the processors
}

// Level returns the bandwidth of a level, or 0 where there is none of the name.
func (m Machine) Level(name string) float64 {
	for _, l := range m.Levels {
		if l.Name == name {
			return l.Bandwidth
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
	Level        string
	BytesPerFlop float64
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

// OuterTraffic returns the traffic of the same by the outer product: A in and C
// out at every pass, on the card and over PCIe as GRAPE-DR does it, which sends C
// to the host at once, where it is added. In the near memory every element of A is
// read once, and a processor keeps it for its columns.
func OuterTraffic(t OuterTiling, n int, element Bytes) []Traffic {
	in, out := t.FlopsPerWord()
	e := float64(element)
	words, _ := OnHost.Words()
	return []Traffic{
		{Registers, e / 2 * (2 + 1/float64(t.Strip()))},
		{NearMemory, e / in},
		{DeviceMemory, e / in},
		{PCIe, e/out + e/float64(n)},
		{HostMemory, float64(words)*e/out + e/float64(n)},
	}
}

// Bound is the most operations a second that a level lets pass.
type Bound struct {
	Level string
	Flops float64
}

// Bounds returns the bound of each level for a scheme's traffic, after the peak,
// and the index of the one that binds.
//
//	flops = bandwidth / (bytes per operation)
func (m Machine) Bounds(traffic []Traffic) (bounds []Bound, binding int) {
	bounds = []Bound{{"peak", m.Peak}}
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

// Cypress returns the Radeon HD 5870, a Cypress.
func Cypress() Machine {
	return Machine{
		Name:    "Cypress",
		Peak:    544e9, // HotHardware, HD 5870 review
		Process: 40,    // [D3]
		Levels: []Level{
			{NearMemory, 20 * 64 * 850e6}, // L1, 1.088 TB/s: 64 bytes a cycle (assumed) of 20 SIMDs at 850 MHz; PC Ekspert's review has 1 TB/s
			{DeviceMemory, 153.6e9},       // iXBT Labs, R8xx review
			{PCIe, 5e9},                   // assumed: of PCIe 2.0's 8 GB/s
			{HostMemory, 18e9},            // assumed: of three channels' 25.6 GB/s
		},
		Assumed: []string{"Cypress: L1 of 64 bytes a cycle and SIMD; 5 GB/s over PCIe, 18 GB/s of host memory"},
	}
}

// Fermi returns the Tesla C2050, a Fermi, as document [D3] has it.
func Fermi() Machine {
	return Machine{
		Name:    "Fermi",
		Peak:    515e9, // Nath, Tomov and Dongarra 2010: 300 Gflops are 58 %
		Process: 40,    // [D3]
		Levels: []Level{
			{NearMemory, 1.024e12}, // [D3]: "1 TB/s", which is 1.024·10¹² there: 341 Gflops
			{DeviceMemory, 144e9},  // assumed
			{PCIe, 5e9},            // assumed: of PCIe 2.0's 8 GB/s
			{HostMemory, 18e9},     // assumed: of three channels' 25.6 GB/s
		},
		Assumed: []string{"C2050: 144 GB/s of device memory, 5 GB/s over PCIe, 18 GB/s of host memory"},
	}
}

// GrapeDR returns the GRAPE-DR board of four chips, and GrapeTiling what one chip
// holds.
func GrapeDR() Machine {
	const chips, clock = 4, 400e6 // [D3]
	return Machine{
		Name:    "GRAPE-DR",
		Peak:    chips * 512 * clock, // [D3]: 819.2 Gflops; a multiply-add in two cycles of 512 processors
		Process: 90,                  // [D3]
		Levels: []Level{
			{NearMemory, chips * 16 * 8 * clock}, // [D3]: 4 GB/s of each block at 500 MHz, 8 bytes a cycle
			{DeviceMemory, chips * 8 * clock},    // [D3]: 4 GB/s, taken as 8 bytes a cycle and chip at 500 MHz
		}, // PCIe, host: no source
		Streams: DeviceMemory, // through the shared memories, which broadcast
		Assumed: []string{"GRAPE-DR: 8 bytes a cycle and chip of its memory; PCIe and host are left out"},
	}
}

// GrapeTiling returns the matrix B that one GRAPE-DR chip holds. Source: [D3].
func GrapeTiling() OuterTiling {
	return OuterTiling{Depth: 512, Width: 256, Blocks: 16, Processors: 32, Rows: 2}
}

// Machine returns what a matrix product sees of a device. fma is the double
// precision multiply-adds of one CU in a cycle, memory and pcie are bytes a second.
func (d Device) Machine(fma, memory, pcie float64) Machine {
	cycles := float64(d.CUs) * float64(d.Clock)
	return Machine{
		Name: d.Name,
		Peak: 2 * fma * cycles,
		Levels: []Level{
			{NearMemory, float64(d.LDS.Banks) * float64(d.LDS.RowBytes) * cycles},
			{DeviceMemory, memory},
			{PCIe, pcie},
		},
		Assumed: d.Assumed,
	}
}

// H200Machine returns the H200: 64 multiply-adds a cycle and CU (issue.csv) and
// 4.6 TB/s (littles.csv).
func H200Machine() Machine {
	d := H200()
	m := d.Machine(64, 4.6e12, 50e9)
	m.Process = 4                        // NVIDIA, Hopper architecture
	const registers = 4 * 32 * 3 * 8 / 3 // bytes a cycle and CU: in 4 SIMDs three new operands of 32 lanes in 3 cycles (dfma.csv)
	m.Levels = slices.Insert(m.Levels, 0, Level{Registers, registers * float64(d.CUs) * float64(d.Clock)})
	m.Levels = append(m.Levels, Level{HostMemory, 350e9}) // assumed
	m.Assumed = []string{"H200: 50 GB/s over PCIe 5, 350 GB/s of host memory"}
	return m
}

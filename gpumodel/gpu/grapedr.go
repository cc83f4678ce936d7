package gpu

import "lanebook/gpumodel"

// GrapeDR returns the GRAPE-DR board of four chips; GrapeTiling is what one chip holds.
func GrapeDR() gpumodel.Machine {
	const chips, clock = 4, 400e6 // [D3]
	return gpumodel.Machine{
		Name:        "GRAPE-DR",
		PeakFlops:   chips * 512 * clock,     // [D3]: 819.2 Gflops; a multiply-add in two cycles of 512 processors
		SingleFlops: 2 * chips * 512 * clock, // Makino and others 2007: 512 Gflops a chip at 500 MHz, twice the double-precision ones
		Nanometres:  90,                      // [D3]
		Levels: []gpumodel.Level{
			{Name: gpumodel.NearMemory, BytesPerSecond: chips * 16 * 8 * clock}, // [D3]: 4 GB/s of each block at 500 MHz, 8 bytes a cycle
			{Name: gpumodel.DeviceMemory, BytesPerSecond: chips * 8 * clock},    // [D3]: 4 GB/s, taken as 8 bytes a cycle and chip at 500 MHz
		}, // PCIe, host: no source
		Streams: gpumodel.DeviceMemory, // through the shared memories, which broadcast
		Assumed: []string{"GRAPE-DR: 8 bytes a cycle and chip of its memory; PCIe and host are left out"},
	}
}

// GrapeTiling returns the matrix B that one GRAPE-DR chip holds. Source: [D3].
func GrapeTiling() gpumodel.OuterTiling {
	return gpumodel.OuterTiling{Depth: 512, Width: 256, Blocks: 16, Processors: 32, Rows: 2, Network: true}
}

// SlabTiling returns the matrix B that [D3] would have a GPU hold for an outer product:
// 16 rows of 256 elements on each block, 256 × 256 on Fermi's if they were 16. No
// network adds their sums.
func SlabTiling(blocks, processors int) gpumodel.OuterTiling {
	return gpumodel.OuterTiling{Depth: 16 * blocks, Width: 256, Blocks: blocks, Processors: processors, Rows: 1}
}

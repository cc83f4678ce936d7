package gpu

import "lanebook/gpumodel"

// h200Rules returns the H200's rules for what is neither a load nor a store of lanes: all
// from [matrix_atomic.csv], whose counter they equal. A phase of a matrix is its 8 rows. An
// atomic's lanes are served one by one even where they name the same word; a
// compare-and-swap takes each of them twice. What cp.async brings of 4 and 8 bytes a lane is
// written as a store writes it; 16 bytes have no such rule, see h200Copies.
func h200Rules() []gpumodel.Rule {
	whole := consecutive(32, 32)
	return []gpumodel.Rule{
		{Op: gpumodel.LoadMatrix, Width: 16, Groups: consecutive(32, 8)},
		{Op: gpumodel.StoreMatrix, Width: 16, Groups: consecutive(32, 8)},
		{Op: gpumodel.Atomic, Width: 4, Groups: whole, Apart: true},
		{Op: gpumodel.CompareSwap, Width: 4, Groups: whole, Apart: true, Times: 2},
		{Op: gpumodel.AsyncCopy, Width: 4, Groups: whole},
		{Op: gpumodel.AsyncCopy, Width: 8, Groups: consecutive(32, 16)},
	}
}

// h200Copies returns what 16-byte asynchronous copies take: set from [copies.csv], 32
// wavefronts whose lanes write 64, 128 and 512 bytes apart.
func h200Copies() gpumodel.Copies {
	return gpumodel.Copies{
		LineBytes: 128, Arrays: 4, // [copies.csv]: 256 and 512 bytes apart take two and four times as long as 128
		DataCycles: 4.53, PieceCycles: 0.491, // 16 pieces 12.39, 32 pieces 20.25
		ArrayCycles: 2.458, // 32 pieces in one array 78.64
	}
}

// h200Laws returns the latencies of the same. The dependent chains of [matrix_atomic.csv]
// compute between two accesses; what an access takes by itself is from pipes.csv (package
// code of silicon).
func h200Laws() []gpumodel.Latency {
	return []gpumodel.Latency{
		{Op: gpumodel.LoadMatrix, Width: 16, FixedCycles: 21, CyclesPerPass: 2},   // [pipes.csv], lat2 LDSM
		{Op: gpumodel.StoreMatrix, Width: 16, CyclesPerPass: 2.04},                // [matrix_atomic.csv]
		{Op: gpumodel.Atomic, Width: 4, FixedCycles: 24, CyclesPerPass: 2},        // [pipes.csv], lat ATOMS.ADD
		{Op: gpumodel.CompareSwap, Width: 4, FixedCycles: 29.5, CyclesPerPass: 2}, // [matrix_atomic.csv], beside atomics
	}
}

package gpu

import "lanebook/gpumodel"

// h200Rules returns the H200's rules for what is neither a load nor a store of lanes: all
// from [matrix_atomic.csv], whose counter they equal. A phase of a matrix is its 8 rows. An
// atomic's lanes are served one by one even where they name the same word; a
// compare-and-swap takes each of them twice. Counting has loads' rule, by [pipes.csv], solo
// ATOMS.POPC.INC.32, and of lanes of one word by an H100's local in [atoms_h100.csv]. So has a
// shuffle, which asks no bank twice, by [pipes.csv], solo SHFL. What cp.async brings of 4 and 8 bytes
// a lane is written as a store writes it; 16 bytes have no such rule, see h200Copies.
func h200Rules() []gpumodel.Rule {
	whole := consecutive(32, 32)
	return []gpumodel.Rule{
		{Op: gpumodel.LoadMatrix, Width: 16, Groups: consecutive(32, 8)},
		{Op: gpumodel.StoreMatrix, Width: 16, Groups: consecutive(32, 8)},
		{Op: gpumodel.Atomic, Width: 4, Groups: whole, Apart: true},
		{Op: gpumodel.CompareSwap, Width: 4, Groups: whole, Apart: true, Times: 2},
		{Op: gpumodel.AtomicCount, Width: 4, Groups: whole},
		{Op: gpumodel.Shuffle, Width: 4, Groups: whole},
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
		{Op: gpumodel.AtomicCount, Width: 4, FixedCycles: 21, CyclesPerPass: 2},   // [pipes.csv], lat ATOMS.POPC.INC.32: as LDS
		{Op: gpumodel.Shuffle, Width: 4, FixedCycles: 24, CyclesPerPass: 2},       // [pipes.csv], lat SHFL.BFLY: as ATOMS.ADD
	}
}

// h200Atomics returns what atomic additions to global memory cost: from go's rows of integers
// and floats in [atoms.csv], with 32 warps, and from H100s' [atom_patterns.csv] and [slices_h100.csv]. With 33 SMs in place
// of 132 a slice is faster by up to a third, which it does not say.
func h200Atomics() gpumodel.Atomics {
	return gpumodel.Atomics{
		Out:      gpumodel.PacketCycles{One: 1, Line: 1, Sector: 1},                                             // one SM, red: strides 2 to 32
		Mixed:    1.5,                                                                                           // one SM, red, chance 65536: pairs of words in a line cost as much more
		Back:     gpumodel.PacketCycles{One: 2, Line: 2.8, Sector: 0.2},                                         // one SM, atom: dup 32, 16, 4 and 2
		Ways:     0b11011 << 2,                                                                                  // [atom_patterns.csv], an H100, one SM, atom: words 1, 2, 8 and 16 apart by turns take 1, 24 and 4 nearly 2
		PairOut:  gpumodel.PacketCycles{One: 0.88, Line: 0.58, Sector: 0.585},                                   // [slices_h100.csv], an H100, wide, twins, 64 lines of each: 1 word, 8, 16, 32
		AllBack:  0.0265,                                                                                        // 132 SMs, atom: dup 8 to 1, strides 8 and 16
		PairBack: 1.18,                                                                                          // 132 SMs, atom: dup 32, 40.7 packets a cycle; that two slices share this way as well is assumed
		Whole:    1.1,                                                                                           // 132 SMs, red: one 1 and 4, 1.09 and 1.15
		Part:     1.44,                                                                                          // 132 SMs, red: one 32
		Float:    3.46,                                                                                          // 132 SMs, redf: one 32
		Slice:    [11]uint64{0x450, 0xab0, 0x1230, 0x2370, 0x3422, 0xc48, 0x2000, 0x400, 0x800, 0x1000, 0x3490}, // [slices_h100.csv], an H100, all lines of 2 MB: 80 slices. Of 96 assumed, in an order in which 32 groups of lines are in 32 slices, as [atoms.csv] wants, red, chance 4096
	}
}

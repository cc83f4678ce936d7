// Package dgemm is the third document, on matrix products on GPUs and GRAPE-DR: its
// claims, and the figures that only notebook 03 draws.
package dgemm

import (
	"fmt"
	"math"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/ledger"
)

// What the document reports of DGEMM, in operations a second.
const (
	cypressDGEMM = 470e9 // Nakasato 2010, which the document reviews
	fermiDGEMM   = 300e9 // Nath, Tomov and Dongarra 2010
	grapeDGEMM   = 740e9 // [D3]
)

// Claims returns the claims of the third document, on matrix multiplication.
func Claims() []ledger.Claim {
	all := append(efficiencies(), blockings()...)
	for _, more := range [][]ledger.Claim{sharedMemories(), tilings(), outerProducts(), fermiOuter(), addingC()} {
		all = append(all, more...)
	}
	return all
}

func exactly(v float64) func() (float64, error) {
	return func() (float64, error) { return v, nil }
}

func efficiencies() []ledger.Claim {
	cypress, fermi, grape := gpu.Cypress(), gpu.C2050(), gpu.GrapeDR()
	generations := math.Log(grape.Nanometres/fermi.Nanometres) / math.Log(math.Sqrt2)
	const voltages = (1.2 / 1.0) * (1.2 / 1.0) // assumed, of 90 nm and 40 nm, squared
	gain := grape.Nanometres / fermi.Nanometres * voltages
	ratio := grapeDGEMM / fermiDGEMM
	return []ledger.Claim{
		{ID: "D3.1", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "%", Says: ledger.About(87, 1), Compute: exactly(100 * cypressDGEMM / cypress.PeakFlops),
			Statement: "DGEMM reaches 87 % of Cypress's peak", Remark: "About 470 of 544 Gflops; the model bounds it by 100 % (D3.11)."},
		{ID: "D3.2", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "%", Says: ledger.About(58, 0.5), Compute: exactly(100 * fermiDGEMM / fermi.PeakFlops),
			Statement: "and 58 % of Fermi's, in the best of the published", Remark: "300 of 515 Gflops; 70 and 80 % were rumoured. A published one of 2011 reaches 70 % in native code."},
		{ID: "D3.3", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "%", Says: ledger.About(50, 1), Compute: exactly(100 * (87.0/58 - 1)),
			Statement: "so Cypress is 50 % more efficient"},
		{ID: "D3.39", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "%", Says: ledger.MoreThan(50), Compute: exactly(100 * (cypressDGEMM/fermiDGEMM - 1)),
			Statement: "and its speed is ahead by more than that, for its peak is a little higher", Remark: fmt.Sprintf("470 against 300 Gflops; the peaks are %.0f and %.0f.", cypress.PeakFlops/1e9, fermi.PeakFlops/1e9)},
		{ID: "D3.4", Item: "efficiency", Kind: ledger.Transcribed, Unit: "Gflops", Says: ledger.Exactly(819.2), Compute: exactly(grape.PeakFlops / 1e9),
			Statement: "four GRAPE-DR chips at 400 MHz peak at 819.2 Gflops"},
		{ID: "D3.5", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "%", Says: ledger.About(90.3, 0.05), Compute: exactly(100 * grapeDGEMM / grape.PeakFlops),
			Statement: "and reach 90.3 %, 740 Gflops, with the transfer of C"},
		{ID: "D3.6", Item: "efficiency", Kind: ledger.Fitted, Unit: "%", Says: ledger.About(94, 0.5), Compute: exactly(100 * gpu.GrapeTiling().Efficiency(2, 4)),
			Statement: "94 % asymptotically", Remark: fmt.Sprintf("Assumed: beside its 32 multiply-adds of 2 cycles each, handing a sum to the network costs 4 cycles. Bandwidths alone would allow %.0f %%. The document names no cause, and the 4 was chosen to give 94.", grapeShare(gpu.GrapeTiling()))},
		{ID: "D3.7", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "times", Says: ledger.AtLeast(2), Compute: exactly(ratio),
			Statement: "at least twice Fermi's speed at about its power"},
		{ID: "D3.8", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "generations", Says: ledger.About(2.5, 0.2), Compute: exactly(generations),
			Statement: "90 nm and 40 nm are 2.5 generations apart", Remark: "A generation shrinks lengths by √2."},
		{ID: "D3.9", Item: "efficiency", Kind: ledger.Fitted, Unit: "times", Says: ledger.About(3, 0.3), Compute: exactly(gain),
			Statement: "which is about 3 times in power efficiency", Remark: "Capacitance with length, voltage from 1.2 to 1.0 V: assumed, for this number alone."},
		{ID: "D3.10", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "times", Says: ledger.Between(7, 8), Compute: exactly(ratio * 3),
			Statement: "hence 7 to 8 times at equal technology", Remark: "740 / 300 · 3."},
		{ID: "D3.40", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "%", Says: ledger.MoreThan(87), Compute: exactly(100 * grapeDGEMM / grape.PeakFlops),
			Statement: "GRAPE-DR's efficiency is above Cypress's too"},
		{ID: "D3.41", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "times", Says: ledger.AtLeast(10).Read(), Compute: exactly(fermi.Level(gpumodel.DeviceMemory) / grape.Level(gpumodel.DeviceMemory)),
			Statement: "with memory slower than a GPU's by an order of magnitude", Remark: "144 GB/s of a C2050 (NVIDIA) over 12.8 of a board of four chips at 400 MHz: the document's 4, taken to be a chip's at 500."},
	}
}

func blockings() []ledger.Claim {
	cypress, fermi := gpu.Cypress(), gpu.C2050()
	block := func(r, c int) gpumodel.Blocking { return gpumodel.Blocking{Rows: r, Columns: c} }
	near := fermi.Level(gpumodel.NearMemory)
	single := block(8, 8).Bound(cypress.Level(gpumodel.NearMemory), 4) / cypress.SingleFlops
	const threads, tile = 256, 64 // of MAGMA 0.3's kernel, fermiDgemm_v2_kernel: lanes of a workgroup, rows and columns of C
	return []ledger.Claim{
		{ID: "D3.11", Item: "register blocking", Kind: ledger.Derived, Unit: "of peak", Says: ledger.About(1, 0.02).Read(), Compute: exactly(block(4, 4).Bound(cypress.Level(gpumodel.NearMemory), 8) / cypress.PeakFlops),
			Statement: "on Cypress, by Nakasato's paper, 4 × 4 is just about enough in double precision", Remark: "By the texture cache, of 64 bytes a cycle and SIMD (AMD's OpenCL guide), through which Nakasato's kernels read; shared memory, which the document names, has twice that."},
		{ID: "D3.42", Item: "register blocking", Kind: ledger.Derived, Unit: "of peak", Says: ledger.Between(0.75, 0.99).Read(), Compute: exactly(single),
			Statement: "8 × 8 is slightly too little in single precision"},
		{ID: "D3.12", Item: "register blocking", Kind: ledger.Derived, Ours: true, Unit: "of peak", Says: ledger.About(0.8, 0.005), Compute: exactly(single),
			Statement: "by a fifth", Remark: "73 % were reached, about 2 Tflops (Nakasato 2010)."},
		{ID: "D3.13", Item: "register blocking", Kind: ledger.Arithmetic, Unit: "elements", Says: ledger.Exactly(8), Compute: exactly(threads / 32),
			Statement: "256 threads on 32 processors seem to make an effective block of 2 × 4", Remark: "A supposition, the document says; it rests on D3.43."},
		{ID: "D3.53", Item: "register blocking", Kind: ledger.Sourced, Unit: "times", Says: ledger.Exactly(5), Compute: exactly(cypress.SingleFlops / cypress.PeakFlops),
			Statement: "a processor of Cypress makes 5 operations a cycle in single precision and 1 in double", Remark: "By the peaks in HotHardware's review."},
		{ID: "D3.54", Item: "register blocking", Kind: ledger.Sourced, Unit: "blocks", Says: ledger.Exactly(14), Compute: exactly(fermi.SingleFlops / (32 * 2 * 1.15e9)),
			Statement: "a GF100 has 14 blocks of 32 processors", Remark: "By NVIDIA's peak of a C2050 at 1.15 GHz. A GTX 480, a GF100 too, has 15."},
		{ID: "D3.43", Item: "register blocking", Kind: ledger.Sourced, Unit: "elements", Says: ledger.Exactly(1), Compute: exactly(tile * tile / threads),
			Statement: "the kernel for Fermi sums one element of C in each thread",
			Off:       "Its authors' in MAGMA 0.3, of June 2010, makes 64 × 64 elements with 256 threads, 4 × 4 in each"},
		{ID: "D3.44", Item: "register blocking", Kind: ledger.Derived, Ours: true, Unit: "Gflops", Says: ledger.LessThan(300), Compute: exactly(block(1, 1).Bound(near, 8) / 1e9),
			Statement: "one element in each thread could not have reached 300", Remark: fmt.Sprintf("Threads of a processor do not share registers: each would load two words for every multiply-add. By half-warps, assumed, so that broadcast saves no pass; if it saved half of them, %.0f.", 2*block(1, 1).Bound(near, 8)/1e9)},
		{ID: "D3.14", Item: "register blocking", Kind: ledger.Arithmetic, Unit: "Gflops", Says: ledger.About(341, 0.5), Compute: exactly(block(2, 4).Bound(1.024e12, 8) / 1e9),
			Statement: "1 TB/s bounds 2 × 4 at 341 Gflops", Remark: fmt.Sprintf("With a terabyte of 1.024·10¹² bytes. The model's shared memories, by their banks, bound it at %.1f.", block(2, 4).Bound(near, 8)/1e9)},
		{ID: "D3.15", Item: "register blocking", Kind: ledger.Arithmetic, Ours: true, Unit: "Gflops", Says: ledger.About(333, 0.5), Compute: exactly(block(2, 4).Bound(1e12, 8) / 1e9),
			Statement: "a terabyte of 10¹² bytes would bound it at 333", Remark: "So the document's must be of 1.024·10¹² bytes."},
		{ID: "D3.16", Item: "register blocking", Kind: ledger.Arithmetic, Unit: "Gflops", Says: ledger.About(300, 3).Read(), Compute: exactly(0.58 * fermi.PeakFlops / 1e9),
			Statement: "a little over 300 were measured, about that bound, the document supposes",
			Silicon:   silicon.BlockingRate(2, 4), Kin: true, Remark: "58 % of 515 are a little under. With 4 × 4 (D3.43) the bound is the whole peak, and something else held it back. " + onH200(2, 4)},
		{ID: "D3.17", Item: "register blocking", Kind: ledger.Derived, Unit: "of peak", Says: ledger.AtLeast(1), Compute: exactly(block(4, 4).Bound(near, 8) / fermi.PeakFlops),
			Statement: "4 × 4 would seem to be enough on Fermi too", Remark: "Just: 32 banks feed with 4 × 4 what 16 multiply-adds a cycle take. " + onH200(4, 4),
			Silicon: silicon.BlockingRate(4, 4), Kin: true},
		{ID: "D3.45", Item: "register blocking", Kind: ledger.Derived, Says: ledger.Yes(), Compute: tooMany(block(4, 8), gpu.GTX480()),
			Statement: "4 × 4 or 4 × 8 may exceed registers, cache or shared memory: 4 × 8 the registers", Remark: "Its 32 sums alone are 64 registers of 4 bytes; a thread of Fermi has 63. 4 × 4 takes 48 with its operands."},
	}
}

// tooMany reports whether a block's sums and operands of 8 bytes are more than the
// registers of a lane.
func tooMany(b gpumodel.Blocking, d gpumodel.Device) func() (float64, error) {
	if b.Registers(8) > d.Limits.RegistersPerLane {
		return exactly(1)
	}
	return exactly(0)
}

func sharedMemories() []ledger.Claim {
	fermi, gtx := gpu.C2050(), gpu.GTX480()
	near := fermi.Level(gpumodel.NearMemory)
	g := gpu.GrapeTiling()
	perChip := gpu.GrapeDR().PeakFlops / 4 * 500 / 400
	const port = 8 * 500e6 // bytes a second: 8 a cycle at 500 MHz
	return []ledger.Claim{
		{ID: "D3.46", Item: "shared memory", Kind: ledger.Derived, Unit: "TB/s", Says: ledger.About(1, 0.05), Compute: exactly(near / 1e12),
			Statement: "if Fermi's shared memories deliver 1 TB/s", Remark: "14 SMs of 32 banks, 4 bytes of each every two cycles of 1.15 GHz."},
		{ID: "D3.18", Item: "shared memory", Kind: ledger.Derived, Unit: "GB/s", Says: ledger.Between(85, 100).Read(), Compute: exactly(near / 14 / 1e9),
			Statement: "a GPU's shared memory has nearly 100 GB/s",
			Apart:     fmt.Sprintf("The document names no GPU; a C2050's has a 14th of its 1 TB/s, a faster GTX 480's %.1f GB/s; its argument needs the order of magnitude only", float64(gtx.LDS.Banks)*float64(gtx.LDS.RowBytes)*float64(gtx.Clock)/2/1e9)},
		{ID: "D3.28", Item: "shared memory", Kind: ledger.Arithmetic, Unit: "GB/s", Says: ledger.AtMost(4), Compute: exactly(g.SharedMemory(perChip, 8, true) / 1e9),
			Statement: "a shared memory of 4 GB/s suffices, with broadcast", Remark: fmt.Sprintf("It needs 0.25; without the broadcast %.0f.", g.SharedMemory(perChip, 8, false)/1e9)},
		{ID: "D3.47", Item: "shared memory", Kind: ledger.Arithmetic, Unit: "GB/s", Says: ledger.Exactly(8), Compute: exactly(2 * port / 1e9),
			Statement: "and, dual-ported, it has in effect twice that"},
	}
}

// onH200 is what a register block is bounded to on an H200, beside which its measured
// rate stands: of eight-byte words, a wavefront's rows load in one pass each, its
// columns in two, and each of the block's multiply-adds is of 32 lanes.
func onH200(rows, columns int) string {
	bound := 32 * float64(rows*columns) / float64(rows+2*columns)
	return fmt.Sprintf("The H200's LDS bounds %d × %d at %.1f multiply-adds a cycle and CU, of a peak of 64.", rows, columns, bound)
}

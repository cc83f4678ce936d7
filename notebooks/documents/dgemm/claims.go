// Package dgemm is the third document, on matrix products on GPUs and GRAPE-DR: its
// claims, and the figures that only notebook 03 draws.
package dgemm

import (
	"fmt"
	"math"
	"math/bits"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernels"
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
	return append(append(efficiencies(), blockings()...), outerProducts()...)
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
			Statement: "DGEMM reaches 87 % of Cypress's peak", Remark: "About 470 of 544 Gflops; the model holds the ratio, and bounds it by 100 % (D3.11)."},
		{ID: "D3.2", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "%", Says: ledger.About(58, 0.5), Compute: exactly(100 * fermiDGEMM / fermi.PeakFlops),
			Statement: "and 58 % of Fermi's, in the best of the published", Remark: "300 of 515 Gflops; 70 and 80 % were rumoured. A published one of 2011 reaches 70 % in native code."},
		{ID: "D3.3", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "%", Says: ledger.About(50, 1), Compute: exactly(100 * (87.0/58 - 1)),
			Statement: "so Cypress is 50 % more efficient"},
		{ID: "D3.4", Item: "efficiency", Kind: ledger.Transcribed, Unit: "Gflops", Says: ledger.Exactly(819.2), Compute: exactly(grape.PeakFlops / 1e9),
			Statement: "four GRAPE-DR chips at 400 MHz peak at 819.2 Gflops"},
		{ID: "D3.5", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "%", Says: ledger.About(90.3, 0.05), Compute: exactly(100 * grapeDGEMM / grape.PeakFlops),
			Statement: "and reach 90.3 %, 740 Gflops, with the transfer of C"},
		{ID: "D3.6", Item: "efficiency", Kind: ledger.Fitted, Unit: "%", Says: ledger.About(94, 0.5), Compute: exactly(100 * gpu.GrapeTiling().Efficiency(2, 4)),
			Statement: "94 % asymptotically", Remark: fmt.Sprintf("Assumed: beside its 32 multiply-adds of 2 cycles each, handing a sum to the network costs 4 cycles. Bandwidths alone would allow %.0f %%. The document names no cause, and the 4 was chosen to give 94: this account fits it, no more.", grapeShare())},
		{ID: "D3.7", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "times", Says: ledger.AtLeast(2), Compute: exactly(ratio),
			Statement: "at least twice Fermi's speed at about its power"},
		{ID: "D3.8", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "generations", Says: ledger.About(2.5, 0.2), Compute: exactly(generations),
			Statement: "90 nm and 40 nm are 2.5 generations apart", Remark: "A generation shrinks lengths by √2."},
		{ID: "D3.9", Item: "efficiency", Kind: ledger.Fitted, Unit: "times", Says: ledger.About(3, 0.3), Compute: exactly(gain),
			Statement: "which is about 3 times in power efficiency", Remark: "Capacitance with length, voltage from 1.2 to 1.0 V: assumed, for this number alone."},
		{ID: "D3.10", Item: "efficiency", Kind: ledger.Arithmetic, Unit: "times", Says: ledger.Between(7, 8), Compute: exactly(ratio * 3),
			Statement: "hence 7 to 8 times at equal technology", Remark: "740 / 300 · 3."},
	}
}

func blockings() []ledger.Claim {
	cypress, fermi := gpu.Cypress(), gpu.C2050()
	block := func(r, c int) gpumodel.Blocking { return gpumodel.Blocking{Rows: r, Columns: c} }
	gtx := gpu.GTX480()
	return []ledger.Claim{
		{ID: "D3.11", Item: "register blocking", Kind: ledger.Derived, Unit: "of peak", Says: ledger.About(1, 0.02), Compute: exactly(block(4, 4).Bound(cypress.Level(gpumodel.NearMemory), 8) / cypress.PeakFlops),
			Statement: "on Cypress 4 × 4 in double precision is just right: the near memory feeds the whole peak"},
		{ID: "D3.12", Item: "register blocking", Kind: ledger.Derived, Unit: "of peak", Says: ledger.LessThan(1), Compute: exactly(block(8, 8).Bound(cypress.Level(gpumodel.NearMemory), 4) / 2720e9),
			Statement: "8 × 8 in single precision is short of the peak", Remark: "Slightly, says the document; the model has 0.8 of it. 73 % were reached, about 2 Tflops."},
		{ID: "D3.13", Item: "register blocking", Kind: ledger.Arithmetic, Unit: "elements", Says: ledger.Exactly(8), Compute: exactly(256 / 32),
			Statement: "256 threads on 32 processors are 2 × 4 elements for each"},
		{ID: "D3.14", Item: "register blocking", Kind: ledger.Fitted, Unit: "Gflops", Says: ledger.About(341, 0.5), Compute: exactly(block(2, 4).Bound(fermi.Level(gpumodel.NearMemory), 8) / 1e9),
			Statement: "1 TB/s bounds that at 341 Gflops", Remark: "The model's terabyte is 1.024·10¹² bytes because that gives 341. With 10¹² it would be 333."},
		{ID: "D3.15", Item: "register blocking", Kind: ledger.Arithmetic, Ours: true, Unit: "Gflops", Says: ledger.About(333, 0.5), Compute: exactly(block(2, 4).Bound(1e12, 8) / 1e9),
			Statement: "a terabyte of 10¹² bytes would bound it at 333", Remark: "So the document's must be of 1.024·10¹² bytes."},
		{ID: "D3.16", Item: "register blocking", Kind: ledger.Arithmetic, Unit: "Gflops", Says: ledger.About(300, 10), Compute: exactly(0.58 * fermi.PeakFlops / 1e9),
			Statement: "about 300 were measured, under the bound",
			Silicon:   silicon.BlockingRate(2, 4), Kin: true, Remark: onH200(2, 4)},
		{ID: "D3.17", Item: "register blocking", Kind: ledger.Fitted, Unit: "of peak", Says: ledger.AtLeast(0.98), Compute: exactly(block(4, 4).Bound(fermi.Level(gpumodel.NearMemory), 8) / fermi.PeakFlops),
			Statement: "4 × 4 would be enough on Fermi too", Remark: "To 2 %, with the terabyte of 1.024·10¹² bytes, which was set from the 341 (D3.14). " + onH200(4, 4),
			Silicon: silicon.BlockingRate(4, 4), Kin: true},
		{ID: "D3.18", Item: "shared memory", Kind: ledger.Derived, Unit: "GB/s", Says: ledger.Between(85, 100), Compute: exactly(float64(gtx.LDS.Banks) * float64(gtx.LDS.RowBytes) * float64(gtx.Clock) / 2 / 1e9),
			Statement: "a GPU's shared memory has nearly 100 GB/s", Remark: "GTX 480: 32 banks of 4 bytes at half the shaders' clock, 89.6 GB/s."},
	}
}

func outerProducts() []ledger.Claim {
	g := gpu.GrapeTiling()
	perChip := gpu.GrapeDR().PeakFlops / 4
	fermi := gpumodel.OuterTiling{Depth: 256, Width: 256, Blocks: 16, Processors: 32, Rows: 1}
	const fermiPeak = 16 * 32 * 600e6 * 2
	in, out, sums := fermi.Bandwidths(fermiPeak, 8)
	perIn, _ := fermi.FlopsPerWord()
	grapeIn, _, _ := g.Bandwidths(perChip, 8)
	at500, _, _ := g.Bandwidths(perChip*500/400, 8)
	hostMemory, hostPCIe := gpumodel.OnHost.Words()
	cardMemory, cardPCIe := gpumodel.OnCard.Words()
	wins := func(better, worse gpumodel.AddingC, memory, pcie float64) func() (float64, error) {
		if better.Seconds(memory, pcie, 8) < worse.Seconds(memory, pcie, 8) {
			return exactly(1)
		}
		return exactly(0)
	}
	count := func(of func(kernels.Moved) int) func() (float64, error) {
		return func() (float64, error) {
			m, err := grapeMoved(g)
			return float64(of(m)), err
		}
	}
	return []ledger.Claim{
		{ID: "D3.19", Item: "tiling", Kind: ledger.Arithmetic, Unit: "rows", Says: ledger.Exactly(32), Compute: exactly(float64(g.Slab())), Statement: "B of 512 × 256 is cut into 16 slabs of 32 × 256"},
		{ID: "D3.20", Item: "tiling", Kind: ledger.Arithmetic, Unit: "columns", Says: ledger.Exactly(8), Compute: exactly(float64(g.Strip())), Statement: "each slab into 32 strips of 32 × 8"},
		{ID: "D3.21", Item: "tiling", Kind: ledger.Arithmetic, Unit: "words", Says: ledger.Exactly(256), Compute: exactly(float64(g.Resident())), Statement: "which fill a processor's local memory of 256 words"},
		{ID: "D3.22", Item: "tiling", Kind: ledger.Arithmetic, Unit: "words", Says: ledger.Exactly(2 * 512), Compute: count(func(m kernels.Moved) int { return m.In }), Statement: "two rows of A, of 512 each, come in"},
		{ID: "D3.23", Item: "tiling", Kind: ledger.Arithmetic, Unit: "words", Says: ledger.Exactly(2 * 256), Compute: count(func(m kernels.Moved) int { return m.Out }), Statement: "two rows of C, of 256 each, go out"},
		{ID: "D3.24", Item: "tiling", Kind: ledger.Arithmetic, Unit: "sums", Says: ledger.Exactly(8 * 2), Compute: exactly(float64(g.PartialSums())), Statement: "each processor makes 8 × 2 partial sums"},
		{ID: "D3.25", Item: "tiling", Kind: ledger.Arithmetic, Unit: "blocks", Says: ledger.Exactly(16), Compute: count(func(m kernels.Moved) int { return m.Partial / m.Out }), Statement: "which the network adds over 16 blocks"},
		{ID: "D3.26", Item: "outer product", Kind: ledger.Arithmetic, Unit: "times", Says: ledger.Exactly(2), Compute: exactly(loadsOfInner(512) / loadsOfOuter(512)), Statement: "an inner product loads twice as much as an outer one, and stores nothing meanwhile"},
		{ID: "D3.27", Item: "outer product", Kind: ledger.Arithmetic, Unit: "GB/s", Says: ledger.AtMost(4), Compute: exactly(at500 / 1e9),
			Statement: "4 GB/s of reads are enough for the outer product", Remark: "At 500 MHz the tiling needs exactly 4.0, at the board's 400 MHz " + fmt.Sprintf("%.1f", grapeIn/1e9) + "."},
		{ID: "D3.28", Item: "shared memory", Kind: ledger.Arithmetic, Unit: "GB/s", Says: ledger.AtMost(4), Compute: exactly(g.SharedMemory(perChip*500/400, 8, true) / 1e9),
			Statement: "a shared memory of 4 GB/s suffices, with broadcast", Remark: fmt.Sprintf("It needs 0.25; without the broadcast %.0f.", g.SharedMemory(perChip*500/400, 8, false)/1e9)},
		{ID: "D3.29", Item: "Fermi, outer", Kind: ledger.Arithmetic, Unit: "Gflops", Says: ledger.About(614, 0.5), Compute: exactly(fermiPeak / 1e9), Statement: "16 blocks of 32 processors at 600 MHz are 614 Gflops"},
		{ID: "D3.30", Item: "Fermi, outer", Kind: ledger.Arithmetic, Unit: "flops", Says: ledger.Exactly(512), Compute: exactly(perIn), Statement: "a B of 256 × 256 gives 512 operations for each word of A or C"},
		{ID: "D3.31", Item: "Fermi, outer", Kind: ledger.Arithmetic, Unit: "GB/s", Says: ledger.About(9.6, 0.01), Compute: exactly(in / 1e9), Statement: "A takes 9.6 GB/s"},
		{ID: "D3.32", Item: "Fermi, outer", Kind: ledger.Arithmetic, Unit: "GB/s", Says: ledger.About(9.6, 0.01), Compute: exactly(out / 1e9), Statement: "and C as much"},
		{ID: "D3.33", Item: "Fermi, outer", Kind: ledger.Arithmetic, Unit: "GB/s", Says: ledger.About(160, 10), Compute: exactly(sums / 1e9), Statement: "the sum over 16 blocks about 160 GB/s", Remark: "16 · 9.6 = 153.6."},
		{ID: "D3.34", Item: "adding C", Kind: ledger.Transcribed, Unit: "words", Says: ledger.Exactly(4), Compute: exactly(float64(hostMemory)), Statement: "added on the host, C takes 4 words of its memory", Remark: fmt.Sprintf("And %d over PCIe, by our count.", hostPCIe)},
		{ID: "D3.35", Item: "adding C", Kind: ledger.Transcribed, Unit: "words", Says: ledger.Exactly(2), Compute: exactly(float64(cardMemory)), Statement: "added on the card, 2", Remark: fmt.Sprintf("And %d over PCIe, by our count.", cardPCIe)},
		{ID: "D3.36", Item: "adding C", Kind: ledger.Fitted, Says: ledger.Yes(), Compute: wins(gpumodel.OnCard, gpumodel.OnHost, 6e9, 5e9), Statement: "with Core 2 and X38 the card is the better place", Remark: "6 GB/s of memory and 5 GB/s of PCIe are assumed, for this alone."},
		{ID: "D3.37", Item: "adding C", Kind: ledger.Fitted, Says: ledger.Yes(), Compute: wins(gpumodel.OnHost, gpumodel.OnCard, 18e9, 5e9), Statement: "with Core i7 and X58 the host is", Remark: "Assumed: 18 GB/s of memory, 5 GB/s of PCIe."},
		{ID: "D3.38", Item: "outer product", Kind: ledger.Arithmetic, Unit: "GB/s", Says: ledger.MoreThan(4), Compute: exactly(at500 / 1e9 * loadsOfInner(512) / loadsOfOuter(512)),
			Statement: "and not for an inner product"},
	}
}

// onH200 is what a register block is bounded to on an H200, beside which its measured
// rate stands: of eight-byte words, a wavefront's rows load in one pass each, its
// columns in two, and each of the block's multiply-adds is of 32 lanes.
func onH200(rows, columns int) string {
	bound := 32 * float64(rows*columns) / float64(rows+2*columns)
	return fmt.Sprintf("The H200's LDS bounds %d × %d at %.1f multiply-adds a cycle and CU, of a peak of 64.", rows, columns, bound)
}

// grapeShare is what the levels of memory leave of GRAPE-DR's peak, in percent.
func grapeShare() float64 {
	m := gpu.GrapeDR()
	bounds, binding := m.Bounds(gpumodel.OuterTraffic(gpu.GrapeTiling(), 1<<16, 8))
	return 100 * bounds[binding].Flops / m.PeakFlops
}

// grapeMoved is what one pass of two rows of A moves.
func grapeMoved(t gpumodel.OuterTiling) (kernels.Moved, error) {
	a, b := make([]float64, t.Rows*t.Depth), make([]float64, t.Depth*t.Width)
	for i := range a {
		a[i] = float64(bits.OnesCount(uint(i)))
	}
	_, moved, err := kernels.OuterProduct{Tiling: t}.Multiply(t.Rows, a, b)
	return moved, err
}

// loadsOfInner is the words loaded for each multiply-add with an n × n block of
// C resident; loadsOfOuter with an n × n block of B.
func loadsOfInner(n int) float64 { return 1 / (gpumodel.Blocking{Rows: n, Columns: n}).FMAsPerWord() }

func loadsOfOuter(n int) float64 {
	in, _ := gpumodel.OuterTiling{Depth: n, Width: n, Blocks: 1, Processors: 1, Rows: 1}.FlopsPerWord()
	return 2 / in
}

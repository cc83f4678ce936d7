package dgemm

import (
	"fmt"
	"math"
	"math/bits"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernels"
	"lanebook/notebooks/documents/ledger"
)

func tilings() []ledger.Claim {
	g := gpu.GrapeTiling()
	count := func(of func(kernels.Moved) int) func() (float64, error) {
		return func() (float64, error) {
			m, err := grapeMoved(g)
			return float64(of(m)), err
		}
	}
	return []ledger.Claim{
		{ID: "D3.19", Item: "tiling", Kind: ledger.Arithmetic, Unit: "rows", Says: ledger.Exactly(32), Compute: exactly(float64(g.Slab())), Statement: "B of 512 × 256 is cut into 16 slabs of 32 × 256"},
		{ID: "D3.20", Item: "tiling", Kind: ledger.Arithmetic, Unit: "columns", Says: ledger.Exactly(8), Compute: exactly(float64(g.Strip())), Statement: "each slab into 32 strips of 32 × 8"},
		{ID: "D3.21", Item: "tiling", Kind: ledger.Arithmetic, Unit: "words", Says: ledger.Exactly(256), Compute: exactly(float64(g.Resident())), Statement: "which fill a processor's own 256 words"},
		{ID: "D3.22", Item: "tiling", Kind: ledger.Arithmetic, Unit: "words", Says: ledger.Exactly(2 * 512), Compute: count(func(m kernels.Moved) int { return m.In }), Statement: "two rows of A, of 512 each, come in"},
		{ID: "D3.23", Item: "tiling", Kind: ledger.Arithmetic, Unit: "words", Says: ledger.Exactly(2 * 256), Compute: count(func(m kernels.Moved) int { return m.Out }), Statement: "two rows of C, of 256 each, go out"},
		{ID: "D3.24", Item: "tiling", Kind: ledger.Arithmetic, Unit: "sums", Says: ledger.Exactly(8 * 2), Compute: exactly(float64(g.PartialSums())), Statement: "each processor makes 8 × 2 partial sums"},
		{ID: "D3.25", Item: "tiling", Kind: ledger.Arithmetic, Unit: "blocks", Says: ledger.Exactly(16), Compute: count(func(m kernels.Moved) int { return m.Partial / m.Out }), Statement: "which the network adds over 16 blocks"},
	}
}

func outerProducts() []ledger.Claim {
	g, board := gpu.GrapeTiling(), gpu.GrapeDR()
	perChip := board.PeakFlops / 4
	grapeIn, _, _ := g.Bandwidths(perChip, 8)
	at500, _, _ := g.Bandwidths(perChip*500/400, 8)
	held, widest := float64(g.Depth*g.Width), float64(g.Width)
	alone := g
	alone.Network = false
	fermi := gpu.C2050()
	inner := gpumodel.InnerTraffic(gpumodel.Blocking{Rows: 4, Columns: 4}, 16, 8192, 8)
	return []ledger.Claim{
		{ID: "D3.26", Item: "outer product", Kind: ledger.Arithmetic, Unit: "times", Says: ledger.Exactly(2), Compute: exactly(loadsOfInner(512) / loadsOfOuter(512)), Statement: "an inner product loads twice as much as an outer one, and stores nothing meanwhile", Remark: "With the same square on the chip. B of 512 × 256 is no square: with as many words of C it is √2 times."},
		{ID: "D3.27", Item: "outer product", Kind: ledger.Arithmetic, Unit: "GB/s", Says: ledger.AtMost(4), Compute: exactly(at500 / 1e9),
			Statement: "4 GB/s of reads are enough for the outer product", Remark: "At 500 MHz the tiling needs exactly 4.0, at the board's 400 MHz " + fmt.Sprintf("%.1f", grapeIn/1e9) + "."},
		{ID: "D3.38", Item: "outer product", Kind: ledger.Arithmetic, Unit: "GB/s", Says: ledger.MoreThan(4), Compute: exactly(at500 / 1e9 * 2 * widest / math.Sqrt(held)),
			Statement: "and not for an inner product", Remark: "With as many words resident: C of 362 × 362 in place of B of 512 × 256. With C of 256 × 256 it would be 8."},
		{ID: "D3.48", Item: "outer product", Kind: ledger.Derived, Unit: "of its bandwidth", Says: ledger.LessThan(1), Compute: exactly(fermi.PeakFlops * inner[2].BytesPerFlop / fermi.Level(gpumodel.DeviceMemory)),
			Statement: "a GPU's device memory has bandwidth to spare, so that there the two probably differ little", Remark: "An inner product by tiles of 64 × 64 on a C2050 at its peak."},
		{ID: "D3.49", Item: "reduction", Kind: ledger.Transcribed, Unit: "of peak", Says: ledger.Exactly(1), Compute: exactly(grapeShare(g) / 100),
			Statement: "the network's sums cost no throughput", Remark: "The model lets nothing but A pass through the board's memory, and sums as they come."},
		{ID: "D3.50", Item: "reduction", Kind: ledger.Derived, Ours: true, Unit: "of peak", Says: ledger.About(0.105, 0.001), Compute: exactly(grapeShare(alone) / 100),
			Statement: "had they to go through its memory, as a GPU's, a tenth of the peak would be left"},
	}
}

func fermiOuter() []ledger.Claim {
	fermi, machine := gpu.SlabTiling(16, 32), gpu.C2050()
	const peak = 16 * 32 * 600e6 * 2
	in, out, sums := fermi.Bandwidths(peak, 8)
	perIn, _ := fermi.FlopsPerWord()
	_, _, real := gpu.SlabTiling(14, 32).Bandwidths(peak, 8)
	gtx := gpu.GTX480()
	l2 := float64(gtx.Caches.L2.BytesPerCycle) * 1.15e9 / 1e9 // the C2050's clock
	return []ledger.Claim{
		{ID: "D3.29", Item: "Fermi, outer", Kind: ledger.Arithmetic, Unit: "Gflops", Says: ledger.About(614, 0.5), Compute: exactly(peak / 1e9), Statement: "16 blocks of 32 processors at 600 MHz are 614 Gflops"},
		{ID: "D3.30", Item: "Fermi, outer", Kind: ledger.Arithmetic, Unit: "flops", Says: ledger.Exactly(512), Compute: exactly(perIn), Statement: "a B of 256 × 256 gives 512 operations for each word of A or C"},
		{ID: "D3.31", Item: "Fermi, outer", Kind: ledger.Arithmetic, Unit: "GB/s", Says: ledger.About(9.6, 0.01), Compute: exactly(in / 1e9), Statement: "A takes 9.6 GB/s"},
		{ID: "D3.32", Item: "Fermi, outer", Kind: ledger.Arithmetic, Unit: "GB/s", Says: ledger.About(9.6, 0.01), Compute: exactly(out / 1e9), Statement: "and C as much"},
		{ID: "D3.33", Item: "Fermi, outer", Kind: ledger.Arithmetic, Unit: "GB/s", Says: ledger.About(160, 10), Compute: exactly(sums / 1e9), Statement: "the sum over 16 blocks about 160 GB/s", Remark: "16 · 9.6 = 153.6."},
		{ID: "D3.51", Item: "Fermi, outer", Kind: ledger.Arithmetic, Ours: true, Unit: "GB/s", Says: ledger.About(153.6, 0.01), Compute: exactly(real / 1e9),
			Statement: "for each operation that is the same with the 14 blocks that it has", Remark: "Here at the speed of 16; at their own 515 Gflops it is 129. B is then 224 × 256, and each block has 16 rows of it as before."},
		{ID: "D3.52", Item: "Fermi, outer", Kind: ledger.Arithmetic, Unit: "of its bandwidth", Says: ledger.About(1, 0.1).Read(), Compute: exactly(sums / machine.Level(gpumodel.DeviceMemory)),
			Statement: "which even device memory might just about deliver", Remark: fmt.Sprintf("153.6 over a C2050's 144 GB/s (NVIDIA): short by 7 %%, of the 10 that we allow, with nothing left for A and C. A GTX 480's 177 feed them too. The L2, the place for it, has some %.0f.", l2)},
	}
}

func addingC() []ledger.Claim {
	hostMemory, hostPCIe := gpumodel.OnHost.Words()
	cardMemory, cardPCIe := gpumodel.OnCard.Words()
	wins := func(better, worse gpumodel.AddingC, memory, pcie float64) func() (float64, error) {
		if better.Seconds(memory, pcie, 8) < worse.Seconds(memory, pcie, 8) {
			return exactly(1)
		}
		return exactly(0)
	}
	return []ledger.Claim{
		{ID: "D3.34", Item: "adding C", Kind: ledger.Transcribed, Unit: "words", Says: ledger.Exactly(4), Compute: exactly(float64(hostMemory)), Statement: "added on the host, C takes 4 words of its memory", Remark: fmt.Sprintf("And %d over PCIe, by our count.", hostPCIe)},
		{ID: "D3.35", Item: "adding C", Kind: ledger.Transcribed, Unit: "words", Says: ledger.Exactly(2), Compute: exactly(float64(cardMemory)), Statement: "added on the card, 2", Remark: fmt.Sprintf("And %d over PCIe, by our count.", cardPCIe)},
		{ID: "D3.36", Item: "adding C", Kind: ledger.Fitted, Says: ledger.Yes(), Compute: wins(gpumodel.OnCard, gpumodel.OnHost, 6e9, 5e9), Statement: "with Core 2 and X38 the card seems the better place", Remark: "6 GB/s of memory and 5 GB/s of PCIe are assumed, for this alone."},
		{ID: "D3.37", Item: "adding C", Kind: ledger.Fitted, Says: ledger.Yes(), Compute: wins(gpumodel.OnHost, gpumodel.OnCard, 18e9, 5e9), Statement: "with Core i7 and X58 the host is", Remark: "Assumed: 18 GB/s of memory, 5 GB/s of PCIe."},
	}
}

// grapeShare is what the levels of memory leave of GRAPE-DR's peak, in percent.
func grapeShare(t gpumodel.OuterTiling) float64 {
	m := gpu.GrapeDR()
	bounds, binding := m.Bounds(gpumodel.OuterTraffic(t, 1<<16, 8))
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

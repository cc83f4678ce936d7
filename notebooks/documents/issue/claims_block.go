package issue

import (
	"fmt"
	"slices"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/ledger"
)

// latencyClaims are on how long results take.
func latencyClaims() []ledger.Claim {
	const slowest = 40 // cycles of a Kepler's reciprocal root and logarithm, which the model does not know: PPT-GPU's table
	kepler := gpu.GK110()
	const fp32 = gpumodel.FP32
	return []ledger.Claim{
		{
			ID: "D2.12", Item: "latency", Kind: ledger.Sourced, Unit: "cycles", Says: ledger.AtLeast(10), Compute: exactly(arithmetic(kepler, slices.Min[[]float64])),
			Statement: "arithmetic takes 10 cycles at least",
			Off:       "A little high: Volkov and PPT-GPU measured 9 on a Kepler",
			Silicon:   silicon.Chained(fp32), Kin: true,
			Remark: "Hopper needs four cycles, and the rest of what was timed is the loop.",
		},
		{
			ID: "D2.13", Item: "latency", Kind: ledger.Sourced, Unit: "cycles", Says: ledger.AtMost(20), Compute: exactly(slowest),
			Statement: "and 20 at most",
			Off:       "PPT-GPU measured 40 for a reciprocal root and for a logarithm",
			Remark:    fmt.Sprintf("The 40 in the model's column is PPT-GPU's too: the model itself has only its %.0f of the SFU's sine, which would fit.", arithmetic(kepler, slices.Max[[]float64])),
		},
		{
			ID: "D2.14", Item: "latency", Kind: ledger.Sourced, Unit: "cycles", Says: ledger.Between(400, 800), Compute: exactly(float64(kepler.CU.Memory.Latency)),
			Statement: "a load that misses the L2 takes 400 to 800 cycles",
			Off:       "The range begins too high for a load alone: PPT-GPU measured 331 on a Kepler",
			Silicon:   silicon.DRAMLatency, Kin: true,
			Remark: "Loads that queue take longer (D2.36), and the H200's lone load lies in the range.",
		},
		{
			ID: "D2.35", Item: "latency", Kind: ledger.Derived, Unit: "instructions", Says: ledger.Exactly(0), Compute: func() (float64, error) { return besideLoad(kepler) },
			Statement: "a warp whose load misses the L2 issues nothing until the data is there",
			Off:       "Loose: by the document's own rules (order, units, inputs) what stands before the first use of the data goes on",
			Remark:    "Counted are those of 8 independent instructions behind a load that issue before its data is there. An H200 does not wait either: with 128 threads on an SM, each with four loads in flight, it has three times the bandwidth that it has with one.",
		},
		{
			ID: "D2.36", Item: "latency", Kind: ledger.Fitted, Ours: true, Unit: "cycles", Says: ledger.Between(400, 800), Compute: func() (float64, error) { return queued(kepler) },
			Statement: "with two loads of each of 64 warps in flight a load takes 400 to 800 cycles",
			Remark:    "Two were chosen for it: one takes 350, three 1020. 64 · 2 · 128 bytes over 24.6 a cycle.",
		},
	}
}

// warpClaims are on how many warps hide it.
func warpClaims() []ledger.Claim {
	kepler, single := gpu.GK110(), gpu.GK110()
	single.CU.Dispatch = 1 // where issue is not to stop: pairs leave cycles in which nothing issues
	const fp32 = gpumodel.FP32
	return []ledger.Claim{
		{
			ID: "D2.15", Item: "block size", Kind: ledger.Arithmetic, Unit: "warps", Says: ledger.Exactly(4), Compute: exactly(float64(kepler.SIMDs * kepler.CU.Picks)),
			Statement: "at least 4 warps must be ready in each cycle, one for each scheduler",
		},
		{
			ID: "D2.16", Item: "block size", Kind: ledger.Arithmetic, Unit: "warps", Says: ledger.Exactly(40), Compute: func() (float64, error) { return fewest(kepler, 10, 1) },
			Statement: "with 10 cycles of latency about 4 × 10 = 40 warps keep the SM issuing",
			Silicon:   silicon.Saturating(fp32), Kin: true,
			Remark: "The document says about, takes the least of its 10 to 20 cycles, and lets fewer do (D2.18, D2.34). The simulated SM takes as many, with its latency set to 10. The H200's 4 cycles × 4 schedulers ask for 16.",
		},
		{
			ID: "D2.17", Item: "block size", Kind: ledger.Arithmetic, Ours: true, Unit: "warps", Says: ledger.Exactly(36), Compute: func() (float64, error) { return fewest(kepler, 9, 1) },
			Statement: "with the 9 cycles that Volkov measured it is 36",
			Remark:    "Ours; the document does not know his number.",
		},
		{
			ID: "D2.18", Item: "block size", Kind: ledger.Fitted, Unit: "warps", Says: ledger.Exactly(32), Compute: func() (float64, error) { return fewest(kepler, 10, 4) },
			Statement: "NVIDIA suggests 32 to start from: many instructions do not need the last result",
			Remark:    "To begin with, and then to be tuned. One in four that does not is enough; that share was chosen with 32 in view. On average: of pairs, up to a fifth of a scheduler's cycles has nothing to issue.",
		},
		{
			ID: "D2.33", Item: "block size", Kind: ledger.Derived, Unit: "%", Says: ledger.MoreThan(0), Compute: func() (float64, error) { return idleMore(kepler, 8, 32) },
			Statement: "with few warps on the SM it happens more often that a scheduler finds none that is ready",
			Remark:    "By so many percent of the cycles more with 8 warps than with 32, each one chain of multiply-adds of 9 cycles.",
		},
		{
			ID: "D2.34", Item: "block size", Kind: ledger.Arithmetic, Unit: "warps", Says: ledger.LessThan(40), Compute: func() (float64, error) { return fewest(single, 10, 2) },
			Statement: "fewer than 40 warps do where a good part of the instructions does not need the last result",
			Remark:    "The document gives no share; with every other one it is 4 × 10 / 2. They issue one at a time, so that no cycle is empty; of pairs half could be.",
		},
	}
}

// blockClaims are on how blocks become warps.
func blockClaims() []ledger.Claim {
	kepler := gpu.GK110()
	block := gpumodel.Shape{X: 40, Y: 2, Z: 1}
	return []ledger.Claim{
		{
			ID: "D2.19", Item: "numbering", Kind: ledger.Transcribed, Unit: "threads", Says: ledger.Exactly(0), Compute: func() (float64, error) { return misnumbered(gpumodel.Shape{X: 8, Y: 4, Z: 2}) },
			Statement: "thread (X, Y, Z) of a block has the number dim(X)·(dim(Y)·Z + Y) + X",
			Remark:    "The model numbers so because the document does. Counted are the threads of an 8×4×2 block that have another number when they are counted off, X first.",
		},
		{
			ID: "D2.20", Item: "numbering", Kind: ledger.Arithmetic, Ours: true, Unit: "th", Says: ledger.Exactly(40), Compute: func() (float64, error) { return laneOf(block, 0, 1, 0) },
			Statement: "the second row of a 40×2 block begins with number 40: warp 1, lane 8",
			Remark:    "By the document's formula; it is where figure (2) has its second warp straddle.",
		},
		{
			ID: "D2.21", Item: "Fig (2)", Kind: ledger.Arithmetic, Unit: "threads", Says: ledger.Exactly(80), Compute: exactly(float64(block.Lanes())),
			Statement: "a 40×2 block has 80 threads",
		},
		{
			ID: "D2.22", Item: "Fig (2)", Kind: ledger.Arithmetic, Unit: "warps", Says: ledger.Exactly(3), Compute: exactly(float64(block.Wavefronts(kepler.Lanes))),
			Statement: "they make 3 warps",
		},
		{
			ID: "D2.23", Item: "Fig (2)", Kind: ledger.Arithmetic, Unit: "threads", Says: ledger.Exactly(16), Compute: exactly(float64(block.Lanes() % kepler.Lanes)),
			Statement: "the last of them holds 16, and 16 dummies",
		},
		{
			ID: "D2.24", Item: "Fig (2)", Kind: ledger.Arithmetic, Unit: "%", Says: ledger.About(83.3, 0.05), Compute: exactly(100 * block.TailEfficiency(kepler.Lanes)),
			Statement: "so 80/96 of the peak is the most it can reach",
			Silicon:   silicon.UsefulShare(80, 96), Kin: true,
		},
		{
			ID: "D2.25", Item: "Fig (2)", Kind: ledger.Arithmetic, Unit: "threads", Says: ledger.Exactly(96), Compute: exactly(float64(block.Wavefronts(kepler.Lanes) * kepler.Lanes)),
			Statement: "the 3 warps are 96 threads",
			Remark:    "Its source's picture has 92, which the document itself puts right.",
		},
		{
			ID: "D2.32", Item: "block size", Kind: ledger.Arithmetic, Unit: "times", Says: ledger.MoreThan(1), Compute: func() (float64, error) { return dummiesWeigh(80, 1008), nil },
			Statement: "the fewer threads a block has, the more its dummies weigh",
			Remark:    "16 dummies cost 80 threads so many times the share that they cost 1008.",
		},
		{
			ID: "D2.37", Item: "block size", Kind: ledger.Derived, Unit: "× the warps", Says: ledger.LessThan(1), Compute: func() (float64, error) { return crowded(kepler, 256, 1024) },
			Statement: "very large blocks can run short of registers, or are hard to pack into the SM",
			Remark:    "Resident warps in blocks of 1024 threads as a share of those in blocks of 256, by NVIDIA's calculator, summed over 1 to 255 registers; with 32 or fewer there is no difference.",
		},
	}
}

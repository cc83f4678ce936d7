// Package issue is the second document, on how Kepler issues instructions: its claims,
// the programs that they run, and the figures that only notebook 02 draws.
package issue

import (
	"slices"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/ledger"
)

// Claims returns the claims of the second document, on how Kepler issues
// instructions.
func Claims() []ledger.Claim {
	kepler := gpu.GK110()
	block := gpumodel.Shape{X: 40, Y: 2, Z: 1}
	exactly := func(v float64) func() (float64, error) {
		return func() (float64, error) { return v, nil }
	}
	const fp32, fp64, sfu, local = gpumodel.FP32, gpumodel.FP64, gpumodel.SFU, gpumodel.Local
	return []ledger.Claim{
		{
			ID: "D2.1", Item: "issue", Kind: ledger.Arithmetic, Unit: "instructions", Says: ledger.Exactly(8), Compute: func() (float64, error) {
				return issuedTogether(kepler, []gpumodel.Kind{fp32, fp32}, []gpumodel.Kind{fp32, fp32}, []gpumodel.Kind{fp32, sfu}, []gpumodel.Kind{fp32, local})
			},
			Statement: "4 schedulers with 2 dispatch units each issue at most 8 instructions in a cycle",
			Silicon:   silicon.Fastest(fp32), Kin: true,
			Remark: "Only in the right mixture: six for the CUDA cores, one for the SFU, one for LD/ST. An H200 has four schedulers of one.",
		},
		{
			ID: "D2.2", Item: "units", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(6), Compute: func() (float64, error) { return mostOf(kepler, fp32) },
			Statement: "the CUDA cores take 6 instructions in a cycle",
		},
		{
			ID: "D2.3", Item: "units", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(2), Compute: func() (float64, error) { return mostOf(kepler, fp64) },
			Statement: "the DP units take 2", Silicon: silicon.Fastest(fp64), Kin: true,
		},
		{
			ID: "D2.4", Item: "units", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(1), Compute: func() (float64, error) { return mostOf(kepler, local) },
			Statement: "the LD/ST units take 1",
		},
		{
			ID: "D2.5", Item: "units", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(1), Compute: func() (float64, error) { return mostOf(kepler, sfu) },
			Statement: "the SFUs take 1",
		},
		{
			ID: "D2.6", Item: "issue", Kind: ledger.Derived, Unit: "warps", Says: ledger.Exactly(16), Compute: func() (float64, error) { return resident(kepler) },
			Statement: "a scheduler looks after up to 16 warps",
			Remark:    "Of 64 on an SM, as GPGPU-Sim has it: how many start at once on the model's CU.",
		},
		{
			ID: "D2.7", Item: "Fig (1)", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(2), Compute: func() (float64, error) { return inFirstCycle(kepler, op(fp32, 1), op(fp32, 2)) },
			Statement: "two instructions of a warp issue together when the second is ready, too",
			Remark:    "The model's scheduler has two dispatch units because the document says so.",
		},
		{
			ID: "D2.8", Item: "Fig (1)", Kind: ledger.Derived, Unit: "cycles", Says: ledger.Exactly(0), Compute: func() (float64, error) { return seenLatency(kepler, kepler.Wavefronts) },
			Statement: "between warp 8's 11, 12 and its 13, 14 the other warps hide the latency whole",
			Remark:    "Counted are the cycles between them in which the scheduler issues nothing of any warp. With the 16 warps that a scheduler looks after, and the 9 cycles of an FP32 instruction; 9 warps would do. A warp alone leaves 8 empty.",
		},
		{
			ID: "D2.9", Item: "Fig (1)", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(1), Compute: func() (float64, error) { return inFirstCycle(kepler, op(fp32, 1), op(fp32, 2, 1)) },
			Statement: "an instruction that uses the result of the one before it leaves the right slot empty",
			Remark:    "The model's wavefronts are built so: an instruction waits for its sources.",
		},
		{
			ID: "D2.10", Item: "Fig (1)", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(1), Compute: func() (float64, error) { return inFirstCycle(kepler, op(sfu, 1), op(sfu, 2)) },
			Statement: "so does one for which there is no unit",
			Remark:    "The model's one unit of SFUs is the document's (D2.5).",
		},
		{
			ID: "D2.11", Item: "Fig (1)", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(1), Compute: func() (float64, error) { return inFirstCycle(kepler, op(fp64, 1), op(fp32, 2)) },
			Statement: "and a double-precision instruction issues alone",
			Remark:    "The document supposes it, from the ports of the register file; the model takes its word.",
		},
		{
			ID: "D2.12", Item: "latency", Kind: ledger.Derived, Unit: "cycles", Says: ledger.AtLeast(10), Compute: exactly(arithmetic(kepler, slices.Min[[]float64])),
			Statement: "arithmetic takes 10 cycles at least",
			Off:       "Volkov and PPT-GPU measured 9 on a Kepler",
			Silicon:   silicon.Chained(fp32), Kin: true,
			Remark: "The model's number is theirs. Hopper needs four cycles, and the rest of what was timed is the loop.",
		},
		{
			ID: "D2.13", Item: "latency", Kind: ledger.Derived, Unit: "cycles", Says: ledger.Between(10, 20), Compute: exactly(arithmetic(kepler, slices.Max[[]float64])),
			Statement: "and up to 20, the longest",
			Remark:    "The SFU's sine, as it was measured.",
		},
		{
			ID: "D2.14", Item: "latency", Kind: ledger.Derived, Unit: "cycles", Says: ledger.Between(400, 800), Compute: exactly(float64(kepler.CU.Memory.Latency)),
			Statement: "a load that misses the L2 takes 400 to 800 cycles",
			Off:       "The range begins too high: 331 were measured on a Kepler, and are the model's",
			Silicon:   silicon.DRAMLatency, Kin: true,
			Remark: "The H200's lies in it.",
		},
		{
			ID: "D2.15", Item: "block size", Kind: ledger.Arithmetic, Unit: "warps", Says: ledger.Exactly(4), Compute: exactly(float64(kepler.SIMDs * kepler.CU.Picks)),
			Statement: "at least 4 warps must be ready in each cycle, one for each scheduler",
		},
		{
			ID: "D2.16", Item: "block size", Kind: ledger.Derived, Unit: "warps", Says: ledger.Exactly(40), Compute: func() (float64, error) { return fewest(kepler, 10, 1) },
			Statement: "with 10 cycles of latency about 4 × 10 = 40 warps keep the SM issuing",
			Silicon:   silicon.Saturating(fp32), Kin: true,
			Remark: "The H200's 4 cycles × 4 schedulers ask for 16.",
		},
		{
			ID: "D2.17", Item: "block size", Kind: ledger.Derived, Ours: true, Unit: "warps", Says: ledger.Exactly(36), Compute: func() (float64, error) { return fewest(kepler, 9, 1) },
			Statement: "with the 9 cycles that Volkov measured it is 36",
		},
		{
			ID: "D2.18", Item: "block size", Kind: ledger.Fitted, Unit: "warps", Says: ledger.Exactly(32), Compute: func() (float64, error) { return fewest(kepler, 10, 4) },
			Statement: "NVIDIA suggests 32 to start from: some instructions do not need the last result",
			Remark:    "One in four that does not is enough; that share was chosen with 32 in view.",
		},
		{
			ID: "D2.19", Item: "numbering", Kind: ledger.Arithmetic, Ours: true, Unit: "th", Says: ledger.Exactly(8*(4*1+2) + 3), Compute: func() (float64, error) { return laneOf(gpumodel.Shape{X: 8, Y: 4, Z: 2}, 3, 2, 1) },
			Statement: "thread (3, 2, 1) of an 8×4×2 block has the number dim(X)·(dim(Y)·Z + Y) + X",
			Remark:    "The formula is the document's, the example ours.",
		},
		{
			ID: "D2.20", Item: "numbering", Kind: ledger.Arithmetic, Unit: "th", Says: ledger.Exactly(40), Compute: func() (float64, error) { return laneOf(block, 0, 1, 0) },
			Statement: "the second row of a 40×2 block begins with number 40: warp 1, lane 8",
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
			Silicon:   silicon.UsefulShare(80, 96),
		},
		{
			ID: "D2.25", Item: "Fig (2)", Kind: ledger.Arithmetic, Unit: "threads", Says: ledger.Exactly(92), Compute: exactly(float64(block.Wavefronts(kepler.Lanes) * kepler.Lanes)),
			Statement: "the 3 warps are 92 threads",
			Off:       "A slip of the document's source, which the document itself puts right: 3 × 32 = 96",
		},
		{
			ID: "D2.26", Item: "order", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(0), Compute: func() (float64, error) { return outOfOrder(kepler) },
			Statement: "within a warp no instruction overtakes another",
			Remark:    "The model's CU is built so; a run with a mixture of kinds keeps to it.",
		},
		{
			ID: "D2.27", Item: "order", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(0), Compute: func() (float64, error) { return beforeBarrier(kepler) },
			Statement: "behind __syncthreads nothing issues before all warps of the block have come",
			Remark:    "So is this.",
		},
	}
}

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
	return slices.Concat(issueClaims(), latencyClaims(), warpClaims(), blockClaims(), orderClaims())
}

// issueClaims are on schedulers, dispatch units and execution units.
func issueClaims() []ledger.Claim {
	kepler := gpu.GK110()
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
			ID: "D2.6", Item: "issue", Kind: ledger.Sourced, Unit: "warps", Says: ledger.Exactly(16), Compute: func() (float64, error) { return resident(kepler) },
			Statement: "a scheduler looks after up to 16 warps",
			Remark:    "Of 64 on an SM, as GPGPU-Sim has it: how many start at once on the model's SM.",
		},
		{
			ID: "D2.7", Item: "Fig (1)", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(2), Compute: func() (float64, error) { return inFirstCycle(kepler, op(fp32, 1), op(fp32, 2)) },
			Statement: "two instructions of a warp issue together when the second is ready, too",
			Remark:    "The model's scheduler has two dispatch units because the document says so.",
		},
		{
			ID: "D2.8", Item: "Fig (1)", Kind: ledger.Derived, Unit: "cycles", Says: ledger.Exactly(0), Compute: func() (float64, error) { return seenLatency(kepler, kepler.Wavefronts) },
			Statement: "between warp 8's 11, 12 and its 13, 14 the other warps can hide the latency",
			Remark:    "Counted are the cycles between them in which the scheduler issues nothing of any warp. With the 16 warps that a scheduler looks after, and the 9 cycles of an FP32 instruction; 9 warps would do. A warp alone leaves 8 empty.",
		},
		{
			ID: "D2.9", Item: "Fig (1)", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(1), Compute: func() (float64, error) { return inFirstCycle(kepler, op(fp32, 1), op(fp32, 2, 1)) },
			Statement: "an instruction that uses the result of the one before it leaves the right slot empty",
			Remark:    "The model's warps are built so: an instruction waits for its sources.",
		},
		{
			ID: "D2.10", Item: "Fig (1)", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(1), Compute: func() (float64, error) { return inFirstCycle(kepler, op(sfu, 1), op(sfu, 2)) },
			Statement: "so does one for which there is no unit",
			Remark:    "The model's one unit of SFUs is the document's (D2.5).",
		},
		{
			ID: "D2.11", Item: "Fig (1)", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(1), Compute: func() (float64, error) { return inFirstCycle(kepler, op(fp64, 1), op(fp32, 2)) },
			Statement: "and a double-precision instruction, it seems, issues alone",
			Remark:    "From the ports of the register file; the model takes its word.",
		},
		{
			ID: "D2.28", Item: "issue", Kind: ledger.Sourced, Unit: "schedulers", Says: ledger.Exactly(4), Compute: func() (float64, error) { return schedulersAtWork(kepler) },
			Statement: "4 warp schedulers share the warps of an SM",
			Remark:    "GPGPU-Sim's number, too, and from there the model's: counted are those that issue in the first cycle of 64 warps.",
		},
		{
			ID: "D2.29", Item: "issue", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(0), Compute: func() (float64, error) { return pastOneLane(kepler) },
			Statement: "while one lane of 32 waits for its input, the warp does not issue the instruction",
			Remark:    "The model's warps are built so: a register is there for all lanes, or not. Here one lane has loaded it.",
		},
		{
			ID: "D2.30", Item: "Fig (1)", Kind: ledger.Transcribed, Unit: "times", Says: ledger.Exactly(0), Compute: func() (float64, error) { same, _, err := turns(kepler); return same, err },
			Statement: "a scheduler goes on to another warp in each cycle",
			Remark:    "Counted is how often it takes the same twice in a row, of 12 that are ready. The model goes round because the document says so.",
		},
		{
			ID: "D2.31", Item: "Fig (1)", Kind: ledger.Transcribed, Unit: "turns", Says: ledger.AtMost(1).Read(), Compute: func() (float64, error) { _, ahead, err := turns(kepler); return ahead, err },
			Statement: "so that all its warps get on alike",
			Remark:    "By so many turns one warp is ahead of another, at most, at any time. It follows from going round.",
		},
	}
}

// orderClaims are on the order of instructions.
func orderClaims() []ledger.Claim {
	kepler := gpu.GK110()
	return []ledger.Claim{
		{
			ID: "D2.26", Item: "order", Kind: ledger.Transcribed, Unit: "instructions", Says: ledger.Exactly(0), Compute: func() (float64, error) { return outOfOrder(kepler) },
			Statement: "within a warp no instruction overtakes another",
			Remark:    "The model's SM is built so; a run with a mixture of kinds keeps to it.",
		},
		{
			ID: "D2.27", Item: "order", Kind: ledger.Sourced, Unit: "instructions", Says: ledger.Exactly(0), Compute: func() (float64, error) { return beforeBarrier(kepler) },
			Statement: "with __syncthreads a warp waits for those whose results it uses",
			Remark:    "CUDA's rule, by NVIDIA's guide, and so the model's: counted is what issues behind it before all warps of the block have come. The document says until they have ended, loosely: behind the barrier they go on, too.",
		},
		{
			ID: "D2.38", Item: "order", Kind: ledger.Derived, Unit: "times", Says: ledger.MoreThan(0).Read(), Compute: func() (float64, error) { return overtaking(kepler) },
			Statement: "between warps no order is guaranteed",
			Remark:    "So often an instruction of a mixture issues from a warp before it does from the warp that came first to the instruction before it. Going round begins in order; units that are busy break it.",
		},
	}
}

// exactly is the Compute of a number that is there already.
func exactly(v float64) func() (float64, error) {
	return func() (float64, error) { return v, nil }
}

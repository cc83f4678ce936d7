// Package lds is the first document, on GCN's local data share: its claims, and the
// figures that only notebook 01 draws.
package lds

import (
	"math"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/ledger"
)

// Claims returns the claims of the first document, on GCN's local data share, and then
// those of ours.
func Claims() []ledger.Claim {
	gcn := gpu.Fiji()
	exactly := func(v float64) func() (float64, error) {
		return func() (float64, error) { return v, nil }
	}
	lds := gcn.LDS
	return []ledger.Claim{
		{
			ID: "D1.1", Item: "Fig 8.5", Kind: ledger.Transcribed, Unit: "banks", Says: ledger.Exactly(32), Compute: exactly(float64(lds.Banks)),
			Statement: "the LDS is divided into 32 banks",
			Silicon:   silicon.Banks, Kin: true,
		},
		{
			ID: "D1.2", Item: "Fig 8.5", Kind: ledger.Arithmetic, Unit: "bytes", Says: ledger.Exactly(2 << 10), Compute: exactly(float64(lds.Size) / float64(lds.Banks)),
			Statement: "each bank holds 2 KB",
		},
		{
			ID: "D1.3", Item: "Fig 8.5", Kind: ledger.Transcribed, Unit: "bytes", Says: ledger.Exactly(64 << 10), Compute: exactly(float64(lds.Size)),
			Statement: "each CU has 64 KB",
		},
		{
			ID: "D1.4", Item: "Fig 8.5", Kind: ledger.Arithmetic, Unit: "words", Says: ledger.Exactly(32), Compute: func() (float64, error) { return wordsInOnePass(gcn) },
			Statement: "at most 32 accesses are served in one cycle, if no two want the same bank",
			Remark:    "One of each bank. Counted is the most in any pass, of strides from 1 to 128 words.",
		},
		{
			ID: "D1.5", Item: "Fig 8.5", Kind: ledger.Arithmetic, Unit: "passes", Says: ledger.Exactly(2), Compute: func() (float64, error) { return fewestPasses(gcn) },
			Statement: "a wavefront of 64 lanes, each with its own word, takes at least 2 cycles, one pass each",
		},
		{
			ID: "D1.6", Item: "Fig 8.6", Kind: ledger.Derived, Unit: "banks", Says: ledger.Exactly(1), Compute: func() (float64, error) { return banksOfColumn(gcn, 64) },
			Statement: "all of A[N][0] of A[N][64] lies in one bank",
		},
		{
			ID: "D1.7", Item: "Fig 8.6", Kind: ledger.Derived, Unit: "passes", Says: ledger.Exactly(64), Compute: func() (float64, error) { return columnPasses(gcn, 64) },
			Statement: "64 lanes that read A[N][0] of A[N][64] take 64 cycles, one pass each",
			Silicon:   silicon.Passes("stride32"), Kin: true,
			Remark: "An H200 wavefront has 32 lanes, so its worst case is 32 passes: as many as lanes, here as there.",
		},
		{
			ID: "D1.9", Item: "Fig 8.7", Kind: ledger.Derived, Unit: "bank", Says: ledger.Exactly(0), Compute: func() (float64, error) { return bankOf(gcn, 0, 64) },
			Statement: "the 65th element of the first row falls into bank 0",
		},
		{
			ID: "D1.26", Item: "Fig 8.7", Kind: ledger.Derived, Unit: "bank", Says: ledger.Exactly(1), Compute: func() (float64, error) { return bankOf(gcn, 1, 0) },
			Statement: "so that A[1][0] of A[N][65] lies in bank 1",
		},
		{
			ID: "D1.12", Item: "Fig 8.7", Kind: ledger.Arithmetic, Unit: "%", Says: ledger.About(1.6, 0.05), Compute: exactly(paddingCost()),
			Statement: "the padding wastes about 1.6 % of the memory",
			Remark:    "One element in 64: 1.5625 %.",
		},
		{
			ID: "D1.13", Item: "capacity", Kind: ledger.Arithmetic, Unit: "bytes", Says: ledger.About(100, 5), Compute: exactly(bytesPerLane(gcn, gcn.Wavefronts)),
			Statement: "with 10 wavefronts of 64 lanes, a lane has only 100 bytes",
			Remark:    "102.4 bytes. A full CU runs 4 × 10 wavefronts, and a lane then has 25.6.",
		},
		{
			ID: "D1.14", Item: "capacity", Kind: ledger.Arithmetic, Unit: "variables", Says: ledger.Exactly(25), Compute: exactly(math.Floor(bytesPerLane(gcn, gcn.Wavefronts) / 4)),
			Statement: "that is 25 variables of 4 bytes",
			Remark:    "On a full CU, 6.",
		},
		{
			ID: "D1.18", Item: "Fig 8.6", Kind: ledger.Transcribed, Unit: "lanes", Says: ledger.Exactly(64), Compute: exactly(float64(gcn.Lanes)),
			Statement: "a wavefront has 64 lanes, which may ask for 64 different addresses",
		},
		{
			ID: "D1.19", Item: "Fig 8.6", Kind: ledger.Derived, Unit: "words", Says: ledger.Exactly(1), Compute: func() (float64, error) { return wordsInColumnPass(gcn, 64) },
			Statement: "of A[N][0] of A[N][64] one element comes in a cycle: the most in any pass",
		},
		{
			ID: "D1.20", Item: "Fig 8.7", Kind: ledger.Arithmetic, Unit: "bytes", Says: ledger.MoreThan(256), Compute: exactly(float64(gpumodel.Array{Rows: 64, Columns: 65, Element: 4}.Offset(1, 0))),
			Statement: "a row of A[N][65] no longer fits into 256 bytes",
		},
		{
			ID: "D1.21", Item: "Fig 8.7", Kind: ledger.Derived, Unit: "banks", Says: ledger.Exactly(32), Compute: func() (float64, error) { return banksOfColumn(gcn, 65) },
			Statement: "all accesses to A[N][0] of A[N][65] go to different banks: those of 32 lanes to 32",
			Remark:    "Of all 64 lanes two share each bank. The document does not say that it means half a wavefront; its next sentence has 32 (D1.22).",
		},
		{
			ID: "D1.22", Item: "Fig 8.7", Kind: ledger.Derived, Unit: "words", Says: ledger.Exactly(32), Compute: func() (float64, error) { return wordsInColumnPass(gcn, 65) },
			Statement: "so that the accesses of 32 lanes are served in parallel: the most in any pass",
		},
		{
			ID: "D1.23", Item: "capacity", Kind: ledger.Transcribed, Unit: "wavefronts", Says: ledger.Exactly(10), Compute: exactly(float64(gcn.Wavefronts)),
			Statement: "suppose that 10 wavefronts run at the same time",
			Remark:    "So many are on one SIMD. A CU has four SIMDs, and 40 wavefronts.",
		},
		{
			ID: "D1.24", Item: "closing remark", Kind: ledger.Sourced, Unit: "SIMDs", Says: ledger.Exactly(2), Compute: exactly(float64(lds.Port.Count)),
			Statement: "in truth one cycle serves two SIMDs",
			Remark:    "By the documentation of AMD's ROCm Compute Profiler, of later GPUs: two pairs of SIMDs, and of each pair one SIMD in a cycle. The document has no pairs.",
		},
		{
			ID: "D1.25", Item: "closing remark", Kind: ledger.Transcribed, Unit: "lanes", Says: ledger.Exactly(16), Compute: exactly(float64(lds.Port.Lanes)),
			Statement: "and 16 lanes of each",
			Remark:    "Its words could also mean 16 in all; with the 32 that it has a cycle serve (D1.4), they are of each.",
		},

		// Ours.
		{
			ID: "D1.8", Item: "Fig 8.7", Kind: ledger.Derived, Ours: true, Unit: "rows", Says: ledger.Exactly(64), Compute: func() (float64, error) { return rowsInTurn(gcn) },
			Statement: "row N of A[N][65] starts in bank N mod 32: of 64 rows all do",
		},
		{
			ID: "D1.10", Item: "Fig 8.7", Kind: ledger.Derived, Ours: true, Unit: "passes", Says: ledger.Exactly(2), Compute: func() (float64, error) { return columnPasses(gcn, 65) },
			Statement: "so 64 lanes that read its A[N][0] are back to 2 cycles, one pass each",
			Silicon:   silicon.Passes("stride33"), Kin: true,
			Remark: "The document says that the time improves much. An H200 wavefront, of 32 lanes, is back to one.",
		},
		{
			ID: "D1.15", Item: "closing remark", Kind: ledger.Arithmetic, Ours: true, Unit: "lanes", Says: ledger.Exactly(32), Compute: exactly(float64(lds.Port.Count * lds.Port.Lanes)),
			Statement: "two times 16 lanes are 32 in a cycle, as in the simple picture",
			Remark:    "The document leaves the sum to its reader.",
		},
		{
			ID: "D1.11", Item: "Fig 8.7", Kind: ledger.Derived, Ours: true, Unit: "× the passes", Says: ledger.Exactly(32), Compute: func() (float64, error) { return paddingGain(gcn) },
			Statement: "without the padding the column's read takes 32 times as many passes (64 to 2)",
			Silicon:   silicon.StrideGain(64, 65), Kin: true,
			Remark: "Passes, not time. Of an MI300 the whole loop was timed, which does not take less than 3.2 cycles a read, where 2 passes would do.",
		},
		{
			ID: "D1.16", Item: "closing remark", Kind: ledger.Arithmetic, Ours: true, Unit: "cycles", Says: ledger.Exactly(4), Compute: func() (float64, error) { return together(gcn, 1) },
			Statement: "so one wavefront alone takes 4 cycles (64 lanes, 16 a cycle)",
			Remark:    "Inferred: nobody has timed it here.",
		},
		{
			ID: "D1.17", Item: "closing remark", Kind: ledger.Arithmetic, Ours: true, Unit: "cycles", Says: ledger.Exactly(2), Compute: func() (float64, error) { return together(gcn, 2) },
			Statement: "and two wavefronts of two SIMD pairs overlap to 2 cycles each",
			Remark:    "Inferred, as above. The pairs are AMD's, from the documentation of a later GPU's profiler.",
		},
	}
}

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

// Claims returns the claims of the first document, on GCN's local data share.
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
			ID: "D1.4", Item: "Fig 8.5", Kind: ledger.Derived, Unit: "words", Says: ledger.Exactly(32), Compute: func() (float64, error) { return wordsInOnePass(gcn) },
			Statement: "at most 32 accesses are served in one cycle: the most in any pass of a stride from 1 to 128 words",
		},
		{
			ID: "D1.5", Item: "Fig 8.5", Kind: ledger.Derived, Unit: "passes", Says: ledger.Exactly(2), Compute: func() (float64, error) { return fewestPasses(gcn) },
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
			ID: "D1.8", Item: "Fig 8.7", Kind: ledger.Derived, Unit: "rows", Says: ledger.Exactly(64), Compute: func() (float64, error) { return rowsInTurn(gcn) },
			Statement: "in A[N][65] row N starts in bank N mod 32 (all 64 rows do)",
		},
		{
			ID: "D1.9", Item: "Fig 8.7", Kind: ledger.Derived, Unit: "bank", Says: ledger.Exactly(0), Compute: func() (float64, error) { return bankOf(gcn, 0, 64) },
			Statement: "the 65th element of the first row falls into bank 0",
		},
		{
			ID: "D1.10", Item: "Fig 8.7", Kind: ledger.Derived, Unit: "passes", Says: ledger.Exactly(2), Compute: func() (float64, error) { return columnPasses(gcn, 65) },
			Statement: "64 lanes that read A[N][0] of A[N][65] are back to 2 cycles, one pass each",
			Silicon:   silicon.Passes("stride33"), Kin: true,
			Remark: "An H200 wavefront, of 32 lanes, is back to one.",
		},
		{
			ID: "D1.11", Item: "Fig 8.7", Kind: ledger.Derived, Ours: true, Unit: "times", Says: ledger.Exactly(32), Compute: func() (float64, error) { return paddingGain(gcn) },
			Statement:    "the padding makes 32 times fewer passes of the column (64 to 2)",
			Silicon:      silicon.StrideGain(64, 65),
			Contradicted: "The MI300 was timed: its loop around the read costs 3.2 cycles itself and is then the bottleneck, as it hides a read that takes only 2",
		},
		{
			ID: "D1.12", Item: "Fig 8.7", Kind: ledger.Arithmetic, Unit: "%", Says: ledger.About(1.6, 0.05), Compute: exactly(paddingCost()),
			Statement: "the padding wastes about 1.6 % of the memory",
			Remark:    "One element in 64: 1.5625 %.",
		},
		{
			ID: "D1.13", Item: "capacity", Kind: ledger.Arithmetic, Unit: "bytes", Says: ledger.About(100, 5), Compute: exactly(bytesPerLane(gcn, gcn.Wavefronts)),
			Statement: "with 10 wavefronts of 64 lanes, a lane has about 100 bytes",
			Remark:    "102.4 bytes. A full CU runs 4 × 10 wavefronts, and a lane then has 25.6.",
		},
		{
			ID: "D1.14", Item: "capacity", Kind: ledger.Arithmetic, Unit: "variables", Says: ledger.Exactly(25), Compute: exactly(math.Floor(bytesPerLane(gcn, gcn.Wavefronts) / 4)),
			Statement: "that is 25 variables of 4 bytes",
			Remark:    "On a full CU, 6.",
		},
		{
			ID: "D1.15", Item: "closing remark", Kind: ledger.Transcribed, Unit: "lanes", Says: ledger.Exactly(32), Compute: exactly(float64(lds.Port.Count * lds.Port.Lanes)),
			Statement: "one cycle in truth serves 16 lanes from each of two SIMDs",
		},
		{
			ID: "D1.16", Item: "closing remark", Kind: ledger.Derived, Ours: true, Unit: "cycles", Says: ledger.Exactly(4), Compute: func() (float64, error) { return together(gcn, 1) },
			Statement: "so one wavefront alone takes 4 cycles (64 lanes, 16 a cycle)",
		},
		{
			ID: "D1.17", Item: "closing remark", Kind: ledger.Derived, Ours: true, Unit: "cycles", Says: ledger.Exactly(2), Compute: func() (float64, error) { return together(gcn, 2) },
			Statement: "and two wavefronts of two SIMD pairs overlap to 2 cycles each",
		},
	}
}

// wordsInOnePass is the most words that one pass serves, over strides 1 to 128.
func wordsInOnePass(d gpumodel.Device) (float64, error) {
	most := 0
	for stride := gpumodel.Bytes(1); stride <= 128; stride++ {
		trace, err := d.LDS.Requests(gpumodel.Stride(4, d.Lanes, 0, 4*stride))
		if err != nil {
			return 0, err
		}
		served := map[int]int{}
		for _, r := range trace {
			served[r.Pass]++
			most = max(most, served[r.Pass])
		}
	}
	return float64(most), nil
}

// fewestPasses is the least that any stride from 1 to 128 words takes.
func fewestPasses(d gpumodel.Device) (float64, error) {
	fewest := math.Inf(1)
	for stride := gpumodel.Bytes(1); stride <= 128; stride++ {
		s, err := d.LDS.Serve(gpumodel.Stride(4, d.Lanes, 0, 4*stride))
		if err != nil {
			return 0, err
		}
		fewest = min(fewest, float64(s.Passes))
	}
	return fewest, nil
}

// column is the read of A[N][0] of an array A[64][columns] of 4-byte elements.
func column(d gpumodel.Device, columns int) (gpumodel.Access, error) {
	return gpumodel.Array{Rows: 64, Columns: columns, Element: 4}.Column(0, d.Lanes)
}

func columnPasses(d gpumodel.Device, columns int) (float64, error) {
	a, err := column(d, columns)
	if err != nil {
		return 0, err
	}
	s, err := d.LDS.Serve(a)
	return float64(s.Passes), err
}

func banksOfColumn(d gpumodel.Device, columns int) (float64, error) {
	a, err := column(d, columns)
	if err != nil {
		return 0, err
	}
	trace, err := d.LDS.Requests(a)
	banks := map[int]bool{}
	for _, r := range trace {
		banks[r.Bank] = true
	}
	return float64(len(banks)), err
}

// rowsInTurn counts the rows N of A[64][65] that start in bank N mod 32.
func rowsInTurn(d gpumodel.Device) (float64, error) {
	a, err := column(d, 65)
	if err != nil {
		return 0, err
	}
	trace, err := d.LDS.Requests(a)
	rows := 0
	for _, r := range trace {
		if r.Bank == r.Lane%32 { // lane N reads row N
			rows++
		}
	}
	return float64(rows), err
}

// bankOf is the bank of A[row][column] of A[64][65].
func bankOf(d gpumodel.Device, row, column int) (float64, error) {
	a := gpumodel.Stride(4, d.Lanes, gpumodel.Array{Rows: 64, Columns: 65, Element: 4}.Offset(row, column), 0)
	trace, err := d.LDS.Requests(a)
	if err != nil {
		return 0, err
	}
	return float64(trace[0].Bank), nil
}

func paddingGain(d gpumodel.Device) (float64, error) {
	plain, err := columnPasses(d, 64)
	if err != nil {
		return 0, err
	}
	padded, err := columnPasses(d, 65)
	return plain / padded, err
}

// paddingCost is the share of A[64][64] that one more element a row adds, in %.
func paddingCost() float64 {
	plain := gpumodel.Array{Rows: 64, Columns: 64, Element: 4}
	padded := plain
	padded.Pad = 1
	return 100 * float64(padded.Size()-plain.Size()) / float64(plain.Size())
}

func bytesPerLane(d gpumodel.Device, wavefronts int) float64 {
	return float64(d.LDS.Size) / float64(wavefronts*d.Lanes)
}

// together is the cycles a wavefront for n of them, each reading 64 words in a row.
func together(d gpumodel.Device, n int) (float64, error) {
	accesses := make([]gpumodel.Access, n)
	for i := range accesses {
		accesses[i] = gpumodel.Stride(4, d.Lanes, 0, 4)
	}
	cycles, err := d.LDS.Together(accesses...)
	return float64(cycles) / float64(n), err
}

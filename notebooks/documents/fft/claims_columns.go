package fft

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/ledger"
)

const most = 2048 // lines of the pictures whose whole transforms are compared

// columnScan is the document's argument: a scan of columns strides, so transpose, twice,
// and scan rows. It names neither the GPU nor a time.
func columnScan() []ledger.Claim {
	return []ledger.Claim{
		{ID: "D5.28", Item: "Fig 13.2", Kind: ledger.Derived, Unit: "times", Says: ledger.MoreThan(1), Compute: func() (float64, error) { return lineRatio(1024, 1) },
			Statement: "a scan of columns strides, and so is slower: an FFT of every column over that of every row, 1024²",
			Silicon:   silicon.FFTRatio(silicon.FFTTime{Kernel: "columns", Size: 1024, Together: 1}, silicon.FFTTime{Kernel: "rows", Size: 1024}),
			Remark:    "At 4096² the H200 has 2.9."},
		{ID: "D5.34", Item: "Fig 13.2", Kind: ledger.Derived, Unit: "conflicts", Says: ledger.MoreThan(0), Compute: columnConflicts,
			Statement: "and in local memory its bank conflicts: a picture of 32 × 32 there, read by columns (more than by rows)"},
		{ID: "D5.30", Item: "four steps", Kind: ledger.Derived, Unit: "times", Says: ledger.MoreThan(1), Compute: func() (float64, error) { return wholeRatio(most, 1, 16) },
			Statement: "so transpose, twice: the whole by columns takes longer than by transposes through a padded tile of 16 × 16 (2048²)",
			Silicon:   wholeTimed(1, 16),
			Remark:    "The tile is ours. Through 4 × 4, which the document sets for its example of 8 × 8, the columns take less (D5.31)."},
		{ID: "D5.24", Item: "four steps", Kind: ledger.Derived, Unit: "of the largest", Says: ledger.AtMost(1e-6).Read(), Compute: fftMiss,
			Statement: "rows, transpose, rows, transpose is the two-dimensional transform",
			Remark:    "Against the definition, on a 12 × 10 picture; the transposes store 32-bit numbers."},
	}
}

// ours are our numbers on what the document speaks of.
func ours() []ledger.Claim {
	h200 := gpu.H200()
	return []ledger.Claim{
		{ID: "D5.29", Item: "Fig 13.2", Kind: ledger.Derived, Ours: true, Unit: "times", Says: ledger.Exactly(4), Compute: func() (float64, error) { return sectorRatio(1) },
			Statement: "the scan of columns wants 4 times the sectors of the row scan"},
		{ID: "D5.31", Item: "four steps", Kind: ledger.Derived, Ours: true, Unit: "times", Says: ledger.LessThan(1), Compute: func() (float64, error) { return wholeRatio(most, 1, 4) },
			Statement: "the whole by columns takes less than by transposes through a padded tile of 4 × 4",
			Silicon:   wholeTimed(1, 4),
			Remark:    "260,000 workgroups of 16 lanes take longer to launch than the columns take. The document has size 4 in its example of 8 × 8, and names no time."},
		{ID: "D5.32", Item: "four steps", Kind: ledger.Derived, Ours: true, Unit: "times", Says: ledger.LessThan(1), Compute: func() (float64, error) { return wholeRatio(most, 4, 16) },
			Statement: "by 4 neighbouring columns at a time, less than through one of 16 × 16",
			Silicon:   wholeTimed(4, 16)},
		{ID: "D5.33", Item: "four steps", Kind: ledger.Derived, Ours: true, Unit: "times", Says: ledger.Exactly(1), Compute: func() (float64, error) { return sectorRatio(4) },
			Statement: "for they want no more sectors than rows do"},
		{ID: "D5.10", Item: "worked examples", Kind: ledger.Arithmetic, Ours: true, Unit: "groups", Says: ledger.Exactly(4), Compute: groups, Statement: "8 × 8 lanes in groups of 4 × 4 make four groups"},
		{ID: "D5.23", Item: "padding", Kind: ledger.Derived, Ours: true, Unit: "conflicts", Says: ledger.Exactly(0), Compute: conflicts(h200, 32, 4, 1),
			Statement: "one element of padding avoids bank conflicts: so it does for 32 × 32 of 4 bytes",
			Silicon:   silicon.TransposeRatio("tile32", "tile32pad")},
		{ID: "D5.27", Item: "padding", Kind: ledger.Derived, Ours: true, Unit: "conflicts", Says: ledger.Exactly(0), Compute: conflicts(h200, 32, 8, 1),
			Statement: "and for 32 × 32 of 8 bytes, the document's element",
			Silicon:   silicon.FFTRatio(silicon.FFTTime{Kernel: "transpose", Size: 4096, Tile: 32}, silicon.FFTTime{Kernel: "transpose", Size: 4096, Tile: 32, Pad: 1})},
	}
}

// wholeTimed is what the H200 took by columns, so many together, over what it took by
// transposes through a padded tile.
func wholeTimed(together, tile int) silicon.Reading {
	return silicon.FFTRatio(
		silicon.FFTTime{Kernel: "whole, rows and columns", Size: most, Together: together},
		silicon.FFTTime{Kernel: "whole, rows and transposes", Size: most, Tile: tile, Pad: 1, Rows: tile})
}

// lineTime is the model's time of the kernel that fft.cu ran, rows where together is 0, in
// microseconds, with no launch.
func lineTime(size, together int) (float64, error) {
	results, err := silicon.FFTResults(size)
	for _, r := range results {
		if kind := [...]string{"rows", "columns"}[min(together, 1)]; r.Kernel == kind && r.Together == max(together, 1) {
			return microseconds(r.ChipResult), err
		}
	}
	return 0, fmt.Errorf("no kernel for %d columns of %d together: %v", together, size, err)
}

// microseconds is the time of a result without its launch.
func microseconds(r silicon.ChipResult) float64 {
	return 1e6 * float64(r.Cycles) / float64(gpu.H200().Clock)
}

// lineRatio is columns over rows, each with its launch, as they were timed.
func lineRatio(size, together int) (float64, error) {
	rows, err := lineTime(size, 0)
	if err != nil {
		return 0, err
	}
	columns, err := lineTime(size, together)
	return (launch() + columns) / (launch() + rows), err
}

// wholeRatio is rows and columns over rows, transpose, rows and transpose, through a
// padded tile, each with one launch: those within a queue overlap.
func wholeRatio(size, together, tile int) (float64, error) {
	byColumns, err := byColumns(size, together)
	if err != nil {
		return 0, err
	}
	byTransposes, err := byTransposes(size, tile, tile, 1)
	return byColumns / byTransposes, err
}

// byColumns is the time of rows and then columns, in microseconds.
func byColumns(size, together int) (float64, error) {
	rows, err := lineTime(size, 0)
	if err != nil {
		return 0, err
	}
	columns, err := lineTime(size, together)
	return launch() + rows + columns, err
}

// byTransposes is the time of rows, transpose, rows and transpose, in microseconds, by so
// many rows of lanes.
func byTransposes(size, tile, lanes, pad int) (float64, error) {
	rows, err := lineTime(size, 0)
	if err != nil {
		return 0, err
	}
	turns, err := silicon.TransposeResults(size, 8)
	if err != nil {
		return 0, err
	}
	whole, err := silicon.WholeResults()
	for _, w := range whole {
		if w.Kernel == "transpose" && w.Element == 8 && w.Width == size && w.Tile == tile && w.Rows == lanes && w.Pad == pad {
			return launch() + 2*rows + 2*microseconds(w.ChipResult), err
		}
	}
	for _, t := range turns {
		if t.Tile == tile && lanes == tile && t.Pad == pad {
			return launch() + 2*rows + 2*microseconds(t.ChipResult), err
		}
	}
	return 0, fmt.Errorf("no transpose of %d² through tiles of %d + %d by %d rows of lanes: %v", size, tile, pad, lanes, err)
}

func launch() float64 { return 1e6 * gpu.H200().Dispatch.Seconds }

// sectorRatio is what so many columns together write over what rows write, of 128².
func sectorRatio(together int) (float64, error) {
	var stored [2]float64
	for i, p := range []kernels.FFTLines{{Size: 128, Together: 1, Lanes: 32}, {Size: 128, Together: together, Lanes: 32 * together, Columns: true}} {
		_, r, err := p.Run(gpu.H200(), make([]complex64, p.Size*p.Size))
		if err != nil {
			return 0, err
		}
		stored[i] = float64(sectorsStored(r))
	}
	return stored[1] / stored[0], nil
}

func sectorsStored(r kernel.Result) (n int) {
	for _, s := range r.Sites {
		if s.Kind == gpumodel.Global && s.Op == gpumodel.Store {
			n += s.Sectors
		}
	}
	return n
}

// columnConflicts is how many more passes a picture of 32 × 32 complex numbers in the
// LDS takes by columns than by rows.
func columnConflicts() (float64, error) {
	picture := gpumodel.Array{Rows: 32, Columns: 32, Element: 8}
	t, err := gpu.H200().LDS.Tally(picture, gpumodel.Use{Op: gpumodel.Load, Walk: gpumodel.ByColumns}, gpumodel.Use{Op: gpumodel.Load, Walk: gpumodel.ByRows})
	if err != nil {
		return 0, err
	}
	return float64(t.Uses[0].Passes - t.Uses[1].Passes), nil
}

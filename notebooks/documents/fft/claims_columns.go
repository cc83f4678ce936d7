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

// columnScan is the document's argument: a scan of columns strides, so transpose, twice,
// and scan rows. It names neither the GPU nor a time.
func columnScan() []ledger.Claim {
	const most = 2048
	columns := func(size, together int) silicon.FFTTime {
		return silicon.FFTTime{Kernel: "columns", Size: size, Together: together}
	}
	byColumns := func(together int) silicon.FFTTime {
		return silicon.FFTTime{Kernel: "whole, rows and columns", Size: most, Together: together}
	}
	byTransposes := func(tile int) silicon.FFTTime {
		return silicon.FFTTime{Kernel: "whole, rows and transposes", Size: most, Tile: tile, Pad: 1, Rows: tile}
	}
	return []ledger.Claim{
		{ID: "D5.28", Item: "Fig 13.2", Kind: ledger.Derived, Unit: "times", Says: ledger.MoreThan(1), Compute: func() (float64, error) { return lineRatio(1024, 1) },
			Statement: "a scan of columns strides, and so is slower: an FFT of every column over that of every row, 1024²",
			Silicon:   silicon.FFTRatio(columns(1024, 1), silicon.FFTTime{Kernel: "rows", Size: 1024}),
			Remark:    "At 4096² the H200 has 2.9."},
		{ID: "D5.29", Item: "Fig 13.2", Kind: ledger.Derived, Ours: true, Unit: "times", Says: ledger.Exactly(4), Compute: func() (float64, error) { return sectorRatio(1) },
			Statement: "it wants 4 times the sectors of the row scan"},
		{ID: "D5.34", Item: "Fig 13.2", Kind: ledger.Derived, Unit: "conflicts", Says: ledger.MoreThan(0), Compute: columnConflicts,
			Statement: "and in local memory its bank conflicts: a picture of 32 × 32 there, read by columns (more than by rows)"},
		{ID: "D5.30", Item: "four steps", Kind: ledger.Derived, Unit: "times", Says: ledger.MoreThan(1), Compute: func() (float64, error) { return wholeRatio(most, 1, 16) },
			Statement: "so transpose, twice: the whole by columns takes longer than by transposes through a padded tile of 16 × 16 (2048²)",
			Silicon:   silicon.FFTRatio(byColumns(1), byTransposes(16)),
			Apart:     "The H200 says what the document says. The model reads the columns 28 % low at this size, where stores drive sectors out of the L2 that were written in part"},
		{ID: "D5.31", Item: "four steps", Kind: ledger.Derived, Ours: true, Unit: "times", Says: ledger.LessThan(1), Compute: func() (float64, error) { return wholeRatio(most, 1, 4) },
			Statement: "but less than through a padded tile of 4 × 4",
			Silicon:   silicon.FFTRatio(byColumns(1), byTransposes(4)),
			Remark:    "260,000 workgroups of 16 lanes take longer to launch than the columns take. The document has size 4 in its example of 8 × 8, and names no time."},
		{ID: "D5.32", Item: "four steps", Kind: ledger.Derived, Ours: true, Unit: "times", Says: ledger.LessThan(1), Compute: func() (float64, error) { return wholeRatio(most, 4, 16) },
			Statement: "neighbouring lanes on 4 neighbouring columns: that takes less than by those transposes",
			Silicon:   silicon.FFTRatio(byColumns(4), byTransposes(16))},
		{ID: "D5.33", Item: "Fig 13.2", Kind: ledger.Derived, Ours: true, Unit: "times", Says: ledger.Exactly(1), Compute: func() (float64, error) { return sectorRatio(4) },
			Statement: "for they want no more sectors than rows do"},
	}
}

// lines is the kernel that fft.cu ran, rows where together is 0.
func lines(size, together int) (silicon.FFTCount, error) {
	counts, err := silicon.H200FFTCounts()
	for _, c := range counts {
		if kind := [...]string{"rows", "columns"}[min(together, 1)]; c.Kernel == kind && c.Size == size && c.Together == max(together, 1) {
			return c, err
		}
	}
	return silicon.FFTCount{}, fmt.Errorf("no kernel for %d columns of %d together: %v", together, size, err)
}

// lineTime is the model's time of it, in microseconds, with no launch.
func lineTime(size, together int) (float64, error) {
	c, err := lines(size, together)
	if err != nil {
		return 0, err
	}
	return silicon.RunFFT(gpu.H200(), c.Lines(), c.Registers)
}

func lineRatio(size, together int) (float64, error) {
	rows, err := lineTime(size, 0)
	if err != nil {
		return 0, err
	}
	columns, err := lineTime(size, together)
	return columns / rows, err
}

// wholeRatio is rows and columns over rows, transpose, rows and transpose, through a
// padded tile. The launches within a queue overlap and are counted in the transposes'
// alone, where they are measured.
func wholeRatio(size, together, tile int) (float64, error) {
	rows, err := lineTime(size, 0)
	if err != nil {
		return 0, err
	}
	columns, err := lineTime(size, together)
	if err != nil {
		return 0, err
	}
	turned, err := silicon.ModelTranspose(gpu.H200(), gpumodel.Array{Rows: tile, Columns: tile, Element: 8, Pad: 1}, size)
	return (rows + columns) / (2*rows + 2e3*turned.Model), err
}

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

package fft

import (
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/ledger"
)

// transposeBanks are the document's words on padding.
func transposeBanks() []ledger.Claim {
	toy, h200 := gpu.FourBanks(), gpu.H200()
	return []ledger.Claim{
		{ID: "D5.17", Item: "padding", Kind: ledger.Arithmetic, Unit: "elements", Says: ledger.Exactly(16), Compute: func() (float64, error) { p := turn; p.Pad = 0; return elements(p) },
			Statement: "a tile of 16 elements would be enough"},
		{ID: "D5.18", Item: "padding", Kind: ledger.Arithmetic, Unit: "elements", Says: ledger.Exactly(20), Compute: func() (float64, error) { return elements(turn) },
			Statement: "size · (size + 1) takes 4 more"},
		{ID: "D5.19", Item: "padding", Kind: ledger.Arithmetic, Unit: "banks", Says: ledger.Exactly(1), Compute: func() (float64, error) { return banksOf(toy, 0) },
			Statement: "elements 0, 4, 8, 12 are supposed to be the bank: read as one of 4"},
		{ID: "D5.20", Item: "padding", Kind: ledger.Arithmetic, Unit: "banks", Says: ledger.Exactly(4), Compute: func() (float64, error) { return banksOf(toy, 1) },
			Statement: "elements 0, 5, 10, 15 into four"},
		{ID: "D5.21", Item: "padding", Kind: ledger.Arithmetic, Unit: "conflicts", Says: ledger.Exactly(0), Compute: conflicts(toy, 4, 4, 1),
			Statement: "so the padded tile has no conflict",
			Remark:    "True on the toy's 4 banks, where the plain tile has 12."},
		{ID: "D5.22", Item: "padding", Kind: ledger.Derived, Unit: "conflicts", Says: ledger.AtMost(0).Read(), Compute: func() (float64, error) {
			a, err := gpumodel.Array{Rows: 4, Columns: 4, Element: 8, Pad: 1}.Column(0, 4)
			if err != nil {
				return 0, err
			}
			a.Addr = append(a.Addr, make([]gpumodel.Bytes, 28)...) // lanes that are not active
			s, err := h200.LDS.Serve(a)
			return float64(s.Conflicts), err
		},
			Statement: "where the banks are a multiple of size, padding can keep low the chance that accesses which follow one another hit one bank: four lanes, its own tile",
			Remark:    "On 32 banks of 4 bytes. Without the padding they have no conflict either."},
		{ID: "D5.38", Item: "padding", Kind: ledger.Derived, Ours: true, Unit: "conflicts", Says: ledger.Exactly(2), Compute: conflicts(h200, 4, 8, 1),
			Statement: "of all sixteen lanes, store and load together, there are two with it: one each",
			Silicon:   silicon.FFTRatio(silicon.FFTTime{Kernel: "transpose", Size: 4096, Tile: 4, Pad: 1}, silicon.FFTTime{Kernel: "transpose", Size: 4096, Tile: 4}),
			Remark:    "Without it none. The conflicts cost the H200 no time, padded or not: a workgroup of 16 lanes takes longer to launch than its passes."},
	}
}

// conflicts counts those of a square tile's transpose.
func conflicts(d gpumodel.Device, edge int, element gpumodel.Bytes, pad int) func() (float64, error) {
	return func() (float64, error) {
		t, err := d.LDS.Tally(gpumodel.Array{Rows: edge, Columns: edge, Element: element, Pad: pad}, gpumodel.Turn()...)
		return float64(t.Passes - t.Ideal), err
	}
}

// elements is the size of the tile that the kernel takes of the LDS.
func elements(p kernels.Transpose[complex64]) (float64, error) {
	l, err := p.Launch(gpu.H200())
	if err != nil {
		return 0, err
	}
	var m kernel.GlobalMemory
	n := p.Width * p.Height
	r, err := l.Run(p.Kernel(kernel.NewGlobal[complex64](&m, "in", n), kernel.NewGlobal[complex64](&m, "out", n)))
	return float64(r.LDS / kernel.SizeOf[complex64]()), err
}

// banksOf counts the banks that the first four lanes' reads of a 4 × 4 tile
// reach, down its first column.
func banksOf(d gpumodel.Device, pad int) (float64, error) {
	a, err := gpumodel.Array{Rows: 4, Columns: 4, Element: 4, Pad: pad}.Column(0, 4)
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

package dgemm

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/figures"
)

// BlockingBounds draws what blocking allows: the share of the peak that the memory
// feeds from which operands stream, against multiply-adds for each element loaded,
// with what was reached.
func BlockingBounds(machines ...gpumodel.Machine) (charts.Figure, error) {
	octaves, resident := 3, "" // from a half on
	if slices.ContainsFunc(machines, func(m gpumodel.Machine) bool { return m.Streams == gpumodel.DeviceMemory }) {
		octaves, resident = 10, ", all columns of the resident B for an outer product"
	}
	f := charts.Figure{
		Title:   "How large a block must be",
		Caption: fmt.Sprintf("Multiply-adds for each element that comes from the memory that feeds the arithmetic: r·c/(r + c) for an r × c block of C in registers%s. Until that number times the memory's speed meets the peak, the memory sets the pace. Points are what was measured, at the blocks that were used.", resident),
		Alt:     "Share of peak against multiply-adds for each load: one rising line for each machine that bends into 100 %, and measured points.",
		X:       charts.Axis{Label: "multiply-adds for each element loaded", Scale: charts.Log2},
		Y:       charts.Axis{Label: "bound", Unit: "% of peak"},
		Note:    figures.MachineNote(machines),
	}
	for i, m := range machines {
		memory := m.Level(cmp.Or(m.Streams, gpumodel.NearMemory))
		l := charts.Line{Name: m.Name, Style: charts.Dashed, Tone: charts.Palette[i%len(charts.Palette)]}
		for k := range 8*octaves + 1 {
			x := 0.5 * math.Pow(2, float64(k)/8)
			l.X = append(l.X, x)
			l.Y = append(l.Y, 100*min(1, memory*x/4/m.PeakFlops)) // 8 bytes, 2 operations
		}
		f.Series = append(f.Series, l)
		for _, other := range machines[:i] {
			if o := other.Level(cmp.Or(other.Streams, gpumodel.NearMemory)); math.Abs(o/other.PeakFlops/(memory/m.PeakFlops)-1) < 0.005 {
				f.Caption += fmt.Sprintf(" The lines of %s and %s are one.", other.Name, m.Name)
			}
		}
	}
	points, err := reached()
	if err != nil {
		return charts.Figure{}, err
	}
	for i, m := range machines {
		dots := charts.Line{Name: m.Name + ", reached", Style: charts.Dots, Measured: true, Tone: charts.Palette[i%len(charts.Palette)]}
		for _, p := range points {
			if p.machine == m.Name {
				dots.X, dots.Y = append(dots.X, p.perWord), append(dots.Y, 100*p.flops/m.PeakFlops)
				dots.Tips = append(dots.Tips, fmt.Sprintf("%s, %s\n%.4g Gflops, %.1f %% of peak\n%s", m.Name, p.block, p.flops/1e9, 100*p.flops/m.PeakFlops, p.source))
			}
		}
		if len(dots.X) > 0 {
			f.Series = append(f.Series, dots)
		}
		if m.Name == gpu.C2050().Name {
			f.Series = append(f.Series, supposed(m))
			f.Caption += " Two stand where the article supposes Fermi, at 2 × 4: its bound, and what was measured."
		}
	}
	return f, nil
}

// supposed is what the document supposes of Fermi: a block of 2 × 4, its bound by
// 1 TB/s, and the measured speed as it would stand there.
func supposed(fermi gpumodel.Machine) charts.Line {
	b := gpumodel.Blocking{Rows: 2, Columns: 4}
	bound := b.Bound(1.024e12, 8)
	return charts.Line{
		Name: "Fermi at 2 × 4, as the article supposes", Style: charts.Dots, Tone: charts.ToneInk,
		X: []float64{b.FMAsPerWord(), b.FMAsPerWord()}, Y: []float64{100 * bound / fermi.PeakFlops, 100 * fermiDGEMM / fermi.PeakFlops},
		Tips: []string{
			fmt.Sprintf("the article's bound of 2 × 4\n%.0f Gflops, %.1f %% of peak", bound/1e9, 100*bound/fermi.PeakFlops),
			fmt.Sprintf("what was reached, were the block 2 × 4\n%.0f Gflops, %.1f %% of peak", fermiDGEMM/1e9, 100*fermiDGEMM/fermi.PeakFlops),
		},
	}
}

// point is a DGEMM that was measured.
type point struct {
	machine string
	block   string
	perWord float64 // multiply-adds for each element loaded
	flops   float64
	source  string
}

func reached() ([]point, error) {
	inner := func(machine string, b gpumodel.Blocking, flops float64, source string) point {
		return point{machine, fmt.Sprintf("%d × %d", b.Rows, b.Columns), b.FMAsPerWord(), flops, source}
	}
	grape, in := gpu.GrapeDR(), float64(gpu.GrapeTiling().Width)
	points := []point{
		inner(gpu.Cypress().Name, gpumodel.Blocking{Rows: 4, Columns: 4}, cypressDGEMM, "Nakasato 2010"),
		inner(gpu.C2050().Name, gpumodel.Blocking{Rows: 4, Columns: 4}, fermiDGEMM, "Nath, Tomov and Dongarra 2010; block as in MAGMA 0.3's source"),
		{grape.Name, "B of 512 × 256 resident", in, grapeDGEMM, "the article, with the transfer of C"},
		{grape.Name, "B of 512 × 256 resident", in, 0.94 * grape.PeakFlops, "the article, asymptotically"},
	}
	measured, err := silicon.H200Blocking()
	if err != nil {
		return nil, err
	}
	h200 := gpu.H200()
	for _, p := range measured {
		flops := 2 * p.PerCycle * float64(h200.CUs) * float64(h200.Clock)
		points = append(points, inner(h200.Name, gpumodel.Blocking{Rows: p.Rows, Columns: p.Columns}, flops, fmt.Sprintf("measured, %s on a CU", figures.Counted(p.Workgroups, "workgroup", "workgroups"))))
	}
	return points, nil
}

// H200Blocking draws the H200's register blocking: the bound of the LDS, the
// scheduler's result, the measurement.
func H200Blocking() (charts.Figure, error) {
	fit, err := silicon.CompareBlocking(silicon.BlockingVariant(gpu.H200()))
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "Register blocking on an H200",
		Alt:   "Bars of multiply-adds a cycle by block: the LDS's bound, the model, the measurement. Model and measurement agree; both leave the bound at 4 × 4.",
		Note:  "The model runs the compiled loop. It has FP64 take three operands read anew in 3 cycles instead of 2 (measured, dfma.csv), and schedulers that prefer their oldest wavefront.",
		X:     charts.Axis{Label: "block × workgroups on the CU"},
		Y:     charts.Axis{Label: "multiply-adds", Unit: "per cycle and CU"},
	}
	bound := charts.Bars{Name: "LDS alone", Tone: charts.ToneMuted}
	model, measured := charts.Bars{Name: "model", Tone: charts.Tone1}, charts.Bars{Name: "measured", Measured: true, Tone: charts.ToneInk}
	for _, r := range fit.Rows {
		f.X.Categories = append(f.X.Categories, fmt.Sprintf("%d×%d ·%d", r.Rows, r.Columns, r.Workgroups))
		passes := float64(r.Rows + 2*r.Columns) // a wavefront's rows reach two words, its columns sixteen
		b := 32 * float64(r.Rows*r.Columns) / passes
		tip := fmt.Sprintf("%d × %d, %s\nLDS alone %.2f\nmodel %.2f\nmeasured %.2f: %s %%", r.Rows, r.Columns, figures.Counted(r.Workgroups, "workgroup", "workgroups"), b, r.Model, r.PerCycle, figures.Signed(100*r.Error, 1))
		for i, bars := range []*charts.Bars{&bound, &model, &measured} {
			bars.Y, bars.Tips = append(bars.Y, []float64{b, r.Model, r.PerCycle}[i]), append(bars.Tips, tip)
		}
	}
	f.Caption = fmt.Sprintf("8-byte loads from the LDS feed FP64 multiply-adds. Small blocks run exactly as fast as the LDS delivers; from 4 × 4 on arithmetic counts as well, at 64 a cycle if no multiply-add must read three operands anew. The model is within %.1f %% everywhere.", 100*fit.Worst)
	f.Series = []charts.Series{bound, model, measured}
	return f, nil
}

//go:build !js

package figures

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// shapes are the products of which a tensor core is asked: instructions and numbers of their elements; peak is what NVIDIA
// gives for warp groups, in multiply-adds of a scheduler's tensor core in a cycle.
var shapes = []struct {
	ptx, sass, of string
	products      float64 // multiply-adds of one
	peak          float64
}{
	{"mma.m16n8k8.row.col.f32.f16.f16.f32", "HMMA.1688.F32", "16-bit, m16n8k8", 16 * 8 * 8, 512},
	{"mma.m16n8k16.row.col.f32.f16.f16.f32", "HMMA.16816.F32", "16-bit, m16n8k16", 16 * 8 * 16, 512},
	{"mma.m16n8k4.row.col.f32.tf32.tf32.f32", "HMMA.1684.F32.TF32", "TF32, m16n8k4", 16 * 8 * 4, 256},
	{"mma.m16n8k8.row.col.f32.tf32.tf32.f32", "HMMA.1688.F32.TF32", "TF32, m16n8k8", 16 * 8 * 8, 256},
	{"mma.m16n8k16.row.col.s32.s8.s8.s32", "IMMA.16816.S8.S8", "8-bit integers, m16n8k16", 16 * 8 * 16, 1024},
	{"mma.m16n8k32.row.col.s32.s8.s8.s32", "IMMA.16832.S8.S8", "8-bit integers, m16n8k32", 16 * 8 * 32, 1024},
	{"mma.m8n8k4.row.col.f64.f64.f64.f64", "DMMA.8x8x4", "doubles, m8n8k4", 8 * 8 * 4, 32},
	{"mma.m16n8k4.row.col.f64.f64.f64.f64", "DMMA.16x8x4", "doubles, m16n8k4", 16 * 8 * 4, 32},
	{"mma.m16n8k16.row.col.f64.f64.f64.f64", "DMMA.16x8x16", "doubles, m16n8k16", 16 * 8 * 16, 32},
	{"fma.rn.f16x2", "HFMA2", "two 16-bit, no matrix", 64, 512},
}

// ProductRates is the table of what a tensor core does, by shape and kind of elements, as an H200 measured it.
func ProductRates() (charts.Figure, error) {
	all, err := silicon.H200Products()
	if err != nil {
		return charts.Figure{}, err
	}
	t := charts.Table{Columns: []charts.Column{{Head: "product of"}, {Head: "machine code", Code: true}, {Head: "one every, cycles", Numeric: true}, {Head: "its sum after", Numeric: true},
		{Head: "multiply-adds a cycle", Numeric: true}, {Head: "of the peak, %", Numeric: true}}}
	for _, s := range shapes {
		best, alone := math.Inf(1), 0.0
		for _, r := range all {
			if r.PTX != s.ptx {
				continue
			}
			best = min(best, r.Cycles)
			if r.Warps == 4 && r.Chains == 1 {
				alone = r.Cycles
			}
		}
		last := fmt.Sprintf("%.1f", alone)
		if s.products == 64 {
			last = "" // of two units by turns
		}
		t.Rows = append(t.Rows, []string{s.of, s.sass, fmt.Sprintf("%.2f", best), last, fmt.Sprintf("%.0f", s.products/best), fmt.Sprintf("%.0f", 100*s.products/best/s.peak)})
	}
	return charts.Figure{
		Name:    "product-rates",
		Title:   "What a tensor core does",
		Caption: "Of one of an SM's four schedulers, in loops of nothing else: how often it takes an instruction at best, and when the next of a chain of sums may follow. The peak is NVIDIA's: 512 multiply-adds a cycle of 16 bits, of warp groups; for all SMs and at 1.83 GHz that is 989 TFLOP/s. In the last row two units take turns, FMA and tensor core.",
		Alt:     "Table of ten instructions: cycles of one, cycles until its sum may be added to, multiply-adds a cycle, share of the peak.",
		Note:    "H200, products.csv: the best of 4, 8 and 16 warps with 1 to 8 chains. The model has its intervals of products from it.",
		Series:  []charts.Series{t},
	}, nil
}

// fedWays are the products of halves.cu and fed.cu by how tensor cores get their elements.
var fedWays = []struct{ kernel, name string }{{"ahead16", "ahead, swizzled"}, {"tiles16", "padded tiles"}, {"plain16", "ahead, as it comes"}, {"direct16", "global memory"}}

// fed returns the results of a way, by size.
func fed(all []silicon.ListedResult, kernel string) (of []silicon.ListedResult) {
	for _, r := range all {
		if r.Kernel == kernel {
			of = append(of, r)
		}
	}
	return of
}

// flops is the pace of a product of squares of so many rows, in tera-operations a second.
func flops(n int, microseconds float64) float64 {
	return 2 * math.Pow(float64(n), 3) / microseconds / 1e6
}

// FedProducts draws how fast products of squares are, by size and by how tensor cores get their elements.
func FedProducts() (charts.Figure, error) {
	all, err := silicon.HalvesResults()
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Name:  "fed-products",
		Title: "Four ways to feed a tensor core",
		Alt:   "Lines of tera-operations a second by size: copied ahead and swizzled on top, from global memory lowest; hollow marks of the H200 beside them.",
		Note:  "Hollow: an H200, medians of 15 with the launch (halves.cu, fed.cu). Lines: the model as it is now, from the listings; no number is from these kernels, but copies cost what they cost since ahead16 was off.",
		X:     charts.Axis{Label: "rows of the squares", Scale: charts.Log2, Ticks: []float64{256, 512, 1024, 2048}},
		Y:     charts.Axis{Label: "pace", Unit: "TFLOP/s", Scale: charts.Log10},
	}
	off, told, n := 0.0, 0.0, 0
	for i, way := range fedWays {
		model, chip := charts.Line{Name: way.name, Tone: charts.Palette[i]}, charts.Line{Name: way.name + ", H200", Style: charts.Dots, Measured: true, Tone: charts.Palette[i]}
		for _, r := range fed(all, way.kernel) {
			model.X, model.Y = append(model.X, float64(r.Size)), append(model.Y, flops(r.Size, r.Model))
			chip.X, chip.Y = append(chip.X, float64(r.Size)), append(chip.Y, flops(r.Size, r.Microseconds))
			chip.Tips = append(chip.Tips, fmt.Sprintf("%s, %d²: %.1f µs, the model %.1f", way.kernel, r.Size, r.Microseconds, r.Model))
			off, told, n = off+math.Abs(r.Error()), told+math.Abs(r.ToldError()), n+1
		}
		f.Series = append(f.Series, model, chip)
	}
	f.Caption = fmt.Sprintf("Products of two square matrices of 16-bit numbers, added up in 32 bits. The model is %.1f %% off on average in these %d; told before they ran were times %.1f off.", 100*off/float64(n), n, 100*told/float64(n))
	return f, nil
}

// FedPasses is the table of what the ways ask of shared memory for each product, counted by an H200, and of how busy
// tensor cores are.
func FedPasses() (charts.Figure, error) {
	all, err := silicon.HalvesResults()
	if err != nil {
		return charts.Figure{}, err
	}
	counts, err := silicon.HalvesCounts()
	if err != nil {
		return charts.Figure{}, err
	}
	t := charts.Table{Columns: []charts.Column{{Head: "way"}, {Head: "rows", Numeric: true}, {Head: "H200, µs", Numeric: true}, {Head: "model, µs", Numeric: true}, {Head: "passes a product", Numeric: true}, {Head: "sectors a product", Numeric: true},
		{Head: "tensor cores, %", Numeric: true}}}
	const each = 6 // cycles of a product: HMMA.16816 in the table of rates
	d := gpu.H200()
	for _, way := range fedWays {
		rows := fed(all, way.kernel)
		r := rows[len(rows)-1]
		c := counts[way.kernel]
		products := math.Pow(float64(r.Size), 3) / (16 * 8 * 16)
		busy := products * each / float64(d.CUs*d.SIMDs) / ((r.Microseconds*1e-6 - d.Dispatch.Seconds) * float64(d.Clocks.Products))
		t.Rows = append(t.Rows, []string{way.name, fmt.Sprint(r.Size), fmt.Sprintf("%.1f", r.Microseconds), fmt.Sprintf("%.1f", r.Model),
			charts.FormatNumber(c["local_passes"] / c["tensor"]), charts.FormatNumber(c["sectors_loaded"] / c["tensor"]), fmt.Sprintf("%.0f", 100*busy)})
	}
	return charts.Figure{
		Name:    "fed-passes",
		Title:   "What a product of 16 × 8 × 16 asks for",
		Caption: "Passes of loads from shared memory, and sectors of 32 bytes from global memory, for each product, as an H200 counts them in launches of 64 or 128 rows; the model's counts are the same. Times are of the rows that stand here. Tensor cores: " + fmt.Sprint(each) + " cycles for each product, of the H200's time less the launch.",
		Alt:     "Table of four ways: the largest size, times, passes of shared memory and sectors for each product, and how busy tensor cores are.",
		Note:    "halves_counters.csv, halves_h200.csv, fed.cu.",
		Series:  []charts.Series{t},
	}, nil
}

// HalvesKernels draws by how much the model was off on kernels with numbers of 16 bits, tensor cores and asynchronous
// copies, told before an H200 was asked: the kernel with the worst point first, by size.
func HalvesKernels() (charts.Figure, error) {
	all, err := silicon.HalvesResults()
	if err != nil {
		return charts.Figure{}, err
	}
	f := toldKernels(all, "H200, halves.cu and fed.cu: medians of 15, as launched before, with launches; told and committed before each ran.")
	now := 0.0
	for _, r := range all {
		now += math.Abs(r.Error())
	}
	f.Title = "Told before they ran: tensor cores, 16 bits, copies"
	f.Caption += fmt.Sprintf(" Now it is %.1f off: copies cost shared memory what copies.csv says, intervals are those of products.csv, and loads by way of the L1 share its path of data.", 100*now/float64(len(all)))
	return f, nil
}

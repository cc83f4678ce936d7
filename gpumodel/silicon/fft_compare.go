package silicon

import (
	"fmt"
	"math"
	"slices"

	"lanebook/gpumodel/gpu"
)

// FFTRow is one of the line kernels in the model and on the H200.
type FFTRow struct {
	FFTCount
	Launch   float64 // microseconds that an empty kernel takes, measured
	Model    float64 // microseconds, with Launch
	Measured float64
	Error    float64 // (Model − Measured) / Measured
}

// CompareFFT runs the line kernels on the H200's model, a CU's share of each, and adds
// what an empty kernel takes. Of the model's numbers none was set from fft.csv; the
// registers of a lane are the compiler's. Sizes are those of the pictures; none: all.
func CompareFFT(sizes ...int) ([]FFTRow, error) {
	counts, err := H200FFTCounts()
	if err != nil {
		return nil, err
	}
	times, err := H200FFT()
	if err != nil {
		return nil, err
	}
	empty := math.Inf(1)
	for _, t := range times {
		if t.Kernel == "empty" {
			empty = min(empty, t.Microseconds)
		}
	}
	var rows []FFTRow
	for _, c := range counts {
		if len(sizes) > 0 && !slices.Contains(sizes, c.Size) {
			continue
		}
		r := FFTRow{FFTCount: c, Launch: empty}
		if r.Measured, err = timeOf(times, c); err != nil {
			return nil, err
		}
		if r.Model, err = RunFFT(gpu.H200(), c.Lines(), c.Registers); err != nil {
			return nil, err
		}
		r.Model += empty
		r.Error = r.Model/r.Measured - 1
		rows = append(rows, r)
	}
	return rows, nil
}

func timeOf(times []FFTTime, c FFTCount) (float64, error) {
	for _, t := range times {
		if t.Kernel == c.Kernel && t.Size == c.Size && max(t.Together, 1) == c.Together {
			return t.Microseconds, nil
		}
	}
	return 0, fmt.Errorf("silicon: fft.csv has no %s of %d, %d together", c.Kernel, c.Size, c.Together)
}

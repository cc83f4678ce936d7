package silicon

import (
	_ "embed"
	"fmt"
	"slices"
)

// FFTResult is one of the line kernels in the model of the whole GPU and on the H200.
type FFTResult struct {
	FFTCount
	ChipResult         // of the Go function
	Code       float64 // microseconds that the model gives for nvcc's machine code; 0 of kernels that only move, and of an H100
	Measured   float64 // microseconds
}

// Error returns (model − measured) / measured, of the Go function.
func (r FFTResult) Error() float64 { return r.Model/r.Measured - 1 }

// CodeError returns the same of the machine code; it says nothing where Code is 0.
func (r FFTResult) CodeError() float64 { return r.Code/r.Measured - 1 }

var (
	//go:embed fft_model.csv
	fftModelCSV string
	//go:embed fft_code_model.csv
	fftCodeModelCSV string
)

// FFTResults returns the line kernels of pictures of so many lines, 1024, 2048 or 4096, on
// caches that an earlier launch has left. Of the model's numbers none was set from fft.csv;
// the registers of a lane are the compiler's, and so, looked up after the Go functions had
// missed, are constants in addresses and when roots are loaded. The error says which line of which file is
// damaged.
func FFTResults(size int) ([]FFTResult, error) {
	_, results, err := fftResults()
	if err != nil {
		return nil, err
	}
	counts, err := H200FFTCounts()
	if err != nil {
		return nil, err
	}
	times, err := H200FFT()
	if err != nil {
		return nil, err
	}
	all, err := lineResults(counts, times, results)
	if err != nil {
		return nil, err
	}
	code, err := chipResults("fft_code_model.csv", fftCodeModelCSV, names(transforming(counts), FFTCount.name))
	if err != nil {
		return nil, err
	}
	for i := range all {
		if !all[i].Lines().Move {
			all[i].Code, code = code[0].Model, code[1:]
		}
	}
	return slices.DeleteFunc(all, func(r FFTResult) bool { return r.Size != size }), nil
}

// transforming are the line kernels that do not only move.
func transforming(counts []FFTCount) []FFTCount {
	return slices.DeleteFunc(slices.Clone(counts), func(c FFTCount) bool { return c.Lines().Move })
}

// lineResults sets the line kernels' times beside what the model gives for each, which results
// begin with.
func lineResults(counts []FFTCount, times []FFTTime, results []ChipResult) ([]FFTResult, error) {
	var out []FFTResult
	for i, c := range counts {
		measured, err := timeOf(times, c)
		if err != nil {
			return nil, err
		}
		out = append(out, FFTResult{FFTCount: c, ChipResult: results[i], Measured: measured})
	}
	return out, nil
}

// fftResults returns what fft_model.csv has: of each line kernel, and then of each
// transpose, which it returns too.
func fftResults() ([]TransposeTime, []ChipResult, error) {
	counts, err := H200FFTCounts()
	if err != nil {
		return nil, nil, err
	}
	times, err := H200FFT()
	if err != nil {
		return nil, nil, err
	}
	transposes := complexTransposes(times)
	all := slices.Concat(names(counts, FFTCount.name), names(transposes, wholeName))
	results, err := chipResults("fft_model.csv", fftModelCSV, all)
	return transposes, results, err
}

// name is the kernel's in fft_model.csv.
func (c FFTCount) name() string { return fmt.Sprintf("%s,n=%d,c=%d", c.Kernel, c.Size, c.Together) }

func wholeName(t TransposeTime) string { return t.Whole().Name }

func timeOf(times []FFTTime, c FFTCount) (float64, error) {
	for _, t := range times {
		if t.Kernel == c.Kernel && t.Size == c.Size && max(t.Together, 1) == c.Together {
			return t.Microseconds, nil
		}
	}
	return 0, fmt.Errorf("silicon: no time of fft.cu for %s of %d, %d together", c.Kernel, c.Size, c.Together)
}

package silicon

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
)

// What fft_model.csv has is what the model gives. Quick runs try kernels of a second each,
// LANEBOOK_FULL=1 all of 1024², and -update writes all, in a quarter of an hour.
func TestFFTModel(t *testing.T) {
	counts, err := H200FFTCounts()
	if err != nil {
		t.Fatal(err)
	}
	times, err := H200FFT()
	if err != nil {
		t.Fatal(err)
	}
	quick := []string{"movecolumns,n=1024,c=8", "movecolumns,n=1024,c=16", "transpose,type=float2,tile=8,pad=1,rows=8,w=1024,h=1024", "transpose,type=float2,tile=32,pad=1,rows=32,w=1024,h=1024"}
	var long []string
	for _, c := range counts {
		if c.Size == 1024 && c.Together < 8 {
			long = append(long, c.name())
		}
	}
	holdResults(t, "fft_model.csv", fftModelCSV, fftRuns(gpu.H200(), counts, complexTransposes(times)), quick, long)
}

func fftRuns(d gpumodel.Device, counts []FFTCount, transposes []TransposeTime) (all []chipRun) {
	for _, c := range counts {
		all = append(all, chipRun{c.name(), func() (chip.Report, error) { return runFFT(d, c, chip.Options{}) }})
	}
	return append(all, wholeRuns(d, withTransposes(nil, transposes))...)
}

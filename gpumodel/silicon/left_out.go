package silicon

import "lanebook/gpumodel"

// LeftOut returns the sets of whole kernels that Agreements has not, for no bar was set for
// them before they were run: line kernels of FFTs, transposes of complex numbers, and the
// tutorials' kernels, whose measured time is the mean of two runs. None set a number.
func LeftOut() ([]Agreement, error) {
	ffts := Agreement{Subject: "line kernels of FFTs", On: "H200", Unit: "µs", OfMean: true, From: "none"}
	transposes := Agreement{Subject: "transposes of complex numbers", On: "H200", Unit: "µs", OfMean: true, From: "none"}
	for _, size := range []int{1024, 2048, 4096, 8192} {
		lines, err := FFTResults(size)
		if err != nil {
			return nil, err
		}
		for _, r := range lines {
			ffts.Points = append(ffts.Points, Compared{r.name(), r.Measured, r.Model})
		}
		turned, err := TransposeResults(size, gpumodel.Bytes(8))
		if err != nil {
			return nil, err
		}
		for _, r := range turned {
			transposes.Points = append(transposes.Points, Compared{r.Whole().Name, 1e3 * r.Milliseconds, r.Model})
		}
	}
	tutorials := Agreement{Subject: "kernels of tutorials", On: "H200", Unit: "µs", OfMean: true, From: "none"}
	rows, err := TutorialResults()
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		tutorials.Points = append(tutorials.Points, Compared{r.TutorialTime.name(), (r.Microseconds + r.Again) / 2, r.Model})
	}
	return []Agreement{ffts, transposes, tutorials}, nil
}

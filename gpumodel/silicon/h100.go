package silicon

import (
	_ "embed"
	"fmt"
	"slices"

	"lanebook/gpumodel"
)

// What one H100 was timed at, by the programs that timed the H200.
var (
	//go:embed h100_whole.csv
	h100WholeCSV string
	//go:embed h100_transpose.csv
	h100TransposeCSV string
	//go:embed h100_tutorials.csv
	h100TutorialsCSV string
	//go:embed h100_fft.csv
	h100FFTCSV string
	//go:embed h100_latency.csv
	h100LatencyCSV string
	//go:embed h100_littles.csv
	h100LittlesCSV string
	//go:embed h100_littles_few.csv
	h100LittlesFewCSV string
	//go:embed h100_vr.csv
	h100VolumeCSV string
	//go:embed h100_model.csv
	h100ModelCSV string
)

// GPUResults is all kernels that the whole of a GPU was timed at, beside the model.
type GPUResults struct {
	On        string
	Whole     []WholeResult // and at their end transposes of 8192² floats
	Lines     []FFTResult
	Complex   []TransposeResult // of complex numbers
	Tutorials []TutorialResult
}

// h200Results returns what WholeResults, FFTResults, TransposeResults and TutorialResults do.
func h200Results() (r GPUResults, err error) {
	r.On = "H200"
	if r.Whole, err = WholeResults(); err != nil {
		return r, err
	}
	for _, size := range []int{1024, 2048, 4096, 8192} {
		lines, err := FFTResults(size)
		if err != nil {
			return r, err
		}
		turned, err := TransposeResults(size, gpumodel.Bytes(8))
		if err != nil {
			return r, err
		}
		r.Lines, r.Complex = append(r.Lines, lines...), append(r.Complex, turned...)
	}
	r.Tutorials, err = TutorialResults()
	return r, err
}

// Orders returns how many pairs of whole kernels and of tutorials' kernels, see wholePairs and
// TutorialPairs, the model has in the order that was measured, of how many, and the rest in words.
func (r GPUResults) Orders() (kept, all int, missed []string) {
	ask := func(ok bool, faster, slower string, measured, model float64) {
		if all++; ok {
			kept++
			return
		}
		missed = append(missed, fmt.Sprintf("%s\n  %+.1f %% against %s, in the model %+.1f %%", slower, 100*measured, faster, 100*model))
	}
	for _, p := range wholePairs(r.Whole) {
		measured, model := p.apart()
		ask(p.kept(), p.Faster.Name, p.Slower.Name, measured, model)
	}
	for _, p := range TutorialPairs(r.Tutorials) {
		a, b := p.Faster, p.Slower
		ask(p.Kept(), a.TutorialTime.name(), b.TutorialTime.name(), b.Microseconds/a.Microseconds-1, b.Model/a.Model-1)
	}
	return kept, all, missed
}

// h100Times is what kernels the H100 was timed at, in the order of h100_model.csv.
type h100Times struct {
	wholes    []WholeTime
	counts    []FFTCount // of the line kernels, which are the H200's
	turned    []TransposeTime
	tutorials []TutorialTime
	fft       []FFTTime
}

func readH100() (t h100Times, err error) {
	if t.wholes, err = wholeTimes("h100_whole.csv", h100WholeCSV); err != nil {
		return t, err
	}
	transposed, err := transposes("h100_transpose.csv", h100TransposeCSV)
	if err != nil {
		return t, err
	}
	t.wholes = withTransposes(t.wholes, transposed)
	if t.counts, err = H200FFTCounts(); err != nil {
		return t, err
	}
	if t.fft, err = fftTimes("h100_fft.csv", h100FFTCSV); err != nil {
		return t, err
	}
	t.turned = complexTransposes(t.fft)
	t.tutorials, err = tutorialTimes("h100_tutorials.csv", h100TutorialsCSV)
	return t, err
}

// H100Results returns the H100's kernels, of which no number of its preset was set. What the
// model gives is kept in h100_model.csv; a test runs it anew and holds it to the file.
func H100Results() (r GPUResults, err error) {
	t, err := readH100()
	if err != nil {
		return r, err
	}
	all := slices.Concat(names(t.wholes, func(w WholeTime) string { return w.Name }), names(t.counts, FFTCount.name),
		names(t.turned, wholeName), names(t.tutorials, TutorialTime.name))
	chips, err := chipResults("h100_model.csv", h100ModelCSV, all)
	if err != nil {
		return r, err
	}
	take := func(n int) (first []ChipResult) {
		first, chips = chips[:n], chips[n:]
		return first
	}
	r.On = "H100"
	for i, c := range take(len(t.wholes)) {
		r.Whole = append(r.Whole, WholeResult{t.wholes[i], c})
	}
	if r.Lines, err = lineResults(t.counts, t.fft, take(len(t.counts))); err != nil {
		return r, err
	}
	for i, c := range take(len(t.turned)) {
		r.Complex = append(r.Complex, TransposeResult{t.turned[i], c})
	}
	for i, c := range chips {
		r.Tutorials = append(r.Tutorials, TutorialResult{t.tutorials[i], c})
	}
	return r, nil
}

// agreements are the sets of TwinKernels.
func (r GPUResults) agreements() []Agreement {
	var all []Agreement
	for _, subject := range []string{"empty kernels", "whole kernels", "transposes of 8192² floats", "line kernels of FFTs", "transposes of complex numbers", "kernels of tutorials"} {
		all = append(all, Agreement{Subject: subject, On: r.On, Unit: "µs", OfMean: true, From: "none"})
	}
	add := func(to int, what string, measured, model float64) {
		all[to].Points = append(all[to].Points, Compared{what, measured, model})
	}
	for _, w := range r.Whole {
		to := 1
		switch {
		case w.Kernel == "empty":
			to = 0
		case w.Width == largestTransposed:
			to = 2
		}
		add(to, w.Name, w.Microseconds, w.Model)
	}
	for _, l := range r.Lines {
		add(3, l.name(), l.Measured, l.Model)
	}
	for _, t := range r.Complex {
		add(4, wholeName(t.TransposeTime), 1e3*t.Milliseconds, t.Model)
	}
	for _, t := range r.Tutorials {
		add(5, t.TutorialTime.name(), (t.Microseconds+t.Again)/2, t.Model)
	}
	return all
}

package silicon

import (
	"slices"

	"lanebook/gpumodel/gpu"
)

// Twins is one set of measurements that the H100 and the H200 both made, point by point.
// Numbers of the H200's preset were set from some of its sets, see Agreement.Set. The H100's
// preset is the H200's, data sheets', and for DRAM's latency a chase on another H100: of its own
// sets none set a number.
type Twins struct{ H100, H200 Agreement }

// Ratio returns the H100's value over the H200's, as measured and in the model: an error
// that the model makes on both alike is not in it.
func (t Twins) Ratio() Agreement {
	a := Agreement{Subject: t.H100.Subject, On: "H100 / H200", OfMean: true, From: t.H100.From}
	for i, p := range t.H100.Points {
		q := t.H200.Points[i]
		a.Points = append(a.Points, Compared{p.What, p.Measured / q.Measured, p.Model / q.Model})
	}
	return a
}

// TwinKernels returns the sets of kernels that ran on the whole of both GPUs: empty ones, whole.csv's
// others, transposes, and line kernels of FFTs, transposes of complex numbers and tutorials'
// kernels, as WholeResults and LeftOut have them of the H200.
func TwinKernels() ([]Twins, error) {
	h200, err := h200Results()
	if err != nil {
		return nil, err
	}
	h100, err := H100Results()
	if err != nil {
		return nil, err
	}
	var out []Twins
	theirs := h200.agreements()
	theirs[0].Set = 2 // of the preset of the H200: the time of a launch, the dispatcher's interval
	for i, a := range h100.agreements() {
		out = append(out, Twins{a, theirs[i]})
	}
	return out, nil
}

// TwinMemory returns the sets of latencies and bandwidths of both GPUs: by footprint, and by bytes
// in flight of all CUs and of few.
func TwinMemory() ([]Twins, error) {
	theirs, err := h200Memory()
	if err != nil {
		return nil, err
	}
	points, err := chase("h100_latency.csv", h100LatencyCSV)
	if err != nil {
		return nil, err
	}
	all, err := memoryOf(gpu.H100(), points, h100Bandwidth, h100BandwidthOfFew)
	if err != nil {
		return nil, err
	}
	var out []Twins
	for i, a := range all {
		out = append(out, Twins{a, theirs[i]})
	}
	return out, nil
}

// OwnLaunch returns the kernels with the time of an empty kernel of one workgroup that the
// H100 itself took in place of the H200's, and without the empty kernels, from which that is.
// What it takes hangs on the host and the driver too.
func OwnLaunch(kernels []Twins) []Twins {
	empty := kernels[0].H100.Points[0]
	later := empty.Measured - empty.Model
	out := slices.Clone(kernels[1:])
	for i := range out {
		a := &out[i].H100
		a.From = "none; the time of a launch is its own empty kernel's"
		a.Points = slices.Clone(a.Points)
		for j := range a.Points {
			a.Points[j].Model += later
		}
	}
	return out
}

package silicon

import (
	_ "embed"
	"math"

	"lanebook/gpumodel"
)

// StrideTime is one row of the MI300's timed strides.
type StrideTime struct {
	Stride       int     // in 4-byte words
	Microseconds float64 // of 16 wavefronts × 10,000 reads on one CU
}

//go:embed mi300_strides.csv
var mi300CSV string

// MI300Strides returns the MI300's nineteen timed strides.
func MI300Strides() ([]StrideTime, error) {
	rows, err := table("mi300_strides.csv", mi300CSV, 2)
	if err != nil {
		return nil, err
	}
	var out []StrideTime
	for _, r := range rows[1:] { // after the head
		f := fields{file: "mi300_strides.csv", row: r}
		out = append(out, StrideTime{f.int(0), f.float(1)})
		if f.err != nil {
			return nil, f.err
		}
	}
	return out, nil
}

// StrideFit is a model of the MI300's timed strides, two numbers of which are fitted.
type StrideFit struct {
	Rows        []StrideRow
	Clock       gpumodel.Hertz // the only scale, from stride 32: every lane in one bank
	FloorCycles float64        // of one read, from stride 1: the loop's own additions
	MeanError   float64        // of |model − measured| / measured over the rows that set neither
	WorstError  float64        // of them
}

// StrideRow is one stride of a StrideFit.
type StrideRow struct {
	StrideTime
	Passes int     // by LDS.Serve
	Set    bool    // one of the two numbers is from it, so that its Error is none
	Model  float64 // microseconds
	Error  float64 // (model − measured) / measured
}

// FitMI300 models the nineteen strides by the bank rule of the device:
//
//	time = reads · max(passes, floor) / clock
//
// Two of the nineteen rows set the two numbers that no source states: stride 32
// the clock and stride 1 the floor. With one wavefront a SIMD ready at any time
// the loop around the read costs about three vector additions of 4 cycles for
// 4 wavefronts, hidden unless the read is shorter: 3 cycles, of which the
// measurement makes 3.19. Lanes beyond the 64 KB array do nothing.
func FitMI300(device gpumodel.Device) (StrideFit, error) {
	times, err := MI300Strides()
	if err != nil {
		return StrideFit{}, err
	}
	const reads = 16 * 10_000 // wavefronts × reads, all on one CU
	fit := StrideFit{}
	measured := map[int]float64{}
	for _, t := range times {
		a := gpumodel.Stride(4, device.Lanes, 0, gpumodel.Bytes(4*t.Stride)).Within(device.LDS.Size)
		s, err := device.LDS.Serve(a)
		if err != nil {
			return StrideFit{}, err
		}
		fit.Rows = append(fit.Rows, StrideRow{StrideTime: t, Passes: s.Passes, Set: t.Stride == 1 || t.Stride == 32})
		measured[t.Stride] = t.Microseconds
	}
	for _, r := range fit.Rows {
		if r.Stride == 32 {
			fit.Clock = gpumodel.Hertz(reads * float64(r.Passes) / (measured[32] * 1e-6))
		}
	}
	fit.FloorCycles = measured[1] * 1e-6 * float64(fit.Clock) / reads
	for i := range fit.Rows {
		r := &fit.Rows[i]
		r.Model = reads * max(float64(r.Passes), fit.FloorCycles) / float64(fit.Clock) * 1e6
		r.Error = (r.Model - r.Microseconds) / r.Microseconds
		if !r.Set {
			fit.MeanError += math.Abs(r.Error) / float64(len(fit.Rows)-2)
			fit.WorstError = max(fit.WorstError, math.Abs(r.Error))
		}
	}
	return fit, nil
}

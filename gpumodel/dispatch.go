package gpumodel

import "fmt"

// Dispatch says how a GPU hands the workgroups (blocks) of a kernel to its CUs (SMs). Where
// L2.Dies has several dies, each has a dispatcher, which hands out every so many'th.
// The zero value says that nothing is known: workgroups then start as soon as may be, a
// launch costs nothing, and a chip.Report says so in Unknown.
type Dispatch struct {
	Seconds  float64 // of a kernel without any work, from what is before it to what is after; 0 to 1
	Cold     Cycles  // that a CU's first workgroup waits longer, for instructions and constants
	Interval float64 // cycles between two workgroups that take others' places, by one dispatcher; 0 to 1e6
	ByWave   float64 // the same, more for each wavefront; 0 to 1e6
	Fill     Cycles  // between two workgroups of one CU when the kernel begins
	Each     Cycles  // the same, more for each wavefront
	Turnover Cycles  // from a workgroup's end until the first instruction of the one in its place, at the earliest
}

func (d Dispatch) check() error {
	cycles := func(c Cycles) bool { return c >= 0 && c <= 1<<20 }
	if !(d.Seconds >= 0 && d.Seconds <= 1 && d.Interval >= 0 && d.Interval <= 1e6 && d.ByWave >= 0 && d.ByWave <= 1e6) || !cycles(d.Cold) || !cycles(d.Fill) || !cycles(d.Each) || !cycles(d.Turnover) {
		return fmt.Errorf("dispatch: %+v, want Seconds of 0 to 1, an Interval and ByWave of 0 to 1e6, and cycles of 0 to 2^20", d)
	}
	return nil
}

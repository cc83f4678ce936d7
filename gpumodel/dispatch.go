package gpumodel

// Dispatch says how a GPU hands the workgroups (blocks) of a kernel to its CUs (SMs). Where
// L2.Dies has several dies, each has a dispatcher, which hands out every so many'th.
// The zero value says that nothing is known: workgroups then start as soon as may be, a
// launch costs nothing, and a chip.Report says so in Unknown.
type Dispatch struct {
	Seconds  float64 // of a kernel without any work, from what is before it to what is after; 0 to 1
	Cold     Cycles  // that a CU's first workgroup waits longer, for instructions and constants; these and the others 0 to 2^20
	Interval float64 // cycles between two ends of workgroups of which one dispatcher takes notice, the launch's last ones among them; 0 to 1e6
	ByWave   float64 // cycles, for each wavefront, between two starts of workgroups that take others' places, by one dispatcher; 0 to 1e6
	Fill     Cycles  // between two workgroups of one CU when the kernel begins
	Each     Cycles  // the same, more for each wavefront
	Drain    Cycles  // from the last store until a launch that stores anything is over, beyond that store's way to the L2; atomic additions alone are none
	Turnover Cycles  // from a workgroup's end, once it is noticed, until the first instruction of the one in its place, at the earliest
}

func (d Dispatch) check() error {
	return within("dispatch: ", bound{"Seconds", d.Seconds, 0, 1}, bound{"Cold", float64(d.Cold), 0, 1 << 20},
		bound{"Interval", d.Interval, 0, 1e6}, bound{"ByWave", d.ByWave, 0, 1e6}, bound{"Fill", float64(d.Fill), 0, 1 << 20},
		bound{"Each", float64(d.Each), 0, 1 << 20}, bound{"Drain", float64(d.Drain), 0, 1 << 20}, bound{"Turnover", float64(d.Turnover), 0, 1 << 20})
}

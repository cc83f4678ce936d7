package gpumodel

import "math"

// Clocks says when the clock of the CUs is not Device.Clock. The zero value: it always is, or it is not known.
//
// Source of the law: clock.csv and wake.csv of package silicon, clocks against the GPU's timer.
type Clocks struct {
	// Products is the clock while matrices of other than doubles are multiplied: 1 Hz to Device.Clock, or 0 as Device.Clock. A GPU may
	// slow down only a part of its CUs, those around the one that multiplies; and it goes back to Device.Clock half a microsecond
	// after the last product, which costs as much as Wake once more. The model knows neither: to it a launch multiplies on the whole GPU
	// and from its first product to its last.
	Products Hertz
	Wake     float64 // seconds that the first product costs besides, 0 to 1; 0 without Products

	// When a launch begins on all CUs of a GPU that had nothing to do, the clock is lower by a share of Sag, 0 to 1, and comes back
	// to 1/e of that in Settle seconds, 0 to 1, both or neither; with fewer CUs it is lower by the cube of their share. The model takes
	// every launch to begin so, with however few wavefronts.
	Sag, Settle float64
}

func (c Clocks) check(clock Hertz) error {
	err := within("clocks: ", bound{"Products", float64(c.Products), 0, float64(clock)}, bound{"Wake", c.Wake, 0, 1},
		bound{"Sag", c.Sag, 0, 1}, bound{"Settle", c.Settle, 0, 1})
	if c.Products > 0 && c.Products < 1 {
		err = fault(err, "clocks: Products", float64(c.Products), "1 Hz or more, or 0")
	}
	if c.Wake > 0 && c.Products == 0 {
		err = fault(err, "clocks: Wake", c.Wake, "0 without Products")
	}
	if (c.Sag > 0) != (c.Settle > 0) {
		err = fault(err, "clocks: Sag, Settle", [2]float64{c.Sag, c.Settle}, "both or neither")
	}
	return err
}

// Seconds returns how long so many cycles take of a launch that begins on so many CUs, 0 to Device.CUs, of which so many go by
// from its first product of matrices to its last, 0 without any and no more than the cycles:
//
//	(cycles − products) / Clock + products / Clocks.Products + Wake + Sag · (cus / CUs)³ · Settle · (1 − exp(−t / Settle))
//
// with t the first two terms. Without products, or where their clock is not known, t is cycles / Clock and there is no Wake. What
// launching costs is not among it.
func (d *Device) Seconds(cycles, products Cycles, cus int) float64 {
	c := &d.Clocks
	t, wake := float64(cycles)/float64(d.Clock), 0.0
	if products > 0 && c.Products > 0 {
		t, wake = float64(cycles-products)/float64(d.Clock)+float64(products)/float64(c.Products), c.Wake
	}
	if c.Settle == 0 {
		return t + wake
	}
	share := float64(cus) / float64(d.CUs)
	return t + wake + c.Sag*share*share*share*c.Settle*(1-math.Exp(-t/c.Settle))
}

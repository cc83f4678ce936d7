package gpumodel

import "math"

// Clocks says when the clock of the CUs is not Device.Clock. The zero value: it always is.
//
// Source of the law: clock.csv and wake.csv of package silicon, clocks against the GPU's timer.
type Clocks struct {
	// Products is the clock while matrices of other than doubles are multiplied: 1 Hz to Device.Clock, 0 as Device.Clock. A GPU may
	// slow down only a part of its CUs, those around the one that multiplies; and it goes back to Device.Clock half a microsecond
	// after the last product, which the model, for which a launch multiplies from its first product to its last, does not know.
	Products Hertz
	Wake     float64 // seconds that the first product costs besides, 0 to 1

	// When a launch begins on all CUs of a GPU that had nothing to do, the clock is lower by a share of Sag, 0 to 1, and
	// comes back to 1/e of that in Settle seconds, 0 to 1; with fewer CUs it is lower by the cube of their share.
	Sag, Settle float64
}

func (c Clocks) check(clock Hertz) error {
	return within("clocks: ", bound{"Products", float64(c.Products), 0, float64(clock)}, bound{"Wake", c.Wake, 0, 1},
		bound{"Sag", c.Sag, 0, 1}, bound{"Settle", c.Settle, 0, 1})
}

// Seconds returns how long so many cycles take of a launch that begins on so many CUs, of which so many go by from its first
// product of matrices to its last, 0 without any:
//
//	(cycles − products) / Clock + products / Clocks.Products + Wake + Sag · (cus / CUs)³ · Settle · (1 − exp(−t / Settle))
//
// with t the first two terms. What launching costs is not among it.
func (d *Device) Seconds(cycles, products Cycles, cus int) float64 {
	c := &d.Clocks
	t := float64(cycles) / float64(d.Clock)
	if products > 0 && c.Products > 0 {
		t = float64(cycles-products)/float64(d.Clock) + float64(products)/float64(c.Products)
	}
	more := 0.0
	if c.Settle > 0 {
		share := float64(cus) / float64(d.CUs)
		more = c.Sag * share * share * share * c.Settle * (1 - math.Exp(-t/c.Settle))
	}
	if products > 0 && c.Products > 0 {
		more += c.Wake
	}
	return t + more
}

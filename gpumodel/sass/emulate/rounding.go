package emulate

import "math"

// modes are the ways to round that names have besides to the nearest: what they round towards.
var modes = map[string]float64{"RM": math.Inf(-1), "RP": math.Inf(1), "RZ": 0}

// rounds returns what an instruction rounds towards, other than to the nearest.
func (d *decoder) rounds() (toward float64, other bool) {
	for _, m := range d.mods {
		if toward, other = modes[m]; other {
			return toward, true
		}
	}
	return 0, false
}

// minusZero is what a product is added to that is to keep its sign.
var minusZero = math.Copysign(0, -1)

// exactly returns a·b + c, rounded once, towards a number. A rounding to fewer bits towards the same may follow: the
// two are as one.
func exactly(a, b, c, toward float64) float64 {
	near := math.FMA(a, b, c)
	if near != near || math.IsInf(a, 0) || math.IsInf(b, 0) || math.IsInf(c, 0) {
		return near
	}
	// With exponents near 0 no part below is too large or too small. What is this far below the other can be no more
	// than felt.
	const far = 400
	a, m := math.Frexp(a)
	b, n := math.Frexp(b)
	c, k := math.Frexp(c)
	p, scale := a*b, m+n
	minus := math.Signbit(p)
	switch {
	case p == 0:
		scale, k = k, 0
	case c != 0:
		above := k - scale
		k = max(-far, min(far, above))
		scale += max(0, above-far)
	}
	high, low := sum(math.FMA(a, b, -p), math.Ldexp(c, k))
	p, high = sum(p, high)
	rest, least := sum(high, low)
	v, lost := sum(p, rest)
	if lost == 0 {
		lost = least
	}
	if v == 0 { // exactly
		if toward == math.Inf(-1) && (minus || math.Signbit(c)) {
			return minusZero
		}
		return near
	}
	v = stepped(v, lost, toward)
	y := math.Ldexp(v, scale)
	return stepped(y, v-math.Ldexp(y, -scale), toward)
}

// stepped is y, or its neighbour if what y lacks lies towards it.
func stepped(y, lost, toward float64) float64 {
	if lost < 0 && toward < y || lost > 0 && toward > y {
		return math.Nextafter(y, toward)
	}
	return y
}

// sum returns x + y and what it has lost. Source: Knuth, The Art of Computer Programming 2, 4.2.2, theorem B.
func sum(x, y float64) (s, lost float64) {
	s = x + y
	part := s - x
	return s, x - (s - part) + (y - part)
}

// narrowed rounds to 24 bits, towards a number.
func narrowed(v, toward float64) float32 {
	f := float32(v)
	if lost := v - float64(f); lost < 0 && toward < v || lost > 0 && toward > v {
		return math.Nextafter32(f, float32(toward))
	}
	return f
}

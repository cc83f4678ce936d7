package emulate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// Of a·b + c and of whole numbers the rounded result is that of math/big, also where exponents are at their ends.
func TestExactly(t *testing.T) {
	const precision = 4500 // of doubles every sum of a product and a third
	want := func(toward float64, a, b, c float64, single bool) float64 {
		v := new(big.Float).SetPrec(precision).Mul(big.NewFloat(a), big.NewFloat(b))
		v.Add(v, big.NewFloat(c))
		y, _ := v.Float64()
		next := math.Nextafter
		if single {
			f, _ := v.Float32()
			y, next = float64(f), func(y, toward float64) float64 {
				return float64(math.Nextafter32(float32(y), float32(toward)))
			}
		}
		lost := -1
		if math.IsInf(y, 0) {
			if y < 0 {
				lost = 1
			}
		} else {
			lost = v.Cmp(big.NewFloat(y))
		}
		if lost < 0 && toward < y || lost > 0 && toward > y {
			return next(y, toward)
		}
		return y
	}
	r := rand.New(rand.NewPCG(1, 2))
	few := []float64{0, minusZero, 1, -1, 3, 0x1p-1022, 0x1p-1074, -0x1p-1074, math.MaxFloat64, -math.MaxFloat64, 0x1p-149, 0x1p-126, 0x1p127, math.MaxFloat32, 1 + 0x1p-52, 1 + 0x1p-23, 0x1p53, 0x1p500, 0x1p-500}
	number := func(spread int) float64 {
		switch r.IntN(4) {
		case 0:
			return few[r.IntN(len(few))]
		case 1: // few bits
			return math.Ldexp(float64(r.IntN(17)-8), r.IntN(2*spread+1)-spread)
		}
		return math.Ldexp(r.NormFloat64(), r.IntN(2*spread+1)-spread)
	}
	for n := range 400_000 {
		spread := []int{1, 30, 60, 140, 600, 1070}[n%6]
		a, b, c := number(spread), number(spread), number(spread)
		if n%5 == 0 { // a sum that leaves little
			c = -a * b
			if n%10 == 0 {
				c = math.Nextafter(c, 1)
			}
		}
		if math.IsInf(a, 0) || math.IsInf(b, 0) || math.IsInf(c, 0) {
			continue
		}
		for name, toward := range modes {
			got := exactly(a, b, c, toward)
			if want := want(toward, a, b, c, false); got != want {
				t.Fatalf("%s: %g·%g + %g = %g, want %g", name, a, b, c, got, want)
			}
			if got, want := narrowed(got, toward), float32(want(toward, a, b, c, true)); got != want {
				t.Fatalf("%s: %g·%g + %g in 24 bits = %g, want %g", name, a, b, c, got, want)
			}
		}
	}
}

// What is exactly 0 is negative where the way down is taken, unless all parts are 0 and positive. Source: IEEE 754-2019, 6.3.
func TestExactlyNothing(t *testing.T) {
	down, up := modes["RM"], modes["RP"]
	for _, test := range []struct {
		a, b, c, toward float64
		minus           bool
	}{
		{2, 3, -6, down, true}, {2, 3, -6, up, false}, {2, 3, -6, 0, false}, {0, 1, 0, down, false}, {0, 1, minusZero, down, true},
		{0, -1, minusZero, up, true}, {0, -1, 0, up, false}, {0, -1, minusZero, 0, true},
	} {
		if got := exactly(test.a, test.b, test.c, test.toward); got != 0 || math.Signbit(got) != test.minus {
			t.Errorf("%g·%g + %g towards %g = %g, want a minus %v", test.a, test.b, test.c, test.toward, got, test.minus)
		}
	}
}

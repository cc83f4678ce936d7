package emulate

import (
	"math"
	"math/big"
)

// modes are the ways to round that names have besides to the nearest.
var modes = map[string]big.RoundingMode{"RM": big.ToNegativeInf, "RP": big.ToPositiveInf, "RZ": big.ToZero}

// rounds returns the way in which an instruction rounds.
func (d *decoder) rounds() (mode big.RoundingMode, other bool) {
	for _, m := range d.mods {
		if mode, other = modes[m]; other {
			return mode, true
		}
	}
	return big.ToNearestEven, false
}

// minusZero is what a product is added to that is to keep its sign.
var minusZero = math.Copysign(0, -1)

// exactly returns a·b + c with so many bits of precision, 24 or 53, rounded in a way other than to the nearest. Results
// of a smaller exponent than the least are not flushed or denormal, but as if there were smaller ones.
func exactly(a, b, c float64, bits uint, mode big.RoundingMode) float64 {
	near := math.FMA(a, b, c)
	if math.IsInf(near, 0) || near != near || near == 0 {
		return near
	}
	exact := new(big.Float).SetPrec(4096).Mul(big.NewFloat(a), big.NewFloat(b))
	exact.Add(exact, big.NewFloat(c))
	v, _ := new(big.Float).SetPrec(bits).SetMode(mode).Set(exact).Float64()
	return v
}

// fromWhole returns a whole number in so many bits, rounded in a way.
func fromWhole(n uint64, unsigned bool, bits uint, mode big.RoundingMode) float64 {
	f := new(big.Float).SetPrec(bits).SetMode(mode)
	if unsigned {
		f.SetUint64(n)
	} else {
		f.SetInt64(int64(n))
	}
	v, _ := f.Float64()
	return v
}

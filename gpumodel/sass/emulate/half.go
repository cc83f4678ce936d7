package emulate

import (
	"fmt"
	"math"

	"lanebook/gpumodel/sass"
)

// halves are numbers of 16 bits. Of two constants a compiler makes one of 32 bits (HFMA2.MMA R0, -RZ, RZ, 1, 0);
// nothing else of them is computed.
func (d *decoder) halves() (func(*wave, uint32) error, error) {
	if d.name == "HFMA2" && (len(d.mods) == 0 || len(d.mods) == 1 && d.mods[0] == "MMA") && len(d.ops) == 5 && d.ops[1].Number == sass.Zero && d.ops[1].Kind == sass.Register && d.ops[2].Number == sass.Zero && d.ops[3].Kind == sass.Immediate {
		high, ok := half(d.ops[3].Value)
		low, ok2 := half(d.ops[4].Value)
		if !ok || !ok2 {
			return nil, fmt.Errorf("operands %s and %s, want two numbers", d.ops[3].Value, d.ops[4].Value)
		}
		to := d.result(1)
		v := uint32(high)<<16 | uint32(low)
		return func(w *wave, on uint32) error {
			each(on, func(i int) { w.rows[to][i] = v })
			return nil
		}, nil
	}
	return d.unknown(1)
}

// unknown is arithmetic that is not executed: its results are 0.
func (d *decoder) unknown(words int) (func(*wave, uint32) error, error) {
	d.assume("results of arithmetic in 16 bits are taken to be 0")
	to := d.registers + waste
	if d.ahead() {
		d.sets()
		d.sets()
	} else {
		to = d.result(words)
	}
	for _, o := range d.ops {
		if o.Kind == sass.Register && o.Number != sass.Zero {
			d.step.sources = append(d.step.sources, int(o.Number))
		}
	}
	return func(w *wave, on uint32) error {
		for k := range words {
			each(on, func(i int) { w.rows[to+k][i] = 0 })
		}
		return nil
	}, nil
}

// half reads a number as 16 bits.
func half(s string) (uint16, bool) {
	v, ok := real(s, 32)
	if !ok {
		return 0, false
	}
	f := math.Float32frombits(uint32(v))
	sign := uint16(uint32(v)>>16) & 0x8000
	switch a := math.Abs(float64(f)); {
	case f != f:
		return sign | 0x7fff, true
	case a >= 65520:
		return sign | 0x7c00, true
	case a < 0x1p-14:
		return sign | uint16(math.RoundToEven(a*0x1p24)), true
	default:
		m, e := math.Frexp(a)
		return sign | uint16(math.RoundToEven(math.Ldexp(m, 11))+float64((e+13)<<10)), true
	}
}

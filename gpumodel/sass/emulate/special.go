package emulate

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/sass"
)

// special reads conversions, votes, special registers and constants.
func (d *decoder) special() (func(*wave, uint32) error, error) {
	switch d.name {
	case "S2R", "S2UR", "CS2R":
		return d.register()
	case "LDC", "ULDC":
		return d.constants()
	case "I2F", "I2FP", "I2FP32":
		return d.toReal()
	case "F2I":
		return d.toWhole()
	case "F2F":
		return d.resize()
	case "FRND":
		return d.round()
	case "VOTE", "VOTEU":
		return d.vote()
	case "REDUX":
		return d.reduce()
	case "R2UR":
		to := d.result(1)
		d.sets()
		s, err := d.sources(whole, 1)
		return func(w *wave, on uint32) error {
			if on != 0 {
				w.fill(to, s[0].get(w)[bits.TrailingZeros32(on)])
			}
			return nil
		}, err
	case "PLOP3", "UPLOP3":
		return d.predicateLogic()
	case "P2R":
		return d.pack()
	case "R2P":
		return d.unpack()
	case "HFMA2", "HADD2", "HMUL2", "HSETP2", "HMNMX2", "F2FP", "HSET2":
		return d.halves()
	}
	return nil, nil
}

// fill writes a uniform register.
func (w *wave) fill(to int, v uint32) {
	for i := range w.rows[to] {
		w.rows[to][i] = v
	}
}

// register reads a special register: a lane's place, or the clock.
func (d *decoder) register() (func(*wave, uint32) error, error) {
	words := 1
	if d.name == "CS2R" && !has(d.mods, "32") {
		words = 2
	}
	to, name := d.result(words), d.take().Value
	d.step.kind = gpumodel.Scalar
	if d.name == "CS2R" {
		d.step.kind = gpumodel.FP32
	}
	shape := d.code.launch.Workgroup.Filled()
	lane := func(w *wave, i int) int { return w.index*lanes + i }
	f := map[string]func(w *wave, i int) uint32{
		"SR_TID.X":    func(w *wave, i int) uint32 { return uint32(lane(w, i) % shape.X) },
		"SR_TID.Y":    func(w *wave, i int) uint32 { return uint32(lane(w, i) / shape.X % shape.Y) },
		"SR_TID.Z":    func(w *wave, i int) uint32 { return uint32(lane(w, i) / shape.X / shape.Y) },
		"SR_CTAID.X":  func(w *wave, _ int) uint32 { return uint32(w.group.at.X) },
		"SR_CTAID.Y":  func(w *wave, _ int) uint32 { return uint32(w.group.at.Y) },
		"SR_CTAID.Z":  func(w *wave, _ int) uint32 { return uint32(w.group.at.Z) },
		"SR_LANEID":   func(_ *wave, i int) uint32 { return uint32(i) },
		"SR_EQMASK":   func(_ *wave, i int) uint32 { return 1 << i },
		"SR_LTMASK":   func(_ *wave, i int) uint32 { return 1<<i - 1 },
		"SR_LEMASK":   func(_ *wave, i int) uint32 { return 2<<i - 1 },
		"SR_GTMASK":   func(_ *wave, i int) uint32 { return ^(2<<i - 1) },
		"SR_GEMASK":   func(_ *wave, i int) uint32 { return ^(1<<i - 1) },
		"SR_CgaCtaId": func(*wave, int) uint32 { return 0 }, // a cluster of one workgroup
		"SRZ":         func(*wave, int) uint32 { return 0 },
		"SR_CLOCKLO":  func(w *wave, _ int) uint32 { return uint32(w.clock) },
		"SR_CLOCKHI":  func(w *wave, _ int) uint32 { return uint32(w.clock >> 32) },
	}[name]
	if f == nil {
		return nil, fmt.Errorf("special register %q, want a lane's or a workgroup's place, or the clock", name)
	}
	if strings.HasPrefix(name, "SR_CLOCK") {
		d.step.kind = gpumodel.Clock
	}
	all := d.name == "S2UR"
	return func(w *wave, on uint32) error {
		if all {
			on = every
		}
		each(on, func(i int) {
			w.rows[to][i] = f(w, i)
			if words == 2 && name != "SRZ" {
				w.rows[to+1][i] = uint32(w.clock >> 32)
			} else if words == 2 {
				w.rows[to+1][i] = 0
			}
		})
		return nil
	}, nil
}

// constants reads the first bank, at a place that the code computes or not.
func (d *decoder) constants() (func(*wave, uint32) error, error) {
	words := 1
	if has(d.mods, "64") {
		words = 2
	}
	if has(d.mods, "U8", "S8", "U16", "S16", "128") {
		return nil, fmt.Errorf("constants of another size, want 4 or 8 bytes")
	}
	to, o := d.result(words), d.take()
	if o.Kind != sass.Constant || !strings.Contains(d.in.String(), "c[0x0][") {
		return nil, fmt.Errorf("a constant that is not of the kernel's arguments and shape, want those, c[0x0][0x…]")
	}
	at := source{row: d.registers + nothing}
	switch {
	case o.Base != sass.Zero:
		at.row = int(o.Base)
	case o.Uniform != sass.Zero:
		at.row = d.registers + int(o.Uniform)
	default:
		if _, err := d.constant(o, 4*words); err != nil {
			return nil, err
		}
	}
	d.step.sources = append(d.step.sources, at.row)
	all, c := d.name == "ULDC", d.code
	return func(w *wave, on uint32) (err error) {
		if all {
			on = every
		}
		each(on, func(i int) {
			for k := range words {
				v, problem := c.table(o.Offset + int64(w.rows[at.row][i]) + int64(4*k))
				if problem != nil {
					err = problem
				}
				w.rows[to+k][i] = v
			}
		})
		return err
	}, nil
}

// toReal makes whole numbers numbers of floating point.
func (d *decoder) toReal() (func(*wave, uint32) error, error) {
	words, from := 1, 1
	if has(d.mods, "F64") {
		words = 2
	}
	if has(d.mods, "U64", "S64") {
		from = 2
	}
	if has(d.mods, "F16", "BF16") {
		return d.unknown(1)
	}
	to := d.result(words)
	part := 0 // of a register: the bits below it
	for n, name := range []string{".B1", ".H1", ".B3"} {
		if strings.Contains(d.in.String(), name) {
			part = 8 * (n + 1)
		}
	}
	if strings.Contains(d.in.String(), ".B2") {
		part = 16
	}
	s, err := d.source(whole, from)
	if err != nil {
		return nil, err
	}
	unsigned := has(d.mods, "U32", "U64", "U16", "U8")
	bits := 64
	switch {
	case has(d.mods, "U16", "S16"):
		bits = 16
	case has(d.mods, "U8", "S8"):
		bits = 8
	case from == 1:
		bits = 32
	}
	precision := uint(24)
	if words == 2 {
		precision = 53
	}
	mode, otherwise := d.rounds()
	return func(w *wave, on uint32) error {
		each(on, func(i int) {
			n := s.one(w, i, from) >> part << (64 - bits)
			if unsigned {
				n >>= 64 - bits
			} else {
				n = uint64(int64(n) >> (64 - bits))
			}
			var exact float64
			switch {
			case otherwise || bits == 64 && words == 1:
				exact = fromWhole(n, unsigned, precision, mode)
			case unsigned:
				exact = float64(n)
			default:
				exact = float64(int64(n))
			}
			if words == 1 {
				w.rows[to][i] = math.Float32bits(float32(exact))
				return
			}
			v := math.Float64bits(exact)
			w.rows[to][i], w.rows[to+1][i] = uint32(v), uint32(v>>32)
		})
		return nil
	}, nil
}

// towards is the way in which a name rounds to whole numbers.
func towards(mods []string) func(float64) float64 {
	switch {
	case has(mods, "TRUNC"):
		return math.Trunc
	case has(mods, "FLOOR"):
		return math.Floor
	case has(mods, "CEIL"):
		return math.Ceil
	}
	return math.RoundToEven
}

// toWhole makes numbers of floating point whole ones; what is too large becomes the largest, and what is no number 0.
func (d *decoder) toWhole() (func(*wave, uint32) error, error) {
	words, from := 1, 1
	if has(d.mods, "F64") {
		from = 2
	}
	if has(d.mods, "U64", "S64") {
		words = 2
	}
	if has(d.mods, "F16", "U8", "S8", "U16", "S16") {
		return nil, fmt.Errorf("a number of fewer than 32 bits, want 32 or 64")
	}
	to := d.result(words)
	c := floating
	if from == 2 {
		c = doubled
	}
	s, err := d.source(c, from)
	if err != nil {
		return nil, err
	}
	round, unsigned := towards(d.mods), has(d.mods, "U32", "U64")
	least, most := -0x1p31, 0x1p31-1
	switch {
	case unsigned && words == 2:
		least, most = 0, 0x1p64
	case words == 2:
		least, most = -0x1p63, 0x1p63
	case unsigned:
		least, most = 0, 0x1p32-1
	}
	return func(w *wave, on uint32) error {
		each(on, func(i int) {
			x := math.Float64frombits(s.one(w, i, from))
			if from == 1 {
				x = float64(math.Float32frombits(s.get(w)[i]))
			}
			var v uint64
			switch x = round(x); {
			case x != x:
			case x >= most && words == 2 && unsigned:
				v = ^uint64(0)
			case x >= most && words == 2:
				v = 1<<63 - 1
			case unsigned:
				v = uint64(min(max(x, least), most))
			default:
				v = uint64(int64(min(max(x, least), most)))
			}
			w.rows[to][i] = uint32(v)
			if words == 2 {
				w.rows[to+1][i] = uint32(v >> 32)
			}
		})
		return nil
	}, nil
}

// resize makes doubles of floats, or the other way round.
func (d *decoder) resize() (func(*wave, uint32) error, error) {
	if i := slices.Index(d.mods, "F64"); i == 0 && has(d.mods, "F32") {
		to := d.result(2)
		s, err := d.sources(floating, 1)
		return func(w *wave, on uint32) error {
			each(on, func(i int) {
				v := math.Float64bits(float64(math.Float32frombits(s[0].get(w)[i])))
				w.rows[to][i], w.rows[to+1][i] = uint32(v), uint32(v>>32)
			})
			return nil
		}, err
	}
	if !has(d.mods, "F32") || !has(d.mods, "F64") {
		return d.unknown(1)
	}
	to := d.result(1)
	s, err := d.source(doubled, 2)
	return func(w *wave, on uint32) error {
		each(on, func(i int) { w.rows[to][i] = math.Float32bits(float32(s.double(w, i))) })
		return nil
	}, err
}

// round makes numbers whole that stay numbers of floating point.
func (d *decoder) round() (func(*wave, uint32) error, error) {
	words, c := 1, floating
	if has(d.mods, "F64") {
		words, c = 2, doubled
	}
	to := d.result(words)
	s, err := d.source(c, words)
	f := towards(d.mods)
	return func(w *wave, on uint32) error {
		each(on, func(i int) {
			if words == 1 {
				w.rows[to][i] = math.Float32bits(float32(f(float64(math.Float32frombits(s.get(w)[i])))))
				return
			}
			v := math.Float64bits(f(s.double(w, i)))
			w.rows[to][i], w.rows[to+1][i] = uint32(v), uint32(v>>32)
		})
		return nil
	}, err
}

// vote asks all lanes that execute it.
func (d *decoder) vote() (func(*wave, uint32) error, error) {
	to, is := d.registers+waste, -1
	if !d.ahead() {
		to = d.result(1)
	}
	if len(d.ops) > 1 {
		is = d.sets()
	}
	p, all, same := d.asks(true), has(d.mods, "ALL"), has(d.mods, "EQ")
	wide := d.name == "VOTEU"
	return func(w *wave, on uint32) error {
		held := p.of(w) & on
		yes := held != 0
		switch {
		case all:
			yes = held == on
		case same:
			yes = held == on || held == 0
		}
		each(on, func(i int) { w.rows[to][i] = held })
		set := uint32(0)
		if yes {
			set = every
		}
		if wide {
			w.fill(to, held)
			w.set(is, every, set)
		} else {
			w.set(is, on, set)
		}
		return nil
	}, nil
}

// reduce makes one number of all lanes'.
func (d *decoder) reduce() (func(*wave, uint32) error, error) {
	to := d.result(1)
	s, err := d.sources(whole, 1)
	f := combination(append(d.mods, "ADD"), false)
	if has(d.mods, "MIN", "MAX", "AND", "OR", "XOR") {
		f = combination(d.mods, false)
	}
	return func(w *wave, on uint32) error {
		var v uint64
		for m := on; m != 0; m &= m - 1 {
			x := uint64(s[0].get(w)[bits.TrailingZeros32(m)])
			if m == on {
				v = x
			} else {
				v = f(v, x, 0)
			}
		}
		w.fill(to, uint32(v))
		return nil
	}, err
}

// predicateLogic is any function of three predicates, by its table; a second table sets another.
func (d *decoder) predicateLogic() (func(*wave, uint32) error, error) {
	to, to2 := d.sets(), d.sets()
	var p [3]condition
	for i := range p {
		p[i] = d.asks(true)
	}
	var tables [2]uint32
	for i := range tables {
		o := d.take()
		tables[i], _ = number(o.Value)
	}
	wide := d.name == "UPLOP3"
	return func(w *wave, on uint32) error {
		if wide {
			on = every
		}
		for k, number := range [2]int{to, to2} {
			set := uint32(0)
			for i := range uint32(8) {
				if tables[k]>>i&1 == 1 {
					m := every
					for j := range p {
						if v := p[j].of(w); i>>(2-j)&1 == 1 {
							m &= v
						} else {
							m &= ^v
						}
					}
					set |= m
				}
			}
			w.set(number, on, set)
		}
		return nil
	}, nil
}

// pack writes predicates into a register's low bits, those of a mask.
func (d *decoder) pack() (func(*wave, uint32) error, error) {
	to := d.result(1)
	d.take() // PR: all of them
	for n := range true_ {
		d.step.sources = append(d.step.sources, d.code.rows+n)
	}
	s, err := d.sources(whole, 2)
	return func(w *wave, on uint32) error {
		a, mask := s[0].get(w), s[1].get(w)
		each(on, func(i int) {
			v := uint32(0)
			for n := range true_ {
				v |= w.predicates[n] >> i & 1 << n
			}
			w.rows[to][i] = a[i]&^mask[i] | v&mask[i]
		})
		return nil
	}, err
}

// unpack sets predicates from a register's low bits, those of a mask.
func (d *decoder) unpack() (func(*wave, uint32) error, error) {
	d.take()
	s, err := d.sources(whole, 2)
	for n := range true_ {
		d.step.results = append(d.step.results, d.code.rows+n)
	}
	return func(w *wave, on uint32) error {
		a, mask := s[0].get(w), s[1].get(w)
		each(on, func(i int) {
			for n := range true_ {
				if mask[i]>>n&1 == 1 {
					w.set(n, 1<<i, a[i]>>n&1<<i)
				}
			}
		})
		return nil
	}, err
}

// halves are numbers of 16 bits. Of two constants a compiler makes one of 32 bits (HFMA2.MMA R0, -RZ, RZ, 1, 0);
// nothing else of them is computed.
func (d *decoder) halves() (func(*wave, uint32) error, error) {
	if d.name == "HFMA2" && len(d.ops) == 5 && d.ops[1].Number == sass.Zero && d.ops[1].Kind == sass.Register && d.ops[2].Number == sass.Zero && d.ops[3].Kind == sass.Immediate {
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

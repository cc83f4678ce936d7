package emulate

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"lanebook/gpumodel/sass"
)

// product is a matrix of m rows of k elements times one of k rows of 8, added to one of m rows of 8. Lane l has of the
// first the elements of row l/4, and of that 8 below, of the second those of column l/4, each from l mod 4 times so many
// as are in a register. Source: PTX ISA, "Matrix fragments for mma".
type product struct {
	m, k        int
	in          int // elements in a register; 0: two registers are an element
	of, by      func(bits uint32) float64
	wide        bool // sums of 64 bits
	whole       bool // sums of whole numbers
	half        bool // sums of 16 bits
	to, a, b, c int  // rows
	saturating  bool
}

// The first matrix has so many rows, and elements of each, at most.
const (
	mostM = 16
	mostK = 32
)

// products reads products of matrices by tensor cores.
func (d *decoder) products() (func(*wave, uint32) error, error) {
	p := product{m: 16, in: 2, of: binary16.value, by: binary16.value}
	shape := ""
	if len(d.mods) > 0 {
		shape = d.mods[0]
	}
	switch d.name {
	case "DMMA":
		m, k, _ := strings.Cut(shape, "x8x")
		p.m, _ = strconv.Atoi(m)
		p.k, _ = strconv.Atoi(k)
		if p.m != 8 && p.m != 16 {
			return nil, fmt.Errorf("shape .%s, want 8x8x4 or such", shape)
		}
		p.in, p.wide = 0, true
	default:
		var err error
		if p.k, err = strconv.Atoi(strings.TrimPrefix(shape, "168")); err != nil || !strings.HasPrefix(shape, "168") || p.k%4 != 0 {
			return nil, fmt.Errorf("shape .%s, want 16816 or such", shape)
		}
		if err := p.elements(d); err != nil {
			return nil, err
		}
	}
	if p.k < 4 || p.k > mostK {
		return nil, fmt.Errorf("shape .%s, want another", shape)
	}
	switch {
	case d.name == "HMMA":
		d.assume("products of matrices are added up one after another, in doubles; a tensor core has an order of its own, and cuts off what is small beside the largest")
	case d.name == "DMMA" && shape != "8x8x4":
		d.assume("products of matrices of doubles are added up one after another, as those of 8×8×4 are")
	}
	d.step.later = uint8(d.in.Opcode.Latency)
	d.step.product = d.name != "DMMA"
	p.to = d.result(p.sums())
	if err := p.operands(d); err != nil {
		return nil, err
	}
	return entire(p.multiply), nil
}

// elements reads what the elements are.
func (p *product) elements(d *decoder) error {
	mods := d.mods[1:]
	switch {
	case d.name == "IMMA":
		if len(mods) < 2 || len(mods) > 3 || len(mods) == 3 && mods[2] != "SAT" {
			return fmt.Errorf("modifiers %q, want S8.S8 or such behind the shape, and SAT or nothing", d.mods)
		}
		kinds := map[string]func(uint32) float64{"S8": func(b uint32) float64 { return float64(int8(b)) }, "U8": func(b uint32) float64 { return float64(b) }}
		p.in, p.of, p.by, p.whole, p.saturating = 4, kinds[mods[0]], kinds[mods[1]], true, len(mods) == 3
		if p.of == nil || p.by == nil {
			return fmt.Errorf("elements .%s.%s, want S8 or U8", mods[0], mods[1])
		}
	case has(mods, "TF32"):
		single := func(b uint32) float64 { return float64(math.Float32frombits(b &^ 0x1fff)) } // 10 digits behind the point
		p.in, p.of, p.by = 1, single, single
		if p.k > 8 {
			return fmt.Errorf("shape .%s of TF32, want 1684 or 1688", d.mods[0])
		}
	case has(mods, "BF16"):
		p.of, p.by = bfloat16.value, bfloat16.value
	}
	if d.name == "IMMA" {
		return nil
	}
	if p.half = !has(mods, "F32"); p.half != has(mods, "F16") || p.half && len(mods) > 1 || len(mods) > 2 {
		return fmt.Errorf("modifiers %q, want F16, F32, F32.BF16 or F32.TF32 behind the shape", d.mods)
	}
	return nil
}

// sums is how many registers of a lane the sums fill.
func (p *product) sums() int {
	switch {
	case p.wide:
		return p.m / 2
	case p.half:
		return p.m / 8
	}
	return p.m / 4
}

// operands takes the three matrices.
func (p *product) operands(d *decoder) error {
	per := 4 * max(p.in, 1) // elements of a row that the lanes have in one register
	words := p.k / per
	if p.wide {
		words *= 2
	}
	if words == 0 {
		return fmt.Errorf("shape .%s, want a longer one, that fills a register", d.mods[0])
	}
	for i, to := range []*int{&p.a, &p.b, &p.c} {
		want := [...]string{"ROW", "COL", ""}[i]
		if part := d.parts[min(1+i, len(d.parts)-1)]; part != want && (part != "" || d.name == "IMMA") {
			return fmt.Errorf("operand %d .%s, want the first by .ROW, the second by .COL", 1+i, part)
		}
		if len(d.ops) == 0 || d.ops[0].Kind != sass.Register || d.ops[0].Negated || d.ops[0].Absolute {
			return fmt.Errorf("operand %d, want a register without a sign", 1+i)
		}
		*to = none
		registers := [...]int{words * p.m / 8, words, p.sums()}[i]
		if d.ops[0].Number == sass.Zero {
			d.take()
			continue
		}
		s, err := d.source(whole, registers)
		if err != nil {
			return err
		}
		*to = s.row
	}
	return nil
}

// none is the row of a matrix that is all 0.
const none = -1

// multiply multiplies.
func (p *product) multiply(w *wave) error {
	var a [mostM][mostK]float64
	var b [8][mostK]float64
	sets := p.m / 8
	per := 4 * max(p.in, 1)
	for lane := range lanes {
		g, t := lane/4, lane%4
		for r := range p.k / per {
			for i := range max(p.in, 1) {
				k := r*per + t*max(p.in, 1) + i
				b[g][k] = p.element(w, p.b, r, i, lane, p.by)
				for s := range sets {
					a[g+8*s][k] = p.element(w, p.a, r*sets+s, i, lane, p.of)
				}
			}
		}
	}
	var c [lanes][4]float64
	for lane := range lanes {
		g, t := lane/4, lane%4
		for s := range sets {
			for i := range 2 {
				row, column := &a[g+8*s], &b[2*t+i]
				c[lane][2*s+i] = p.sum(row, column, p.addend(w, 2*s+i, lane))
			}
		}
	}
	for lane := range lanes {
		p.keep(w, lane, &c[lane])
	}
	return nil
}

// sum adds products to a number: of doubles one after another, each rounded once, as an H200 does.
func (p *product) sum(row, column *[mostK]float64, first float64) (v float64) {
	if p.wide {
		for k := range p.k {
			first = orNone(math.FMA(row[k], column[k], first), row[k], column[k], first)
		}
		return first
	}
	for k := range p.k {
		v += float64(row[k] * column[k]) // and no machine fuses the two
	}
	return v + first
}

// element returns an element of a matrix in a register of a lane.
func (p *product) element(w *wave, row, r, i, lane int, of func(uint32) float64) float64 {
	if row == none {
		return 0
	}
	if p.wide {
		return math.Float64frombits(uint64(w.rows[row+2*r][lane]) | uint64(w.rows[row+2*r+1][lane])<<32)
	}
	size := 32 / p.in
	return of(w.rows[row+r][lane] >> (size * i) & uint32(1<<size-1))
}

// addend returns what a sum begins with.
func (p *product) addend(w *wave, i, lane int) float64 {
	at := func(i int) uint32 { return w.rows[p.c+i][lane] }
	switch {
	case p.c == none:
		return 0
	case p.wide:
		return math.Float64frombits(uint64(at(2*i)) | uint64(at(2*i+1))<<32)
	case p.half:
		return binary16.value(at(i/2) >> (16 * (i % 2)) & 0xffff)
	case p.whole:
		return float64(int32(at(i)))
	}
	return float64(math.Float32frombits(at(i)))
}

// keep writes a lane's sums.
func (p *product) keep(w *wave, lane int, c *[4]float64) {
	for i, v := range c[:p.m/4] {
		switch {
		case p.wide:
			w.put(p.to+2*i, 2, lane, math.Float64bits(v))
		case p.half:
			r := &w.rows[p.to+i/2][lane]
			*r = *r&^(0xffff<<(16*(i%2))) | binary16.of(v)<<(16*(i%2))
		case p.whole && p.saturating:
			w.rows[p.to+i][lane] = uint32(int32(max(math.MinInt32, min(math.MaxInt32, v))))
		case p.whole:
			w.rows[p.to+i][lane] = uint32(int64(v))
		case v != v:
			w.rows[p.to+i][lane] = 0x7fffffff
		default:
			w.rows[p.to+i][lane] = math.Float32bits(float32(v))
		}
	}
}

package emulate

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/sass"
)

// special reads conversions, votes, special registers and constants.
func (d *decoder) special() (func(*wave, uint32) error, error) {
	switch d.name {
	case "S2R", "S2UR", "CS2R":
		return d.register()
	case "LDC":
		return d.constants()
	case "I2F", "I2FP":
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
		s, err := d.sources(whole, 1)
		return func(w *wave, on uint32) error {
			if on != 0 {
				w.fill(to, s[0].get(w)[bits.TrailingZeros32(on)])
			}
			return nil
		}, err
	case "PLOP3":
		return d.predicateLogic()
	case "P2R":
		return d.pack()
	case "R2P":
		return d.unpack()
	case "HFMA2", "HADD2", "HMUL2", "HMNMX2", "VHMNMX", "HSETP2", "HSET2":
		return d.halves()
	case "F2FP":
		return d.packed()
	case "HMMA", "IMMA", "DMMA":
		return d.products()
	case "MOVM":
		return d.transposed()
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
	if d.name != "CS2R" { // which is the ALU's
		d.step.kind, d.step.later = gpumodel.Scalar, uint8(d.in.Opcode.Latency)
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
	clock := strings.HasPrefix(name, "SR_CLOCK")
	if clock {
		d.step.kind = gpumodel.Clock
	}
	return func(w *wave, on uint32) error {
		if clock {
			w.asked = clockRead{to, words, on, name == "SR_CLOCKHI"}
		}
		each(on, func(i int) {
			v := uint64(f(w, i))
			if name != "SRZ" {
				v |= uint64(w.clock) >> 32 << 32 // of a pair; else it is not kept
			}
			w.put(to, words, i, v)
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
	to, o := d.result(words), d.take()
	if o.Kind != sass.Constant || !strings.Contains(d.in.String(), "c[0x0][") {
		return nil, fmt.Errorf("a constant that is not of the kernel's arguments and shape, want those, c[0x0][0x…]")
	}
	at := source{row: d.registers + nothing}
	switch {
	case o.Base != sass.Zero && o.Uniform != sass.Zero:
		return nil, fmt.Errorf("a constant's place of two registers, want one")
	case o.Base != sass.Zero:
		at.row = int(o.Base)
	case o.Uniform != sass.Zero:
		at.row = d.registers + int(o.Uniform)
	default:
		if _, err := d.constant(o, words); err != nil {
			return nil, err
		}
	}
	d.step.sources = append(d.step.sources, at.row)
	c := d.code
	return func(w *wave, on uint32) (err error) {
		each(on, func(i int) {
			place := o.Offset + int64(w.rows[at.row][i]) // before it is written: the destination may be the base
			for k := range words {
				v, problem := c.table(place + int64(4*k))
				if problem != nil {
					err = problem
				}
				w.rows[to+k][i] = v
			}
		})
		return err
	}, nil
}

// table reads constants at an address that is computed.
func (c *Code) table(offset int64) (uint32, error) {
	if offset < 0 || offset+4 > int64(len(c.constants)) {
		return 0, fmt.Errorf("it reads the constant at 0x%x, but the arguments that were given end at 0x%x: %w", offset, len(c.constants), ErrArguments)
	}
	return binary.LittleEndian.Uint32(c.constants[offset:]), nil
}

package emulate

import (
	"fmt"
	"math/bits"

	"lanebook/gpumodel"
)

// entire is what all lanes of a wavefront do together, or none.
func entire(do func(w *wave) error) func(*wave, uint32) error {
	return func(w *wave, on uint32) error {
		switch on {
		case 0:
			return nil
		case every:
			return do(w)
		}
		return fmt.Errorf("lanes 0x%08x alone, want all of a wavefront", on)
	}
}

// shuffle reads another lane's register. Source: PTX ISA, shfl.sync.
func (d *decoder) shuffle() (func(*wave, uint32) error, error) {
	inside := d.sets()
	to := d.result(1)
	s, err := d.sources(whole, 3)
	if err != nil {
		return nil, err
	}
	way := d.mods[0]
	d.asked(gpumodel.Shuffle, 4)
	return func(w *wave, on uint32) error {
		a, b, c := s[0].get(w), s[1].get(w), s[2].get(w)
		var out row
		held := uint32(0)
		each(on, func(lane int) {
			by, clamp, part := int(b[lane]&31), int(c[lane]&31), int(c[lane]>>8&31)
			least, most := lane&part, lane&part|clamp&^part
			from, ok := 0, false
			switch way {
			case "UP":
				from = lane - by
				ok = from >= most
			case "DOWN":
				from = lane + by
				ok = from <= most
			case "BFLY":
				from = lane ^ by
				ok = from <= most
			default:
				from = least | by&^part
				ok = from <= most
			}
			if !ok {
				from = lane
			} else {
				held |= 1 << lane
			}
			out[lane] = a[from]
			w.addresses[lane] = gpumodel.Bytes(4 * from)
		})
		keep(&w.rows[to], &out, on)
		w.set(inside, on, held)
		return nil
	}, nil
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
	f := combination(append(d.mods, "AND"), false) // which is not written: the operation's bits are 0
	switch {
	case has(d.mods, "SUM"):
		f = combination([]string{"ADD"}, false)
	case has(d.mods, "MIN", "MAX", "OR", "XOR"):
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

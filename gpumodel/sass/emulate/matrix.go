package emulate

import (
	"encoding/binary"
	"fmt"

	"lanebook/gpumodel"
)

// transposed makes rows columns of a matrix of 8 rows of 8 elements of 16 bits, of which a lane has two.
func (d *decoder) transposed() (func(*wave, uint32) error, error) {
	d.asked(gpumodel.Shuffle, 4) // Nsight counts it so
	to := d.result(1)
	s, err := d.sources(whole, 1)
	return func(w *wave, on uint32) error {
		if on != every && on != 0 {
			return fmt.Errorf("lanes 0x%08x alone, want all of a wavefront", on)
		}
		from := *s[0].get(w)
		each(on, func(lane int) {
			w.rows[to][lane] = column(&from, lane)
			w.addresses[lane] = gpumodel.Bytes(4 * lane)
		})
		return nil
	}, err
}

// column returns two elements below one another, of rows that lanes have: those of the lane's place in the transpose.
func column(from *row, lane int) (v uint32) {
	for i := range 2 {
		r, c := lane%4*2+i, lane/4
		v |= from[r*4+c/2] >> (16 * (c % 2)) & 0xffff << (16 * i)
	}
	return v
}

// loadMatrices loads matrices of 8 rows of 16 bytes from shared memory, whose rows' addresses are the lanes'.
func (d *decoder) loadMatrices() (func(*wave, uint32) error, error) {
	n := 1
	if last := d.mods[max(0, len(d.mods)-1):]; len(last) == 1 && (last[0] == "2" || last[0] == "4") {
		n = int(last[0][0] - '0')
	}
	turned := has(d.mods, "MT88")
	if turned == has(d.mods, "M88") || !has(d.mods, "16") {
		return nil, fmt.Errorf("modifiers %q, want 16 and M88 or MT88", d.mods)
	}
	to := d.result(n)
	p, err := d.place()
	if err != nil {
		return nil, err
	}
	p.local = true
	d.step.access.op, d.step.access.width, d.step.access.lanes = gpumodel.LoadMatrix, 16, gpumodel.AllLanes(8*n)
	return func(w *wave, on uint32) error {
		switch on {
		case 0:
			return nil
		case every:
		default:
			return fmt.Errorf("lanes 0x%08x alone, want all of a wavefront", on)
		}
		var all [4]row
		for m := range n {
			for r := range 8 {
				from, at, err := w.reach(&p, 8*m+r, 16)
				if err != nil {
					return err
				}
				for k := range 4 {
					all[m][4*r+k] = binary.LittleEndian.Uint32(from.data[at+4*k:])
				}
			}
		}
		for m := range n {
			for lane := range lanes {
				if turned {
					w.rows[to+m][lane] = column(&all[m], lane)
				} else {
					w.rows[to+m][lane] = all[m][lane]
				}
			}
		}
		return nil
	}, nil
}

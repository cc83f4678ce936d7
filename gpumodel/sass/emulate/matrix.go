package emulate

import (
	"encoding/binary"
	"fmt"
	"strings"

	"lanebook/gpumodel"
)

// transposed makes rows columns of a matrix of 8 rows of 8 elements of 16 bits, of which a lane has two.
func (d *decoder) transposed() (func(*wave, uint32) error, error) {
	if len(d.mods) != 2 || d.mods[0] != "16" || d.mods[1] != "MT88" || len(d.ops) != 2 || d.ops[1].Negated || d.ops[1].Absolute {
		return nil, fmt.Errorf("modifiers %q, want .16.MT88 and a register without a sign", d.mods)
	}
	d.asked(gpumodel.Shuffle, 4) // Nsight counts it so
	to := d.result(1)
	s, err := d.sources(whole, 1)
	return entire(func(w *wave) error {
		from := *s[0].get(w)
		for lane := range lanes {
			w.rows[to][lane] = column(&from, lane)
			w.addresses[lane] = gpumodel.Bytes(4 * lane)
		}
		return nil
	}), err
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
	n, turned := 1, has(d.mods, "MT88")
	switch mods := strings.Join(d.mods, "."); mods {
	case "16.M88", "16.MT88":
	case "16.M88.2", "16.MT88.2":
		n = 2
	case "16.M88.4", "16.MT88.4":
		n = 4
	default:
		return nil, fmt.Errorf("modifiers .%s, want .16.M88 or .16.MT88, and .2, .4 or nothing", mods)
	}
	to := d.result(n)
	p, err := d.place()
	if err != nil {
		return nil, err
	}
	p.local = true
	d.step.access.op, d.step.access.width, d.step.access.lanes = gpumodel.LoadMatrix, 16, gpumodel.AllLanes(8*n)
	return entire(func(w *wave) error {
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
	}), nil
}

package emulate

import (
	"fmt"
	"slices"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/sass"
)

// copies are asynchronous copies of a wavefront from global to shared memory, under way: names of them by the group that
// they were committed in, and of those that are in none.
type copies struct {
	begun  int
	open   []gpumodel.Register
	groups [][]gpumodel.Register
	name   gpumodel.Register   // of the copy just executed
	waits  []gpumodel.Register // for which the instruction just executed waits
}

// copyNames is how many copies of a wavefront may be under way; the next waits for the oldest.
const copyNames = 64

// copy reads an asynchronous copy. It is done at once; who waits for it waits for as long as the load takes.
func (d *decoder) copy() (func(*wave, uint32) error, error) {
	bytes := d.in.Width()
	to, err := d.place()
	if err != nil {
		return nil, err
	}
	from, err := d.place()
	if err != nil {
		return nil, err
	}
	to.local, from.local = true, false
	op := gpumodel.Load
	if has(d.mods, "BYPASS") {
		op = gpumodel.AsyncCopy
	}
	d.asked(op, bytes)
	d.step.access.copies = true
	d.assume("what asynchronous copies bring is taken to keep shared memory busy when they begin")
	return func(w *wave, on uint32) (err error) {
		each(on, func(lane int) {
			if err != nil {
				return
			}
			var s, g *buffer
			var into, at int
			if s, into, err = w.reach(&to, lane, bytes); err != nil {
				return
			}
			w.into[lane] = w.addresses[lane]
			if g, at, err = w.reach(&from, lane, bytes); err != nil {
				return
			}
			for k := 0; k < bytes; k += 4 {
				s.write(into+k, 4, g.read(at+k, 4))
			}
		})
		c := &w.copies
		if on != 0 {
			c.name = gpumodel.Register(len(w.names) + 1 + c.begun%copyNames)
			c.begun++
			c.open = append(c.open, c.name)
		}
		return err
	}, nil
}

// commit makes a group of the copies that are in none.
func (d *decoder) commit() (func(*wave, uint32) error, error) {
	return func(w *wave, on uint32) error {
		c := &w.copies
		c.groups = append(c.groups, slices.Clone(c.open))
		c.open = c.open[:0]
		return nil
	}, nil
}

// await waits until so many groups of copies are left, the latest.
func (d *decoder) await() (func(*wave, uint32) error, error) {
	d.take()
	left, ok := number(d.take().Value)
	if !ok {
		return nil, fmt.Errorf("no number behind SB0, want how many groups may be left")
	}
	return func(w *wave, on uint32) error {
		c := &w.copies
		done := max(0, len(c.groups)-int(left))
		for _, g := range slices.Backward(c.groups[:done]) {
			for _, name := range slices.Backward(g) {
				c.waits = append(c.waits, name)
			}
		}
		c.groups = slices.Delete(c.groups, 0, done)
		return nil
	}, nil
}

// hasCopies reports whether the kernel copies asynchronously.
func hasCopies(k *sass.Kernel) bool {
	return slices.ContainsFunc(k.Code, func(in sass.Instruction) bool { return strings.HasPrefix(in.Name, "LDGSTS") })
}

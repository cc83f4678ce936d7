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
	if has(d.mods, "128") && has(d.mods, "64") {
		return nil, fmt.Errorf("a copy of two sizes, want one")
	}
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
	switch past := has(d.mods, "BYPASS"); {
	case past && bytes != 16:
		return nil, fmt.Errorf("a copy of %d bytes a lane past the L1, want 16", bytes)
	case past:
		op = gpumodel.AsyncCopy
	case bytes == 16:
		d.assume("an asynchronous copy of 16 bytes through the L1 is taken to cost shared memory as much as one past it")
	}
	d.asked(op, bytes)
	d.step.access.copies = true
	d.assume("what asynchronous copies bring is there at once, so that code that does not wait for it goes unnoticed; it is taken to keep shared memory busy when they begin, and of copies that are waited for together the latest five count")
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
		if on == 0 {
			return nil
		}
		c := &w.copies
		c.groups = append(c.groups, slices.Clone(c.open))
		c.open = c.open[:0]
		return nil
	}, nil
}

// await waits until so many groups of copies are left, the latest.
func (d *decoder) await() (func(*wave, uint32) error, error) {
	if len(d.ops) != 2 {
		return nil, fmt.Errorf("%d operands, want SB0 and how many groups may be left", len(d.ops))
	}
	d.take()
	o := d.take()
	left, ok := number(o.Value)
	if !ok || left > 63 {
		return nil, fmt.Errorf("%q groups left, want 0 to 63", o.Value)
	}
	return func(w *wave, on uint32) error {
		if on == 0 {
			return nil
		}
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

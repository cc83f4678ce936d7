//go:build !js

package figures

import (
	"fmt"
	"slices"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// change is a kernel with one change more, or several.
type change struct {
	to      Variant
	kind    int // a knob's place; from the number of knobs on, one of otherKinds
	value   int // the knob's
	seconds float64
	of      []change // of several, each by itself, by kind; nil of one
}

// otherKinds is how many kinds of changes there are but knobs.
const otherKinds = 3

// with returns the variant with a change.
func (v Variant) with(name string, make func(*Variant)) Variant {
	v.Changes = append(slices.Clone(v.Changes), name)
	make(&v)
	return v
}

// changes returns what is tried, the knobs' first.
func (v Variant) changes(d gpumodel.Device) (all []change, err error) {
	for i, k := range v.Knobs {
		for _, value := range k.Or {
			all = append(all, change{kind: i, value: value, to: v.with(fmt.Sprintf("%s %d → %d", k.Name, k.Is, value), func(to *Variant) {
				to.Knobs = slices.Clone(v.Knobs)
				to.Knobs[i].Is = value
			})})
		}
	}
	b, err := v.on(d)
	if err != nil {
		return nil, err
	}
	locals, lds, err := b.firstGroup()
	if err != nil {
		return nil, err
	}
	kind := len(v.Knobs)
	add := func(name string, make func(*Variant)) {
		all = append(all, change{kind: kind, to: v.with(name, make)})
	}
	edit := func(name string, edit func(*kernel.Launch)) {
		add(name, func(to *Variant) { to.edits = append(slices.Clone(v.edits), edit) })
	}
	list, err := d.LDS.Repad(locals...)
	if err != nil {
		return nil, err
	}
	if len(list) > 0 && list[0].Pad > 0 && b.Launch.Repad.Pad == 0 {
		edit(fmt.Sprintf("%d bytes of padding after every %d", list[0].Pad, list[0].Every), func(l *kernel.Launch) { l.Repad = list[0] })
	}
	kind++
	o, err := d.Occupancy(gpumodel.Need{Lanes: b.Launch.Workgroup.Lanes(), Registers: b.Launch.Registers, LDS: lds})
	if err != nil {
		return nil, err
	}
	if len(o.Next) == 1 && o.Next[0].Resource == gpumodel.VectorRegisters {
		edit(fmt.Sprintf("%d registers of a lane", o.Next[0].To), func(l *kernel.Launch) { l.Registers = o.Next[0].To })
	}
	kind++
	if o.Workgroups > 1 {
		add(fmt.Sprintf("%d of %d blocks resident", o.Workgroups/2, o.Workgroups), func(to *Variant) { to.Resident = o.Workgroups / 2 })
	}
	return all, nil
}

// together returns the best of what was tried with the best of each other kind that helps.
// What is not a knob is tried on the kernel with the knobs turned, whose padding may be
// another.
func (v Variant) together(d gpumodel.Device, best change, helps []change) (all []change) {
	of := best.of
	if of == nil {
		of = []change{best}
	}
	seen := map[int]bool{}
	for _, c := range of {
		seen[c.kind] = true
	}
	for _, c := range helps {
		if seen[c.kind] {
			continue
		}
		seen[c.kind] = true
		with := change{to: v, of: append(slices.Clone(of), c)}
		slices.SortFunc(with.of, func(a, b change) int { return a.kind - b.kind })
		if with.make(d) {
			all = append(all, with)
		}
	}
	return all
}

// make makes its changes, one after another, and reports whether each is possible after those
// before it.
func (c *change) make(d gpumodel.Device) bool {
	for _, one := range c.of {
		changes, _ := c.to.changes(d) // none of what does not run
		i := slices.IndexFunc(changes, func(m change) bool { return m.kind == one.kind && m.value == one.value })
		if i < 0 {
			return false
		}
		c.to = changes[i].to
	}
	return true
}

// betterGPUs are better than a GPU in one thing.
var betterGPUs = []struct {
	name  string
	alter func(*gpumodel.Device)
}{
	{"DRAM twice as wide", func(d *gpumodel.Device) {
		d.Caches.DRAM.BytesPerCycle *= 2
		d.Caches.DRAM.RowCycles /= 2
	}},
	{"L2 twice as wide", func(d *gpumodel.Device) {
		l2 := &d.Caches.L2
		l2.BytesPerCycle *= 2
		l2.LinesPerTurn *= 2
		l2.FarLines *= 2
		l2.StoreLineCycles /= 2
		l2.StoreSectorCycles /= 2
		l2.StoreMaskCycles /= 2
	}},
	{"memory in half the time", func(d *gpumodel.Device) {
		c := &d.Caches
		for _, t := range []*gpumodel.Cycles{&c.L2.Latency, &c.L2.Spread, &c.L2.Far, &c.DRAM.Latency, &c.DRAM.Late} {
			*t /= 2
		}
		c.Beyond = slices.Clone(c.Beyond)
		for i := range c.Beyond {
			c.Beyond[i].Latency /= 2
		}
	}},
}

// firstGroup returns the accesses of the first workgroup to its LDS, as many as paddings
// are tried on, and what it takes of it.
func (b Bench) firstGroup() (locals []gpumodel.Access, lds gpumodel.Bytes, err error) {
	s, err := b.Launch.Start(b.Kernel)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", b.Launch.Device.Name, err)
	}
	defer s.Close()
	var in gpumodel.Instruction
	for w := range s.Wavefronts() {
		for stream := s.Stream(0, w); stream.Next(&in); {
			if in.Kind == gpumodel.Local && in.Access.Active != 0 && len(locals) < mostWatched {
				a := in.Access
				a.Addr = append([]gpumodel.Bytes(nil), a.Addr...)
				locals = append(locals, a)
			}
		}
	}
	return locals, s.Result().LDS, s.Err()
}

package gpumodel

import (
	"errors"
	"fmt"
)

// check returns everything that is wrong with caches that are known, joined.
func (c *Caches) check() error {
	if !c.Known() && c.L1 == (L1{}) && c.Texture == (TextureCache{}) && c.PortBytesPerCycle == 0 && c.DRAM == (DRAM{}) && c.Translation == (Translation{}) && !c.Atomics.Known() {
		return nil // nothing is known
	}
	t, l2, d := &c.Texture, &c.L2, &c.DRAM
	rows := 0. // at least
	if d.RowCycles != 0 {
		rows = 1
	}
	err := errors.Join(l2.faults("L2"), l2.divisible("L2"), within("caches: ",
		bound{"PortBytesPerCycle", c.PortBytesPerCycle, 1e-3, 1e6},
		bound{"MaskCycles", c.MaskCycles, 0, 1e3},
		bound{"L2.BytesPerCycle", l2.BytesPerCycle, 1e-3, 1e6},
		bound{"L2.Slices", float64(l2.Slices), 1, 1 << 12},
		bound{"L2.Spread", float64(l2.Spread), 0, float64(l2.Latency)},
		bound{"L2.Far", float64(l2.Far), 0, 1 << 16},
		bound{"L2.FarTurns", l2.FarTurns, 0, 1e3},
		bound{"L2.Dies", float64(l2.Dies), 0, 64},
		bound{"L2.StoreLineCycles", l2.StoreLineCycles, 0, 1e3},
		bound{"L2.StoreSectorCycles", l2.StoreSectorCycles, 0, 1e3},
		bound{"L2.StoreMaskCycles", l2.StoreMaskCycles, 0, 1e3},
		bound{"DRAM.BytesPerCycle", d.BytesPerCycle, 1e-3, 1e6},
		bound{"DRAM.Channels", float64(d.Channels), 1, 1 << 12},
		bound{"DRAM.RowCycles", d.RowCycles, 0, 1e3},
		bound{"DRAM.Rows", float64(d.Rows), rows, 64},
		bound{"DRAM.Turn", float64(d.Turn), 0, 1 << 16},
		bound{"DRAM.LateShare", d.LateShare, 0, 1},
		bound{"DRAM.Late", float64(d.Late), 0, 1 << 16},
		bound{"DRAM.Queue", float64(d.Queue), 0, 1 << 16},
		bound{"DRAM.WriteLine", d.WriteLine, 0, 1e6},
		bound{"DRAM.WriteSector", d.WriteSector, 0, 1e6},
		bound{"DRAM.WriteTurn", d.WriteTurn, 0, 1e6},
		bound{"DRAM.Copied", float64(d.Copied), 0, 1 << 40},
	))
	err = errors.Join(err, c.Translation.faults(), c.Atomics.check())
	if c.L1 != (L1{}) {
		err = errors.Join(err, c.L1.faults("L1"))
	}
	if *t != (TextureCache{}) {
		first := L1{Cache: t.Cache, BytesPerCycle: t.BytesPerCycle, Misses: t.Misses}
		err = errors.Join(err, first.faults("Texture"), within("caches: Texture.", bound{"Pipeline", float64(t.Pipeline), 0, float64(t.Latency)}))
	}
	last, levels := c.checkLevels()
	err = errors.Join(err, levels, c.checkFirst("L1", c.L1.Cache), c.checkFirst("Texture", t.Cache))
	for _, pace := range []bound{{field: "StoreBytesPerCycle", value: c.StoreBytesPerCycle}, {field: "L2.FarLines", value: l2.FarLines}} {
		if x := pace.value; !(x == 0 || x >= 1e-3 && x <= 1e6) {
			err = fault(err, "caches: "+pace.field, x, "0, or 0.001 to 1e6")
		}
	}
	if dies := max(1, l2.Dies); l2.Sets%dies != 0 || l2.Slices%dies != 0 {
		err = fault(err, "caches: L2.Dies", l2.Dies, fmt.Sprintf("a divisor of its %d Sets and %d Slices", l2.Sets, l2.Slices))
	}
	if l2.Home != 0 && !powerOfTwo(l2.Home, 128, 1<<20) {
		err = fault(err, "caches: L2.Home", l2.Home, "0, or a power of two, 128 to 2^20")
	}
	if d.Latency <= last.Latency || d.Latency > 1<<16 {
		err = fault(err, "caches: DRAM.Latency", d.Latency, "more than the caches', at most 65536 cycles")
	}
	if !(d.LateShare*float64(d.Late)/2 <= float64(d.Latency-last.Latency)) {
		err = fault(err, "caches: DRAM.Late", d.Late, "so little that with LateShare its mean is no more than DRAM.Latency less the caches'")
	}
	if !powerOfTwo(d.Interleave, last.Line, 1<<20) {
		err = fault(err, "caches: DRAM.Interleave", d.Interleave, "a power of two, at least the line of the level before")
	}
	if !powerOfTwo(d.Atom, l2.Sector, 4*l2.Sector) {
		err = fault(err, "caches: DRAM.Atom", d.Atom, "1, 2 or 4 of the L2's sectors")
	}
	return err
}

// checkFirst returns what keeps a first level of that name from asking the next one for what it
// has not: it asks by its own lines and sectors.
func (c *Caches) checkFirst(name string, first Cache) error {
	next := c.L2.Line
	if len(c.Before) > 0 {
		next = c.Before[0].Line
	}
	if first == (Cache{}) || first.Line == next && first.Sector >= c.L2.Sector {
		return nil
	}
	return fmt.Errorf("caches: %s.Line, Sector = %d, %d, want the next level's %d, and %d or more", name, first.Line, first.Sector, next, c.L2.Sector)
}

// checkLevels returns what is wrong with the levels before the L2 and beyond it, and the last one
// before DRAM, its latency that of its far half.
func (c *Caches) checkLevels() (last Cache, err error) {
	at := c.L1.Cache
	for i := range c.Before {
		name := fmt.Sprintf("Before[%d]", i)
		err = errors.Join(err, c.Before[i].faults(name, &at, &c.L2.Cache, 1))
		at = c.Before[i].Cache
		if at.Line != c.L2.Line {
			err = fault(err, "caches: "+name+".Line", at.Line, fmt.Sprintf("the L2's %d", c.L2.Line))
		}
	}
	if len(c.Before) > 0 && c.L2.Latency <= at.Latency {
		err = fault(err, "caches: L2.Latency", c.L2.Latency, fmt.Sprintf("more than the %d of what is before it", at.Latency))
	}
	at = c.L2.Cache
	at.Latency += c.L2.Far
	for i := range c.Beyond {
		err = errors.Join(err, c.Beyond[i].faults(fmt.Sprintf("Beyond[%d]", i), &at, &at, 0))
		at = c.Beyond[i].Cache
	}
	return at, err
}

// faults says what is wrong with a level of that name. It comes after before; its lines and
// sectors are at least as long as those of lines.
func (l *CacheLevel) faults(name string, before, lines *Cache, least int) error {
	most := 1 << 16 * least
	err := errors.Join(l.Cache.faults(name), l.divisible(name), within("caches: "+name+".",
		bound{"Latency", float64(l.Latency), float64(before.Latency) + 1, 1 << 16},
		bound{"Line", float64(l.Line), float64(lines.Line), 256},
		bound{"Sector", float64(l.Sector), float64(lines.Sector), 256},
		bound{"BytesPerCycle", l.BytesPerCycle, 1e-3, 1e6},
		bound{"Slices", float64(l.Slices), 1, 1 << 12},
		bound{"WriteSector", l.WriteSector, 0, 1e6},
		bound{"CUs", float64(l.CUs), float64(least), float64(most)},
	))
	if l.Name == "" {
		err = errors.Join(err, fmt.Errorf("caches: %s.Name is empty, want a name", name))
	}
	return err
}

// faults says what is wrong with a first level of that name.
func (l *L1) faults(name string) error {
	return errors.Join(l.Cache.faults(name), within("caches: "+name+".",
		bound{"BytesPerCycle", l.BytesPerCycle, 1e-3, 1e6}, bound{"Misses", float64(l.Misses), 1, 1 << 16},
		bound{"MissCycles", l.MissCycles, 0, 1e3}, bound{"PassCycles", l.PassCycles, 0, 1e3}))
}

// faults says what is wrong with a level of that name.
func (c *Cache) faults(name string) error {
	name = "caches: " + name + "."
	err := within(name,
		bound{"Sets", float64(c.Sets), 1, 1 << 20}, bound{"Ways", float64(c.Ways), 1, 1 << 10},
		bound{"Latency", float64(c.Latency), 1, 1 << 16}, bound{"LinesPerTurn", c.LinesPerTurn, 1e-3, 1e6})
	if !powerOfTwo(c.Line, 32, 256) {
		err = fault(err, name+"Line", c.Line, "a power of two, 32 to 256")
	}
	if c.Lines < 0 || c.Lines > c.Sets*c.Ways {
		err = fault(err, name+"Lines", c.Lines, "0, or 1 to Sets × Ways")
	}
	if c.Moves && c.Lines == 0 {
		err = fault(err, name+"Moves", true, "false without Lines")
	}
	if c.SetBits != (SetBits{}) && (c.Hashed || c.SetBits.sets() != c.Sets) {
		err = fault(err, name+"SetBits", fmt.Sprintf("%x", c.SetBits), "a mask for each binary digit of Sets, none the sum of others, and Hashed false")
	}
	if !powerOfTwo(c.Sector, 16, c.Line) || c.Line/c.Sector > 8 {
		err = fault(err, name+"Sector", c.Sector, "a power of two from 16 up to Line, an eighth of it or more")
	}
	return err
}

// divisible says what keeps a level of that name from being cut into parts that are caches too.
func (c *Cache) divisible(name string) error {
	if c.Lines != 0 || c.SetBits != (SetBits{}) {
		return fmt.Errorf("caches: %s.Lines = %d, or SetBits, want none: they are for first levels", name, c.Lines)
	}
	return nil
}

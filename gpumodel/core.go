package gpumodel

import (
	"errors"
	"fmt"
)

// Core is one CU (SM) of several that run side by side. It is driven: told when
// workgroups start, how far it may run, and when its memory accesses are complete, of
// which its Memory may not know more than Later. Package chip makes a whole GPU of
// such.
//
// A Core whose memory answers at once, and whose workgroups start when Device.Run would
// start them, gives its timeline.
type Core struct {
	run     *run
	idle    []*group
	free    []int32 // places in the timeline's Wavefronts of those that have ended
	finish  []Finish
	waiting []waiting // accesses to settle, in order
	totals  Totals
	cold    Cycles
	reached Cycles // by Run
}

// Finish tells that a workgroup has ended.
type Finish struct {
	Workgroup int
	At        Cycles // the first in which none of it is resident
}

// Totals sums up wavefronts that have ended.
type Totals struct {
	Wavefronts int64          // that have ended
	Issued     Cycles         // cycles in which they issued
	Stalls     [Stalls]Cycles // in which they did not, by reason
}

// Cycles returns all cycles of the wavefronts: those in which they issued, and those in which they did not.
func (t *Totals) Cycles() Cycles {
	all := t.Issued
	for _, n := range t.Stalls {
		all += n
	}
	return all
}

// waiting is an access that is not settled yet.
type waiting struct {
	w   *slot
	id  int32 // of the wavefront: the slot may have another by then
	dst Register

	texture bool
}

// NewCore returns a CU of the device on which nothing runs. Of the workload, Stream is
// called when Start is, and Resident workgroups fit, as in Run; Workgroups says how
// many there may be at all, Record must be 0. The error says what is wrong with either.
func (d Device) NewCore(l Workload) (*Core, error) {
	if err := d.Validate(); err != nil {
		return nil, err
	}
	if l.Record != 0 {
		return nil, fmt.Errorf("launch: Record = %d, want 0 of a CU among many", l.Record)
	}
	if err := d.checkLaunch(&l); err != nil {
		return nil, err
	}
	c := &Core{run: newRun(d, l)}
	c.run.core = c
	for i := range c.run.groups {
		c.idle = append(c.idle, &c.run.groups[i])
	}
	return c, nil
}

// Room returns how many more workgroups can start.
func (c *Core) Room() int { return len(c.idle) }

// Live reports whether any wavefront is resident.
func (c *Core) Live() bool { return c.run.live > 0 }

// Cold keeps instructions that read or write registers from issuing before the given
// cycle, for neither they nor constants are there yet. It is called before Start.
func (c *Core) Cold(until Cycles) { c.cold = until }

// Start starts a workgroup in the given cycle, which must not be before one that Run
// has reached. Without Room it panics.
func (c *Core) Start(workgroup int, at Cycles) {
	last := len(c.idle) - 1
	if last < 0 {
		panic("gpumodel: Core.Start without Room")
	}
	g := c.idle[last]
	c.idle = c.idle[:last]
	c.run.admit(g, workgroup, at)
}

// Run runs until the given cycle, not including it. The error says which instruction
// of which wavefront is wrong; all later calls return it too.
func (c *Core) Run(until Cycles) error {
	c.finish, c.reached = c.finish[:0], until
	c.run.advance(until)
	return c.run.err
}

// Settle tells when the oldest accesses that were answered Later are complete, in
// their order. A wavefront that waits for one goes on in the cycle that Run has
// reached, if that is later.
func (c *Core) Settle(done []Cycles) {
	for i, at := range done {
		a := &c.waiting[i]
		c.run.timeline.Cycles = max(c.run.timeline.Cycles, at)
		at = max(at, c.reached)
		w := a.w
		if w.id != a.id || w.stream == nil {
			continue // it has ended: a store
		}
		if !a.texture {
			w.fenced--
			w.accesses = max(w.accesses, at)
		}
		if a.dst != NoRegister {
			w.loads--
			w.write(a.dst, at, StallMemory)
		}
	}
	for _, a := range c.waiting[:len(done)] { // after all, for one may wait for several
		if w := a.w; w.id == a.id && w.stream != nil && w.blocked {
			w.blocked = false
			c.run.settle(w, w.from)
		}
	}
	c.waiting = c.waiting[:copy(c.waiting, c.waiting[len(done):])]
}

// Finished returns the workgroups that ended in the last call of Run, in the order of
// time. The next call overwrites them.
func (c *Core) Finished() []Finish { return c.finish }

// Timeline returns what has been counted so far. Of its Wavefronts, those that have
// ended make place for others: their sums are Totals.
func (c *Core) Timeline() *Timeline { return &c.run.timeline }

// Totals returns the sums over the wavefronts that have ended.
func (c *Core) Totals() Totals { return c.totals }

// Stuck returns an error if wavefronts are resident that will never go on, although
// every access is settled.
func (c *Core) Stuck() error {
	if c.run.live > 0 && c.run.event() == never && len(c.waiting) == 0 {
		return errors.New("launch: every wavefront waits for ever")
	}
	return nil
}

// wait notes that the access of w, just issued, will be settled.
func (c *Core) wait(w *slot, in *Instruction) {
	texture := in.Kind == Texture
	if !texture {
		w.fenced++
	}
	if in.Dst != NoRegister {
		w.loads++
	}
	c.waiting = append(c.waiting, waiting{w, w.id, in.Dst, texture})
}

// ended sums up a wavefront.
func (c *Core) ended(w *slot) {
	life := &c.run.timeline.Wavefronts[w.life]
	c.totals.Wavefronts++
	c.totals.Issued += life.Issued
	for i, n := range life.Stalls {
		c.totals.Stalls[i] += n
	}
	c.free = append(c.free, w.life)
}

// done notes that a workgroup has ended.
func (c *Core) done(g *group, at Cycles) {
	c.finish = append(c.finish, Finish{g.workgroup, at})
	c.idle = append(c.idle, g)
}

package gpumodel

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Check proves the timeline's invariants from its records, by none of the code
// that made them. It returns everything that is wrong, joined, or the first record that cannot be read.
//
//	life      End − Start of every wavefront = issue cycles + stalls
//	order     a wavefront issues in order, on its SIMD, at most Dispatch instructions of it in a cycle
//	turns     a SIMD issues in its turns only, from at most Picks wavefronts, each to a different unit
//	units     no more instructions than instances of a unit at any time
//	operands  no instruction issues before its operands are written
//	alone     nothing issues beside an instruction of a unit that is Alone
//	LDS       no two accesses use the banks in one cycle
//	fences    a fence comes after the wavefront's accesses but textures, an exit after its results
//	barriers  nothing of a workgroup passes a barrier before all have come
//	waits     waits and issues fill each life without gap or overlap, and add up to the counters
//
// What was not recorded (Timeline.Dropped) is not checked beyond the first line.
func (t Timeline) Check() error {
	c := checker{t: &t, cu: &t.Device.CU}
	if err := c.readable(); err != nil {
		return err
	}
	c.lives()
	if t.Dropped == 0 && len(t.Issues) > 0 {
		c.wavefronts()
		c.simds()
		c.units()
		c.banks()
		c.barriers()
		c.waits()
	}
	return errors.Join(c.errs...)
}

// readable returns what keeps the records from being read at all.
func (c *checker) readable() error {
	if len(c.t.Issues) == 0 && len(c.t.Waits) == 0 {
		return nil
	}
	if err := within("timeline: Device.CU.", bound{"Cadence", float64(c.cu.Cadence), 1, 16}); err != nil {
		return err
	}
	n := len(c.t.Wavefronts)
	for _, i := range c.t.Issues {
		if int(i.Wavefront) < 0 || int(i.Wavefront) >= n || i.Kind >= Kinds {
			return fmt.Errorf("timeline: an issue in cycle %d is of wavefront %d, kind %d, want a wavefront below %d, a kind below %d", i.Cycle, i.Wavefront, i.Kind, n, Kinds)
		}
	}
	for _, w := range c.t.Waits {
		if int(w.Wavefront) < 0 || int(w.Wavefront) >= n || w.Stall >= Stalls {
			return fmt.Errorf("timeline: a wait is of wavefront %d, reason %d, want a wavefront below %d, a reason below %d", w.Wavefront, w.Stall, n, Stalls)
		}
	}
	for i, w := range c.t.Wavefronts {
		if w.Index < 0 || w.Index >= n {
			return fmt.Errorf("timeline: wavefront %d has Index = %d, want one of its workgroup, below %d", i, w.Index, n)
		}
	}
	return nil
}

type checker struct {
	t    *Timeline
	cu   *CU
	errs []error
}

// fault keeps what is wrong, the first few times.
func (c *checker) fault(format string, args ...any) {
	if len(c.errs) < 8 {
		c.errs = append(c.errs, fmt.Errorf("timeline: "+format, args...))
	}
}

func (c *checker) lives() {
	instructions := int64(0)
	for i, w := range c.t.Wavefronts {
		sum := w.Issued
		for _, s := range w.Stalls {
			sum += s
		}
		if life := w.End - w.Start; sum != life || w.Start < 0 || w.End > c.t.Cycles {
			c.fault("wavefront %d lives cycles %d to %d of %d, but issue and stalls add up to %d", i, w.Start, w.End, c.t.Cycles, sum)
		}
		if w.Instructions < int64(w.Issued) || w.Instructions > int64(w.Issued)*int64(c.cu.Dispatch) {
			c.fault("wavefront %d issued %d instructions in %d cycles, want 1 to %d in each", i, w.Instructions, w.Issued, c.cu.Dispatch)
		}
		instructions += w.Instructions
	}
	if n := c.t.Issued(); n != instructions {
		c.fault("%d instructions by kind, but %d by wavefront", n, instructions)
	}
}

// wavefronts checks what concerns one wavefront at a time: order, operands,
// pairs, fences and exits.
func (c *checker) wavefronts() {
	type state struct {
		last     *Issue
		written  map[Register]Cycles
		results  Cycles
		accesses Cycles
	}
	states := make([]state, len(c.t.Wavefronts))
	for k := range c.t.Issues {
		i := &c.t.Issues[k]
		s, w := &states[i.Wavefront], &c.t.Wavefronts[i.Wavefront]
		if s.written == nil {
			s.written = map[Register]Cycles{}
		}
		if i.Cycle < w.Start || i.Cycle >= w.End || int(i.SIMD) != w.SIMD {
			c.fault("wavefront %d issues in cycle %d on SIMD %d, want cycles %d to %d on SIMD %d", i.Wavefront, i.Cycle, i.SIMD, w.Start, w.End-1, w.SIMD)
		}
		switch l := s.last; {
		case i.Slot > 0 && (l == nil || l.Cycle != i.Cycle || l.Slot != 0 || l.Second != SecondIssued || c.cu.Dispatch < 2):
			c.fault("wavefront %d fills a second slot in cycle %d without a first", i.Wavefront, i.Cycle)
		case i.Slot > 0 && (c.alone(l.Kind) || c.alone(i.Kind)):
			c.fault("wavefront %d issues %v beside %v in cycle %d, want one of them alone", i.Wavefront, l.Kind, i.Kind, i.Cycle)
		case i.Slot == 0 && l != nil && l.Cycle >= i.Cycle:
			c.fault("wavefront %d issues in cycle %d after cycle %d", i.Wavefront, i.Cycle, l.Cycle)
		case l != nil && l.Kind == Branch && l.Dst == NoRegister && i.Cycle < l.Done:
			c.fault("wavefront %d issues in cycle %d, before its branch is done in %d", i.Wavefront, i.Cycle, l.Done)
		}
		for _, r := range append(i.Src[:], i.Dst) {
			if r != NoRegister && s.written[r] > i.Cycle {
				c.fault("wavefront %d, line %d issues in cycle %d, but register %d is written in %d", i.Wavefront, i.Line, i.Cycle, r, s.written[r])
			}
		}
		if i.Kind == Fence && s.accesses > i.Cycle || i.Kind == Exit && s.results > i.Cycle {
			c.fault("wavefront %d: %v in cycle %d, but its accesses complete in %d, its results in %d", i.Wavefront, i.Kind, i.Cycle, s.accesses, s.results)
		}
		if i.Kind == Local || i.Kind == Global {
			s.accesses = max(s.accesses, i.Done)
		}
		if i.Dst != NoRegister {
			s.written[i.Dst] = i.Done
			s.results = max(s.results, i.Done)
		}
		s.last = i
	}
}

// unit returns the index of the kind's unit, or −1.
func (c *checker) unit(k Kind) int {
	return slices.IndexFunc(c.cu.Units, func(u Unit) bool { return slices.Contains(u.Kinds, k) })
}

func (c *checker) alone(k Kind) bool {
	u := c.unit(k)
	return u >= 0 && c.cu.Units[u].Alone
}

// waits checks that waits and issues fill each life, and the counters.
func (c *checker) waits() {
	type span struct{ from, to Cycles }
	spans := make([][]span, len(c.t.Wavefronts))
	stalls := make([][Stalls]Cycles, len(c.t.Wavefronts))
	for _, i := range c.t.Issues {
		if i.Slot == 0 {
			spans[i.Wavefront] = append(spans[i.Wavefront], span{i.Cycle, i.Cycle + 1})
		}
	}
	for _, v := range c.t.Waits {
		spans[v.Wavefront] = append(spans[v.Wavefront], span{v.From, v.To})
		stalls[v.Wavefront][v.Stall] += v.To - v.From
	}
	for n, list := range spans {
		w := &c.t.Wavefronts[n]
		if stalls[n] != w.Stalls {
			c.fault("wavefront %d waited %v cycles by reason, but %v are counted", n, stalls[n], w.Stalls)
		}
		slices.SortStableFunc(list, func(a, b span) int { return cmp.Compare(a.from, b.from) })
		at := w.Start
		for _, s := range list {
			if s.from != at || s.to <= s.from {
				c.fault("wavefront %d: a span of cycles %d to %d follows cycle %d", n, s.from, s.to, at)
			}
			at = s.to
		}
		if at != w.End {
			c.fault("wavefront %d: its spans end in cycle %d, its life in %d", n, at, w.End)
		}
	}
}

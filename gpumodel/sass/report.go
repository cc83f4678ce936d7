package sass

import (
	"fmt"
	"slices"
)

// Report is what a loop costs with so many wavefronts on each SIMD.
type Report struct {
	Wavefronts int        // of each SIMD
	Cycles     float64    // of a turn of all of them, in the long run
	Issue      float64    // share of a SIMD's issue slots in use, 0 to 1
	Loads      []UnitLoad // share of the time that units are busy, the busiest first
	Limit      string     // what keeps it from being faster, in words
	Lines      []LineCost // of Kernel.Code[From] to the jump
	Assumed    []string   // see Result
}

// UnitLoad is how busy a unit is.
type UnitLoad struct {
	Unit string
	Load float64 // 0 to 1
}

// LineCost is what one instruction costs a wavefront in one turn.
type LineCost struct {
	Issued float64
	Stalls [Stalls]float64 // cycles waited before it, by reason
}

// Waited returns the cycles that a wavefront waits before the instruction, and the reason
// for most of them.
func (c *LineCost) Waited() (cycles float64, why Stall) {
	for i, n := range c.Stalls {
		if cycles += n; n > c.Stalls[why] {
			why = Stall(i)
		}
	}
	return cycles, why
}

// reportTurns are the turns that a report counts, after as many that it does not: 32, and
// of a loop that issues very much in a turn fewer, 4 at least.
func reportTurns(issues int) int { return min(32, max(4, 1<<20/issues)) }

// Report runs a loop of the launch's kernel with so many wavefronts on each SIMD, and says
// what a turn costs and what limits it. The launch's From, To, Wavefronts and Turns are
// not used; Times gives the turns of loops inside, 1 if it does not have them.
func (m Machine) Report(l Launch, loop Loop, wavefronts int) (Report, error) {
	l, err := m.looped(l, loop, wavefronts)
	if err != nil {
		return Report{}, err
	}
	reportTurns := reportTurns((loop.To - loop.From + 1) * l.Wavefronts)
	var runs [2]Result
	for i := range runs {
		l.Times[l.Kernel.Code[loop.To].Address] = reportTurns * (i + 1)
		if runs[i], err = m.Run(l); err != nil {
			return Report{}, err
		}
	}
	once, twice := &runs[0], &runs[1]
	cycles := float64(twice.Cycles - once.Cycles)
	if cycles <= 0 {
		return Report{}, fmt.Errorf("report: the loop's jump, %v at 0x%04x, is not reached, want a way to it without conditions", &l.Kernel.Code[loop.To], l.Kernel.Code[loop.To].Address)
	}
	r := Report{
		Wavefronts: wavefronts, Cycles: cycles / float64(reportTurns), Assumed: once.Assumed,
		Issue: float64(twice.Total()-once.Total()) / cycles / float64(m.SIMDs),
		Lines: make([]LineCost, len(once.Costs)),
	}
	turns := float64(reportTurns * l.Wavefronts)
	for i := range r.Lines {
		r.Lines[i].Issued = float64(twice.Costs[i].Issued-once.Costs[i].Issued) / turns
		for s := range Stalls {
			// Wavefronts may change the place at which they wait: then the longer run has less.
			r.Lines[i].Stalls[s] = max(0, float64(twice.Costs[i].Stalls[s]-once.Costs[i].Stalls[s])/turns)
		}
	}
	var busy [Units]float64
	for u := range Units {
		busy[u] = float64(twice.Busy[u]-once.Busy[u]) / cycles
	}
	r.Loads = m.loads(&busy)
	r.limit()
	return r, nil
}

// looped returns the launch of the loop alone, with so many wavefronts on each SIMD.
func (m Machine) looped(l Launch, loop Loop, wavefronts int) (Launch, error) {
	if wavefronts < 1 || wavefronts > m.Wavefronts {
		return l, fmt.Errorf("loop: %d wavefronts on a SIMD, want 1 to %d", wavefronts, m.Wavefronts)
	}
	if l.Kernel == nil || loop.From < 0 || loop.From > loop.To || loop.To >= len(l.Kernel.Code) {
		return l, fmt.Errorf("loop: %+v, want one of the kernel's", loop)
	}
	l.From, l.To, l.Wavefronts, l.Turns = loop.From, loop.To+1, wavefronts*m.SIMDs, 1
	times := map[int64]int{}
	for at, n := range l.Times {
		times[at] = n
	}
	l.Times = times
	return l, nil
}

// loads returns the shares of what the units can do, of busy cycles in a cycle.
func (m Machine) loads(busy *[Units]float64) (loads []UnitLoad) {
	simds := float64(m.SIMDs)
	add := func(name string, load float64) {
		if load > 0 {
			loads = append(loads, UnitLoad{name, min(load, 1)})
		}
	}
	add("FMA, both halves", (busy[FMA]+busy[FMAHeavy]+2*busy[FMABoth])/2/simds)
	add(FMAHeavy.String(), (busy[FMAHeavy]+busy[FMABoth])/simds)
	for _, u := range []Unit{ALU, FP64, Tensor, XU, Uniform} {
		add(u.String(), busy[u]/simds)
	}
	add("shared memory's banks", busy[LSU])
	add(Constants.String(), busy[Constants])
	slices.SortStableFunc(loads, func(a, b UnitLoad) int {
		switch {
		case a.Load > b.Load:
			return -1
		case a.Load < b.Load:
			return 1
		}
		return 0
	})
	return loads
}

// limited is the load from which a unit, or issue, is said to limit a loop.
const limited = 0.85

// limit says what keeps the loop from being faster.
func (r *Report) limit() {
	if r.Issue >= limited && (len(r.Loads) == 0 || r.Issue >= r.Loads[0].Load) {
		r.Limit = fmt.Sprintf("issue slots, %.0f %% in use", 100*r.Issue)
		return
	}
	if len(r.Loads) > 0 && r.Loads[0].Load >= limited {
		r.Limit = fmt.Sprintf("%s, busy %.0f %% of the time", r.Loads[0].Unit, 100*r.Loads[0].Load)
		return
	}
	var total LineCost
	for i := range r.Lines {
		for s, n := range r.Lines[i].Stalls {
			if Stall(s) != StallChoice {
				total.Stalls[s] += n
			}
		}
	}
	waited, why := total.Waited()
	if waited == 0 {
		r.Limit = "nothing that waits"
		return
	}
	r.Limit = fmt.Sprintf("latency: %.0f %% of the waiting is for %v", 100*total.Stalls[why]/waited, why)
}

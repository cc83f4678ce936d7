package sass

import (
	"fmt"
	"sort"
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
	once, twice, reportTurns, err := m.turns(l, loop, wavefronts)
	if err != nil {
		return Report{}, err
	}
	r := m.report(once, twice, wavefronts, reportTurns)
	if r.Limit = r.limit(); r.Limit != "" {
		return r, nil
	}
	grows := false
	if fewer := wavefronts / 2; fewer > 0 {
		a, b, turns, err := m.turns(l, loop, fewer)
		if err != nil {
			return Report{}, err
		}
		less := float64(b.Cycles-a.Cycles) / float64(turns)
		grows = r.Cycles/less-1 >= grown*(float64(wavefronts)/float64(fewer)-1)
	}
	r.Limit = r.waits(grows)
	return r, nil
}

// report says what a turn costs that the second run has beyond the first, so many times. It
// does not say what limits it.
func (m Machine) report(once, twice *Result, wavefronts, turns int) Report {
	cycles := float64(twice.Cycles - once.Cycles)
	r := Report{
		Wavefronts: wavefronts, Cycles: cycles / float64(turns), Assumed: twice.Assumed,
		Issue: float64(twice.Total()-once.Total()) / cycles / float64(m.SIMDs),
		Lines: make([]LineCost, len(twice.Costs)), Loads: m.loads(once, twice),
	}
	each := float64(turns * wavefronts * m.SIMDs)
	for i := range r.Lines {
		r.Lines[i].Issued = float64(twice.Costs[i].Issued-once.Costs[i].Issued) / each
		for s := range Stalls {
			// Wavefronts may change the place at which they wait: then the longer run has less.
			r.Lines[i].Stalls[s] = max(0, float64(twice.Costs[i].Stalls[s]-once.Costs[i].Stalls[s])/each)
		}
	}
	return r
}

// turns runs the loop twice, the second time with as many turns again.
func (m Machine) turns(l Launch, loop Loop, wavefronts int) (once, twice *Result, turns int, err error) {
	if l, err = m.looped(l, loop, wavefronts); err != nil {
		return nil, nil, 0, err
	}
	turns = reportTurns((loop.To - loop.From + 1) * l.Wavefronts)
	jump := &l.Kernel.Code[loop.To]
	var runs [2]Result
	for i := range runs {
		l.Times[jump.Address] = turns * (i + 1)
		if runs[i], err = m.Run(l); err != nil {
			return nil, nil, 0, err
		}
	}
	if runs[1].Cycles <= runs[0].Cycles {
		return nil, nil, 0, fmt.Errorf("report: the loop's jump, %v at 0x%04x, is not reached, want a way to it without conditions", jump, jump.Address)
	}
	return &runs[0], &runs[1], turns, nil
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

// loads returns the shares of what the units can do, of busy cycles in a cycle, of what the
// second run has beyond the first.
func (m Machine) loads(once, twice *Result) (loads []UnitLoad) {
	cycles, simds := float64(twice.Cycles-once.Cycles), float64(m.SIMDs)
	add := func(name string, load float64) {
		if load > 0 {
			loads = append(loads, UnitLoad{name, min(load/cycles, 1)})
		}
	}
	var busy [Units]float64
	for u := range Units {
		busy[u] = float64(twice.Busy[u] - once.Busy[u])
	}
	add("FMA, both halves", (busy[FMA]+busy[FMAHeavy]+2*busy[FMABoth])/2/simds)
	add(FMAHeavy.String(), (busy[FMAHeavy]+busy[FMABoth])/simds)
	for _, u := range []Unit{ALU, FP64, Tensor, XU, Uniform} {
		add(u.String(), busy[u]/simds)
	}
	add("shared memory's banks", busy[LSU])
	add(Global.String(), busy[Global])
	if busy[LSU] > 0 && busy[Global] > 0 {
		add("shared memory's banks and global", busy[LSU]+busy[Global]) // by the same paths
	}
	add(Constants.String(), busy[Constants])
	add("workgroup barrier", float64(m.BarrierEach)*float64(twice.Issued[Barriers]-once.Issued[Barriers]))
	add("memory queue", float64(twice.Queue-once.Queue)/simds)
	for b, name := range []string{"register ports, even", "register ports, odd"} {
		add(name, float64(twice.Ports[b]-once.Ports[b])/simds)
	}
	sort.SliceStable(loads, func(i, j int) bool { return loads[i].Load > loads[j].Load })
	return loads
}

// limited is the load from which a unit, or issue, is said to limit a loop.
const limited = 0.85

// grown is the share of the wavefronts that come on by which cycles may grow where latency
// is said to limit a loop.
const grown = 0.5

// limit says which unit, or issue, keeps the loop from being faster; "" if none does alone.
func (r *Report) limit() string {
	if r.Issue >= limited && (len(r.Loads) == 0 || r.Issue >= r.Loads[0].Load) {
		return fmt.Sprintf("issue slots, %.0f %% in use", 100*r.Issue)
	}
	if len(r.Loads) > 0 && r.Loads[0].Load >= limited {
		return fmt.Sprintf("%s, busy %.0f %% of the time", r.Loads[0].Unit, 100*r.Loads[0].Load)
	}
	return ""
}

// waits says what the wavefronts wait for where nothing alone limits the loop: it is not
// latency if their cycles grow with their number, or if they mostly wait for what they share.
func (r *Report) waits(grows bool) string {
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
		return "nothing that waits"
	}
	part := fmt.Sprintf("%.0f %% of the waiting is for %v", 100*total.Stalls[why]/waited, why)
	if len(r.Loads) > 0 && (grows || why == StallUnit || why == StallPorts) {
		return fmt.Sprintf("several units by turns: %s is the busiest, %.0f %% of the time; %s", r.Loads[0].Unit, 100*r.Loads[0].Load, part)
	}
	return "latency: " + part
}

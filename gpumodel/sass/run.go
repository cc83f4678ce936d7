package sass

import (
	"errors"
	"fmt"
	"math"
)

// never is later than everything.
const never = int64(math.MaxInt64)

// Run runs the launch, cycle by cycle; cycles in which nothing can happen are skipped. The
// same launch always gives the same result. The error says which field of the launch is
// wrong, or which instruction cannot be run.
//
// Issue is by the control fields. In each cycle a SIMD issues at most one instruction, of
// the wavefront that issued last as long as it can, unless its instruction yields. A
// wavefront's instruction may issue when the stall count of the one before is over, the
// barriers in its mask are released, its instruction line is there, its unit and the
// register banks' ports are free, and what it reads can be taken (see forward.go).
//
// Functions that the code calls run as well, wherever they stand in the kernel. Of jumps
// ahead under a condition only those are taken that lead around a call, for that is a slow
// path; Result.Assumed says so where there are any.
//
// After a workgroup's barrier arithmetic goes on; other instructions wait until all
// wavefronts have arrived.
func (m Machine) Run(l Launch) (Result, error) { return m.run(l, nil) }

// run is Run, which a trace may look at.
func (m Machine) run(l Launch, t *Trace) (Result, error) {
	if err := l.check(&m); err != nil {
		return Result{}, err
	}
	if err := l.Device.LDS.Validate(); err != nil {
		return Result{}, err
	}
	steps, assumed, err := l.steps(&m)
	if err != nil {
		return Result{}, err
	}
	r := &run{m: &m, steps: steps, trace: t, ends: l.To - l.From, now: 1 << 10, result: Result{Costs: make([]Cost, len(steps)), Assumed: assumed}}
	r.start(l.Wavefronts)
	rounds := 1
	if l.Warm {
		rounds = 2
	}
	for round := range rounds {
		if round > 0 {
			r.result = Result{Costs: make([]Cost, len(steps)), Assumed: assumed}
		}
		r.begin(round)
		for r.live > 0 {
			switch {
			case !r.cycle():
				return Result{}, errors.New("launch: every wavefront waits for ever")
			case r.deep > deepest:
				return Result{}, fmt.Errorf("launch: calls %d deep, want functions that do not call themselves", r.deep)
			}
			if r.worked++; r.worked%asks != 0 {
				continue
			}
			if r.worked >= mostWork {
				return Result{}, ErrLong
			}
			if l.Stop != nil {
				if err := l.Stop(); err != nil {
					return Result{}, err
				}
			}
		}
		r.result.Cycles = r.last - r.first
	}
	for t != nil && r.next < never { // what nobody waited for
		r.arbitrate()
	}
	r.result.Costs = r.result.Costs[:r.ends]
	return r.result, nil
}

// ErrLong says that a run was given up because it takes too long.
var ErrLong = fmt.Errorf("launch: not at its end after %d cycles, want fewer turns of the loops inside loops, or fewer wavefronts", mostWork)

// mostWork are the cycles in which something may happen before a run is given up, and asks
// after how many Launch.Stop is asked.
const (
	mostWork = 1 << 24
	asks     = 1 << 13
)

// deepest are the calls that a wavefront may be in.
const deepest = 64

// run is the state of a Run.
type run struct {
	m         *Machine
	steps     []step
	trace     *Trace // nil: none
	waves     []wave
	simds     []simd
	now       int64    // begins where no unit is busy yet
	ends      int      // step behind the launch's own code, before its functions
	deep      int      // most calls that have not returned
	worked    int      // cycles so far in which something might happen
	turn      int      // SIMD that comes first in this cycle
	live      int      // wavefronts that have not ended
	arrived   int      // of them, those at the workgroup's barrier
	barrier   int64    // latest arrival that it has counted
	constants int64    // from which the CU's constants are free
	paths     []int64  // from which each path to the banks is free
	next      int64    // turn in which one may take an access
	room      int      // accesses that may leave their queues before another is served
	waiting   accesses // that may not
	first     int64    // issue of the round
	last      int64
	result    Result
	backwards []Wait // what shared gathers for a trace
}

// wave is a wavefront.
type wave struct {
	pc, streak int   // the next step, and the issues since the SIMD or a jump broke off
	at         int64 // from which it may issue
	fixed      int64 // of that, by the stall count
	jump       int64 // … and by instruction lines
	why        Stall // of the rest
	parked     int64 // from then until held, a barrier of the workgroup holds it
	held       int64
	issued     int64    // its latest issue
	logged     int      // the SIMD's issues until then
	barriers   [6]int64 // released from this cycle
	reasons    [6]Stall
	owed       [6]uint8 // releases of it of which it is not known when they are
	line, next int64    // instruction line that it is in, and from when the one behind may be used
	turns      []int32
	returns    []int
	ended      bool       // whatever it still waits for
	wrote      [256]int64 // the latest issue of arithmetic whose result is in a register
}

// ring remembers the latest times of a queue.
type ring struct {
	at   []int64
	head int
}

func (q *ring) oldest() int64 { return q.at[q.head] }

func (q *ring) add(t int64) {
	q.at[q.head] = t
	if q.head++; q.head == len(q.at) {
		q.head = 0
	}
}

func (r *run) start(wavefronts int) {
	r.waves, r.simds = make([]wave, wavefronts), make([]simd, r.m.SIMDs)
	r.next, r.room = never, max(r.m.Pending, 1)
	r.waiting.all = make([]access, len(r.simds)*max(r.m.Queue, 1))
	r.paths = make([]int64, max(r.m.Paths, 1))
	for i := range r.simds {
		r.simds[i].chosen = -1
		r.simds[i].came.all = make([]access, r.room)
		r.simds[i].queue.at = make([]int64, max(r.m.Queue, 1))
	}
	for i := range r.waves {
		r.waves[i].turns = make([]int32, len(r.steps))
		s := &r.simds[i%len(r.simds)]
		s.waves = append(s.waves, &r.waves[i])
		s.last = len(s.waves) - 1
	}
}

// begin puts all wavefronts at the first step, a barrier after the round before.
func (r *run) begin(round int) {
	at := r.now
	if round > 0 {
		at += r.m.Barrier
	}
	r.live, r.arrived, r.first = len(r.waves), 0, never
	for i := range r.waves {
		w := &r.waves[i]
		clear(w.turns)
		*w = wave{at: at, fixed: at, jump: at, issued: at - 1, line: r.steps[0].line, turns: w.turns, returns: w.returns[:0], barriers: w.barriers, owed: w.owed, reasons: w.reasons}
		w.wait(&r.steps[0])
	}
	for i := range r.simds {
		s := &r.simds[i]
		s.event = at
		for _, w := range s.waves {
			w.logged = s.logged
		}
	}
}

// cycle lets the SIMDs take the next turn in which anything can happen, and reports
// whether there is one.
func (r *run) cycle() bool {
	at := r.event()
	for r.next < never && r.next-r.m.Enter <= at { // what issues from now on comes later
		r.arbitrate()
		at = r.event()
	}
	if at == never {
		return false
	}
	r.now = at
	i := r.turn
	for range r.simds {
		if s := &r.simds[i]; s.event <= at {
			r.issue(s)
		}
		if i++; i == len(r.simds) {
			i = 0
		}
	}
	if r.turn++; r.turn == len(r.simds) {
		r.turn = 0
	}
	return true
}

// event returns the next turn in which anything can issue.
func (r *run) event() int64 {
	at := never
	for i := range r.simds {
		at = min(at, r.simds[i].event)
	}
	return at
}

// wait finds when the wavefront may issue the step: after its stalls, and when barriers
// and the instruction line let it; never, while it is not known when a barrier is released.
func (w *wave) wait(s *step) {
	at := w.fixed
	if s.line == w.line+1 {
		at = max(at, w.next)
	}
	w.jump, w.why = at, StallLocal
	for b, mask := 0, s.control.Wait; mask != 0; b, mask = b+1, mask>>1 {
		switch {
		case mask&1 == 0:
		case w.owed[b] > 0:
			w.at = never
			return
		case w.barriers[b] > at:
			at, w.why = w.barriers[b], w.reasons[b]
		}
	}
	w.at = at
}

package sass

import (
	"fmt"
	"math"
	"slices"
)

// Trace is what the wavefronts of one SIMD do in some turns of a loop, cycle by cycle.
type Trace struct {
	From, To   int     // of Kernel.Code: the loop's first instruction, and its jump
	Wavefronts int     // of the SIMD
	Cycles     int64   // that it covers
	Issues     []Issue // by cycle: those in these cycles, and of each wavefront the next after them, for its waits
	Assumed    []string
}

// Issue is one instruction that a wavefront issues.
type Issue struct {
	Wavefront int    // of the SIMD, from 0
	Turn      int    // of the loop, from 0 at the wavefront's first issue in the trace
	Line      int    // of Kernel.Code; of a function that the loop calls beyond the loop
	Cycle     int64  // from the trace's beginning
	Done      int64  // from which its result may be used: at its fixed latency, or when its barrier is released
	Waits     []Wait // why it did not issue before, by time: they fill the cycles since the wavefront's issue before
}

// Wait is From ≤ cycle < To in which a wavefront does not issue.
type Wait struct {
	Why      Stall
	From, To int64 // cycles from the trace's beginning; From may be below 0
}

// warmTurns go before a trace, so that it shows a turn like those after it.
const warmTurns = 12

// Trace runs a loop of the launch's kernel with so many wavefronts on each SIMD and returns
// what happens in the first SIMD in so many turns of all of them (1 to 64), from the first
// that begins a thirteenth turn. Which fields of the launch are used is as for Report.
func (m Machine) Trace(l Launch, loop Loop, wavefronts, turns int) (Trace, error) {
	if turns < 1 || turns > 64 {
		return Trace{}, fmt.Errorf("trace: %d turns, want 1 to 64", turns)
	}
	report, err := m.Report(l, loop, wavefronts)
	if err != nil {
		return Trace{}, err
	}
	if l, err = m.looped(l, loop, wavefronts); err != nil {
		return Trace{}, err
	}
	l.Times[l.Kernel.Code[loop.To].Address] = warmTurns + turns*wavefronts + 1 // enough if one wavefront has all of them
	t := &Trace{From: loop.From, To: loop.To, Wavefronts: wavefronts, Cycles: int64(math.Round(float64(turns) * report.Cycles)), Assumed: report.Assumed}
	if _, err := m.run(l, t); err != nil {
		return Trace{}, err
	}
	t.cut()
	return *t, nil
}

// note adds the issue of a SIMD's wavefront to the trace, if that is the first SIMD; waited
// adds to the latest, and done to the one that it names.
func (t *Trace) note(r *run, s *simd, w *wave) {
	if s == &r.simds[0] {
		t.Issues = append(t.Issues, Issue{Wavefront: slices.Index(s.waves, w), Line: r.steps[w.pc].place, Cycle: r.now, Done: r.now + r.steps[w.pc].latency})
	}
}

func (t *Trace) waited(r *run, s *simd, w Wait) {
	if s == &r.simds[0] {
		last := &t.Issues[len(t.Issues)-1]
		last.Waits = append(last.Waits, w)
	}
}

func (t *Trace) done(r *run, s *simd, issue int, at int64) {
	if s == &r.simds[0] {
		t.Issues[issue].Done = at
	}
}

// cut leaves what the trace covers, and counts its cycles and turns from its beginning.
func (t *Trace) cut() {
	turns := make([]int, t.Wavefronts)
	from := int64(-1)
	for i := range t.Issues {
		e := &t.Issues[i]
		if e.Line == t.From {
			if turns[e.Wavefront]++; turns[e.Wavefront] > warmTurns && from < 0 {
				from = e.Cycle
			}
		}
		e.Turn = turns[e.Wavefront]
	}
	first, after := make([]int, t.Wavefronts), make([]bool, t.Wavefronts)
	t.Issues = slices.DeleteFunc(t.Issues, func(e Issue) bool {
		if e.Cycle < from || after[e.Wavefront] {
			return true
		}
		if first[e.Wavefront] == 0 {
			first[e.Wavefront] = e.Turn
		}
		after[e.Wavefront] = e.Cycle >= from+t.Cycles
		return false
	})
	for i := range t.Issues {
		e := &t.Issues[i]
		e.Turn -= first[e.Wavefront]
		e.Cycle, e.Done = e.Cycle-from, e.Done-from
		for j := range e.Waits {
			e.Waits[j].From, e.Waits[j].To = e.Waits[j].From-from, e.Waits[j].To-from
		}
	}
}

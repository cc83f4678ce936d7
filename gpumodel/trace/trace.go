// Package trace writes what a GPU's wavefronts did, and when, as files that other
// tools show as a Gantt chart:
//
//	WriteCSV     a table, for spreadsheets and data frames
//	WriteCLOG2   MPE's log format, which Jumpshot shows (after clog2TOslog2)
//	WriteChrome  the trace event format, which Perfetto and Chrome show
//
// A Trace is plain data. FromTimelines makes one of the CU scheduler's timelines;
// anything else that knows who did what from when to when can make one too.
package trace

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"lanebook/gpumodel"
)

// MaxArgs is the most arguments that a state may have: CLOG-2 has 32 bytes for
// them.
const MaxArgs = 4

// MaxCycles is the latest moment of a trace. Up to there a moment survives its
// way through a file's seconds unchanged.
const MaxCycles = gpumodel.Cycles(1) << 50

// Trace says what the wavefronts of one or more CUs (SMs) did.
type Trace struct {
	Clock  gpumodel.Hertz // of the cycles; a whole number of kHz, 1 kHz to 1 THz
	States []State
	Spans  []Interval
}

// State is something a wavefront can be doing.
type State struct {
	Name string   // 1 to 31 characters of printable ASCII; no two states have the same
	Args []string // names of its spans' arguments, at most MaxArgs, letters and digits; 31 characters in all
}

// Interval is one stay in a state: Start ≤ cycle < End.
//
// States of one slot may overlap; but spans of the same state do not overtake
// each other: that which begins first ends first. Their ends could not be told
// apart in CLOG-2.
type Interval struct {
	CU, Slot   int // from 0: a rank and a thread of CLOG-2, a process and a thread of Chrome
	State      int // index into Trace.States
	Start, End gpumodel.Cycles
	Args       [MaxArgs]int64 // the state's arguments in order; the rest are 0
}

// Most CUs, and slots of a CU, that a trace may have.
const (
	maxCUs   = 1 << 12
	maxSlots = 1 << 12
)

// Sort puts the spans into the order in which files hold them: by CU, slot, start,
// end and state.
func (t *Trace) Sort() {
	slices.SortStableFunc(t.Spans, func(a, b Interval) int {
		return cmp.Or(cmp.Compare(a.CU, b.CU), cmp.Compare(a.Slot, b.Slot),
			cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.State, b.State))
	})
}

// sorted returns a copy with its spans sorted, or what is wrong with the trace.
func (t Trace) sorted() (Trace, error) {
	t.Spans = slices.Clone(t.Spans)
	t.Sort()
	return t, t.check()
}

// Validate returns everything that is wrong with the trace, joined; of the spans,
// only the first fault.
func (t Trace) Validate() error {
	_, err := t.sorted()
	return err
}

// check is Validate for sorted spans.
func (t Trace) check() error {
	var errs []error
	if k := float64(t.Clock) / 1e3; !(k >= 1 && k <= 1e9) || k != float64(int64(k)) {
		errs = append(errs, fmt.Errorf("trace: Clock = %v Hz, want a whole number of kHz, 1 kHz to 1 THz", float64(t.Clock)))
	}
	seen := map[string]bool{}
	for i, s := range t.States {
		if err := s.check(); err != nil {
			errs = append(errs, fmt.Errorf("trace: States[%d]: %w", i, err))
		}
		if seen[s.Name] {
			errs = append(errs, fmt.Errorf("trace: States[%d]: Name = %q, want a name that no other state has", i, s.Name))
		}
		seen[s.Name] = true
	}
	return errors.Join(append(errs, t.checkSpans())...)
}

func (s State) check() error {
	if len(s.Name) < 1 || len(s.Name) > 31 {
		return fmt.Errorf("name = %q, want 1 to 31 characters", s.Name)
	}
	for _, c := range []byte(s.Name) {
		if c < ' ' || c > '~' {
			return fmt.Errorf("name = %q, want printable ASCII", s.Name)
		}
	}
	if s.Name[0] == ' ' || s.Name[len(s.Name)-1] == ' ' || s.Name[0] == '#' {
		return fmt.Errorf("name = %q, want no blank at an end and no # at the start", s.Name)
	}
	if len(s.Args) > MaxArgs || len(s.format()) > 39 {
		return fmt.Errorf("args = %q, want at most %d, of 31 characters in all", s.Args, MaxArgs)
	}
	for i, a := range s.Args {
		if !letters(a) || slices.Contains(s.Args[:i], a) {
			return fmt.Errorf("args = %q, want different names of letters and digits", s.Args)
		}
	}
	return nil
}

func letters(s string) bool {
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

func (t Trace) checkSpans() error {
	ends := make([]gpumodel.Cycles, len(t.States)) // of each state's latest span on this line
	for i, s := range t.Spans {
		fault := func(field string, value any, wish string) error {
			return fmt.Errorf("trace: span of CU %d, slot %d from cycle %d: %s = %v, want %s", s.CU, s.Slot, s.Start, field, value, wish)
		}
		switch {
		case s.CU < 0 || s.CU >= maxCUs:
			return fault("CU", s.CU, fmt.Sprintf("0 to %d", maxCUs-1))
		case s.Slot < 0 || s.Slot >= maxSlots:
			return fault("Slot", s.Slot, fmt.Sprintf("0 to %d", maxSlots-1))
		case s.State < 0 || s.State >= len(t.States):
			return fault("State", s.State, fmt.Sprintf("an index of the %d states", len(t.States)))
		case s.Start < 0:
			return fault("Start", s.Start, "0 or more")
		case s.End <= s.Start || s.End > MaxCycles:
			return fault("End", s.End, fmt.Sprintf("more than Start, at most %d", MaxCycles))
		}
		if i == 0 || t.Spans[i-1].CU != s.CU || t.Spans[i-1].Slot != s.Slot {
			clear(ends)
		}
		if s.End < ends[s.State] {
			return fault("End", s.End, fmt.Sprintf("%d or more, the end of an earlier span of the same state", ends[s.State]))
		}
		ends[s.State] = s.End
		for k := len(t.States[s.State].Args); k < MaxArgs; k++ {
			if s.Args[k] != 0 {
				return fault(fmt.Sprintf("Args[%d]", k), s.Args[k], "0, for the state has no such argument")
			}
		}
	}
	return nil
}

package sass

import "fmt"

// Once says of straight code what Report says of a loop: what the launch's From to To cost
// with so many wavefronts on each SIMD that go through it once. Report.Cycles is from the
// first issue to the last, and all. Of the launch Wavefronts and Turns are not used; Times
// gives the turns of loops inside, 1 if it does not have them.
func (m Machine) Once(l Launch, wavefronts int) (Report, error) {
	if wavefronts < 1 || wavefronts > m.Wavefronts {
		return Report{}, fmt.Errorf("once: %d wavefronts on a SIMD, want 1 to %d", wavefronts, m.Wavefronts)
	}
	l.Wavefronts, l.Turns = wavefronts*m.SIMDs, 1
	once, err := m.Run(l)
	if err != nil {
		return Report{}, err
	}
	nothing := Result{Cycles: -1, Costs: make([]Cost, len(once.Costs))} // the first issue takes a cycle, too
	r := m.report(&nothing, &once, wavefronts, 1)
	if r.Limit = r.limit(); r.Limit == "" {
		r.Limit = r.waits(false)
	}
	return r, nil
}

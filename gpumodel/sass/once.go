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
	cycles := float64(once.Cycles + 1)
	r := Report{
		Wavefronts: wavefronts, Cycles: cycles, Issue: float64(once.Total()) / cycles / float64(m.SIMDs),
		Lines: make([]LineCost, len(once.Costs)), Assumed: once.Assumed,
	}
	for i, c := range once.Costs {
		r.Lines[i].Issued = float64(c.Issued) / float64(l.Wavefronts)
		for s, n := range c.Stalls {
			r.Lines[i].Stalls[s] = float64(n) / float64(l.Wavefronts)
		}
	}
	r.Loads = m.loads(&Result{}, &once)
	if r.Limit = r.limit(); r.Limit == "" {
		r.Limit = r.waits(false)
	}
	return r, nil
}

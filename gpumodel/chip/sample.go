package chip

import (
	"math"

	"lanebook/gpumodel"
)

// sample watches a launch of which a part is run, so that the rest can be told from it:
// when each fifth of its workgroups had ended, but for the last, which is the tail.
type sample struct {
	fifths [4]moment
	seen   int
}

// moment is a time at which so many workgroups had ended.
type moment struct {
	at    gpumodel.Cycles
	ended int
}

// sampled returns how many workgroups of the launch are run: no fewer than fill all CUs
// twelve times.
func (m *machine) sampled() int {
	if m.Sample <= 0 || m.Sample >= 1 {
		return m.Workgroups
	}
	most := len(m.cores) * m.cores[0].Room()
	return min(m.Workgroups, max(int(math.Ceil(m.Sample*float64(m.Workgroups))), 12*most))
}

// note keeps the time at which the next fifth of the workgroups has ended.
func (s *sample) note(ended, of int, at gpumodel.Cycles) {
	for s.seen < len(s.fifths) && ended*5 >= of*(s.seen+1) {
		s.fifths[s.seen] = moment{at, ended}
		s.seen++
	}
}

// rest returns the cycles that so many further workgroups take at the pace of the last
// two of these fifths, and how far they may be off, as a share of that: half again
// as much as the paces of three are apart, and 5 % (assumed; TestSample).
func (s *sample) rest(workgroups int) (cycles, apart float64) {
	pace := func(from, to moment) float64 {
		return float64(to.at-from.at) / float64(max(1, to.ended-from.ended))
	}
	q := s.fifths
	all := pace(q[1], q[3])
	first, second, third := pace(q[0], q[1]), pace(q[1], q[2]), pace(q[2], q[3])
	apart = 1.5*(max(first, second, third)-min(first, second, third))/max(all, 1e-9) + 0.05
	return all * float64(workgroups), apart
}

package gpumodel

import (
	"fmt"
	"sort"
)

// Repadding is padding put into an LDS (shared memory) array after the fact: so
// many unused bytes after every so many.
type Repadding struct {
	Every, Pad Bytes // Pad 0: as it lies
	Tally      Tally // of the accesses; Uses is nil
}

// Repad tries paddings of an array whose accesses are known only by their
// addresses, as a running kernel makes them, and returns them all, fewest passes
// first, then least padding:
//
//	address → address + ⌊address / Every⌋ · Pad
//
// Every goes by powers of two from two elements to 4 KB, Pad is one, two or four
// elements; an element is as wide as the widest access. Paddings that do not fit
// into the LDS are left out. The error says which access is wrong.
func (l LDS) Repad(accesses ...Access) ([]Repadding, error) {
	width := Bytes(0)
	for _, a := range accesses {
		width = max(width, a.Width)
	}
	plain, err := l.repadded(accesses, 0, 0)
	if err != nil || width == 0 {
		return nil, err
	}
	list := []Repadding{plain}
	for every := 2 * width; every <= 4096; every *= 2 {
		for _, pad := range []Bytes{width, 2 * width, 4 * width} {
			if r, err := l.repadded(accesses, every, pad); err == nil {
				list = append(list, r)
			}
		}
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return a.Tally.Passes < b.Tally.Passes || a.Tally.Passes == b.Tally.Passes && a.share() < b.share()
	})
	return list, nil
}

// share is the part of the memory that the padding adds.
func (r Repadding) share() float64 {
	if r.Pad == 0 {
		return 0
	}
	return float64(r.Pad) / float64(r.Every)
}

func (l *LDS) repadded(accesses []Access, every, pad Bytes) (Repadding, error) {
	r := Repadding{Every: every, Pad: pad}
	var moved []Bytes
	for i, a := range accesses {
		if pad > 0 && a.Op != Shuffle { // whose addresses are lanes
			moved = moved[:0]
			for _, address := range a.Addr {
				moved = append(moved, address+address/every*pad)
			}
			a.Addr = moved
		}
		s, err := l.Serve(a)
		if err != nil {
			return r, fmt.Errorf("access %d: %w", i, err)
		}
		r.Tally.Passes += s.Passes
		r.Tally.Ideal += s.Ideal
	}
	return r, nil
}

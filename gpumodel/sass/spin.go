package sass

import "lanebook/gpumodel"

// Try is one turn of an atomic that is a loop.
type Try struct {
	Load   gpumodel.Access // of what is there
	Passes int             // of the compare-and-swap that follows
}

// Tries returns what an atomic takes that Hopper does not have and the compiler writes as a
// loop: additions of 8 bytes and of floats. Each turn loads, adds, and tries to swap
// (ATOMS.CAST.SPIN). A try takes two passes for each phase, however its lanes collide: of
// those in one bank of a phase the first succeeds, the others go round once more. A
// phase has as many lanes as fill a row of the banks. All from the 64-bit additions of
// matrix_atomic.csv, whose counters this equals.
//
// The access's Op is not used. The error is one of LDS.Serve.
func Tries(l gpumodel.LDS, a gpumodel.Access) (all []Try, err error) {
	a.Op = gpumodel.Load
	if _, err := l.Serve(a); err != nil {
		return nil, err
	}
	lanes := min(l.Lanes, l.Banks*int(l.RowBytes)/int(a.Width))
	for a.Active != 0 {
		try := Try{Load: a}
		for first := 0; first < l.Lanes; first += lanes {
			taken := map[gpumodel.Bytes]bool{}
			for i := first; i < first+lanes; i++ {
				if bank := a.Addr[min(i, len(a.Addr)-1)] / a.Width % gpumodel.Bytes(lanes); a.Active.Has(i) && !taken[bank] {
					taken[bank] = true
					a.Active &^= 1 << i
				}
			}
			if len(taken) > 0 {
				try.Passes += spinPasses
			}
		}
		all = append(all, try)
	}
	return all, nil
}

// spinPasses are the passes of each phase of a try.
const spinPasses = 2

package gpumodel

import (
	"errors"
	"fmt"
)

// TLB is one level of the translation of addresses: a load of a page that is not among the
// latest used asks the next level, and takes longer, whatever level has the data past the
// first.
type TLB struct {
	Reach Bytes  // that its entries cover; 1 or more of them
	Page  Bytes  // that an entry covers, a page or several side by side: a power of two, 4096 to 2^30
	Miss  Cycles // that a load takes longer, beside what it misses in the levels before
}

const wantedTLB = "a Page that is a power of two from 4096 to 2^30, a Reach from Page to 2^40, and 0 to 65536 cycles"

func (t TLB) valid() bool {
	return powerOfTwo(t.Page, 1<<12, 1<<30) && t.Reach >= t.Page && t.Reach <= 1<<40 && t.Miss >= 0 && t.Miss <= 1<<16
}

func (t TLB) words() string {
	return fmt.Sprintf("Page %d, Reach %d, Miss %d", t.Page, t.Reach, t.Miss)
}

// Translation is how the addresses of lines are translated that leave a CU (SM) for the L2:
//
//   - A line whose page is in the CU's own TLB goes on at once.
//   - Another waits for its turn at a port that a group of CUs shares, or for the page, if a
//     line before it brings that sooner, and goes on Miss later. What stands behind the port
//     always has the page.
//   - A page is there Comes after the turn that fetched it.
//   - Its entry takes the place of the least recently used when the wait begins; a second
//     entry of the same page is given up once both are there.
//   - Lines in one piece of Together bytes wait as one if they are of one access, or of two
//     lanes that go together through a texture unit.
//   - A CU's lines keep their order.
type Translation struct {
	TLB                   // of each CU, fully associative; of Reach whole pages count
	Together      Bytes   // of a piece of memory whose lines wait as one; a power of two, 128 to Page
	Comes         Cycles  // from the turn that fetches a page until it is there; 0 to 65536
	Waiting       int     // lines of a CU that may wait; the next and all after it wait for the first of them; 1 to 65536
	Groups        int     // of the GPU, each with a port: neighbouring pairs of CUs are dealt to them in turn, as even as can be; 1 to 65536
	TurnsPerCycle float64 // turns of a port, 0.001 to 1e6
}

// faults returns everything that is wrong with a translation that is known, joined.
func (t *Translation) faults() (err error) {
	if *t == (Translation{}) {
		return nil
	}
	if !t.valid() {
		err = fault(err, "caches: Translation.TLB", t.words(), wantedTLB)
	}
	if !powerOfTwo(t.Together, 128, t.Page) {
		err = fault(err, "caches: Translation.Together", t.Together, fmt.Sprintf("a power of two from 128 to Page = %d", t.Page))
	}
	return errors.Join(err, within("caches: Translation.",
		bound{"Comes", float64(t.Comes), 0, 1 << 16},
		bound{"Waiting", float64(t.Waiting), 1, 1 << 16},
		bound{"Groups", float64(t.Groups), 1, 1 << 16},
		bound{"TurnsPerCycle", t.TurnsPerCycle, 1e-3, 1e6},
	))
}

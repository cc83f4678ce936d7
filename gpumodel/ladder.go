package gpumodel

import (
	"errors"
	"fmt"
)

// Ladder is what a lone load meets on its way to a GPU's memory: levels of any number,
// translation of addresses, DRAM. Package memory runs a pointer chase through
// it. It says nothing of bandwidth; a device of which more is known has Caches.
type Ladder struct {
	ID, Name string        // of the GPU, as Device has them
	Clock    Hertz         // in whose cycles the latencies are
	CUs      int           // of the GPU, for what each has
	Levels   []LadderLevel // the nearest first; 1 or more
	DRAM     Cycles        // of a load that misses them all, counted from issue; in an L2 of two halves, a mean over both
	TLBs     []TLB         // of the translation of addresses, the nearest first; none where unknown
	Assumed  []string      // what no source gives, in words
}

// LadderLevel is one level, with the least recently used line of a set replaced.
// LinesPerTurn is of no use here and may be 0.
type LadderLevel struct {
	Name string // "L1", "Infinity Cache"
	Cache

	// Far is what a line of the far half takes longer, of an L2 in two halves, as L2.Far:
	// a CU reads through the near one, which keeps a copy of what the far one has, so that
	// a footprint beyond half of the size begins to miss. Sets are of both. 0: there is one.
	Far Cycles

	// BytesPerCycle is what it delivers at most, by its vendor: the first level to its CU, the
	// others to all of them. 0 where unknown. A lone load does not see it.
	BytesPerCycle float64
}

// Validate returns everything that is wrong with the ladder, joined.
func (l Ladder) Validate() error {
	err := within("ladder "+l.ID+": ", bound{"CUs", float64(l.CUs), 1, 1 << 16}, bound{"Clock", float64(l.Clock), 1, 1e12})
	bad := func(field string, value any, wish string) { err = fault(err, "ladder "+l.ID+": "+field, value, wish) }
	if len(l.Levels) == 0 {
		bad("Levels", l.Levels, "one or more")
	}
	before := Cycles(0)
	for i, c := range l.Levels {
		if c.LinesPerTurn == 0 {
			c.LinesPerTurn = 1
		}
		err = errors.Join(err, c.faults(c.Name), c.divisible(c.Name))
		if c.Latency <= before {
			bad(fmt.Sprintf("Levels[%d].Latency", i), c.Latency, fmt.Sprintf("more than the %d of what is before it", before))
		}
		if c.Far < 0 || c.Far > 1<<16 || c.Far > 0 && c.Sets%2 != 0 {
			bad(fmt.Sprintf("Levels[%d].Far", i), c.Far, "0 to 65536 cycles, and an even number of sets if it is not 0")
		}
		if c.BytesPerCycle < 0 || c.BytesPerCycle > 1e6 {
			bad(fmt.Sprintf("Levels[%d].BytesPerCycle", i), c.BytesPerCycle, "0 to 1e6")
		}
		before = c.Latency + c.Far
	}
	if l.DRAM <= before || l.DRAM > 1<<16 {
		bad("DRAM", l.DRAM, fmt.Sprintf("more than %d and at most 65536 cycles", before))
	}
	for i, t := range l.TLBs {
		if !t.valid() {
			bad(fmt.Sprintf("TLBs[%d]", i), t.words(), wantedTLB)
		}
	}
	return err
}

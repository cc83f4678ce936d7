package silicon

import (
	_ "embed"
	"fmt"

	"lanebook/gpumodel"
)

// Pattern is one access that the H200 measured.
type Pattern struct {
	ID            int
	Kind          string // what the addresses are: "stride2", "random<64", …
	Access        gpumodel.Access
	Passes        int     // Nsight Compute: l1tex__data_pipe wavefronts of shared loads or stores
	Conflicts     int     // Nsight Compute: bank conflicts of shared loads or stores
	LatencyCycles float64 // from one access to the next, one warp; for stores, between issues. See Alone
	CyclesEach    float64 // of each access, when 32 warps make them
}

// chainArithmetic is what the timed chain of loads computes between two of them:
// probe.cu adds what it has loaded to the address; of wide loads it first combines
// the words, by one OR of 8 bytes and two of 16. In cycles, by least squares over
// patterns_timing.csv; mix.csv's chains of loads have no arithmetic in them.
var chainArithmetic = map[gpumodel.Bytes]float64{4: 5.5, 8: 10.6, 16: 14.3}

// Alone returns the measured cycles that one access takes of a lone warp: Latency
// without the arithmetic of the timed chain.
func (p Pattern) Alone() float64 {
	if p.Access.Op == gpumodel.Store {
		return p.LatencyCycles
	}
	return p.LatencyCycles - chainArithmetic[p.Access.Width]
}

//go:embed patterns.csv
var patternsCSV string

//go:embed patterns_counters.csv
var countersCSV string

//go:embed patterns_timing.csv
var timingCSV string

//go:embed unseen.csv
var unseenCSV string

//go:embed unseen_counters.csv
var unseenCountersCSV string

//go:embed unseen_timing.csv
var unseenTimingCSV string

// H200Unseen returns 564 further accesses, drawn and measured after the bank rule
// was written. Its errors are as H200Patterns'.
func H200Unseen() ([]Pattern, error) {
	return patterns(unseenCSV, unseenCountersCSV, unseenTimingCSV)
}

// H200Patterns returns the 492 accesses that the H200 measured. The error says
// which row of which file is damaged; the files are embedded, so it means that
// the sources were.
func H200Patterns() ([]Pattern, error) {
	return patterns(patternsCSV, countersCSV, timingCSV)
}

func patterns(access, counters, timing string) ([]Pattern, error) {
	rows, err := table("patterns.csv", access, 37)
	if err != nil {
		return nil, err
	}
	counts, err := table("patterns_counters.csv", counters, 5)
	if err != nil {
		return nil, err
	}
	times, err := table("patterns_timing.csv", timing, 7)
	if err != nil {
		return nil, err
	}
	if len(counts) != len(rows) || len(times) != len(rows) {
		return nil, fmt.Errorf("silicon: %d patterns, %d counters, %d timings, want the same number of each", len(rows), len(counts), len(times))
	}
	out := make([]Pattern, len(rows))
	for i, r := range rows {
		p := &out[i]
		f := fields{file: "patterns.csv", row: r}
		p.ID, p.Kind = f.int(0), r[1]
		p.Access = gpumodel.Access{Width: gpumodel.Bytes(f.int(3)), Active: gpumodel.LaneMask(f.hex(4))}
		if r[2] == "st" {
			p.Access.Op = gpumodel.Store
		}
		for lane := range 32 {
			p.Access.Addr = append(p.Access.Addr, gpumodel.Bytes(f.int(5+lane)))
		}
		c := fields{file: "patterns_counters.csv", row: counts[i], err: f.err}
		if id := c.int(0); id != p.ID {
			return nil, fmt.Errorf("silicon: patterns_counters.csv row %d is of pattern %d, want %d", i, id, p.ID)
		}
		p.Conflicts = c.counter(1) + c.counter(2) // loads and stores; one of them is 0
		p.Passes = c.counter(3) + c.counter(4)
		t := fields{file: "patterns_timing.csv", row: times[i], err: c.err}
		if id := t.int(1); id != p.ID {
			return nil, fmt.Errorf("silicon: patterns_timing.csv row %d is of pattern %d, want %d", i, id, p.ID)
		}
		p.LatencyCycles, p.CyclesEach = t.float(5), t.float(6)
		if t.err != nil {
			return nil, t.err
		}
	}
	return out, nil
}

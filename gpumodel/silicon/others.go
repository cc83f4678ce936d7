package silicon

import (
	_ "embed"
	"math"
	"strconv"
	"strings"

	"lanebook/gpumodel"
)

//go:embed lds_cdna3_mi300x_counters.csv
var ldsMI300XCSV string

//go:embed lds_cdna4_mi350x.csv
var ldsMI350XCSV string

//go:embed lds_rdna.csv
var ldsRDNACSV string

//go:embed lds_phases.csv
var ldsPhasesCSV string

//go:embed lds_latency_amd.csv
var ldsLatencyCSV string

//go:embed strides.csv
var stridesCSV string

//go:embed gcn_loads.csv
var gcnLoadsCSV string

//go:embed gtx480_shared.csv
var gtx480SharedCSV string

// LDSSweep is one stride of amd-shark-ai's sweeps: lane l of a wavefront loads Width bytes
// at l·Stride, 64 times. Two workgroups and more share the CU, so that Latency is of no
// single load.
type LDSSweep struct {
	Device    string // "gfx942 MI300X"
	Width     gpumodel.Bytes
	Stride    gpumodel.Bytes
	Conflicts int     // of the 64 loads, by the hardware's counter; −1: none that counts
	Latency   float64 // of all 64, in Unit
	Unit      string  // "cycle", or "tick" of a clock of constant rate
}

// LDSSweeps returns the sweeps of MI300X, MI350X, W7900 and RX 9070 XT.
func LDSSweeps() ([]LDSSweep, error) {
	var out []LDSSweep
	for _, f := range []struct {
		name, text       string
		columns          int
		conflicts, units int // their columns, or −1
	}{
		{"lds_cdna3_mi300x_counters.csv", ldsMI300XCSV, 6, 4, -1},
		{"lds_cdna4_mi350x.csv", ldsMI350XCSV, 5, -1, -1},
		{"lds_rdna.csv", ldsRDNACSV, 7, -1, 6}, // its counter read 0 whatever was done
	} {
		rows, err := table(f.name, f.text, f.columns)
		if err != nil {
			return nil, err
		}
		for _, r := range rows[1:] {
			c := fields{file: f.name, row: r}
			s := LDSSweep{Device: r[0], Width: gpumodel.Bytes(c.int(2)), Stride: gpumodel.Bytes(c.int(3)), Conflicts: -1, Unit: "cycle"}
			if f.conflicts >= 0 {
				s.Conflicts = c.int(f.conflicts)
			}
			s.Latency = c.float(len(r) - 1 - max(0, min(f.units, 1)))
			if f.units >= 0 {
				s.Unit = r[f.units]
			}
			if c.err != nil {
				return nil, c.err
			}
			out = append(out, s)
		}
	}
	return out, nil
}

// LDSGroups is what one project found out about one operation and width: which lanes are
// served together.
type LDSGroups struct {
	Device string // "gfx950 MI350X"
	Op     gpumodel.Op
	Width  gpumodel.Bytes
	Groups []gpumodel.LaneMask // in the order of its listing, which need not be that of time
	Banks  int
	Source string // the project, and its commit
	Listed bool   // the source shows no measurement of it
}

// LDSPhases returns the groups of lds_phases.csv.
func LDSPhases() ([]LDSGroups, error) {
	rows, err := table("lds_phases.csv", ldsPhasesCSV, 7)
	if err != nil {
		return nil, err
	}
	var out []LDSGroups
	for _, r := range rows[1:] {
		f := fields{file: "lds_phases.csv", row: r}
		g := LDSGroups{Device: r[0], Width: gpumodel.Bytes(f.int(2)), Banks: f.int(5), Source: r[6]}
		if r[1] == "store" {
			g.Op = gpumodel.Store
		}
		g.Listed = g.Device == "gfx950 MI350X" && g.Width == 4 // its note has no sweep of 4 bytes for that GPU
		if f.int(3) == 0 {
			out = append(out, g)
		}
		last := &out[len(out)-1]
		last.Groups = append(last.Groups, f.lanes(4))
		if f.err != nil {
			return nil, f.err
		}
	}
	return out, nil
}

// lanes reads inclusive ranges, "0-3;20-23".
func (f *fields) lanes(column int) (m gpumodel.LaneMask) {
	for _, part := range strings.Split(f.row[column], ";") {
		first, last, ok := strings.Cut(part, "-")
		a, err1 := strconv.Atoi(first)
		b, err2 := strconv.Atoi(last)
		if !ok || err1 != nil || err2 != nil || a > b || b > 63 {
			f.fail(column, "ranges of lanes")
			return m
		}
		m |= gpumodel.AllLanes(b-a+1) << a
	}
	return m
}

// LDSLatency is one row of pyhip's latencies of a lone wavefront on MI308X (CDNA 3), in
// cycles: NaN where the source gives none. The clock reads, about 4 cycles, are in it.
type LDSLatency struct {
	Width    gpumodel.Bytes
	Case     string // "no conflict", "stride of 8 words"
	Latency  float64
	Interval float64 // between two loads of a burst
}

// LDSLatencies returns the latencies of lds_latency_amd.csv that were published last.
func LDSLatencies() ([]LDSLatency, error) {
	rows, err := table("lds_latency_amd.csv", ldsLatencyCSV, 10)
	if err != nil {
		return nil, err
	}
	var out []LDSLatency
	for _, r := range rows[1:] {
		if r[1] != "2025-11-10 f96bc14" || r[2] != "LDS read" {
			continue
		}
		f := fields{file: "lds_latency_amd.csv", row: r}
		out = append(out, LDSLatency{gpumodel.Bytes(f.int(3)), r[4], f.optional(5), f.optional(7)})
		if f.err != nil {
			return nil, f.err
		}
	}
	return out, nil
}

// optional reads a number, or NaN from an empty cell.
func (f *fields) optional(column int) float64 {
	if f.row[column] == "" {
		return math.NaN()
	}
	return f.float(column)
}

// L1Stride is one row of gpu-benches' strides: loads of a CU from its L1, lane t of 64 at
// t·Step elements, or at (t mod Step) + ⌊t/Step⌋·4098 where Blocks. All are means for 32
// lanes, over arrays that begin anywhere.
type L1Stride struct {
	GPU        string         // "A100"
	Element    gpumodel.Bytes // 4 or 8
	Blocks     bool
	Step       int
	Cycles     float64
	Wavefronts float64 // lsu_data_wavefronts; NaN on AMD
	Tags       float64 // t_output_wavefronts; NaN on AMD
}

// L1Strides returns the rows of strides.csv.
func L1Strides() ([]L1Stride, error) {
	rows, err := table("strides.csv", stridesCSV, 9)
	if err != nil {
		return nil, err
	}
	var out []L1Stride
	for _, r := range rows[1:] {
		f := fields{file: "strides.csv", row: r}
		s := L1Stride{r[0], 4, r[2] == "block", f.int(3), f.float(4), f.optional(6), f.optional(7)}
		if r[1] == "double" {
			s.Element = 8
		}
		if f.err != nil {
			return nil, f.err
		}
		out = append(out, s)
	}
	return out, nil
}

// GCNLoad is one row of perftest's loads from the L1 of GPUs with wavefronts of 64 lanes.
type GCNLoad struct {
	GPU     string // "R9 Fury"
	Load    string // "Buffer<RG32f>.Load"
	Pattern string // uniform: one address; linear: lane after lane; random: within 16 elements
	Cycles  float64
}

// GCNLoads returns the rows of gcn_loads.csv but those of a Kepler, whose clock is not known.
func GCNLoads() ([]GCNLoad, error) {
	rows, err := table("gcn_loads.csv", gcnLoadsCSV, 5)
	if err != nil {
		return nil, err
	}
	var out []GCNLoad
	for _, r := range rows[1:] {
		f := fields{file: "gcn_loads.csv", row: r}
		if cycles := f.optional(4); !math.IsNaN(cycles) {
			out = append(out, GCNLoad{r[0], r[1], r[2], cycles})
		}
		if f.err != nil {
			return nil, f.err
		}
	}
	return out, nil
}

// SharedSwap is gpumembench's loop on a GTX 480 that loads and stores shared memory alike.
type SharedSwap struct {
	Width    gpumodel.Bytes
	PerClock float64 // lanes' loads and stores of one CU in a cycle
}

// GTX480Swaps returns the swaps of shared memory in gtx480_shared.csv.
func GTX480Swaps() ([]SharedSwap, error) {
	rows, err := table("gtx480_shared.csv", gtx480SharedCSV, 9)
	if err != nil {
		return nil, err
	}
	var out []SharedSwap
	for _, r := range rows[1:] {
		if r[1] != "shared" {
			continue
		}
		f := fields{file: "gtx480_shared.csv", row: r}
		out = append(out, SharedSwap{gpumodel.Bytes(f.int(2) / 8), f.float(8)})
		if f.err != nil {
			return nil, f.err
		}
	}
	return out, nil
}

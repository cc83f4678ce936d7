//go:build !js

package figures

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// LatencyErrors is a table of how far off the latency of each level of each GPU is, coloured by
// whether the model was set from the number: what others measured, and our own two chases.
func LatencyErrors() (charts.Figure, error) {
	t, runs, err := chaseTable(latencyBar, "L0", "L1", "L2", "far half", "Infinity", "DRAM", "TLB")
	if err != nil {
		return charts.Figure{}, err
	}
	for _, r := range runs {
		for _, p := range r.Plateaus {
			t.add(chaseName(r, runs), levelName(p.Name), chipMiss{r.GPU, "latency of " + p.Name, "cycles", p.Measured, p.Model, told(p.Set)})
		}
	}
	pages, err := silicon.ComparePages()
	if err != nil {
		return charts.Figure{}, err
	}
	for _, r := range runs {
		var added, off float64
		for _, p := range pages {
			others, another := strings.CutPrefix(p.Loads, "a chase, ")
			if p.GPU != r.GPU || p.From != "" || another && others != r.Source || !another && r.Source != ours {
				continue
			}
			for _, x := range p.Beyond() {
				added, off = added+x.Measured, off+math.Abs(x.Model-x.Measured)
			}
		}
		if added > 0 {
			t.mean(chaseName(r, runs), "TLB", unseen, off/added, fmt.Sprintf("%s, what TLBs add\nin all %.0f cycles, off by %.0f", r.GPU, added, off))
		}
	}
	return t.figure("Latency: how far off each level is, in percent",
		"Under far half is the L2 beyond its near one; under TLB, of Hopper alone, by how much of what its misses add the model is off on average, where nothing was set.",
		"a level"), nil
}

// StepErrors is the same table of the places of steps: at which size of a buffer the next level
// begins.
func StepErrors() (charts.Figure, error) {
	t, runs, err := chaseTable(stepBar, "L1", "L2", "far half", "Infinity", "DRAM")
	if err != nil {
		return charts.Figure{}, err
	}
	for _, r := range runs {
		for _, s := range r.Steps {
			t.add(chaseName(r, runs), levelName(s.Name), chipMiss{r.GPU, "step to " + s.Name, "bytes", s.Measured, s.Model, told(s.Set)})
		}
	}
	return t.figure("Size: how far off the step to each level begins, in percent",
		"A number counts as set if something that moves the step was set from that GPU.", "the level to which a step leads"), nil
}

// BandwidthErrors is the same table of bandwidths by level: of caches what their vendors promise,
// and loads of full GPUs by the model.
func BandwidthErrors() (charts.Figure, error) {
	t := errorTable{bar: streamBar, columns: []string{"L1 max", "L2 max", "L1", "L2", "L2 free", "DRAM"}}
	fermi, err := silicon.CompareFermi()
	if err != nil {
		return charts.Figure{}, err
	}
	t.rows = append(t.rows, "GTX 480")
	for _, p := range fermi {
		if p.Level() != "" {
			t.add("GTX 480", p.Level(), chipMiss{"GTX 480", fmt.Sprintf("loads of %d KB", p.Size>>10), "lanes in a thousand cycles", 1000 * p.PerCycle, 1000 * p.Model, unseen})
		}
	}
	fits, err := fitsByLadder()
	if err != nil {
		return charts.Figure{}, err
	}
	const read = 1
	for _, f := range fits {
		t.rows = append(t.rows, fitName(f))
		for i, p := range f.Points {
			t.add(fitName(f), "DRAM", chipMiss{f.GPU, fmt.Sprintf("load at %.3g %%", p.Occupancy), "GB/s", p.BytesPerSecond[read] / 1e9, f.Model[i][read] / 1e9, told(f.Set[read])})
		}
	}
	delivered, err := silicon.CompareDelivered()
	if err != nil {
		return charts.Figure{}, err
	}
	for _, r := range delivered {
		t.add(r.GPU, r.Level+" max", chipMiss{r.GPU, r.Level + ", " + r.Test + " of " + r.Date, "bytes a cycle", r.Measured, r.Vendor, unseen})
	}
	all, err := allMisses()
	if err != nil {
		return charts.Figure{}, err
	}
	for _, m := range all.inL2 {
		t.add(m.gpu, "L2", m)
	}
	for _, m := range all.free {
		t.add(m.gpu, "L2 free", m)
	}
	return t.figure("Bandwidth: how far off each level is, in percent",
		"Max is what the data sheet promises, beside what was measured. The rest are loads, of a GTX 480 by its caches, of the others by the law of streams: of AMD's L2s with a limit set from stores of the same rows, and free of it; MI300X's free one had a part in choosing how that law is set. An H200's and an H100's L2 are in Figures 10.12 and 10.13. A cell with several numbers has their mean without signs.",
		"a level"), nil
}

// fitName is the GPU, and whether it was measured before.
func fitName(f silicon.StreamFit) string {
	if f.Again {
		return f.GPU + ", again"
	}
	return f.GPU
}

// StreamErrors is the same table of streams from DRAM: by kernel, over all occupancies.
func StreamErrors() (charts.Figure, error) {
	columns := [...]string{"store", "load", "scale", "triad", "3 points", "5 points"} // as silicon.StreamKernels
	t := errorTable{bar: streamBar, columns: columns[:]}
	fits, err := fitsByLadder()
	if err != nil {
		return charts.Figure{}, err
	}
	for _, f := range fits {
		row := fitName(f)
		t.rows = append(t.rows, row)
		for k, column := range columns {
			from := told(f.Set[k])
			if silicon.LikeScale(k) {
				from = asScale
			}
			for i, p := range f.Points {
				t.add(row, column, chipMiss{f.GPU, fmt.Sprintf("%s at %.3g %%", silicon.StreamKernels[k], p.Occupancy), "GB/s", p.BytesPerSecond[k] / 1e9, f.Model[i][k] / 1e9, from})
			}
		}
	}
	return t.figure("Bandwidth of DRAM: how far off each kernel is, in percent",
		"Each cell is the mean over all occupancies, without signs. Stencils of 3 and 5 points are scale to the law, which sets two of its numbers.",
		"a kernel"), nil
}

// fitsByLadder returns the streams of all GPUs in the order of gpu.Ladders.
func fitsByLadder() ([]silicon.StreamFit, error) {
	fits, err := silicon.FitStreams()
	ladders := gpu.Ladders()
	slices.SortStableFunc(fits, func(a, b silicon.StreamFit) int {
		return ladderIndex(ladders, a.Ladder) - ladderIndex(ladders, b.Ladder)
	})
	return fits, err
}

const (
	latencyBar = 0.05
	streamBar  = 0.15
	ours       = "ours" // silicon.OwnChases
)

// chaseTable begins a table with a row for each chase, those of one ladder together.
func chaseTable(bar float64, columns ...string) (t errorTable, runs []silicon.ChaseRun, err error) {
	others, err := silicon.ChaseRuns()
	if err != nil {
		return t, nil, err
	}
	own, err := silicon.OwnChases()
	if err != nil {
		return t, nil, err
	}
	runs = slices.Concat(others, own)
	ladders := gpu.Ladders()
	slices.SortStableFunc(runs, func(a, b silicon.ChaseRun) int {
		return ladderIndex(ladders, a.Ladder.ID) - ladderIndex(ladders, b.Ladder.ID)
	})
	t = errorTable{bar: bar, columns: columns}
	for _, r := range runs {
		t.rows = append(t.rows, chaseName(r, runs))
	}
	return t, runs, nil
}

func ladderIndex(all []gpumodel.Ladder, id string) int {
	return slices.IndexFunc(all, func(l gpumodel.Ladder) bool { return l.ID == id })
}

// chaseName is the GPU, and who measured it where that was done twice, or by us.
func chaseName(r silicon.ChaseRun, all []silicon.ChaseRun) string {
	twice := slices.ContainsFunc(all, func(o silicon.ChaseRun) bool { return o.GPU == r.GPU && o.Source != r.Source })
	if twice || r.Source == ours {
		return r.GPU + ", " + r.Source
	}
	return r.GPU
}

func levelName(name string) string {
	switch name {
	case "L2, beyond a half":
		return "far half"
	case "Infinity Cache":
		return "Infinity"
	}
	return name
}

package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/memory"
	"lanebook/gpumodel/sass"
	"lanebook/gpumodel/sass/emulate"
	"lanebook/notebooks/figures"
)

// launchJSON is the output of -json with -grid; sassUsage says what its fields mean.
type launchJSON struct {
	File      string        `json:"file"`
	Skipped   []string      `json:"skipped,omitempty"`
	Refused   []string      `json:"refused,omitempty"`
	Kernel    string        `json:"kernel"`
	Code      int           `json:"instructions"`
	GPU       string        `json:"gpu"`
	Grid      [3]int        `json:"grid"`
	Block     [3]int        `json:"block"`
	Shared    int64         `json:"shared"`
	Registers int           `json:"registers"`
	Estimated bool          `json:"estimated"`
	Warm      bool          `json:"warm"`
	Seconds   float64       `json:"seconds"`
	Launch    float64       `json:"launch"`
	Cycles    int64         `json:"cycles"`
	Clock     float64       `json:"clock"` // its mean
	Tail      int64         `json:"tail"`
	Limits    []limitJSON   `json:"limits"`
	Occupancy occupancyJSON `json:"occupancy"`
	Kinds     []kindJSON    `json:"kinds"`
	Issue     float64       `json:"issue"`
	Stalls    []stallJSON   `json:"stalls"`
	Passes    int64         `json:"passes"`
	Conflicts int64         `json:"conflicts"`
	L1        cacheJSON     `json:"l1"`
	L2        cacheJSON     `json:"l2"`
	Read      int64         `json:"read"`
	Written   int64         `json:"written"`
	Lines     []costJSON    `json:"lines,omitempty"`
	Assumed   []string      `json:"assumed"`
	Unknown   []string      `json:"unknown,omitempty"`
}

type limitJSON struct {
	Part string  `json:"part"`
	Used float64 `json:"used"`
}

type occupancyJSON struct {
	Blocks   int      `json:"blocks"`
	Warps    int      `json:"warps"`
	Most     int      `json:"most"`
	Limiters []string `json:"limiters"`
}

type kindJSON struct {
	Kind   string `json:"kind"`
	Issued int64  `json:"issued"`
}

type stallJSON struct {
	Reason string  `json:"reason"`
	Share  float64 `json:"share"`
}

type costJSON struct {
	Address string      `json:"address"`
	Text    string      `json:"text"`
	Issued  int64       `json:"issued"`
	Lanes   float64     `json:"lanes"`
	Stalls  []stallJSON `json:"stalls"`
}

type cacheJSON struct {
	Sectors int64   `json:"sectors"`
	Hits    float64 `json:"hits"`
}

// json returns what a launch took as -json writes it. What is used, issued or waited for most
// comes first, and what is not at all is left out, but of the GPU's parts.
func (l *launchFlags) json(file *sass.File, k *sass.Kernel, code *emulate.Code, r *chip.Report) launchJSON {
	d, grid, block, need := &l.device, l.grid.Filled(), l.block.Filled(), code.Need()
	clock := float64(d.Clock)
	if r.Cycles > 0 {
		clock = float64(r.Cycles) / (r.Seconds - d.Dispatch.Seconds)
	}
	out := launchJSON{
		File: file.Name, Skipped: file.Skipped, Kernel: k.Name, Code: len(k.Code), GPU: d.ID,
		Grid: [3]int{grid.X, grid.Y, grid.Z}, Block: [3]int{block.X, block.Y, block.Z},
		Shared: int64(need.LDS), Registers: need.Registers, Estimated: l.registers == 0, Warm: l.warm,
		Seconds: r.Seconds, Launch: d.Dispatch.Seconds, Cycles: int64(r.Cycles), Clock: clock, Tail: int64(r.Tail),
		Occupancy: occupancyJSON{r.Occupancy.Workgroups, r.Occupancy.Wavefronts, r.Occupancy.Most, []string{}},
		Passes:    r.LocalPasses, Conflicts: r.LocalPasses - r.LocalIdeal, L1: cache(r.L1), L2: cache(r.L2),
		Read: int64(r.Read), Written: int64(r.Written), Assumed: []string{}, Unknown: r.Unknown,
		Limits: []limitJSON{}, Kinds: []kindJSON{},
	}
	for _, e := range file.Refused {
		out.Refused = append(out.Refused, e.Error())
	}
	for _, x := range r.Limits {
		out.Limits = append(out.Limits, limitJSON{figures.Worded(*d, x.Part), round(x.Used)})
	}
	for _, x := range r.Occupancy.Limiters {
		out.Occupancy.Limiters = append(out.Occupancy.Limiters, figures.Worded(*d, x.String()))
	}
	for kind, n := range r.Instructions {
		name := gpumodel.Kind(kind).String()
		if gpumodel.Kind(kind) == gpumodel.Local {
			name = figures.Worded(*d, "LDS")
		}
		if n > 0 {
			out.Kinds = append(out.Kinds, kindJSON{name, n})
		}
	}
	slices.SortStableFunc(out.Kinds, func(a, b kindJSON) int { return cmp.Compare(b.Issued, a.Issued) })
	all := r.Totals.Cycles()
	share := func(n gpumodel.Cycles) float64 { return round(float64(n) / float64(max(all, 1))) }
	out.Issue = share(r.Issued)
	stalls := func(all [gpumodel.Stalls]gpumodel.Cycles) []stallJSON {
		said := []stallJSON{}
		for reason, n := range all {
			if n > 0 {
				said = append(said, stallJSON{figures.Worded(*d, gpumodel.Stall(reason).String()), share(n)})
			}
		}
		slices.SortStableFunc(said, func(a, b stallJSON) int { return cmp.Compare(b.Share, a.Share) })
		return said
	}
	out.Stalls = stalls(r.Stalls)
	for i := range r.Lines[min(1, len(r.Lines)):] {
		at := &r.Lines[i+1]
		out.Lines = append(out.Lines, costJSON{fmt.Sprintf("%04x", k.Code[i].Address), k.Code[i].String(), at.Issued, round(float64(at.Lanes) / float64(max(at.Issued, 1))), stalls(at.Stalls)})
	}
	for _, a := range slices.Concat(code.Assumed, d.Caches.Assumed) {
		if !slices.Contains(out.Assumed, a) {
			out.Assumed = append(out.Assumed, a)
		}
	}
	return out
}

func cache(c memory.Counts) cacheJSON {
	return cacheJSON{c.Hits + c.Merged + c.Missed, round(c.HitRate())}
}

// write writes the same in words, the most used parts alone.
func (j *launchJSON) write(w io.Writer, r *chip.Report) {
	line := func(name, format string, values ...any) {
		fmt.Fprintf(w, "  %-14s %s\n", name, fmt.Sprintf(format, values...))
	}
	before := "with empty caches"
	if j.Warm {
		before = "with caches as an earlier one has left them"
	}
	registers := fmt.Sprintf("%d registers a lane", j.Registers)
	if j.Estimated {
		registers += ", estimated from the code"
	}
	seconds := j.Seconds - j.Launch
	fmt.Fprintf(w, "%s: %d instructions, on all of an %s, %s\n", j.Kernel, j.Code, r.Device.Name, before)
	line("grid", "%v blocks of %v lanes", gpumodel.Shape{X: j.Grid[0], Y: j.Grid[1], Z: j.Grid[2]}, gpumodel.Shape{X: j.Block[0], Y: j.Block[1], Z: j.Block[2]})
	line("needs", "%s; %d bytes of shared memory a block", registers, j.Shared)
	line("time", "%.2f µs, %.2f of them launch; without it %.2f", 1e6*j.Seconds, 1e6*j.Launch, 1e6*seconds)
	line("cycles", "%d at %.0f MHz; uneven end %d, %.0f %%", j.Cycles, j.Clock/1e6, j.Tail, 100*float64(j.Tail)/float64(max(j.Cycles, 1)))
	var parts []string
	for _, x := range j.Limits[:min(5, len(j.Limits))] {
		parts = append(parts, fmt.Sprintf("%s %.0f %%", x.Part, 100*x.Used))
	}
	line("used most", "%s", strings.Join(parts, ", "))
	line("on an SM", "%s", figures.Worded(r.Device, r.Occupancy.String()))
	parts = nil
	for _, x := range j.Kinds {
		parts = append(parts, fmt.Sprintf("%s %d", x.Kind, x.Issued))
	}
	line("instructions", "%s", strings.Join(parts, ", "))
	line("warps", "issue in %.1f %% of their cycles and wait for %s", 100*j.Issue, cmp.Or(inPercent(j.Stalls), "nothing"))
	line("shared memory", "%d passes, %d of them conflicts", j.Passes, j.Conflicts)
	line("L1", "%d sectors, %.1f %% hits", j.L1.Sectors, 100*j.L1.Hits)
	line("L2", "%d sectors, %.1f %% hits", j.L2.Sectors, 100*j.L2.Hits)
	line("DRAM", "%s MB read, %s MB written, %.0f GB/s without the launch", charts.FormatNumber(float64(j.Read)/1e6), charts.FormatNumber(float64(j.Written)/1e6), float64(j.Read+j.Written)/max(seconds, 1e-12)/1e9)
	for _, u := range j.Unknown {
		line("not known", "%s", u)
	}
	for _, x := range j.Lines {
		fmt.Fprintf(w, "  %s  %-40s issued %d, lanes %.3g", x.Address, x.Text, x.Issued, x.Lanes)
		if waits := inPercent(x.Stalls); waits != "" {
			fmt.Fprintf(w, "; %s", waits)
		}
		fmt.Fprintln(w)
	}
	writeAssumed(w, j.Assumed)
}

// inPercent says the shares that are not next to nothing.
func inPercent(stalls []stallJSON) string {
	var parts []string
	for _, x := range stalls {
		if x.Share >= 5e-4 {
			parts = append(parts, fmt.Sprintf("%s %.1f %%", x.Reason, 100*x.Share))
		}
	}
	return strings.Join(parts, ", ")
}

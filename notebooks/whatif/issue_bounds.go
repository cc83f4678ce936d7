package whatif

import (
	"cmp"
	"fmt"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/notebooks/figures"
)

const (
	loopLength = 40 // instructions of the loop's body
	loopTimes  = 10 // turns of the wavefronts that are chosen
	curveTimes = 4  // of each point beside them: what the ends cost is below 1 % already
)

// mixedKinds are the kinds of instructions in a mixture, by the parameter that says how
// many percent they are; the rest is FP32.
var mixedKinds = []struct {
	param string
	kind  gpumodel.Kind
}{{"memory", gpumodel.Global}, {"fp64", gpumodel.FP64}, {"sfu", gpumodel.SFU}, {"lds", gpumodel.Local}, {"", gpumodel.FP32}}

// mix returns a loop with so many percent of each kind, evenly spread, in which each
// instruction needs the one that many chains before it.
func mix(d gpumodel.Device, chains int, v Values) gpumodel.Program {
	words := gpumodel.Stride(4, d.Lanes, 0, 4)
	p := gpumodel.Program{Times: loopTimes}
	percents, rest := make([]int, len(mixedKinds)), 100
	for i, m := range mixedKinds[:len(mixedKinds)-1] {
		percents[i] = v.Int(m.param)
		rest -= percents[i]
	}
	percents[len(percents)-1] = rest
	due := make([]int, len(percents))
	for i := range loopLength {
		next := len(due) - 1
		for k := range due {
			if due[k] += percents[k]; due[k] > due[next] {
				next = k
			}
		}
		due[next] -= 100
		r := gpumodel.Register(1 + i%chains)
		in := gpumodel.Instruction{Kind: mixedKinds[next].kind, Dst: r, Src: gpumodel.Sources{r}, Lanes: gpumodel.AllLanes(d.Lanes)}
		if in.Kind == gpumodel.Global || in.Kind == gpumodel.Local {
			in.Access = words
		}
		p.Body = append(p.Body, in)
	}
	return p
}

// mixed is the instructions of a mixture that issue in a cycle.
func mixed(t gpumodel.Timeline) float64 {
	var kinds []gpumodel.Kind
	for _, m := range mixedKinds {
		kinds = append(kinds, m.kind)
	}
	return t.PerCycle(kinds...)
}

// bound is the most instructions a cycle that something allows.
type bound struct {
	name   string
	allows Text // "the schedulers hand out"
	rate   float64
}

// issueBounds are Volkov's law for any mixture: no more instructions of a loop issue in
// a cycle than
//
//	wavefronts · instructions / latency of the longest chain
//	SIMDs at work · picks · dispatch / cadence, one alone taking a dispatch of its own
//	instances of a unit · instructions / cycles that they keep it busy, for each unit
//	instructions / passes through the LDS
//	bytes per cycle · instructions / bytes that they load
//
// where the instructions are those of the body, and two that need each other are not
// dispatched together. Source: V. Volkov, UCB/EECS-2016-143, chapter 4, unit by unit.
func issueBounds(d gpumodel.Device, loop gpumodel.Program, chains, n int) ([]bound, error) {
	all := float64(len(loop.Body))
	chain := make([]gpumodel.Cycles, 1+chains) // by register, from 1
	var of [gpumodel.Kinds]float64
	longest := gpumodel.Cycles(0)
	for _, in := range loop.Body {
		of[in.Kind]++
		latency := d.CU.Latency[in.Kind]
		if in.Kind == gpumodel.Global {
			latency = d.CU.Memory.Latency
		}
		chain[in.Dst] += latency
		longest = max(longest, chain[in.Dst])
	}
	simds := float64(min(n, d.SIMDs))
	bounds := []bound{{"the latency of the chains", Text{"the latency of the chains allows", "依存鎖のレイテンシ"}, float64(n) * all / float64(longest)}}
	dispatches := all / float64(min(d.CU.Dispatch, chains))
	for _, u := range d.CU.Units {
		busy, used := 0.0, 0.0
		for _, k := range u.Kinds {
			busy += of[k] * float64(d.CU.Interval[k])
			used += of[k]
		}
		if used == 0 {
			continue
		}
		if u.Alone {
			dispatches += used - used/float64(min(d.CU.Dispatch, chains))
		}
		units := float64(u.Count)
		if !u.Shared {
			units *= simds
		}
		bounds = append(bounds, bound{u.Name, Text{"the unit " + u.Name + " can take", "ユニット " + u.Name}, units * all / busy})
	}
	picks := min(float64(n), simds*float64(d.CU.Picks))
	bounds = append(bounds, bound{"the schedulers", Text{"the schedulers can hand out", "スケジューラ"}, picks / float64(d.CU.Cadence) * all / dispatches})
	if of[gpumodel.Local] > 0 {
		local, err := d.LDS.Serve(gpumodel.Stride(4, d.Lanes, 0, 4))
		if err != nil {
			return nil, err
		}
		bounds = append(bounds, bound{"the LDS's banks", Text{"the banks of the local memory can serve", "ローカルメモリのバンク"}, all / (of[gpumodel.Local] * float64(local.Passes))})
	}
	if of[gpumodel.Global] > 0 {
		bytes := of[gpumodel.Global] * float64(4*d.Lanes)
		bounds = append(bounds, bound{"the memory's bandwidth", Text{"the memory can deliver", "メモリ帯域"}, d.CU.Memory.BytesPerCycle * all / bytes})
	}
	return bounds, nil
}

// tightest is the bound that allows least, the first of equals.
func tightest(bounds []bound) bound {
	return slices.MinFunc(bounds, func(a, b bound) int { return cmp.Compare(a.rate, b.rate) })
}

// boundTable lists what each bound allows.
func boundTable(d gpumodel.Device, bounds []bound) charts.Figure {
	least := tightest(bounds)
	table := charts.Table{Columns: []charts.Column{{Head: "at most by"}, {Head: "instructions per cycle", Numeric: true}, {Head: "binds"}}}
	for _, b := range bounds {
		binds := ""
		if b.rate == least.rate {
			binds = "yes"
		}
		table.Rows = append(table.Rows, []string{figures.Worded(d, b.name), fmt.Sprintf("%.2f", b.rate), binds})
	}
	return charts.Figure{
		Title:   "What would allow how much",
		Caption: "The instructions of this mixture that each limit by itself lets through; the least binds.",
		Alt:     "Table of the limits, the instructions per cycle that each allows, and which binds.",
		Series:  []charts.Series{table},
	}
}

// issueCurve draws the instructions a cycle by wavefronts, simulated and bounded.
// Settings with the same key have the same device and loop.
func issueCurve(key string, d gpumodel.Device, loop gpumodel.Program, chains, n int, rate float64) (charts.Figure, error) {
	simulated, err := lastSimulated.get(key, func() (charts.Line, error) { return simulate(d, loop) })
	if err != nil {
		return charts.Figure{}, err
	}
	law := charts.Line{Name: "bound", Style: charts.Dashed}
	for w := 1; w <= resident(d); w++ {
		bounds, err := issueBounds(d, loop, chains, w)
		if err != nil {
			return charts.Figure{}, err
		}
		law.X, law.Y = append(law.X, float64(w)), append(law.Y, tightest(bounds).rate)
	}
	say := func(text string) string { return figures.Worded(d, text) }
	return charts.Figure{
		Title:   say("Instructions per cycle, by wavefronts"),
		Caption: say("The bound is Volkov's law: below the knee, wavefronts over the latency of their chains; above it, what the schedulers, the units and the memory can take."),
		Alt:     say("Instructions per cycle against wavefronts: a bound that rises and levels off; the simulated points lie on it or below."),
		X:       charts.Axis{Label: say("wavefronts on the CU"), Scale: charts.Log2},
		Y:       charts.Axis{Label: "instructions per cycle"},
		Series:  []charts.Series{law, simulated, chosen(float64(n), rate)},
	}, nil
}

// lastSimulated is what simulate drew last, by the settings that it depends on.
var lastSimulated memo[string, charts.Line]

// simulate runs the loop with 1, 2, 4, … wavefronts. They are points: a line between
// them would run above the bound, which bends upwards over a logarithmic axis.
func simulate(d gpumodel.Device, loop gpumodel.Program) (charts.Line, error) {
	loop.Times = curveTimes
	line := charts.Line{Name: "simulated", Style: charts.Dots}
	for w := 1; w <= resident(d); w *= 2 {
		t, err := d.Run(loop.Workload(1, w))
		if err != nil {
			return line, err
		}
		line.X, line.Y = append(line.X, float64(w)), append(line.Y, mixed(t))
	}
	return line, nil
}

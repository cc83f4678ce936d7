package code

import (
	"cmp"
	"slices"
	"strings"

	"lanebook/gpumodel/sass"
)

// Cost is what one instruction costs on the H200 and in the model, by loops of pipes.csv
// less the empty loop. Cycles; 0 where no loop says it.
type Cost struct {
	Name                   string // with modifiers, as the loop has it: MUFU.EX2
	Unit                   sass.Unit
	Interval, IntervalHere float64 // from one to the next on a scheduler that has eight wavefronts of nothing else (solo): measured, and in the model
	Latency, LatencyHere   float64 // from one to the next of a wavefront that waits for each (lat)
}

// H200Costs returns the instructions that were measured by themselves, by unit and name.
// Numbers of the model were set from these very loops.
func H200Costs() ([]Cost, error) {
	pipes, err := H200Pipes()
	if err != nil {
		return nil, err
	}
	chosen, empty := byThemselves(pipes)
	model, err := RunPipes(chosen)
	if err != nil {
		return nil, err
	}
	loops, err := pipeLaunches()
	if err != nil {
		return nil, err
	}
	costs := map[string]*Cost{}
	for i, p := range chosen {
		name := strings.TrimPrefix(p.Loop, p.Family+" ")
		l := loops[p.Loop]
		n := 0
		var unit sass.Unit
		for j := range l.Kernel.Code[:len(l.Kernel.Code)-4] { // less the frame, which ends with a clock read
			if in := &l.Kernel.Code[j]; in.Name == name {
				n++
				unit = in.Opcode.Unit
			}
		}
		if n == 0 {
			continue // the empty loop, and variants that the listing names otherwise
		}
		if costs[name] == nil {
			costs[name] = &Cost{Name: name, Unit: unit}
		}
		none := empty[p.Wavefronts]
		each := float64(l.Turns*n) * float64(max(1, p.Wavefronts/sass.Hopper().SIMDs))
		measured, run := float64(p.Cycles-chosen[none].Cycles)/each, float64(model[i]-model[none])/each
		if p.Family == "solo" {
			costs[name].Interval, costs[name].IntervalHere = measured, run
		} else {
			costs[name].Latency, costs[name].LatencyHere = measured, run
		}
	}
	var all []Cost
	for _, c := range costs {
		all = append(all, *c)
	}
	slices.SortFunc(all, func(a, b Cost) int { return cmp.Or(cmp.Compare(a.Unit, b.Unit), cmp.Compare(a.Name, b.Name)) })
	return all, nil
}

// byThemselves returns the loops of one instruction, and among them by wavefronts where the empty loop is.
func byThemselves(pipes []Pipe) (chosen []Pipe, empty map[int]int) {
	empty = map[int]int{}
	for _, p := range pipes {
		what := strings.Fields(p.Loop)
		switch {
		case p.Family == "empty":
			empty[p.Wavefronts] = len(chosen)
		case len(what) == 2 && p.Family == "solo" && p.Wavefronts == 32 && what[0] == "solo":
		case len(what) == 2 && p.Family == "lat" && p.Wavefronts == 1 && what[0] == "lat":
		default:
			continue
		}
		chosen = append(chosen, p)
	}
	return chosen, empty
}

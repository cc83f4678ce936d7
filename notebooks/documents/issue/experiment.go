package issue

import (
	"fmt"
	"slices"

	"lanebook/gpumodel"
)

// What document 2 claims, run on the CU.

// op is an instruction that writes dst and reads the sources.
func op(k gpumodel.Kind, dst gpumodel.Register, src ...gpumodel.Register) gpumodel.Instruction {
	in := gpumodel.Instruction{Kind: k, Dst: dst, Lanes: gpumodel.AllLanes(32)}
	copy(in.Src[:], src)
	if k == gpumodel.Local {
		in.Access = gpumodel.Stride(4, 32, 0, 4)
	}
	return in
}

// run executes one workgroup, of which each wavefront has its own code, records
// everything, and proves what was recorded.
func run(d gpumodel.Device, codes ...[]gpumodel.Instruction) (gpumodel.Timeline, error) {
	t, err := d.Run(gpumodel.Workload{
		Workgroups: 1, Wavefronts: len(codes), Record: 1 << 16,
		Stream: func(_, w int) gpumodel.Stream { return gpumodel.Program{Before: codes[w]}.Start() },
	})
	if err == nil {
		err = t.Check()
	}
	return t, err
}

// most returns the largest number of issues of one of the kinds in a cycle.
func most(t gpumodel.Timeline, kinds ...gpumodel.Kind) float64 {
	inCycle, most := map[gpumodel.Cycles]int{}, 0
	for _, i := range t.Issues {
		if slices.Contains(kinds, i.Kind) {
			inCycle[i.Cycle]++
			most = max(most, inCycle[i.Cycle])
		}
	}
	return float64(most)
}

// issuedTogether is the most instructions in a cycle when each scheduler has a
// wavefront with these two.
func issuedTogether(d gpumodel.Device, pairs ...[]gpumodel.Kind) (float64, error) {
	var codes [][]gpumodel.Instruction
	for _, pair := range pairs {
		codes = append(codes, []gpumodel.Instruction{op(pair[0], 1), op(pair[1], 2)})
	}
	t, err := run(d, codes...)
	return most(t, slices.Concat(pairs...)...), err
}

// mostOf is the most instructions of one kind in a cycle, of 32 wavefronts with
// nothing else to do.
func mostOf(d gpumodel.Device, kind gpumodel.Kind) (float64, error) {
	codes := make([][]gpumodel.Instruction, 32)
	for w := range codes {
		for r := range 16 {
			codes[w] = append(codes[w], op(kind, gpumodel.Register(1+r)))
		}
	}
	t, err := run(d, codes...)
	return most(t, kind), err
}

// inFirstCycle is how many of a lone wavefront's instructions issue in its first
// cycle.
func inFirstCycle(d gpumodel.Device, code ...gpumodel.Instruction) (float64, error) {
	t, err := run(d, code)
	n := 0
	for _, i := range t.Issues {
		if i.Cycle == 0 {
			n++
		}
	}
	return float64(n), err
}

// resident is how many wavefronts of a scheduler's are on the CU at once, of more than
// there is room for.
func resident(d gpumodel.Device) (float64, error) {
	t, err := d.Run(gpumodel.Program{Body: []gpumodel.Instruction{op(gpumodel.FP32, 1, 1)}, Times: 100}.Workload(2*d.Limits.Workgroups, 8))
	n := 0.0
	for _, w := range t.Wavefronts {
		if w.Start == 0 {
			n++
		}
	}
	return n / float64(d.SIMDs), err
}

// arithmetic is the least or the most cycles of the kinds of arithmetic.
func arithmetic(d gpumodel.Device, of func([]float64) float64) float64 {
	var cycles []float64
	for _, k := range []gpumodel.Kind{gpumodel.FP32, gpumodel.FP64, gpumodel.SFU} {
		cycles = append(cycles, float64(d.CU.Latency[k]))
	}
	return of(cycles)
}

// seenLatency counts the cycles between wavefront 8's instructions 11 and 12 and its 13
// and 14, which need their results, in which its scheduler issues nothing from any
// wavefront. Of fewer than 9 wavefronts it follows the last.
func seenLatency(d gpumodel.Device, wavefronts int) (float64, error) {
	d.SIMDs = 1
	var code []gpumodel.Instruction
	for i := range 24 {
		in := op(gpumodel.FP32, gpumodel.Register(1+i%2), gpumodel.Register(1+i%2))
		in.Line = int32(1 + i)
		code = append(code, in)
	}
	codes := make([][]gpumodel.Instruction, wavefronts)
	for w := range codes {
		codes[w] = code
	}
	t, err := run(d, codes...)
	if err != nil {
		return 0, err
	}
	at := map[int32]gpumodel.Cycles{}
	busy := map[gpumodel.Cycles]bool{}
	followed := int32(min(8, wavefronts-1))
	for _, i := range t.Issues {
		busy[i.Cycle] = true
		if i.Wavefront == followed {
			at[i.Line] = i.Cycle
		}
	}
	if at[11] != at[12] || at[13] != at[14] || at[13] <= at[11] {
		return 0, fmt.Errorf("wavefront %d issues 11, 12, 13, 14 in cycles %d, %d, %d, %d, want two pairs", followed, at[11], at[12], at[13], at[14])
	}
	idle := 0
	for c := at[11] + 1; c < at[13]; c++ {
		if !busy[c] {
			idle++
		}
	}
	return float64(idle), nil
}

// fewest is the fewest wavefronts, the same on each scheduler, that issue at 98 %
// of an instruction a cycle and scheduler, when arithmetic takes so many cycles
// and each instruction but every so many'th needs the one before it; 1: all do.
func fewest(d gpumodel.Device, latency gpumodel.Cycles, every int) (float64, error) {
	d.CU.Latency[gpumodel.FP32] = latency
	var body []gpumodel.Instruction
	for i := range every {
		in := op(gpumodel.FP32, 1, 1)
		if i > 0 && i == every-1 {
			in = op(gpumodel.FP32, 2)
		}
		body = append(body, in)
	}
	program := gpumodel.Program{Body: body, Times: 600 / every}
	for n := d.SIMDs; n <= d.SIMDs*d.Wavefronts; n += d.SIMDs {
		t, err := d.Run(program.Workload(n/d.SIMDs, d.SIMDs))
		if err != nil {
			return 0, err
		}
		if t.PerCycle(gpumodel.FP32) >= 0.98*float64(d.SIMDs) {
			return float64(n), nil
		}
	}
	return 0, fmt.Errorf("all %d wavefronts are too few", d.SIMDs*d.Wavefronts)
}

package issue

import (
	"slices"

	"lanebook/gpumodel"
)

// Whose turn it is, and what the order of instructions is, in and between wavefronts.

// schedulersAtWork is how many schedulers issue in the first cycle of a full CU.
func schedulersAtWork(d gpumodel.Device) (float64, error) {
	t, err := run(d, slices.Repeat([][]gpumodel.Instruction{{op(gpumodel.FP32, 1)}}, d.SIMDs*d.Wavefronts)...)
	at := map[int16]bool{}
	for _, i := range t.Issues {
		if i.Cycle == 0 {
			at[i.SIMD] = true
		}
	}
	return float64(len(at)), err
}

// pastOneLane counts the instructions that issue between a load by one lane and its
// data, when the next needs them in all lanes.
func pastOneLane(d gpumodel.Device) (float64, error) {
	load := load(1, 2)
	load.Lanes = gpumodel.AllLanes(1)
	return betweenLoadAndData(d, load, op(gpumodel.FP32, 3, 1))
}

// besideLoad is the same when eight instructions behind the load do not need its data.
func besideLoad(d gpumodel.Device) (float64, error) {
	code := []gpumodel.Instruction{load(1, 2)}
	for r := range gpumodel.Register(8) {
		code = append(code, op(gpumodel.FP32, 3+r))
	}
	return betweenLoadAndData(d, append(code, op(gpumodel.FP32, 2, 1))...)
}

func betweenLoadAndData(d gpumodel.Device, code ...gpumodel.Instruction) (float64, error) {
	t, err := run(d, code)
	n, data := 0, gpumodel.Cycles(0)
	for _, i := range t.Issues {
		switch {
		case i.Kind == gpumodel.Global:
			data = i.Done
		case i.Cycle < data:
			n++
		}
	}
	return float64(n), err
}

// load loads consecutive words.
func load(dst gpumodel.Register, src ...gpumodel.Register) gpumodel.Instruction {
	in := op(gpumodel.Global, dst, src...)
	in.Access = gpumodel.Stride(4, 32, 0, 4)
	return in
}

// turns runs 12 wavefronts of independent multiply-adds, in pairs, on one scheduler. It
// returns how often the same issues in two cycles after each other while others are
// there, and by how many turns one is ahead of another at most.
func turns(d gpumodel.Device) (same, ahead float64, err error) {
	d.SIMDs = 1
	code := make([]gpumodel.Instruction, 48)
	for i := range code {
		code[i] = op(gpumodel.FP32, gpumodel.Register(1+i%16))
	}
	t, err := run(d, slices.Repeat([][]gpumodel.Instruction{code}, 12)...)
	had := make([]float64, 12)
	last := int32(-1)
	for _, i := range t.Issues {
		if i.Slot > 0 || i.Kind != gpumodel.FP32 {
			continue
		}
		if i.Wavefront == last {
			same++
		}
		last = i.Wavefront
		had[last]++
		ahead = max(ahead, slices.Max(had)-slices.Min(had))
	}
	return same, ahead, err
}

// overtaking counts the instructions of 16 wavefronts with a mixture of kinds that issue
// earlier from one wavefront than from another that was first at the instruction before.
func overtaking(d gpumodel.Device) (float64, error) {
	t, err := runMixture(d)
	at := map[int32]map[int32]gpumodel.Cycles{} // by line and wavefront
	for _, i := range t.Issues {
		if at[i.Line] == nil {
			at[i.Line] = map[int32]gpumodel.Cycles{}
		}
		at[i.Line][i.Wavefront] = i.Cycle
	}
	n := 0
	for line := int32(2); line <= mixtureLines; line++ {
		for a := range int32(16) {
			for b := range int32(16) {
				if at[line-1][a] < at[line-1][b] && at[line][a] > at[line][b] {
					n++
				}
			}
		}
	}
	return float64(n), err
}

const mixtureLines = 40

// runMixture runs 16 wavefronts with a mixture of kinds, the lines numbered from 1.
func runMixture(d gpumodel.Device) (gpumodel.Timeline, error) {
	var code []gpumodel.Instruction
	for i := range mixtureLines {
		kinds := []gpumodel.Kind{gpumodel.SFU, gpumodel.FP32, gpumodel.Local, gpumodel.FP64, gpumodel.FP32}
		in := op(kinds[i%5], gpumodel.Register(1+i%7), gpumodel.Register(1+i%3))
		in.Line = int32(1 + i)
		code = append(code, in)
	}
	return run(d, slices.Repeat([][]gpumodel.Instruction{code}, 16)...)
}

// outOfOrder counts the instructions of the mixture that issue before one that stands
// earlier in their code.
func outOfOrder(d gpumodel.Device) (float64, error) {
	t, err := runMixture(d)
	last, n := map[int32]int32{}, 0
	for _, i := range t.Issues {
		if i.Line > 0 && i.Line < last[i.Wavefront] {
			n++
		}
		last[i.Wavefront] = max(last[i.Wavefront], i.Line)
	}
	return float64(n), err
}

// beforeBarrier counts the instructions behind a barrier that issue before the
// slowest of eight wavefronts has come to it.
func beforeBarrier(d gpumodel.Device) (float64, error) {
	codes := make([][]gpumodel.Instruction, 8)
	for w := range codes {
		for range w * 5 { // the last has the longest way
			codes[w] = append(codes[w], op(gpumodel.FP32, 1, 1))
		}
		after := op(gpumodel.FP32, 2)
		after.Line = 1
		codes[w] = append(codes[w], op(gpumodel.Barrier, 0), after)
	}
	t, err := run(d, codes...)
	came, n := gpumodel.Cycles(0), 0
	for _, i := range t.Issues {
		if i.Kind == gpumodel.Barrier {
			came = max(came, i.Cycle)
		}
	}
	for _, i := range t.Issues {
		if i.Line == 1 && i.Cycle <= came {
			n++
		}
	}
	return float64(n), err
}

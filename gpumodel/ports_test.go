package gpumodel_test

import (
	"slices"
	"testing"

	. "lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// compiled is an H200 whose registers lie in two banks, and whose FP32 lanes are two halves.
func compiled() Device {
	d := gpu.H200()
	d.CU.Ports = 2
	d.CU.Units[0].Kinds, d.CU.Units[0].Count = append(slices.Clone(d.CU.Units[0].Kinds), Multiply, Packed), 2
	for _, k := range []Kind{FP32, Multiply, Packed} {
		d.CU.Latency[k], d.CU.Interval[k] = 4, 2
	}
	return d
}

// When a lone wavefront issues, by hand. A bank reads a register a cycle, and of one instruction has two cycles for it, or as many
// as it must read. Whole-number products have one half of the lanes, pairs of halves both.
func TestPortsAndHalves(t *testing.T) {
	three := Instruction{Kind: FP32, Reads: Reads{Fresh: [2]uint8{3, 0}}}
	kept := Instruction{Kind: FP32, Reads: Reads{Fresh: [2]uint8{3, 0}, Kept: [2]uint8{1, 0}, Back: 1}}
	odd := Instruction{Kind: FP32, Reads: Reads{Fresh: [2]uint8{0, 2}}}
	sum, odder := Instruction{Kind: FP32, Reads: Reads{Math: 1}}, Instruction{Kind: FP32, Reads: Reads{Fresh: [2]uint8{0, 1}, Math: 1}}
	two := Instruction{Kind: FP32, Reads: Reads{Fresh: [2]uint8{2, 0}, Math: 1}}
	threer := Instruction{Kind: FP32, Reads: Reads{Fresh: [2]uint8{3, 0}, Math: 1}}
	// It reads in cycles 0, 1, 3, 4 and 5, and has 1 and 9 for itself.
	matrices := Instruction{Kind: FP32, Reads: Reads{Fresh: [2]uint8{5, 5}, Both: 0b111011, Math: 0b10_0000_0011}}
	fewer := Instruction{Kind: FP32, Reads: Reads{Fresh: [2]uint8{2, 2}, Both: 0b111011}} // in 0 and 1 alone
	plain, product, pair := Instruction{Kind: FP32}, Instruction{Kind: Multiply}, Instruction{Kind: Packed}
	for _, c := range []struct {
		name string
		code []Instruction
		at   []Cycles
	}{
		{"three of one bank", []Instruction{three, three, three}, []Cycles{0, 3, 6}},
		{"of which two are kept", []Instruction{three, kept, kept, kept}, []Cycles{0, 2, 3, 4}},
		{"the other bank is free", []Instruction{three, odd, three}, []Cycles{0, 1, 3}},
		{"nothing read", []Instruction{three, plain, plain}, []Cycles{0, 1, 2}},
		{"products", []Instruction{product, product, product}, []Cycles{0, 2, 4}},
		{"sums beside products", []Instruction{product, plain, product, plain}, []Cycles{0, 1, 2, 3}},
		{"products of matrices", []Instruction{matrices, matrices, matrices}, []Cycles{0, 6, 12}},
		{"and of less", []Instruction{matrices, fewer, fewer, matrices}, []Cycles{0, 6, 8, 10}},
		{"no arithmetic straight behind them", []Instruction{matrices, sum}, []Cycles{0, 2}},
		{"nor nine cycles behind", []Instruction{matrices, matrices, threer, sum, sum, sum}, []Cycles{0, 6, 12, 13, 14, 16}},
		{"nor do two keep one cycle", []Instruction{matrices, two, matrices}, []Cycles{0, 6, 10}},
		{"many registers", []Instruction{{Kind: FP32, Reads: Reads{Fresh: [2]uint8{40, 0}}}, three}, []Cycles{0, 32}},
		{"one register between", []Instruction{matrices, odder, odder}, []Cycles{0, 2, 5}},
		{"three behind", []Instruction{matrices, threer, matrices}, []Cycles{0, 6, 10}},
		{"pairs", []Instruction{plain, pair, plain, pair}, []Cycles{0, 2, 4, 6}},
	} {
		l := once(c.code...).Workload(1, 1)
		l.Record = 100
		var at []Cycles
		for _, i := range mustRun(t, compiled(), l).Issues {
			if i.Kind != Exit {
				at = append(at, i.Cycle)
			}
		}
		if !slices.Equal(at, c.at) {
			t.Errorf("%s: issues in %v, want %v", c.name, at, c.at)
		}
	}
	for _, bad := range []func(*Device){
		func(d *Device) { d.CU.Picks = 2 },
		func(d *Device) { d.CU.Dispatch = 2 },
		func(d *Device) { d.CU.Ports = 17 },
	} {
		d := compiled()
		if bad(&d); d.Validate() == nil {
			t.Errorf("%d picks, %d instructions a turn and Ports %d: no error", d.CU.Picks, d.CU.Dispatch, d.CU.Ports)
		}
	}
}

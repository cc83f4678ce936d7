package silicon

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/gpumodel"
)

// BlockingPoint is one row of the H200's register blocking: workgroups of 16 × 16
// lanes, each lane with Rows × Columns sums in registers, fed from the LDS by
// Rows + Columns 8-byte loads for Rows·Columns multiply-adds.
type BlockingPoint struct {
	Rows, Columns int
	Workgroups    int     // on a CU at once
	Cycles        int     // of 64 turns of 16 steps
	PerCycle      float64 // lanes' multiply-adds a cycle and CU
}

//go:embed gemmblock.csv
var gemmblockCSV string

// H200Blocking returns the H200's register blocking. The error says which row of
// the embedded file is damaged.
func H200Blocking() ([]BlockingPoint, error) { return blocking(gemmblockCSV) }

func blocking(text string) ([]BlockingPoint, error) {
	var out []BlockingPoint
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		p := pairs{file: "gemmblock.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head("gemmblock", 5)
		b := BlockingPoint{Workgroups: int(p.float(2, "blocks_per_sm")), Cycles: int(p.float(3, "cycles")), PerCycle: p.float(4, "fma_per_clk_sm")}
		if p.err != nil {
			return nil, p.err
		}
		if _, err := fmt.Sscanf(p.columns[1], "%dx%d", &b.Rows, &b.Columns); err != nil || b.Rows < 1 || b.Columns < 1 || b.Rows > 16 || b.Columns > 16 {
			return nil, fmt.Errorf("silicon: gemmblock.csv: line %d, column 2 = %q, want rows x columns, 1 to 16 each", i+1, p.columns[1])
		}
		out = append(out, b)
	}
	return out, nil
}

//go:embed gemmblock_order.csv
var blockingOrderCSV string

// The timed code of probe.cu's mode blk.
const (
	blockingEdge  = 16 // lanes of a workgroup each way
	blockingTurns = 8  // of the compiled loop that are modelled; 64 turns of the source were timed
)

// blockingLoop returns the compiled loop of a wavefront of a workgroup, turn after
// turn, as cuobjdump -sass shows it (nvcc 13.0.88, sm_90; gemmblock_order.csv),
// and the multiply-adds in one turn. A lane (ty, tx) loads element ty of each of
// its rows and tx of each of its columns: so a wavefront's loads of the one reach
// two words, of the other sixteen.
//
// A multiply-add whose operands are all read anew from the registers is of kind
// SFU: see BlockingVariant.
func blockingLoop(rows, columns, wavefront int) (p gpumodel.Program, fmas int, err error) {
	p.Times = blockingTurns
	shape := fmt.Sprintf("%dx%d", rows, columns)
	for i, line := range strings.Split(strings.TrimSpace(blockingOrderCSV), "\n") {
		f := fields{file: "gemmblock_order.csv", row: strings.Split(line, ",")}
		if f.row[0] != shape {
			continue
		}
		register := func(column int) gpumodel.Register { return gpumodel.Register(f.int(column) + 1) }
		in := gpumodel.Instruction{Kind: gpumodel.FP32, Lanes: gpumodel.AllLanes(32), Line: int32(i + 1)}
		switch {
		case f.row[1] == "load" && len(f.row) == 5:
			in.Kind, in.Dst = gpumodel.Local, register(2)
			in.Access = blockingLoad(f.row[3], gpumodel.Bytes(f.int(4)), wavefront)
		case f.row[1] == "fma" && len(f.row) == 7:
			in.Kind, in.Dst, in.Src = gpumodel.FP64, register(2), gpumodel.Sources{register(3), register(4), register(5)}
			if f.int(6) == 0 {
				in.Kind = gpumodel.SFU
			}
			fmas++
		case f.row[1] == "branch":
			in.Kind = gpumodel.Branch
		case f.row[1] != "other":
			f.fail(1, "load, fma, branch or other, with its columns")
		}
		if f.err != nil {
			return p, 0, f.err
		}
		p.Body = append(p.Body, in)
	}
	if fmas == 0 {
		return p, 0, fmt.Errorf("silicon: gemmblock_order.csv has no blocking of %s", shape)
	}
	return p, fmas, nil
}

func blockingLoad(factor string, offset gpumodel.Bytes, wavefront int) gpumodel.Access {
	a := gpumodel.Access{Width: 8, Active: gpumodel.AllLanes(32), Addr: make([]gpumodel.Bytes, 32)}
	for i := range a.Addr {
		lane := 32*wavefront + i
		element := lane / blockingEdge
		if factor == "b" {
			element = lane % blockingEdge
		}
		a.Addr[i] = offset + gpumodel.Bytes(8*element)
	}
	return a
}

// BlockingVariant returns the device with two changes, for the loop of the
// blocking only: the H200 has one scheduler for issue.csv and another for
// gemmblock.csv, for no single policy of the model is near both.
//
//	worst, mean error        round robin (preset)  oldest first (this variant)
//	issue.csv                     3.5 %, 1.1 %              53 %, 4.3 %
//	gemmblock.csv                  16 %, 3.3 %             5.3 %, 1.7 %
//
// A scheduler prefers its oldest wavefront: the policy was chosen with gemmblock.csv
// in view. The reason may be that only if it stays with one can an operand be kept
// from one multiply-add to the next, as the compiler has marked it.
//
// And the FP64 unit takes instructions of kind SFU, which here are multiply-adds
// with three operands read anew, and takes one in 3 cycles where others take 2:
// dfma.csv has 3.05 and 2.01.
func BlockingVariant(device gpumodel.Device) gpumodel.Device {
	d := device
	d.CU.Policy = gpumodel.Oldest
	d.CU.Units = nil
	for _, u := range device.CU.Units {
		if slices.Contains(u.Kinds, gpumodel.SFU) {
			continue
		}
		if slices.Contains(u.Kinds, gpumodel.FP64) {
			u.Kinds = []gpumodel.Kind{gpumodel.FP64, gpumodel.SFU}
		}
		d.CU.Units = append(d.CU.Units, u)
	}
	d.CU.Interval[gpumodel.SFU] = d.CU.Interval[gpumodel.FP64] + 1
	d.CU.Latency[gpumodel.SFU] = d.CU.Latency[gpumodel.FP64] + 1
	return d
}

// BlockingComparison is the model of the register blocking beside the measurement.
type BlockingComparison struct {
	Rows  []BlockingRow
	Worst float64 // of |model − measured| / measured
}

// BlockingRow is one point of a BlockingComparison.
type BlockingRow struct {
	BlockingPoint
	Model float64 // multiply-adds a cycle and CU, by the scheduler
	Error float64 // (model − measured) / measured
}

// CompareBlocking runs the timed loop of each point on one CU of the device, which
// for the H200 is BlockingVariant of its preset.
func CompareBlocking(device gpumodel.Device) (BlockingComparison, error) {
	points, err := H200Blocking()
	if err != nil {
		return BlockingComparison{}, err
	}
	var all BlockingComparison
	for _, p := range points {
		row := BlockingRow{BlockingPoint: p}
		var programs [blockingEdge * blockingEdge / 32]gpumodel.Program
		fmas := 0
		for w := range programs {
			if programs[w], fmas, err = blockingLoop(p.Rows, p.Columns, w); err != nil {
				return BlockingComparison{}, err
			}
		}
		t, err := device.Run(gpumodel.Workload{
			Workgroups: p.Workgroups, Wavefronts: len(programs),
			Stream: func(_, w int) gpumodel.Stream { return programs[w].Start() },
		})
		if err != nil {
			return BlockingComparison{}, err
		}
		row.Model = float64(p.Workgroups*blockingEdge*blockingEdge*blockingTurns*fmas) / float64(t.Cycles)
		row.Error = row.Model/p.PerCycle - 1
		all.Rows = append(all.Rows, row)
		all.Worst = max(all.Worst, math.Abs(row.Error))
	}
	return all, nil
}

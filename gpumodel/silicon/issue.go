package silicon

import (
	_ "embed"
	"fmt"
	"math"
	"strings"

	"lanebook/gpumodel"
)

// IssuePoint is one row of the H200's issue curves: one workgroup on one CU,
// every wavefront with a loop of fused multiply-adds in independent chains.
type IssuePoint struct {
	Kind       gpumodel.Kind // FP32 (FFMA) or FP64 (DFMA)
	Chains     int           // independent chains of each wavefront
	Wavefronts int
	Lanes      int // of the workgroup; the last wavefront may not be full
	Cycles     int // from the first clock read to the last
}

// FMAs returns the multiply-adds of all wavefronts: 64 turns of 16 in each chain.
func (p IssuePoint) FMAs() int { return 64 * 16 * p.Chains * p.Wavefronts }

// PerCycle returns the wavefronts' multiply-adds a cycle, had they taken so many
// cycles.
func (p IssuePoint) PerCycle(cycles int) float64 { return float64(p.FMAs()) / float64(cycles) }

// LanesPerCycle returns the same of the workgroup's own lanes, dummies left out.
func (p IssuePoint) LanesPerCycle(cycles int) float64 {
	return p.PerCycle(cycles) * float64(p.Lanes) / float64(p.Wavefronts)
}

//go:embed issue.csv
var issueCSV string

// H200Issue returns the H200's issue curves, and its curve over block sizes:
// FP32 in 4 chains, workgroups of 16 to 512 lanes.
func H200Issue() (curves, blocks []IssuePoint, err error) { return issue(issueCSV) }

func issue(text string) (curves, blocks []IssuePoint, err error) {
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		row := strings.Split(line, ",")
		f := named{file: "issue.csv", row: i + 1, columns: row}
		switch {
		case row[0] == "issue" && len(row) == 7 && (row[1] == "ffma" || row[1] == "dfma"):
			p := IssuePoint{Kind: gpumodel.FP32, Chains: f.int(2, "ilp"), Wavefronts: f.int(3, "warps"), Cycles: f.int(4, "cycles")}
			if row[1] == "dfma" {
				p.Kind = gpumodel.FP64
			}
			p.Lanes = 32 * p.Wavefronts
			if n := f.int(5, "warp_instr"); f.err == nil && n != p.FMAs() {
				f.err = fmt.Errorf("silicon: issue.csv: row %d has %d instructions, want %d", i+1, n, p.FMAs())
			}
			curves = append(curves, p)
		case row[0] == "blocksize" && len(row) == 4:
			p := IssuePoint{Kind: gpumodel.FP32, Chains: 4, Lanes: f.int(1, "threads"), Cycles: f.int(2, "cycles")}
			p.Wavefronts = (p.Lanes + 31) / 32
			blocks = append(blocks, p)
		default:
			f.err = fmt.Errorf("silicon: issue.csv: row %d is %q, want issue,ffma|dfma with 7 columns or blocksize with 4", i+1, line)
		}
		if f.err != nil {
			return nil, nil, f.err
		}
	}
	return curves, blocks, nil
}

// issueLoop returns the timed code of probe.cu's mode issue, from one clock read
// to the other, as cuobjdump -sass shows it (nvcc 13.0.88, sm_90): 64 turns of 16
// multiply-adds in each chain, several of them in one turn of the compiled loop,
// with one addition, one comparison and one branch; before it two tests whether
// to enter at all, after it one whether turns are left. Left out: the loads of
// two constants.
func issueLoop(kind gpumodel.Kind, chains int) gpumodel.Program {
	const counter, flag, left, clock = 100, 101, 102, 103 // registers
	op := func(k gpumodel.Kind, dst, src gpumodel.Register, line int32) gpumodel.Instruction {
		return gpumodel.Instruction{Kind: k, Dst: dst, Src: gpumodel.Sources{src}, Lanes: gpumodel.AllLanes(32), Line: line}
	}
	var (
		read    = op(gpumodel.Clock, clock, 0, 92)
		compare = op(gpumodel.FP32, flag, counter, 93)
		jump    = op(gpumodel.Branch, 0, flag, 93)
		add     = op(gpumodel.FP32, counter, counter, 93)
	)
	together := 4 // turns of the source in one of the compiled loop
	if chains > 2 {
		together = 2
	}
	var loop []gpumodel.Instruction
	for i := range together * 16 * chains {
		chain := gpumodel.Register(1 + i%chains)
		loop = append(loop, op(kind, chain, chain, 96))
		switch i {
		case 0:
			loop = append(loop, add)
		case 4:
			loop = append(loop, compare)
		}
	}
	return gpumodel.Program{
		Before: []gpumodel.Instruction{read, compare, jump, compare, op(gpumodel.FP32, left, counter, 93), jump, add},
		Body:   append(loop, jump),
		Times:  64 / together,
		After:  []gpumodel.Instruction{jump, read},
	}
}

// IssueComparison is the model of the issue curves beside the measurement.
type IssueComparison struct {
	Points    []IssueRow
	MeanError float64 // of |model − measured| / measured
	Worst     float64
}

// IssueRow is one point of an IssueComparison.
type IssueRow struct {
	IssuePoint
	Model int     // cycles
	Error float64 // (model − measured) / measured, of the cycles
}

// CompareIssue runs the loop of each point on one CU of the device. It sets nothing.
func CompareIssue(device gpumodel.Device, points []IssuePoint) (IssueComparison, error) {
	var all IssueComparison
	for _, p := range points {
		t, err := device.Run(issueLoop(p.Kind, p.Chains).Workload(1, p.Wavefronts))
		if err != nil {
			return IssueComparison{}, err
		}
		first, last := t.Clocks[0].Cycle, t.Clocks[len(t.Clocks)-1].Cycle
		row := IssueRow{IssuePoint: p, Model: int(last - first)}
		row.Error = float64(row.Model-p.Cycles) / float64(p.Cycles)
		all.Points = append(all.Points, row)
		all.MeanError += math.Abs(row.Error) / float64(len(points))
		all.Worst = max(all.Worst, math.Abs(row.Error))
	}
	return all, nil
}

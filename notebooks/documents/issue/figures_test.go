package issue_test

import (
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/documents/issue"
	"lanebook/notebooks/figures/figuretest"
)

// work is wavefronts with one load for each 64 multiply-adds in eight chains;
// three times as many workgroups as are resident follow one another.
func work(n int) gpumodel.Workload {
	op := func(k gpumodel.Kind, dst, src gpumodel.Register) gpumodel.Instruction {
		return gpumodel.Instruction{Kind: k, Dst: dst, Src: gpumodel.Sources{src}, Lanes: gpumodel.AllLanes(32)}
	}
	load := op(gpumodel.Global, 1, 9)
	load.Access = gpumodel.Stride(4, 32, 0, 4)
	body := []gpumodel.Instruction{load, op(gpumodel.FP32, 2, 1)}
	for i := range 64 {
		r := gpumodel.Register(2 + i%8)
		body = append(body, op(gpumodel.FP32, r, r))
	}
	l := gpumodel.Program{Body: body, Times: 4}.Workload(3*n, 4)
	l.Resident = n / 4
	return l
}

// Every figure of the document is one that any renderer accepts.
func TestFiguresAreValid(t *testing.T) {
	kepler, h200 := gpu.GK110(), gpu.H200()
	figuretest.Valid(t, map[string]func() (charts.Figure, error){
		"stalls": func() (charts.Figure, error) { return issue.StallBreakdown(kepler, []int{4, 16, 64}, work) },
		"policies": func() (charts.Figure, error) {
			return issue.Policies(kepler, []int{4, 8, 16, 24, 32, 40, 48, 56, 64}, work)
		},
		"ffma":      func() (charts.Figure, error) { return issue.IssueCurves(h200, gpumodel.FP32) },
		"dfma":      func() (charts.Figure, error) { return issue.IssueCurves(h200, gpumodel.FP64) },
		"tail":      func() (charts.Figure, error) { return issue.TailEfficiency(h200) },
		"block":     func() (charts.Figure, error) { return issue.BlockGrid(kepler, gpumodel.Shape{X: 12, Y: 4, Z: 2}) },
		"fig-2":     func() (charts.Figure, error) { return issue.BlockGrid(kepler, gpumodel.Shape{X: 40, Y: 2}) },
		"rates":     func() (charts.Figure, error) { return issue.BlockRates(h200) },
		"registers": func() (charts.Figure, error) { return issue.OccupancyByRegisters(256, kepler) },
		"hide-alu":  func() (charts.Figure, error) { return issue.WavefrontsForArithmetic(kepler) },
		"hide-dram": func() (charts.Figure, error) { return issue.WavefrontsForMemory(kepler, 400, 800) },
	})
}

// No two reasons share a colour, nor one with an issue.
func TestOneColourForEachReason(t *testing.T) {
	d := gpu.H200()
	f, err := issue.StallBreakdown(d, []int{4, 64}, work)
	if err != nil {
		t.Fatal(err)
	}
	names := map[charts.Tone]string{}
	for _, s := range f.Series {
		b := s.(charts.Bars)
		if other, twice := names[b.Tone]; twice || b.Tone == charts.ToneAuto {
			t.Errorf("%q has the colour of %q", b.Name, other)
		}
		names[b.Tone] = b.Name
	}
	for i := range 2 {
		sum := 0.0
		for _, s := range f.Series {
			sum += s.(charts.Bars).Y[i]
		}
		if sum < 99.5 || sum > 100.001 { // reasons below 0.1 % are left out
			t.Errorf("bar %d adds up to %.2f %%, want 100", i, sum)
		}
	}
}

// 80 threads are 80/96 of three warps, and the H200's measured share is that.
func TestTailEfficiencyOf80(t *testing.T) {
	f, err := issue.TailEfficiency(gpu.H200())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range f.Series {
		l := s.(charts.Line)
		for i, x := range l.X {
			if x == 80 && (l.Y[i] < 83.2 || l.Y[i] > 83.4) {
				t.Errorf("%s: %.2f %% at 80 threads, want 83.33", l.Name, l.Y[i])
			}
		}
	}
}

func TestIssueCurvesRefuses(t *testing.T) {
	if _, err := issue.IssueCurves(gpu.H200(), gpumodel.SFU); err == nil || !strings.Contains(err.Error(), "not timed on SFU") {
		t.Errorf("error %v, want one that says that it was not timed on SFU", err)
	}
}

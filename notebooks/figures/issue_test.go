package figures_test

import (
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/figures"
	"lanebook/notebooks/figures/figuretest"
)

// op is an instruction that reads the sources and writes dst.
func op(k gpumodel.Kind, dst gpumodel.Register, src ...gpumodel.Register) gpumodel.Instruction {
	in := gpumodel.Instruction{Kind: k, Dst: dst, Lanes: gpumodel.AllLanes(32)}
	copy(in.Src[:], src)
	return in
}

// numbered gives each instruction its number, from 1, for its line.
func numbered(code ...gpumodel.Instruction) []gpumodel.Instruction {
	for i := range code {
		code[i].Line = int32(1 + i)
	}
	return code
}

// pairs is n pairs of multiply-adds: each needs the pair before it.
func pairs(n int) []gpumodel.Instruction {
	var code []gpumodel.Instruction
	for range n {
		code = append(code, op(gpumodel.FP32, 1, 1), op(gpumodel.FP32, 2, 2))
	}
	return numbered(code...)
}

// mixed is a code that leaves the second slot empty for each of the reasons.
func mixed(turns int) []gpumodel.Instruction {
	var code []gpumodel.Instruction
	for range turns {
		code = append(code,
			op(gpumodel.FP32, 1, 1), op(gpumodel.FP32, 2, 2), // together
			op(gpumodel.FP32, 3, 1), op(gpumodel.FP32, 4, 3), // the second needs the first
			op(gpumodel.FP32, 5),                     // beside the 4
			op(gpumodel.SFU, 6), op(gpumodel.SFU, 7), // there is one SFU
			op(gpumodel.FP32, 8),                                                   // beside the 7
			op(gpumodel.FP64, 9), op(gpumodel.FP32, 1, 1), op(gpumodel.FP32, 2, 2)) // double precision goes alone
	}
	return numbered(code...)
}

// oneScheduler is a Kepler CU with one of its four schedulers, and its run of
// twelve wavefronts that have drifted apart in the code.
func oneScheduler(t *testing.T, code []gpumodel.Instruction) gpumodel.Timeline {
	t.Helper()
	d := gpu.GK110()
	d.SIMDs = 1
	tl, err := d.Run(gpumodel.Workload{Workgroups: 1, Wavefronts: 12, Record: 10000, Stream: func(_, w int) gpumodel.Stream {
		return gpumodel.Program{Before: code[2*(7*w%9):]}.Start()
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := tl.Check(); err != nil {
		t.Fatal(err)
	}
	return tl
}

// at returns the cycle in which a wavefront issues an instruction.
func at(t *testing.T, tl gpumodel.Timeline, wavefront, line int) gpumodel.Cycles {
	t.Helper()
	for _, i := range tl.Issues {
		if int(i.Wavefront) == wavefront && int(i.Line) == line {
			return i.Cycle
		}
	}
	t.Fatalf("wavefront %d never issues instruction %d", wavefront, line)
	return 0
}

func issueFigures(t *testing.T) map[string]func() (charts.Figure, error) {
	kepler, h200 := gpu.GK110(), gpu.H200()
	together, mix := oneScheduler(t, pairs(24)), oneScheduler(t, mixed(6))
	from := at(t, together, 8, 11)
	return map[string]func() (charts.Figure, error){
		"slots":    func() (charts.Figure, error) { return figures.DispatchSlots(together, from-2, from+14, 8) },
		"empty":    func() (charts.Figure, error) { return figures.DispatchSlots(mix, 4, 20, 8) },
		"timeline": func() (charts.Figure, error) { return figures.WavefrontTimeline(mix, 0, 80) },
		"occupancy": func() (charts.Figure, error) {
			return figures.Occupancies(kepler, gpumodel.Need{Lanes: 256, Registers: 48}, gpumodel.Need{Lanes: 256, Registers: 32, LDS: 12 << 10})
		},
		"by-block": func() (charts.Figure, error) { return figures.OccupancyByBlock(37, 0, kepler, h200) },
	}
}

func TestIssueFiguresAreValid(t *testing.T) { figuretest.Valid(t, issueFigures(t)) }

// Document 2's figure (1): wavefront 8 issues 11 and 12 together and, twelve
// cycles later, 13 and 14, which need their results; eleven others went between.
func TestDispatchSlots(t *testing.T) {
	tl := oneScheduler(t, pairs(24))
	from := at(t, tl, 8, 11)
	f, err := figures.DispatchSlots(tl, from-2, from+14, 8)
	if err != nil {
		t.Fatal(err)
	}
	s := f.Series[0].(charts.Spans)
	var chosen []string
	others := map[string]bool{}
	for _, p := range s.ByTime() {
		if p.Tone == charts.Tone2 {
			chosen = append(chosen, p.Label)
		} else if float64(from) < p.From && p.From < float64(from+12) {
			others[strings.Split(p.Label, ":")[0]] = true
		}
	}
	if want := []string{"8:11", "8:13", "8:12", "8:14"}; !slices.Equal(chosen, want) { // the left slot's, then the right's
		t.Errorf("wavefront 8 issues %v, want %v", chosen, want)
	}
	if len(others) != 11 || len(s.Spans) != 2*16 || len(s.Keys) != 2 {
		t.Errorf("%d others issue between, %d spans, %d keys; want 11, 32 and 2", len(others), len(s.Spans), len(s.Keys))
	}
}

// The companion: each of the three reasons, in its colour, and said on hovering.
func TestDispatchSlotsEmpty(t *testing.T) {
	f, err := figures.DispatchSlots(oneScheduler(t, mixed(6)), 4, 20, 8)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"right slot empty: dependency", "right slot empty: unit busy", "right slot empty: issues alone"} {
		found := map[charts.Tone]bool{}
		for _, p := range f.Series[0].(charts.Spans).Spans {
			if strings.Contains(p.Tip, want) {
				found[p.Tone] = true
			}
		}
		if len(found) != 1 {
			t.Errorf("%q is said in %d colours, want one", want, len(found))
		}
	}
}

// A timeline's rows are full: each wavefront issues or waits in every cycle.
func TestWavefrontTimelineFills(t *testing.T) {
	tl := oneScheduler(t, mixed(6))
	f, err := figures.WavefrontTimeline(tl, 0, 60)
	if err != nil {
		t.Fatal(err)
	}
	sum := map[int]float64{}
	for _, p := range f.Series[0].(charts.Spans).Spans {
		sum[p.Row] += p.To - p.From
	}
	for row := range 12 {
		if sum[row] != 60 {
			t.Errorf("wavefront %d: spans of %v cycles, want 60", row, sum[row])
		}
	}
}

func TestIssueFiguresRefuse(t *testing.T) {
	kepler := gpu.GK110()
	silent, err := kepler.Run(gpumodel.Program{Before: pairs(2)}.Workload(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	whole := oneScheduler(t, pairs(24))
	single := whole
	single.Device.CU.Dispatch = 1
	for name, tt := range map[string]struct {
		make func() (charts.Figure, error)
		want string
	}{
		"nothing recorded": {func() (charts.Figure, error) { return figures.WavefrontTimeline(silent, 0, 1) }, "set Launch.Record"},
		"beyond the end":   {func() (charts.Figure, error) { return figures.WavefrontTimeline(whole, 0, whole.Cycles+1) }, "want a part of it"},
		"one slot":         {func() (charts.Figure, error) { return figures.DispatchSlots(single, 0, 9, 0) }, "dispatches 1 instructions, want 2"},
		"too many registers": {func() (charts.Figure, error) {
			return figures.Occupancies(kepler, gpumodel.Need{Lanes: 256, Registers: 300})
		}, "Registers = 300, want 0 to 255"},
	} {
		if _, err := tt.make(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tt.want)
		}
	}
}

// TestMostlyWaits: of a GCN CU's four SIMDs each has a turn in four cycles, so that a
// wavefront that waits for a place in its SIMD's turns waits for three others in between.
func TestMostlyWaits(t *testing.T) {
	chain := gpumodel.Program{Body: []gpumodel.Instruction{op(gpumodel.FP32, 1, 1)}, Times: 100}
	for _, c := range []struct {
		device     gpumodel.Device
		wavefronts int
		want       string
	}{
		{gpu.Fiji(), 4, "arithmetic result"}, // one on each SIMD, which it has to itself
		{gpu.Fiji(), 32, "another SIMD's turn, then not selected"},
		{gpu.H200(), 4, "arithmetic result"},
		{gpu.H200(), 48, "not selected"}, // twelve to a scheduler; four would fill it
	} {
		tl, err := c.device.Run(chain.Workload(1, c.wavefronts))
		if got := figures.MostlyWaits(tl); err != nil || got != c.want {
			t.Errorf("%d wavefronts on %s wait mostly for %q, error %v, want %q", c.wavefronts, c.device.Name, got, err, c.want)
		}
	}
	if got := figures.MostlyWaits(gpumodel.Timeline{}); got != "nothing" {
		t.Errorf("no wavefront waits for %q", got)
	}
}

package gpumodel_test

import (
	"math"
	"testing"

	. "lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

func TestWavefrontsNeeded(t *testing.T) {
	for _, c := range []struct {
		latency Cycles
		issue   float64
		chains  int
		want    int
	}{
		{10, 4, 1, 40}, // [D2]
		{9, 4, 1, 36},  // Volkov's Kepler
		{18, 1, 1, 18}, // Fermi
		{4, 4, 1, 16},  // H200
		{4, 4, 3, 6},
		{10, 4, 0, 40}, // no chains are one
	} {
		if got := WavefrontsNeeded(c.latency, c.issue, c.chains); got != c.want {
			t.Errorf("latency %d, issue %v, %d chains: %d wavefronts, want %d", c.latency, c.issue, c.chains, got, c.want)
		}
	}
	if got := GuideWavefronts(600, 1, 15); got != 40 {
		t.Errorf("the CUDA guide's example: %v wavefronts, want 40", got)
	}
}

// The simulator issues at its full rate with the wavefronts that the law asks
// for, and in proportion with fewer.
func TestNeededAgainstRun(t *testing.T) {
	for _, d := range []Device{gpu.H200(), gpu.GTX480(), gpu.Fiji(), gpu.GK110()} {
		d.CU.Policy = RoundRobin // the others leave one wavefront for the end, where it runs alone
		issue := float64(d.SIMDs) / float64(d.CU.Cadence)
		if d.CU.Dispatch > 1 {
			issue = float64(d.SIMDs) // a single chain has no second instruction to dispatch
		}
		for _, chains := range []int{1, 2} {
			if chains == 2 && d.CU.Dispatch > 1 {
				continue // two chains fill both slots: 6 of 8, set by the units
			}
			need := WavefrontsNeeded(d.CU.Latency[FP32], issue, chains)
			for n := d.SIMDs; n <= need+d.SIMDs; n += d.SIMDs {
				tl := mustRun(t, d, Program{Body: chain(FP32, 400, chains), Times: 1}.Workload(1, n))
				want := min(issue, float64(n*chains)/float64(d.CU.Latency[FP32]))
				if got := tl.PerCycle(FP32); math.Abs(got-want) > 0.03*want {
					t.Errorf("%s, %d chains, %d wavefronts: %.3f instructions a cycle, the law says %.3f", d.Name, chains, n, got, want)
				}
			}
		}
	}
}

// Volkov's Maxwell: 24 wavefronts for arithmetic, 30 for memory, and more than
// either, 54, at the cusp, an intensity of about 49.
func TestVolkovMaxwell(t *testing.T) {
	v := Volkov{MemoryLatency: 368, ArithmeticLatency: 6, MemoryPerCycle: 30.0 / 368, ArithmeticPerCycle: 4, IssuePerCycle: 1e9}
	if n := v.Needed(0); math.Abs(n-30) > 1e-9 {
		t.Errorf("memory alone needs %v wavefronts, want 30", n)
	}
	if n := v.Needed(1e9); math.Abs(n-24) > 1e-3 {
		t.Errorf("arithmetic alone needs %v wavefronts, want 24", n)
	}
	intensity, n := v.Cusp()
	if math.Abs(n-54) > 1e-9 || math.Abs(intensity-49) > 0.1 {
		t.Errorf("cusp of %v wavefronts at intensity %v, want 54 at 49", n, intensity)
	}
	for a := 0.0; a < 500; a++ {
		if v.Needed(a) > n+1e-9 {
			t.Errorf("intensity %v needs %v wavefronts, more than the cusp", a, v.Needed(a))
		}
	}
	v.IssuePerCycle = 4
	if i, m := v.Cusp(); i >= intensity || v.Needed(i+1) > m || v.Needed(i-1) > m {
		t.Errorf("with issue as a bound the cusp is %v at %v, want the maximum, below intensity %v", m, i, intensity)
	}
}

// volkovRun is the throughput that the simulator finds for Volkov's kernel.
func volkovRun(t *testing.T, d Device, n, intensity int) float64 {
	body := append([]Instruction{{Kind: Global, Dst: 1, Src: Sources{1}, Access: Stride(4, d.Lanes, 0, 4)}}, chain(FP32, intensity, 1)...)
	tl := mustRun(t, d, Program{Body: body, Times: 30}.Workload(1, n))
	return tl.PerCycle(Global)
}

// The simulator never beats Volkov's bound, keeps within 10 % of it away from
// the knee, and reaches three quarters at it.
func TestVolkovAgainstRun(t *testing.T) {
	d := gpu.H200()
	d.CU.Memory = Pipe{Latency: 300, BytesPerCycle: 10, Sector: 32}
	v := Volkov{
		MemoryLatency: 300 + 13, ArithmeticLatency: d.CU.Latency[FP32], // 13 cycles for 128 bytes to pass
		MemoryPerCycle: 10.0 / 128, ArithmeticPerCycle: 4, IssuePerCycle: 4,
	}
	worst := 1.0
	for _, intensity := range []int{1, 4, 16, 32, 64, 128} {
		for _, n := range []int{1, 4, 8, 16, 24, 32, 48, 64} {
			law, got := v.Throughput(n, float64(intensity)), volkovRun(t, d, n, intensity)
			share, knee := got/law, float64(n)/v.Needed(float64(intensity))
			worst = min(worst, share)
			least := 0.75
			if knee < 0.6 || knee > 1.6 {
				least = 0.9
			}
			if share > 1.01 || share < least {
				t.Errorf("intensity %d, %d wavefronts (%.2f of those needed): %.5f accesses a cycle, %.2f of the law's", intensity, n, knee, got, share)
			}
		}
	}
	t.Logf("the simulator reaches %.0f %% of Volkov's bound at least", 100*worst)
}

func TestShape(t *testing.T) {
	s := Shape{40, 2, 1}
	if s.Lanes() != 80 || s.Wavefronts(32) != 3 || math.Abs(s.TailEfficiency(32)-80.0/96) > 1e-15 {
		t.Errorf("%v: %d lanes, %d wavefronts, efficiency %v, want 80, 3, 80/96", s, s.Lanes(), s.Wavefronts(32), s.TailEfficiency(32))
	}
	s = Shape{3, 4, 5}
	for lane := range s.Lanes() {
		x, y, z := s.At(lane)
		if back, err := s.Lane(x, y, z); err != nil || back != lane {
			t.Errorf("lane %d is at %d, %d, %d, and that is lane %d, %v", lane, x, y, z, back, err)
		}
	}
	if n, _ := s.Lane(2, 3, 4); n != 3*(4*4+3)+2 {
		t.Errorf("lane at 2, 3, 4 is %d, want 59", n)
	}
	if _, err := s.Lane(3, 0, 0); err == nil {
		t.Error("no error for x = 3 of 3")
	}
	if (Shape{}).TailEfficiency(32) != 1./32 {
		t.Error("a workgroup without extents is not one lane")
	}
}

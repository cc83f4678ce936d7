package gpumodel

import (
	"fmt"
	"math"
)

// Little returns the concurrency that a latency and a throughput together take:
//
//	items in flight = latency · throughput
//
// with latency in cycles and throughput in items a cycle (bytes, instructions,
// wavefronts). Valid for any system in a steady state (J. D. C. Little, Oper.
// Res. 9, 1961); Volkov's thesis, chapter 4, applies it to GPUs.
func Little(latency Cycles, throughput float64) float64 { return float64(latency) * throughput }

// WavefrontsNeeded returns the wavefronts (warps) of a CU that keep its
// schedulers issuing when each instruction needs the one before it, or in
// general every chains'th before it:
//
//	wavefronts = ⌈latency · issue / chains⌉
//
// with latency in cycles and issue in instructions a cycle and CU. Source:
// Little's law; [D2] has 10 · 4 = 40, Volkov's 9 cycles give 36. Valid where one
// kind of instruction sets the pace, and chains ≤ latency.
func WavefrontsNeeded(latency Cycles, issue float64, chains int) int {
	return int(math.Ceil(Little(latency, issue)/float64(max(1, chains)) - 1e-9))
}

// GuideWavefronts returns the CUDA guide's number of wavefronts that hide the
// latency of off-chip memory:
//
//	wavefronts = latency · issue / intensity
//
// with intensity in instructions without an off-chip operand for each one with,
// and issue in instructions a cycle and CU. Source: CUDA C Programming Guide 4.2,
// section 5.2.3, whose example is 600 cycles at intensity 15: "about 40". The
// guide has no range; Volkov shows it up to two times too low near his cusp, as
// it forgets the latency of arithmetic.
func GuideWavefronts(latency Cycles, issue, intensity float64) float64 {
	return Little(latency, issue) / intensity
}

// Volkov is V. Volkov's model of a CU that executes Intensity arithmetic
// instructions for each memory instruction, each dependent on the one before it
// (Understanding latency hiding on GPUs, UCB/EECS-2016-143, chapter 4).
// Throughputs are instructions a cycle and CU. All fields are more than 0.
type Volkov struct {
	MemoryLatency        Cycles
	ArithmeticLatency    Cycles
	MemoryThroughput     float64 // of memory instructions, if there were no others
	ArithmeticThroughput float64
	IssueThroughput      float64 // of both together
}

// Latency returns the cycles of one memory instruction and its arithmetic:
//
//	memory latency + intensity · arithmetic latency
func (v Volkov) Latency(intensity float64) float64 {
	return float64(v.MemoryLatency) + intensity*float64(v.ArithmeticLatency)
}

// Bound returns the most memory instructions a cycle, with any number of
// wavefronts:
//
//	min(memory, arithmetic / intensity, issue / (intensity + 1))
func (v Volkov) Bound(intensity float64) float64 {
	b := min(v.MemoryThroughput, v.IssueThroughput/(intensity+1))
	if intensity > 0 {
		b = min(b, v.ArithmeticThroughput/intensity)
	}
	return b
}

// Throughput returns the memory instructions a cycle of so many wavefronts:
//
//	min(wavefronts / latency, bound)
//
// It is a bound that simulators and hardware approach but for the knee, where
// they reach about 80 % of it.
func (v Volkov) Throughput(wavefronts int, intensity float64) float64 {
	return min(float64(wavefronts)/v.Latency(intensity), v.Bound(intensity))
}

// Needed returns the wavefronts at which Throughput reaches its bound:
//
//	latency · bound
func (v Volkov) Needed(intensity float64) float64 { return v.Latency(intensity) * v.Bound(intensity) }

// Cusp returns the intensity at which most wavefronts are needed, and how many:
//
//	intensity  = arithmetic throughput / memory throughput
//	wavefronts = arithmetic latency · arithmetic throughput + memory latency · memory throughput
//
// Where issue is the tighter bound of the two, the cusp lies where it meets the
// memory's: at issue / memory − 1.
func (v Volkov) Cusp() (intensity, wavefronts float64) {
	intensity = min(v.ArithmeticThroughput/v.MemoryThroughput, v.IssueThroughput/v.MemoryThroughput-1)
	intensity = max(0, intensity)
	return intensity, v.Needed(intensity)
}

// HongKim is S. Hong and H. Kim's model of a kernel's time (ISCA 2009), for
// coalesced accesses. It takes memory and computation by how many wavefronts
// overlap in each; it leaves out the latency of arithmetic, and is off by up to
// 1.7 times where that matters (Volkov, chapter 4).
type HongKim struct {
	Wavefronts      int     // N: active on the CU
	MemoryLatency   Cycles  // Mem_L: of one access
	DepartureDelay  Cycles  // between two accesses of a CU
	Bandwidth       float64 // bytes a cycle and CU
	BytesPerAccess  float64 // of a wavefront
	Computation     float64 // Comp_cycles: of a wavefront, all its instructions
	MemoryAccesses  float64 // Mem_insts: of a wavefront
	RepeatsOfLaunch float64 // #Rep: how often the CU's resident workgroups are replaced
}

// HongKimCycles is the model's answer.
type HongKimCycles struct {
	MWP    float64 // memory warp parallelism: wavefronts that access memory at once
	CWP    float64 // computation warp parallelism: those that compute during one wait, and itself
	Cycles float64 // of the kernel
	Case   string  // which of the three decides
}

// Cycles returns the kernel's time and what sets it:
//
//	MWP = min(Mem_L / departure delay, Mem_L · bandwidth / bytes, N)
//	CWP = min((Mem_cycles + Comp_cycles) / Comp_cycles, N)
//	MWP = CWP = N  (Mem_cycles + Comp_cycles + Comp_cycles/Mem_insts·(MWP−1)) · Rep
//	CWP ≥ MWP      (Mem_cycles·N/MWP + Comp_cycles/Mem_insts·(MWP−1)) · Rep
//	else           (Mem_L + Comp_cycles·N) · Rep
//
// with Mem_cycles = Mem_L · Mem_insts. All fields must be more than 0, or the
// error says which is not.
func (h HongKim) Cycles() (HongKimCycles, error) {
	for _, f := range []struct {
		name  string
		value float64
	}{
		{"Wavefronts", float64(h.Wavefronts)}, {"MemoryLatency", float64(h.MemoryLatency)}, {"DepartureDelay", float64(h.DepartureDelay)},
		{"Bandwidth", h.Bandwidth}, {"BytesPerAccess", h.BytesPerAccess}, {"Computation", h.Computation},
		{"MemoryAccesses", h.MemoryAccesses}, {"RepeatsOfLaunch", h.RepeatsOfLaunch},
	} {
		if !(f.value > 0 && f.value < 1e15) {
			return HongKimCycles{}, fmt.Errorf("Hong–Kim: %s = %v, want more than 0", f.name, f.value)
		}
	}
	n, latency := float64(h.Wavefronts), float64(h.MemoryLatency)
	memory := latency * h.MemoryAccesses
	period := h.Computation / h.MemoryAccesses
	c := HongKimCycles{
		MWP: min(latency/float64(h.DepartureDelay), latency*h.Bandwidth/h.BytesPerAccess, n),
		CWP: min((memory+h.Computation)/h.Computation, n),
	}
	switch {
	case c.MWP == n && c.CWP == n:
		c.Case, c.Cycles = "too few wavefronts", memory+h.Computation+period*(c.MWP-1)
	case c.CWP >= c.MWP:
		c.Case, c.Cycles = "memory", memory*n/c.MWP+period*(c.MWP-1)
	default:
		c.Case, c.Cycles = "computation", latency+h.Computation*n
	}
	c.Cycles *= h.RepeatsOfLaunch
	return c, nil
}

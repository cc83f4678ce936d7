package gpumodel

import "math"

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

// Volkov is V. Volkov's model of a CU that executes so many arithmetic instructions
// for each memory instruction, the intensity, each dependent on the one before it
// (Understanding latency hiding on GPUs, UCB/EECS-2016-143, chapter 4).
// …PerCycle are instructions a cycle and CU. All fields are more than 0.
type Volkov struct {
	MemoryLatency      Cycles  // of a memory instruction
	ArithmeticLatency  Cycles  // of an arithmetic instruction
	MemoryPerCycle     float64 // memory instructions, if there were no others
	ArithmeticPerCycle float64 // arithmetic instructions, if there were no others
	IssuePerCycle      float64 // both together
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
	b := min(v.MemoryPerCycle, v.IssuePerCycle/(intensity+1))
	if intensity > 0 {
		b = min(b, v.ArithmeticPerCycle/intensity)
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
	intensity = min(v.ArithmeticPerCycle/v.MemoryPerCycle, v.IssuePerCycle/v.MemoryPerCycle-1)
	intensity = max(0, intensity)
	return intensity, v.Needed(intensity)
}

package silicon

import (
	"fmt"
	"math"

	"lanebook/gpumodel"
)

// Passes reads the passes that the H200 counted for the 4-byte loads of one kind of
// pattern: "stride32".
func Passes(kind string) Reading {
	return func() (Measurement, error) {
		patterns, err := H200Patterns()
		for _, p := range patterns {
			if p.Kind == kind && p.Access.Op == gpumodel.Load && p.Access.Width == 4 {
				return h200(float64(p.Passes), "passes", "4-byte load, "+kind+", hardware counter", "patterns_counters.csv"), nil
			}
		}
		return Measurement{}, missing(err, "patterns.csv", kind)
	}
}

// Banks reads the number of the H200's banks: the smallest stride, in words, at which
// all 32 lanes fall into one.
func Banks() (Measurement, error) {
	patterns, err := H200Patterns()
	least := math.MaxInt
	for _, p := range patterns {
		if p.Access.Width == 4 && p.Access.Op == gpumodel.Load && p.Passes == 32 {
			var stride int
			if _, err := fmt.Sscanf(p.Kind, "stride%d", &stride); err == nil {
				least = min(least, stride)
			}
		}
	}
	if least == math.MaxInt {
		return Measurement{}, missing(err, "patterns.csv", "stride of 32 passes")
	}
	return h200(float64(least), "banks", "smallest stride with 32 passes, hardware counter", "patterns_counters.csv"), nil
}

// StrideGain reads how many times longer the MI300 took at one stride than at another.
func StrideGain(slow, fast int) Reading {
	return func() (Measurement, error) {
		times, err := MI300Strides()
		at := map[int]float64{}
		for _, t := range times {
			at[t.Stride] = t.Microseconds
		}
		if at[slow] == 0 || at[fast] == 0 {
			return Measurement{}, missing(err, "mi300_strides.csv", fmt.Sprintf("stride %d or %d", slow, fast))
		}
		what := fmt.Sprintf("timed loop of reads, stride %d against %d", slow, fast)
		return Measurement{at[slow] / at[fast], "times", "MI300", what, "mi300_strides.csv"}, nil
	}
}

// Fastest reads the highest rate of multiply-adds that the H200 reached.
func Fastest(kind gpumodel.Kind) Reading {
	return func() (Measurement, error) {
		curves, _, err := H200Issue()
		best := 0.0
		for _, p := range curves {
			if p.Kind == kind {
				best = max(best, p.PerCycle(p.Cycles))
			}
		}
		if best == 0 {
			return Measurement{}, missing(err, "issue.csv", kind.String())
		}
		return h200(best, "per cycle", fmt.Sprintf("%v multiply-adds, best of its curves", kind), "issue.csv"), nil
	}
}

// Saturating reads the fewest wavefronts of one chain with which the H200 came within
// 2 % of the highest rate that it has with one chain.
func Saturating(kind gpumodel.Kind) Reading {
	return func() (Measurement, error) {
		points, err := oneChain(kind)
		best := 0.0
		for _, p := range points {
			best = max(best, p.PerCycle(p.Cycles))
		}
		for _, p := range points { // in order of their wavefronts
			if p.PerCycle(p.Cycles) >= 0.98*best {
				return h200(float64(p.Wavefronts), "warps", fmt.Sprintf("one chain of %v multiply-adds, fewest within 2 %% of the plateau", kind), "issue.csv"), nil
			}
		}
		return Measurement{}, missing(err, "issue.csv", kind.String())
	}
}

// Chained reads the cycles from one multiply-add of a lone wavefront's chain to the
// next, the loop around them included.
func Chained(kind gpumodel.Kind) Reading {
	return func() (Measurement, error) {
		points, err := oneChain(kind)
		for _, p := range points {
			if p.Wavefronts == 1 {
				return h200(float64(p.Cycles)/float64(p.FMAs()), "cycles", fmt.Sprintf("%v multiply-adds in one chain, with their loop", kind), "issue.csv"), nil
			}
		}
		return Measurement{}, missing(err, "issue.csv", kind.String())
	}
}

func oneChain(kind gpumodel.Kind) ([]IssuePoint, error) {
	curves, _, err := H200Issue()
	var out []IssuePoint
	for _, p := range curves {
		if p.Kind == kind && p.Chains == 1 {
			out = append(out, p)
		}
	}
	return out, err
}

// UsefulShare reads the H200's rate with one workgroup's lanes as a percentage of that
// with another's, dummies left out.
func UsefulShare(lanes, of int) Reading {
	return func() (Measurement, error) {
		_, blocks, err := H200Issue()
		rate := map[int]float64{}
		for _, p := range blocks {
			rate[p.Lanes] = p.LanesPerCycle(p.Cycles)
		}
		if rate[lanes] == 0 || rate[of] == 0 {
			return Measurement{}, missing(err, "issue.csv", fmt.Sprintf("workgroup of %d or %d lanes", lanes, of))
		}
		return h200(100*rate[lanes]/rate[of], "%", fmt.Sprintf("useful multiply-adds of %d threads against %d", lanes, of), "issue.csv"), nil
	}
}

// DRAMLatency reads the cycles of a load of a pointer chase through the most data that
// the H200 was given.
func DRAMLatency() (Measurement, error) {
	points, err := H200Chase()
	if len(points) == 0 {
		return Measurement{}, missing(err, "latency.csv", "pointer chase")
	}
	last := points[len(points)-1]
	return h200(last.L1, "cycles", fmt.Sprintf("pointer chase through %d MB", last.Size>>20), "latency.csv"), nil
}

// BlockingRate reads the multiply-adds a cycle that one CU of the H200 reached with a
// register block fed from the LDS, the best of its numbers of workgroups. Its peak is 64.
func BlockingRate(rows, columns int) Reading {
	return func() (Measurement, error) {
		points, err := H200Blocking()
		best := 0.0
		for _, p := range points {
			if p.Rows == rows && p.Columns == columns {
				best = max(best, p.PerCycle)
			}
		}
		if best == 0 {
			return Measurement{}, missing(err, "gemmblock.csv", fmt.Sprintf("blocking of %dx%d", rows, columns))
		}
		return h200(best, "multiply-adds a cycle", fmt.Sprintf("%d × %d from the LDS, one CU, best of its numbers of workgroups", rows, columns), "gemmblock.csv"), nil
	}
}

// TransposeRatio reads the H200's time of one transpose over that of another: "tile4",
// "tile4pad".
func TransposeRatio(one, other string) Reading {
	return func() (Measurement, error) {
		times, err := H200Transposes()
		ms := map[string]float64{}
		for _, t := range times {
			ms[t.Name] = t.Milliseconds
		}
		if ms[one] == 0 || ms[other] == 0 {
			return Measurement{}, missing(err, "transpose.csv", one+" or "+other)
		}
		return h200(ms[one]/ms[other], "times", fmt.Sprintf("8192² floats, time of %s over %s", one, other), "transpose.csv"), nil
	}
}

// FFTRatio reads the H200's time of one kernel of fft.cu over that of another; of both,
// all but the times is given, as H200FFT has it.
func FFTRatio(one, other FFTTime) Reading {
	return func() (Measurement, error) {
		times, err := H200FFT()
		us := map[FFTTime]float64{}
		for _, t := range times {
			key := t
			key.Microseconds, key.Least = 0, 0
			us[key] = t.Microseconds
		}
		if us[one] == 0 || us[other] == 0 {
			return Measurement{}, missing(err, "fft.csv", fmt.Sprintf("%s or %s", one, other))
		}
		return h200(us[one]/us[other], "times", fmt.Sprintf("%d² complex numbers, time of %s over %s", one.Size, one, other), "fft.csv"), nil
	}
}

func h200(value float64, unit, what, file string) Measurement {
	return Measurement{value, unit, "H200", what, file}
}

// missing is the error of a file that could not be read, or that lacks something.
func missing(err error, file, what string) error {
	if err != nil {
		return err
	}
	return fmt.Errorf("silicon: %s has no %s", file, what)
}

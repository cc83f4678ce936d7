package silicon

import (
	_ "embed"
	"fmt"
	"strings"

	"lanebook/gpumodel"
)

// MixPoint is one row of mix.csv: one workgroup on one CU, every wavefront in a
// loop of 64 turns of four steps.
type MixPoint struct {
	Loop       string // its name in mix.cu, which says what a step is
	Stride     int    // words between the LDS addresses of neighbouring lanes
	Wavefronts int
	Cycles     int // from the first clock read to the last
}

// Steps is how many steps a wavefront makes between the clock reads.
const Steps = 64 * 4

//go:embed mix.csv
var mixCSV string

//go:embed mix.sass
var mixSASS string

// H200Mixes returns what the H200 took for each loop.
func H200Mixes() ([]MixPoint, error) { return mixes(mixCSV) }

func mixes(text string) ([]MixPoint, error) {
	var points []MixPoint
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		row := strings.Split(line, ",")
		if row[0] != "mix" || len(row) != 5 {
			return nil, fmt.Errorf("silicon: mix.csv: row %d is %q, want mix with 5 columns", i+1, line)
		}
		f := named{file: "mix.csv", row: i + 1, columns: row}
		if _, ok := mixSteps[row[1]]; !ok {
			return nil, fmt.Errorf("silicon: mix.csv: row %d has the loop %q, want one of mix.cu", i+1, row[1])
		}
		points = append(points, MixPoint{Loop: row[1], Stride: f.int(2, "stride"), Wavefronts: f.int(3, "warps"), Cycles: f.int(4, "cycles")})
		if f.err != nil {
			return nil, f.err
		}
	}
	return points, nil
}

// Step says in words what a step of the loop is.
func (p MixPoint) Step() string { return mixSteps[p.Loop].words }

// Fitted reports whether numbers of the H200's preset were set from the loop: from
// chains of loads, from special functions, or from barriers.
func (p MixPoint) Fitted() bool { return mixSteps[p.Loop].role == fitted }

// Integer reports whether the loop is integer arithmetic and nothing else. The H200
// has units of their own for it, of half the rate; the model takes it for FP32.
func (p MixPoint) Integer() bool { return mixSteps[p.Loop].role == integer }

// What a loop is for.
const (
	unseen = iota
	fitted
	integer
)

// mixSteps are the loops of mix.cu.
var mixSteps = map[string]struct {
	words string
	role  int
}{
	"sfu1":          {"a special function, chained", fitted},
	"sfu2":          {"2 special functions", fitted},
	"sfu4":          {"4 special functions", fitted},
	"lop1":          {"4 logic operations, chained", integer},
	"lop4":          {"4 chains of 4 logic operations", integer},
	"add1":          {"4 additions, chained", integer},
	"add4":          {"4 chains of 4 additions", integer},
	"mad1":          {"an integer multiply-add, chained", integer},
	"mad4":          {"4 integer multiply-adds", integer},
	"barrier":       {"a barrier", fitted},
	"chase":         {"a 4-byte load, chained", fitted},
	"chase8":        {"an 8-byte load, chained", fitted},
	"chase16":       {"a 16-byte load, chained", fitted},
	"chase_add":     {"a load at a sum, chained", unseen},
	"chase_fma8":    {"a chained load; 8 FFMA, chained", unseen},
	"load1_fma4":    {"a load and 4 FFMA that need it", unseen},
	"load4_fma8":    {"4 loads, 8 FFMA", unseen},
	"load4_fma32":   {"4 loads, 32 FFMA", unseen},
	"store_fma4":    {"4 FFMA, a store", unseen},
	"barrier_fma4":  {"4 FFMA, a barrier", unseen},
	"barrier_fma32": {"32 FFMA, a barrier", unseen},
	"tile":          {"store, barrier, load, barrier", fitted},
	"fma4_dfma1":    {"4 FFMA, a DFMA", unseen},
	"fma2_dfma2":    {"2 FFMA, 2 DFMA", unseen},
	"fma8_sfu1":     {"8 FFMA, a special function", unseen},
	"fma2_sfu2":     {"2 FFMA, 2 special functions", unseen},
	"fma4_lop4":     {"4 FFMA, 4 logic operations", unseen},
	"fma4_mad4":     {"4 FFMA, 4 integer multiply-adds", unseen},
	"everything":    {"load, store and 4 kinds of arithmetic", unseen},
}

// MixLoop returns the machine code of one of the loops between its clock reads,
// with its accesses to the LDS so many words apart.
func MixLoop(name string, stride int) (gpumodel.Program, error) {
	lines, err := listing("mix.sass", mixSASS, name)
	if err != nil {
		return gpumodel.Program{}, err
	}
	return disassembled(lines, 64, strided(stride, 0))
}

// strided returns accesses of neighbouring lanes so many words apart, from a base.
func strided(stride int, base gpumodel.Bytes) func(gpumodel.Bytes) gpumodel.Access {
	return func(offset gpumodel.Bytes) gpumodel.Access {
		return gpumodel.Stride(4, 32, base+offset, gpumodel.Bytes(4*stride))
	}
}

// RunMixes returns the cycles that the device takes for each point, by running the
// machine code on one CU.
func RunMixes(device gpumodel.Device, points []MixPoint) ([]int, error) {
	cycles := make([]int, len(points))
	for i, p := range points {
		loop, err := MixLoop(p.Loop, p.Stride)
		if err != nil {
			return nil, err
		}
		t, err := device.Run(loop.Workload(1, p.Wavefronts))
		if err != nil {
			return nil, fmt.Errorf("silicon: %s: %w", p.Loop, err)
		}
		cycles[i] = int(t.Clocks[len(t.Clocks)-1].Cycle - t.Clocks[0].Cycle)
	}
	return cycles, nil
}

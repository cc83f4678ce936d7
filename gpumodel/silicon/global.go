package silicon

import (
	_ "embed"
	"fmt"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/memory"
)

// GlobalPoint is one row of global.csv: one workgroup, alone on the GPU, in a loop
// of 64 turns of four 4-byte loads that every wavefront makes from memory of its
// own, the second time over.
type GlobalPoint struct {
	PastL1     bool // kept in the L2 only (ld.cg)
	Stride     int  // words between the addresses of neighbouring lanes
	Wavefronts int
	Cycles     int // from the first clock read to the last
}

// PerLoad returns the cycles of one wavefront's load, had all taken so many.
func (p GlobalPoint) PerLoad(cycles int) float64 {
	return float64(cycles) / float64(Steps*p.Wavefronts)
}

//go:embed global.csv
var globalCSV string

//go:embed global.sass
var globalSASS string

// H200Globals returns what the H200 took for global loads of one CU.
func H200Globals() ([]GlobalPoint, error) { return globals(globalCSV) }

func globals(text string) ([]GlobalPoint, error) {
	var points []GlobalPoint
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		row := strings.Split(line, ",")
		if row[0] != "global" || len(row) != 5 || row[1] != "l1" && row[1] != "l2" {
			return nil, fmt.Errorf("silicon: global.csv: row %d is %q, want global, l1 or l2, and 5 columns", i+1, line)
		}
		f := named{file: "global.csv", row: i + 1, columns: row}
		p := GlobalPoint{PastL1: row[1] == "l2", Wavefronts: f.int(3, "warps"), Cycles: f.int(4, "cycles")}
		if row[2] != "stride=0" {
			p.Stride = f.int(2, "stride")
		}
		if f.err != nil {
			return nil, f.err
		}
		points = append(points, p)
	}
	return points, nil
}

// RunGlobals returns the cycles that the device takes for each point, by running the machine code.
func RunGlobals(device gpumodel.Device, points []GlobalPoint) ([]int, error) {
	cycles := make([]int, len(points))
	for i, p := range points {
		var err error
		if cycles[i], err = p.run(device); err != nil {
			return nil, fmt.Errorf("silicon: global loads, stride %d: %w", p.Stride, err)
		}
	}
	return cycles, nil
}

func (p GlobalPoint) run(device gpumodel.Device) (int, error) {
	if l1 := &device.Caches.L1; l1.Lines > 0 {
		l1.Lines = l1Lines(setAside(32 * p.Wavefronts))
	}
	h, err := memory.New(device, device.CUs) // a lone CU has every CU's share
	if err != nil {
		return 0, err
	}
	h.Copy(32 << 16)
	name, launch := "l1", gpumodel.Workload{Workgroups: 1, Wavefronts: p.Wavefronts, Memory: h.CU(0)}
	if p.PastL1 {
		name, launch.Memory = "l2", h.CU(0).PastL1()
	}
	lines, err := listing("global.sass", globalSASS, name)
	if err != nil {
		return 0, err
	}
	programs := make([]gpumodel.Program, p.Wavefronts)
	for w := range programs {
		if programs[w], err = disassembled(lines, 64, strided(p.Stride, gpumodel.Bytes(w<<16))); err != nil {
			return 0, err
		}
	}
	launch.Stream = func(_, w int) gpumodel.Stream { return &twice{program: programs[w]} }
	t, err := device.Run(launch)
	if err != nil {
		return 0, err
	}
	second := t.Clocks[len(t.Clocks)/2:] // the reads of the second time come after the barrier
	return int(second[len(second)-1].Cycle - second[0].Cycle), nil
}

// twice is a program, a barrier, and the program again.
type twice struct {
	program gpumodel.Program
	stream  gpumodel.Stream
	times   int
}

func (s *twice) Next(in *gpumodel.Instruction) bool {
	if s.stream != nil && s.stream.Next(in) {
		return true
	}
	if s.times == 2 {
		return false
	}
	s.stream = s.program.Start()
	if s.times++; s.times == 2 {
		*in = gpumodel.Instruction{Kind: gpumodel.Barrier, Lanes: gpumodel.AllLanes(32)}
		return true
	}
	return s.stream.Next(in)
}

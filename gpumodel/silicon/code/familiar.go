package code

import (
	_ "embed"
	"fmt"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
)

// Familiar is a loop of familiar.cu on the H200, written when the model was done: what the
// model gives was written down before any of the loops was run, but for matmul44. Every
// wavefront has 64 turns between two clock reads, and a second go of them is measured; the
// least of three launches.
type Familiar struct {
	Loop       string // its name in familiar.sass
	Wavefronts int
	Cycles     int // from the first clock read of any wavefront to the last
	Second     int // the same in a second run
	Told       int // what the model gave beforehand; of matmul44, whose addresses were given wrongly then, what the same model gives for the right ones
}

//go:embed familiar.csv
var familiarCSV string

// The listing has 40 of familiar.cu's 41 loops. Of floatdiv nothing was told: the slow path of
// its divisions lies outside of the loop.
//
//go:embed familiar.sass
var familiarSASS string

// H200Familiar returns what an H200 took, nvcc 13.0.88 and driver 580.159.04, 2026-11-28.
func H200Familiar() ([]Familiar, error) {
	var all []Familiar
	for i, line := range strings.Split(strings.TrimSpace(familiarCSV), "\n")[1:] {
		row := strings.Split(line, ",")
		if len(row) != 5 {
			return nil, fmt.Errorf("silicon: familiar.csv: row %d is %q, want 5 columns", i+2, line)
		}
		f := Familiar{Loop: row[0]}
		if err := numbers("familiar.csv", i+2, row, 1, &f.Wavefronts, &f.Cycles, &f.Second, &f.Told); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// FamiliarCycles returns what the model takes for the loops now.
func FamiliarCycles(all []Familiar) ([]int, error) {
	loops, err := listing("familiar.sass", familiarSASS)
	if err != nil {
		return nil, err
	}
	cycles := make([]int, len(all))
	for i, f := range all {
		if cycles[i], err = ran(loops, f.Loop, f.launch); err != nil {
			return nil, err
		}
	}
	return cycles, nil
}

func (f Familiar) launch(k *sass.Kernel) sass.Launch {
	l := sass.Launch{Device: gpu.H200(), Kernel: k, Wavefronts: f.Wavefronts, Turns: Turns, Warm: true}
	l.Access = func(in *sass.Instruction) (gpumodel.Access, bool) { return f.access(in), true }
	if f.Loop != "crc32" {
		return l
	}
	var loads []int64
	for i := range k.Code {
		if k.Code[i].Opcode.Unit == sass.LSU {
			loads = append(loads, k.Code[i].Address)
		}
	}
	draws := map[int64][]gpumodel.Access{}
	for i, a := range lookups(f.Wavefronts) { // each load takes those of all wavefronts in turn
		at := loads[i/f.Wavefronts%len(loads)]
		draws[at] = append(draws[at], a)
	}
	l.Draws = func(in *sass.Instruction) []gpumodel.Access { return draws[in.Address] }
	return l
}

// access returns what an access asks for: neighbours, unless the source says otherwise.
func (f Familiar) access(in *sass.Instruction) gpumodel.Access {
	width := gpumodel.Bytes(in.Width())
	lanes := func(place func(lane int) int) gpumodel.Access {
		a := gpumodel.Stride(width, 32, 0, 0)
		for lane := range a.Addr {
			a.Addr[lane] = width * gpumodel.Bytes(place(lane))
		}
		return a
	}
	switch {
	case f.Loop == "matmul44" && strings.Contains(in.String(), "[R35"): // four rows of the left tile, eight columns of the right
		return lanes(func(lane int) int { return lane / 8 })
	case f.Loop == "matmul44":
		return lanes(func(lane int) int { return lane % 8 })
	case f.Loop == "matmul11" && !strings.Contains(in.String(), "+0x1000"), f.Loop == "rank_count": // a row of the left factor, and what is ranked
		return lanes(func(int) int { return 0 })
	case f.Loop == "transpose_pad" && in.Store():
		return lanes(func(lane int) int { return 33 * lane })
	}
	return lanes(func(lane int) int { return lane })
}

// lookups are the words of a table of 256 that crc32 reads in its second go, of all wavefronts in turn.
func lookups(wavefronts int) []gpumodel.Access {
	all := make([]gpumodel.Access, 4*Turns*wavefronts)
	for w := range wavefronts {
		var x [32]uint32
		for lane := range x {
			x[lane] = uint32(32*w+lane) * 2654435761
		}
		for i := range 2 * 4 * Turns {
			a := gpumodel.Stride(4, 32, 0, 0)
			for lane := range x {
				word := x[lane] & 255
				a.Addr[lane] = gpumodel.Bytes(4 * word)
				x[lane] = x[lane]>>8 ^ word*2654435761&0x3fffffff
				if i%4 == 3 {
					x[lane] += 3
				}
			}
			if i >= 4*Turns {
				all[(i-4*Turns)*wavefronts+w] = a
			}
		}
	}
	return all
}

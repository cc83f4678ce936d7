// Package code has what an H200 took for machine code: loops of random instructions and
// the inner loops of familiar kernels, with their encodings and cycles (nvcc 13.0.88,
// driver 580.159.04, one block on one SM of an idle chip, 2026-11-21). It runs them on
// package sass's model. pipes.csv holds what that model's numbers were set from, and
// forward.csv, what showed when results are read. The loops of familiar.sass were told
// before they were measured, and nops.csv led to forward.csv (both 2026-11-28).
package code

import (
	_ "embed"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
)

// Point is one row of loops.csv or kernels.csv: a workgroup on one CU, every wavefront
// with 64 turns of a loop between two clock reads.
type Point struct {
	Set        Set
	Loop       string // its name in the listing
	Stride     int    // of loops: words between the LDS addresses of neighbouring lanes
	Wavefronts int
	Cycles     int // from the first clock read of any wavefront to the last
}

// Set is where a point is from.
type Set uint8

// The sets.
const (
	Loops   Set = iota // 48 loops of random instructions
	Kernels            // 8 inner loops of kernels that people know
)

// String names the set.
func (s Set) String() string { return [...]string{"random loops", "kernels"}[s] }

// Turns is how often every loop is gone through. Of a046 the compiler left two instructions
// and no loop: they run once.
const Turns = 64

//go:embed loops.csv
var loopsCSV string

//go:embed loops.sass
var loopsSASS string

//go:embed kernels.csv
var kernelsCSV string

//go:embed kernels.sass
var kernelsSASS string

// H200Points returns what the H200 took for the loops, and after them the kernels.
func H200Points() ([]Point, error) {
	loops, err := points(Loops, "loops.csv", loopsCSV, 4)
	if err != nil {
		return nil, err
	}
	kernels, err := points(Kernels, "kernels.csv", kernelsCSV, 3)
	return append(loops, kernels...), err
}

func points(set Set, file, text string, columns int) ([]Point, error) {
	var all []Point
	for i, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
		row := strings.Split(line, ",")
		if len(row) != columns {
			return nil, fmt.Errorf("silicon: %s: row %d is %q, want %d columns", file, i+2, line, columns)
		}
		p := Point{Set: set, Loop: row[0], Stride: 1}
		into := []*int{&p.Wavefronts, &p.Cycles}
		if columns == 4 {
			into = []*int{&p.Stride, &p.Wavefronts, &p.Cycles}
		}
		if err := numbers(file, i+2, row, 1, into...); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// numbers reads the whole numbers of a line, from a column on.
func numbers(file string, line int, row []string, from int, into ...*int) error {
	for i, to := range into {
		n, err := strconv.Atoi(row[from+i])
		if err != nil || n < 1 {
			return fmt.Errorf("silicon: %s: row %d, column %d = %q, want a number of 1 or more", file, line, from+i+1, row[from+i])
		}
		*to = n
	}
	return nil
}

// Listings reads the machine code of the loops and of the kernels.
func Listings() (map[string]*sass.Kernel, error) {
	all, err := listing("loops.sass", loopsSASS)
	if err != nil {
		return nil, err
	}
	kernels, err := listing("kernels.sass", kernelsSASS)
	maps.Copy(all, kernels)
	return all, err
}

// listing reads machine code, by the names of its loops.
func listing(file, text string) (map[string]*sass.Kernel, error) {
	f, err := sass.Read(file, text)
	if err != nil {
		return nil, err
	}
	all := map[string]*sass.Kernel{}
	for i := range f.Kernels {
		all[f.Kernels[i].Name] = &f.Kernels[i]
	}
	return all, nil
}

// ran returns the cycles that the model takes for a loop of a listing.
func ran(listing map[string]*sass.Kernel, loop string, launch func(*sass.Kernel) sass.Launch) (int, error) {
	k := listing[loop]
	if k == nil {
		return 0, fmt.Errorf("silicon: no loop %q in the listing", loop)
	}
	r, err := sass.Hopper().Run(launch(k))
	if err != nil {
		return 0, fmt.Errorf("silicon: %s: %w", loop, err)
	}
	return int(r.Cycles), nil
}

// Cycles returns what the model takes for the points, from the first clock read to the
// last of a second go, as it was measured.
func Cycles(points []Point) ([]int, error) {
	listings, err := Listings()
	if err != nil {
		return nil, err
	}
	cycles := make([]int, len(points))
	for i, p := range points {
		if cycles[i], err = ran(listings, p.Loop, p.launch); err != nil {
			return nil, err
		}
	}
	return cycles, nil
}

func (p Point) launch(k *sass.Kernel) sass.Launch {
	return sass.Launch{Device: gpu.H200(), Kernel: k, Wavefronts: p.Wavefronts, Turns: Turns, Access: p.access(), Draws: p.draws, Warm: true}
}

// access returns what the point's accesses ask for: in loops lanes a stride apart, in the
// kernels what the measurement's README says of each.
func (p Point) access() func(*sass.Instruction) (gpumodel.Access, bool) {
	stride := func(words int, offset int64) gpumodel.Access {
		return gpumodel.Stride(4, 32, gpumodel.Bytes(offset), gpumodel.Bytes(4*words))
	}
	return func(in *sass.Instruction) (gpumodel.Access, bool) {
		offset := int64(0)
		for _, o := range in.Operands {
			if o.Kind == sass.Memory {
				offset = o.Offset
			}
		}
		switch {
		case p.Set == Loops:
			return stride(p.Stride, offset), true
		case p.Loop == "transpose32_bad" && in.Store():
			return stride(32, 0), true
		case p.Loop == "transpose32_bad":
			return stride(1, 0), true
		case p.Loop == "nbody":
			return stride(0, offset), true
		case p.Loop == "ldsm_mma":
			return stride(36, 0), true
		}
		return gpumodel.Access{}, false
	}
}

// draws returns the words among 1024 that histogram's accesses add to, one turn after the
// other, as the kernel draws them: by its generator, from the lane's number. Where the
// kernel began is not known; the lanes' draws are a multiple of each other's distance
// apart from anywhere, so that it changes little.
func (p Point) draws(in *sass.Instruction) (all []gpumodel.Access) {
	if p.Loop != "histogram" || in.Opcode.Unit != sass.LSU {
		return nil
	}
	first := map[int64]int{0x3c0: 0, 0x3f0: 1, 0x400: 2, 0x410: 3}[in.Address]
	var x [32]uint32
	for lane := range x {
		x[lane] = uint32(lane)
	}
	for draw := range 8 * Turns {
		if draw >= 4*Turns && draw%4 == first { // the second go is measured
			a := gpumodel.Stride(4, 32, 0, 0)
			for lane := range x {
				a.Addr[lane] = gpumodel.Bytes(x[lane] >> 20 & 0xffc)
			}
			all = append(all, a)
		}
		for lane := range x {
			x[lane] = x[lane]*1664525 + 0x3c6ef35f
		}
	}
	return all
}

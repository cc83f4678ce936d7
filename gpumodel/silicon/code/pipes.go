package code

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
)

// Pipe is one row of pipes.csv: a loop of a few instructions with control fields that no
// compiler would write, to see one unit at a time, pairs of units, or a random mix. It is
// gone through 16 times, or once, between two clock reads, after two goes to warm up.
type Pipe struct {
	Family     string // what it is for: "solo", "lat", "bank", "lds1"; the first word of its name, "rand" of rand17
	Loop       string // its name in pipes.txt
	Wavefronts int
	Cycles     int // from the first clock read of any wavefront to the last
}

// Fitted reports whether numbers of package sass's machine or of its opcode table, or the
// form of a rule, were set from the family; where a few of its loops did, all of it counts,
// of products of matrices beside others (hmma, hmmas, shmma) all with one wavefront a SIMD:
// Ports and its form are from three loops of rand, Parks from barmix LDS; that a load goes
// to the banks with the store that it follows was chosen with swap in view. The others set
// none, but they were looked at.
func (p Pipe) Fitted() bool {
	switch p.Family {
	case "pair", "xu", "fp64", "lds", "burst8", "both", "lead", "barin":
		return false
	case "hmma", "hmmas", "shmma":
		return p.Wavefronts <= sass.Hopper().SIMDs
	}
	return true
}

//go:embed pipes.csv
var pipesCSV string

// pipes.txt has the loops' instructions: a line with a name, the first address, the bytes
// between the addresses of neighbouring lanes and the turns, then each instruction with its
// control fields (stall, Y for a yield, W and R for the barriers that it releases, M for
// those that it waits for), after a number that says how often it, or what is indented
// below, comes. probe/ made the machine code and ran it.
//
//go:embed pipes.txt
var pipesTXT string

// H200Pipes returns what the H200 took.
func H200Pipes() ([]Pipe, error) {
	var all []Pipe
	for i, line := range strings.Split(strings.TrimSpace(pipesCSV), "\n")[1:] {
		row := strings.Split(line, ",")
		if len(row) != 3 {
			return nil, fmt.Errorf("silicon: pipes.csv: row %d is %q, want 3 columns", i+2, line)
		}
		warps, err := strconv.Atoi(row[1])
		cycles, err2 := strconv.Atoi(row[2])
		if err != nil || err2 != nil || warps < 1 || cycles < 1 {
			return nil, fmt.Errorf("silicon: pipes.csv: row %d is %q, want two numbers of 1 or more", i+2, line)
		}
		family, _, _ := strings.Cut(row[0], " ")
		if strings.HasPrefix(family, "rand") {
			family = "rand"
		}
		all = append(all, Pipe{family, row[0], warps, cycles})
	}
	return all, nil
}

// RunPipes returns the cycles that the model takes for the loops.
func RunPipes(pipes []Pipe) ([]int, error) {
	launches, err := pipeLaunches()
	if err != nil {
		return nil, err
	}
	cycles := make([]int, len(pipes))
	for i, p := range pipes {
		l, ok := launches[p.Loop]
		if !ok {
			return nil, fmt.Errorf("silicon: no loop %q in pipes.txt", p.Loop)
		}
		l.Wavefronts = p.Wavefronts
		r, err := sass.Hopper().Run(l)
		if err != nil {
			return nil, fmt.Errorf("silicon: %s: %w", p.Loop, err)
		}
		cycles[i] = int(r.Cycles)
	}
	return cycles, nil
}

// pipeLaunches reads the loops of pipes.txt, by their names.
func pipeLaunches() (map[string]sass.Launch, error) {
	launches := map[string]sass.Launch{}
	for text := range strings.SplitSeq(strings.TrimSpace(pipesTXT), "\n\n") {
		name, l, err := pipe(text)
		if err != nil {
			return nil, err
		}
		launches[name] = l
	}
	return launches, nil
}

// pipe reads a loop of pipes.txt, and puts around it what was around it.
func pipe(text string) (name string, l sass.Launch, err error) {
	lines := strings.Split(text, "\n")
	name, rest, _ := strings.Cut(lines[0], "; ")
	var from int64
	var stride, turns int
	if _, err := fmt.Sscanf(rest, "from %x; stride %d; turns %d", &from, &stride, &turns); err != nil {
		return name, l, fmt.Errorf("silicon: pipes.txt: %q, want NAME; from ADDRESS; stride BYTES; turns TURNS", lines[0])
	}
	code := []string{"S1 CS2R.32 R4, SR_CLOCKLO"}
	for i := 1; i < len(lines); i++ {
		count, first, single := strings.Cut(strings.TrimPrefix(lines[i], "\t"), "\t")
		n, err := strconv.Atoi(count)
		if err != nil {
			return name, l, fmt.Errorf("silicon: pipes.txt: %s: %q, want a number first", name, lines[i])
		}
		block := []string{first}
		if !single {
			block = nil
			for i+1 < len(lines) && strings.HasPrefix(lines[i+1], "\t\t") {
				i++
				block = append(block, lines[i][2:])
			}
		}
		code = append(code, slices.Repeat(block, n)...)
	}
	code = append(code, "S5 IADD3 R6, R6, 0x1, RZ", "S13 Y ISETP.NE.AND P0, PT, R6, 0x10, PT",
		fmt.Sprintf("S6 @P0 BRA 0x%x", from+16), "S15 Y CS2R.32 R5, SR_CLOCKLO")
	listing := &strings.Builder{}
	controls := make([]sass.Control, len(code))
	fmt.Fprintln(listing, strings.ReplaceAll(name, " ", "_")+":")
	for i, c := range code {
		var words string
		controls[i], words = fields(c)
		fmt.Fprintf(listing, "\t%04x\t%s\n", from+16*int64(i), words)
	}
	f, err := sass.Read("pipes.txt", listing.String())
	if err != nil {
		return name, l, err
	}
	k := &f.Kernels[0]
	for i := range k.Code {
		k.Code[i].Control = controls[i]
	}
	k.Derived = false
	return name, sass.Launch{Device: gpu.H200(), Kernel: k, Turns: turns, Access: func(in *sass.Instruction) (gpumodel.Access, bool) {
		for _, o := range in.Operands {
			if o.Kind == sass.Memory && o.Base == sass.Zero { // [UR6]: one address for all lanes
				return gpumodel.Stride(4, 32, 0, 0), true
			}
		}
		return gpumodel.Stride(4, 32, 0, gpumodel.Bytes(stride)), in.Opcode.Name != "LDSM"
	}}, nil
}

// fields reads the control fields before an instruction.
func fields(line string) (c sass.Control, rest string) {
	c.Write, c.Read = sass.NoBarrier, sass.NoBarrier
	for {
		word, after, _ := strings.Cut(line, " ")
		n, err := strconv.ParseUint(word[1:], 10, 8)
		switch {
		case word == "Y":
			c.Yield = true
		case err != nil:
			return c, line
		case word[0] == 'S':
			c.Stall = uint8(n)
		case word[0] == 'W':
			c.Write = uint8(n)
		case word[0] == 'R':
			c.Read = uint8(n)
		case word[0] == 'M':
			c.Wait |= 1 << n
		default:
			return c, line
		}
		line = after
	}
}

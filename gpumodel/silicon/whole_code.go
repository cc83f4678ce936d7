package silicon

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"lanebook/gpumodel"
)

// The machine code of whole.cu's kernels: of the transposes apart, so that a page's program
// that runs them alone links no other.
var (
	//go:embed whole.sass
	wholeSASS string
	//go:embed transposes.sass
	transposesSASS string
)

// wholeStep is an instruction of a whole kernel, as it is where a wavefront goes on to the
// next one. Its addresses are left open.
type wholeStep struct {
	in      gpumodel.Instruction
	jump    bool
	guarded bool          // the jump has a predicate
	ends    gpumodel.Kind // of a jump that is taken: Branch or Exit
	target  int           // step that a Branch goes to
	access  int           // place among the accesses, from 0; −1: none
}

// wholeCode is a whole kernel's machine code.
type wholeCode struct {
	steps     []wholeStep
	registers int // of a lane, see assemble
	accesses  int
}

// assemble reads the machine code of a whole kernel: an address and an instruction a
// line. Every line is a step, in order; its Line is its place, from 1.
//
// Three kinds of step take their turn to be issued, as FP32 does, and nothing more:
// reads of constants, which are there before they are needed; jumps that are not taken;
// and what else has a predicate, which holds in no lane of these kernels (saxpy's n < 0; that
// an access that is off takes its turn with others, predicate_h100.csv, is left out here).
// Special registers (S2R, S2UR) are read, and the uniform unit computes, as FP32 does.
//
// An instruction of the model writes one register. Where one of the GPU's writes
// several, two or four words or a carry, all of them go by the name of the first.
//
// The listing does not show how many registers a lane was given: registers is the
// number after the highest in use, rounded up to 8.
func assemble(lines []string) (wholeCode, error) {
	var c wholeCode
	at := map[string]int{} // step at an address
	for i, line := range lines {
		address, _, _ := strings.Cut(line, " ")
		at["0x"+strings.TrimLeft(address[:len(address)-1], "0")+address[len(address)-1:]] = i
	}
	r := reader{code: &c, writer: map[gpumodel.Register]int{}}
	for i, line := range lines {
		address, text, _ := strings.Cut(line, " ")
		s, err := r.step(text, at)
		if err != nil {
			return wholeCode{}, fmt.Errorf("instruction at %s: %w", address, err)
		}
		s.in.Line = int32(i + 1)
		c.steps = append(c.steps, s)
	}
	c.registers = (r.highest + 7) / 8 * 8
	return c, nil
}

// renumber numbers the registers that anybody waits for from 1 on, so that those of a wavefront
// lie close together.
func (c *wholeCode) renumber() {
	numbers := map[gpumodel.Register]gpumodel.Register{gpumodel.NoRegister: gpumodel.NoRegister}
	for i := range c.steps {
		in := &c.steps[i].in
		for _, r := range []*gpumodel.Register{&in.Src[0], &in.Src[1], &in.Src[2], &in.Src[3], &in.Src[4], &in.Dst, &in.Read} {
			n, ok := numbers[*r]
			if !ok {
				n = gpumodel.Register(len(numbers))
				numbers[*r] = n
			}
			*r = n
		}
	}
}

// reader reads instructions in their order.
type reader struct {
	code    *wholeCode
	writer  map[gpumodel.Register]int // step that wrote a register last; −1: a constant's read
	from    gpumodel.Register         // of the latest TEX, its first coordinate
	highest int                       // registers of a lane that have been named
}

func (r *reader) step(text string, at map[string]int) (wholeStep, error) {
	s := wholeStep{access: -1}
	var reads []gpumodel.Register
	if rest, ok := strings.CutPrefix(text, "@"); ok {
		p, after, _ := strings.Cut(rest, " ")
		reads, text, s.guarded = append(reads, register(strings.Trim(p, "!"))), after, true
	}
	name, rest, _ := strings.Cut(text, " ")
	base, _, _ := strings.Cut(name, ".")
	kind, ok := kinds[base]
	constant := ok && kind == gpumodel.Exit
	var writes []gpumodel.Register
	switch {
	case base == "EXIT":
		s.jump, s.ends = true, gpumodel.Exit
	case !ok:
		return s, fmt.Errorf("%q, want one of those that the kernels use", name)
	case kind == gpumodel.Branch:
		s.jump, s.ends = true, gpumodel.Branch
		if s.target, ok = at[rest]; !ok {
			return s, fmt.Errorf("branch to %s, want the address of an instruction", rest)
		}
	default:
		var sources []gpumodel.Register
		if writes, sources = r.operands(name, base, rest); !constant {
			reads = append(reads, sources...)
		}
		switch clock := strings.Contains(rest, "SR_CLOCKLO"); {
		case clock:
			kind = gpumodel.Clock
		case kind == gpumodel.Clock: // CS2R of a register that is always zero
			kind = gpumodel.FP32
		}
		if !s.guarded && !constant {
			s.in.Kind = kind
		} else if s.guarded { // what holds in no lane waits for results that take a time not known beforehand
			reads = slices.DeleteFunc(reads, func(reg gpumodel.Register) bool {
				w, ok := r.writer[reg]
				return reg < predicates && (!ok || w < 0 || r.code.steps[w].in.Kind == gpumodel.FP32)
			})
		}
		reads = append(reads, r.hazards(base, kind, writes)...)
	}
	if err := r.wait(&s.in, reads); err != nil {
		return s, err
	}
	if s.guarded || s.jump {
		return s, nil
	}
	switch {
	case base == "TEX":
		s.in.Read, r.writer[coordinates] = coordinates, len(r.code.steps)
	case base == "MEMBAR":
		writes = []gpumodel.Register{fenced}
	case kind == gpumodel.Local || kind == gpumodel.Global:
		s.in.Access = gpumodel.Access{Width: width(name)}
		if stores[base] {
			s.in.Access.Op = gpumodel.Store
		}
		s.access = r.code.accesses
		r.code.accesses++
	}
	for i, w := range writes {
		if r.writer[w] = len(r.code.steps); constant {
			r.writer[w] = -1
		} else if i == 0 {
			s.in.Dst = w
		}
	}
	return s, nil
}

// operands returns the registers that an instruction writes and reads, all words of
// them: R4 and R5 of R4.64, of the data of an access of 8 bytes, and of IMAD.WIDE's result
// and its last operand.
func (r *reader) operands(name, base, rest string) (writes, reads []gpumodel.Register) {
	list := strings.Split(rest, ",")
	if base == "TEX" { // two results, of which the first is none; three coordinates, the level
		to, from := register(strings.TrimSpace(list[1])), register(strings.TrimSpace(list[2]))
		r.highest, r.from = max(r.highest, int(to), int(from)+2), from
		return []gpumodel.Register{to}, []gpumodel.Register{from, from + 1, from + 2}
	}
	data := 1 // words of what is loaded, stored, or multiplied
	if kind := kinds[base]; kind == gpumodel.Local || kind == gpumodel.Global || kind == gpumodel.Exit {
		data = int(width(name) / 4)
	} else if strings.HasPrefix(name, "IMAD.WIDE") {
		data = 2
	}
	for i, o := range list {
		o = strings.Trim(o, " -|!")
		if at := strings.LastIndex(o, "["); at >= 0 {
			o, _, _ = strings.Cut(strings.Trim(o[at:], "[]"), "+")
		}
		first, words := register(o), 1
		if first == gpumodel.NoRegister {
			continue
		}
		written := i == 0 && !stores[base] || i == 1 && strings.HasPrefix(o, "P")
		switch {
		case strings.HasSuffix(o, ".64"):
			words = 2
		case i == 0 && written || i == len(list)-1 && (stores[base] || base == "IMAD"):
			words = data
		}
		for w := range gpumodel.Register(words) {
			if written {
				writes = append(writes, first+w)
			} else {
				reads = append(reads, first+w)
			}
		}
		if first < predicates {
			r.highest = max(r.highest, int(first)-1+words)
		}
	}
	return writes, reads
}

// Names of what is no register.
const (
	coordinates gpumodel.Register = 500 + iota // those of the latest TEX, that have been read
	fenced                                     // the latest MEMBAR
)

// hazards returns what an instruction waits for besides its operands: a clock read for
// the fence before it, and what overwrites a texture's coordinates until they have been read.
func (r *reader) hazards(base string, kind gpumodel.Kind, writes []gpumodel.Register) (waits []gpumodel.Register) {
	if kind == gpumodel.Clock {
		waits = append(waits, fenced)
	}
	for _, w := range writes {
		if base != "TEX" && w >= r.from && w < r.from+3 {
			return append(waits, coordinates)
		}
	}
	return waits
}

// wait fills in what the instruction waits for: of each register that it reads the name
// under which it was written last. Where that name has been written anew since, the
// writer has waited already; nobody waits for a constant.
func (r *reader) wait(in *gpumodel.Instruction, reads []gpumodel.Register) error {
	n := 0
	for _, reg := range reads {
		w, ok := r.writer[reg]
		if !ok || w < 0 {
			continue
		}
		name := r.code.steps[w].in.Dst
		if reg == coordinates {
			name = coordinates
		}
		if r.writer[name] != w || slices.Contains(in.Src[:n], name) {
			continue
		}
		if n == len(in.Src) {
			return fmt.Errorf("waits for more than %d registers", n)
		}
		in.Src[n] = name
		n++
	}
	return nil
}

// span is a part of the way through a kernel's steps that is gone so many times. Its last
// wholeStep is a jump that is taken; none before it is.
type span struct{ from, to, times int }

// path returns the way through the steps when the jumps, in the listing's order, are taken
// so many times each and then not; the last Exit always is.
func (c *wholeCode) path(taken []int) ([]span, error) {
	left, number := append([]int(nil), taken...), map[int]int{}
	for i, s := range c.steps {
		if s.jump && (s.guarded || s.ends == gpumodel.Branch) {
			number[i] = len(number)
		}
	}
	if len(number) != len(left) {
		return nil, fmt.Errorf("silicon: %d jumps in a kernel, want %d", len(number), len(left))
	}
	var way []span
	from := 0
	for at := 0; at < len(c.steps); at++ {
		s := &c.steps[at]
		if !s.jump {
			continue
		}
		k, conditional := number[at]
		if conditional && left[k] == 0 {
			continue
		}
		way = append(way, span{from, at + 1, 1})
		if s.ends == gpumodel.Exit {
			return way, nil
		}
		if left[k] > 1 {
			way = append(way, span{s.target, at + 1, left[k] - 1})
		}
		left[k] = 0
		from, at = s.target, s.target-1
	}
	return nil, fmt.Errorf("silicon: a kernel of %d instructions without an end", len(c.steps))
}

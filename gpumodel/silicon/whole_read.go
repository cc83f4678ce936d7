package silicon

import (
	"fmt"
	"slices"
	"strings"

	"lanebook/gpumodel"
)

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
	if !s.guarded && !s.jump {
		r.executed(&s, name, base, kind, writes)
	}
	return s, nil
}

// executed notes what a step that is executed asks of the memory, and what it writes.
func (r *reader) executed(s *wholeStep, name, base string, kind gpumodel.Kind, writes []gpumodel.Register) {
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
		if r.writer[w] = len(r.code.steps); kind == gpumodel.Exit { // a constant's read
			r.writer[w] = -1
		} else if i == 0 {
			s.in.Dst = w
		}
	}
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

package silicon

import (
	_ "embed"
	"fmt"
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

// TransposeListing returns the machine code of whole.cu's transposes, as package sass reads it: by nvcc 13.0.88 for
// sm_90, without encodings. A kernel turns a matrix of w × h by blocks of tile × rows lanes, (w/tile) × (h/tile) of them; its
// arguments are out, in, w and h.
func TransposeListing() string { return transposesSASS }

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

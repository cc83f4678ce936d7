package emulate

import (
	"cmp"
	"fmt"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/sass"
)

// uniforms are the rows beyond a wavefront's registers: 63 uniform ones and room for pairs, what
// holds nothing, and what is written and not kept.
const (
	uniforms = 64 + 4 + 4 + 8
	nothing  = 68 // the first of four that are 0
	waste    = 72 // the first of eight that nobody reads
)

// step is an instruction ready to be executed.
type step struct {
	do      func(w *wave, on uint32) error
	guard   condition
	guarded bool
	uniform bool // it computes once for all lanes
	product bool // of matrices of other than doubles
	kind    gpumodel.Kind
	line    int32
	stall   uint8 // of its control fields
	busy    uint8 // cycles of its unit
	later   uint8 // until its result is there, where that is not the kind's
	access  struct {
		op    gpumodel.Op
		width gpumodel.Bytes
		lanes gpumodel.LaneMask // that have an address; 0: all

		copies bool // into shared memory
	}
	reads            gpumodel.Reads
	sources, results []int // rows, and predicates beyond them
	wait, write      uint8 // the compiler's barriers that it waits for, bit by bit, and the one that its result releases
}

// decoder reads the instructions of a kernel, one after the other.
type decoder struct {
	code      *Code
	machine   sass.Machine
	registers int

	step *step
	in   *sass.Instruction
	name string   // without modifiers, and without the U of the uniform datapath
	mods []string // behind it
	ops  []sass.Operand
	used int // of step's scratch rows

	parts []string // of registers that the operands are: H0_H0

	wrong error // with a destination
}

// decode reads instruction i.
func (d *decoder) decode(i int) error {
	d.in = &d.code.launch.Kernel.Code[i]
	d.step = &d.code.steps[i]
	parts := strings.Split(d.in.Name, ".")
	d.name, d.mods, d.ops, d.used = parts[0], parts[1:], d.in.Operands, 0
	d.wrong = nil
	s := d.step
	s.kind, s.line = kindOf(d.in.Opcode.Unit), int32(i+1)
	if d.in.Opcode.Unit == sass.Uniform {
		d.name = strings.TrimPrefix(d.name, "U") // it does what the others do, once
	}
	s.uniform = d.in.Opcode.Unit == sass.Uniform && d.name != "VOTEU" || d.name == "S2UR" // VOTEU asks the lanes that are there
	s.stall, s.wait, s.write = d.in.Control.Stall, d.in.Control.Wait, d.in.Control.Write
	s.busy, s.reads = d.in.Opcode.Interval, d.machine.Reads(d.code.launch.Kernel.Code, i)
	s.stall += uint8(d.machine.Holds(d.in))
	if d.in.Opcode.Unit == sass.Constants && s.write < sass.NoBarrier-1 { // who reads it waits for a barrier, not for so many cycles
		s.later = uint8(d.in.Opcode.Latency)
	}
	if g := d.in.Guard; g.Kind != sass.NoOperand {
		s.guard, s.guarded = d.condition(g), true
	}
	if err := d.known(); err != nil { // which reads parts
		return err
	}
	for k, group := range []func() (func(*wave, uint32) error, error){d.control, d.memory, d.integer, d.floating, d.double, d.special} {
		do, err := group()
		if err = cmp.Or(err, d.wrong); err != nil {
			return err
		}
		if do != nil {
			if err := d.left(); k > 0 && err != nil {
				return err
			}
			s.do = do
			return nil
		}
	}
	return fmt.Errorf("not one of those that can be executed, want another kernel, or a compiler's other way")
}

// kindOf is the unit's kind to the model of a whole GPU, which has fewer.
func kindOf(u sass.Unit) gpumodel.Kind {
	switch u {
	case sass.ALU:
		return gpumodel.Integer
	case sass.FMAHeavy:
		return gpumodel.Multiply
	case sass.FMABoth:
		return gpumodel.Packed
	case sass.FP64:
		return gpumodel.FP64
	case sass.XU:
		return gpumodel.SFU
	case sass.LSU:
		return gpumodel.Local
	case sass.Global:
		return gpumodel.Global
	case sass.Barriers:
		return gpumodel.Barrier
	case sass.Branches:
		return gpumodel.Branch
	case sass.Tensor:
		return gpumodel.Matrix
	}
	return gpumodel.FP32
}

// aligned reports that the first of so many registers cannot be theirs.
func (d *decoder) aligned(o sass.Operand, words int) {
	if words > 1 && o.Number != sass.Zero && int(o.Number)%words != 0 && d.wrong == nil {
		d.wrong = fmt.Errorf("%d registers from number %d on, want the first a multiple of %d", words, o.Number, words)
	}
}

// row returns the row of an operand's register.
func (d *decoder) row(o sass.Operand, zero int) int {
	switch {
	case o.Number == sass.Zero:
		return d.registers + zero
	case o.Kind == sass.UniformRegister:
		return d.registers + int(o.Number)
	}
	return int(o.Number)
}

// result takes the next operand as a destination of so many registers.
func (d *decoder) result(words int) int {
	o := d.take()
	if o.Kind != sass.Register && o.Kind != sass.UniformRegister {
		d.wrong = fmt.Errorf("a destination that is no register, want one")
	}
	d.aligned(o, words)
	r := d.row(o, waste)
	if o.Number != sass.Zero {
		for w := range words {
			d.step.results = append(d.step.results, r+w)
		}
	}
	return r
}

// take takes the next operand; of kind NoOperand if there is none.
func (d *decoder) take() (o sass.Operand) {
	if len(d.ops) == 0 {
		return sass.Operand{Number: sass.Zero}
	}
	o, d.ops = d.ops[0], d.ops[1:]
	return o
}

// ahead reports whether the next operand is a predicate.
func (d *decoder) ahead() bool {
	return len(d.ops) > 0 && (d.ops[0].Kind == sass.Predicate || d.ops[0].Kind == sass.UniformPredicate)
}

// condition is a predicate, or its opposite.
type condition struct {
	number int
	not    bool
}

func (p condition) of(w *wave) uint32 {
	if p.not {
		return ^w.predicates[p.number]
	}
	return w.predicates[p.number]
}

func predicateOf(o sass.Operand) int {
	n := int(o.Number)
	if o.Number == sass.Zero {
		n = true_
	}
	if o.Kind == sass.UniformPredicate {
		n += uniform
	}
	return n
}

// sets takes the next operand, if it is a predicate, as a destination: −1 if it is none, or
// one that is not kept.
func (d *decoder) sets() int {
	if !d.ahead() {
		return -1
	}
	o := d.take()
	if o.Number == sass.Zero {
		return -1
	}
	n := predicateOf(o)
	d.step.results = append(d.step.results, d.code.rows+n)
	return n
}

// set changes a predicate of some lanes.
func (w *wave) set(number int, on, to uint32) {
	if number >= 0 {
		w.predicates[number] = w.predicates[number]&^on | to&on
	}
}

// condition reads a predicate as a source.
func (d *decoder) condition(o sass.Operand) condition {
	n := predicateOf(o)
	if o.Number != sass.Zero {
		d.step.sources = append(d.step.sources, d.code.rows+n)
	}
	return condition{n, o.Negated}
}

// asks takes the next operand, if it is a predicate, as a source; else it is what without says.
func (d *decoder) asks(without bool) condition {
	if !d.ahead() {
		return condition{true_, !without}
	}
	return d.condition(d.take())
}

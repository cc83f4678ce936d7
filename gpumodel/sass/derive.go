package sass

// derive gives every instruction the control fields that keep its operands in order, as a
// compiler would that knows the latencies of the opcode table: stalls for what has a fixed
// latency, the six barriers in turn for what has not. Every loop is gone through twice, so
// that its beginning waits for its end.
func (k *Kernel) derive() {
	var d deriver
	d.reset()
	for i := range k.Code {
		d.next(k, i)
		if to := k.Code[i].Target; to >= 0 && to < i && k.Code[i].Opcode.Name == "BRA" {
			d.jumped = true
			for j := to; j <= i; j++ {
				d.next(k, j)
			}
		}
	}
}

// deriver is what is known at a place in the code.
type deriver struct {
	at      int               // issue of the instruction before
	before  *Control          // its
	jumped  bool              // it was a jump that is taken
	met     bool              // it was a barrier of the workgroup
	ready   map[regName]int   // cycle from which a register may be used
	writing map[regName]uint8 // barrier that its arrival releases
	reading map[regName]uint8 // barrier that is released when it has been read
	barrier uint8             // next to be given
}

// regName is a register of one of the four files.
type regName struct {
	kind   OperandKind
	number int16
}

func (d *deriver) reset() {
	d.ready, d.writing, d.reading = map[regName]int{}, map[regName]uint8{}, map[regName]uint8{}
}

func (d *deriver) next(k *Kernel, i int) {
	in := &k.Code[i]
	c := &in.Control
	sources, results := in.registers()
	now := d.at + 1 // from which this may issue, by what is known so far
	if d.before != nil {
		now = d.at + max(1, int(d.before.Stall))
	}
	if d.jumped {
		now = max(now, d.at+int(opcodes()["BRA"].Latency))
	}
	at := now
	for _, n := range sources {
		at = max(at, d.ready[n])
		d.wait(c, d.writing, n)
	}
	for _, n := range results {
		at = max(at, d.ready[n])
		d.wait(c, d.writing, n)
		d.wait(c, d.reading, n)
	}
	if u := in.Opcode.Unit; d.met && u != FMA && u != FMAHeavy && u != FMABoth && u != ALU {
		at = max(at, d.at+barrierStall)
	}
	if d.before != nil && at > now { // the one before stalls for longer
		d.before.Stall = uint8(min(15, at-d.at))
	}
	d.at, d.before, d.jumped = at, c, false
	c.Stall = max(c.Stall, 1)
	d.met = in.Opcode.Name == "BAR"
	if in.Opcode.Unit.Variable() {
		b := d.barrier
		d.barrier = (b + 1) % 6
		if len(results) > 0 {
			c.Write = b
		} else {
			c.Read = b
		}
		for _, n := range results {
			d.writing[n] = b
		}
		if in.Store() {
			for _, n := range sources {
				d.reading[n] = b
			}
		}
		return
	}
	for _, n := range results {
		d.ready[n] = at + int(in.Opcode.Latency)
		if n.kind == Predicate {
			d.ready[n] = at + predicateLatency
		}
	}
}

// barrierStall is between a barrier and what is no arithmetic, as the compiler writes it
// (loops.sass, a004).
const barrierStall = 8

// predicateLatency is from a comparison until what it guards may issue: the stall that the
// compiler writes between ISETP and a jump (loops.sass, a004).
const predicateLatency = 13

// wait adds the barrier of a register to the mask, if it has one.
func (d *deriver) wait(c *Control, of map[regName]uint8, n regName) {
	if b, ok := of[n]; ok {
		c.Wait |= 1 << b
		for m, other := range of {
			if other == b {
				delete(of, m)
			}
		}
	}
}

// registers returns the registers that the instruction reads and writes.
func (in *Instruction) registers() (sources, results []regName) {
	add := func(to []regName, kind OperandKind, number int16, words int) []regName {
		for w := range words {
			if number != Zero {
				to = append(to, regName{kind, number + int16(w)})
			}
		}
		return to
	}
	if in.Guard.Kind != NoOperand {
		sources = add(sources, in.Guard.Kind, in.Guard.Number, 1)
	}
	data := max(1, in.Width()/4)
	if in.Opcode.Unit < LSU {
		data = 1
	}
	if in.Opcode.Unit == FP64 || in.Opcode.Name == "IMAD.WIDE" {
		data = 2
	}
	for i, o := range in.Operands {
		words := 1
		switch o.Kind {
		case Memory, Constant:
			if o.Wide {
				words = 2
			}
			sources = add(sources, Register, o.Base, words)
			sources = add(sources, UniformRegister, o.Uniform, 1)
			continue
		case Register:
			words = data
			if o.Wide {
				words = 2
			}
		case UniformRegister, Predicate, UniformPredicate:
		default:
			continue
		}
		first := i == 0 || i == 1 && (o.Kind == Predicate || o.Kind == UniformPredicate || in.Operands[0].Kind == Predicate && o.Kind == Register && in.Opcode.Name == "SHFL")
		if first && in.writes() {
			results = add(results, o.Kind, o.Number, words)
		} else {
			sources = add(sources, o.Kind, o.Number, words)
		}
	}
	return sources, results
}

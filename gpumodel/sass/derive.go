package sass

import "math"

// derive gives every instruction the control fields that keep its operands in order, as a
// compiler would that knows the latencies of the opcode table: stalls for what has a fixed
// latency, and for what has not one of the six barriers, if anything waits for it. Every loop
// is gone through twice, so that its beginning waits for its end; where loops lie in loops so often that this
// takes more than mostAgain instructions, the rest once. A latency that is longer
// than a stall count can say, for which the compiler puts other instructions between, is one
// long stall here.
func (k *Kernel) derive() {
	d := deriver{ready: map[regName]result{}, writing: map[regName]*Instruction{}, reading: map[regName]*Instruction{}}
	again := 0
	for i := range k.Code {
		d.next(&k.Code[i])
		if to := k.Code[i].Target; to >= 0 && to < i && k.Code[i].Opcode.Name == "BRA" {
			d.jumped = true
			if again += i - to; again > mostAgain {
				continue
			}
			for j := to; j <= i; j++ {
				d.next(&k.Code[j])
			}
			d.before = nil // what comes behind a loop does not make its turns longer
		}
	}
}

const mostAgain = 1 << 20

// derived says what was assumed, and how far off it is: TestDerived of package code keeps to it.
const derived = "no encodings: stalls and barriers are derived from operands and latencies, not the compiler's; cycles of 54 loops measured on an H200 come out 3 % off on average, 27 % at worst"

// deriver is what is known at a place in the code.
type deriver struct {
	at      int          // issue of the instruction before
	before  *Instruction // … unless that ended a loop
	jumped  bool         // it was a jump that is taken
	met     bool         // it was a barrier of the workgroup
	free    [Units]int   // from when units are
	ready   map[regName]result
	writing map[regName]*Instruction // that loads a register
	reading map[regName]*Instruction // that stores one
	barrier uint8                    // next to be given
}

// result says from when a register may be used.
type result struct {
	at   int
	unit Unit // that computes it
}

// regName is a register of one of the four files.
type regName struct {
	kind   OperandKind
	number int16
}

func (d *deriver) next(in *Instruction) {
	c, unit := &in.Control, in.Opcode.Unit
	sources, results := in.registers()
	now := d.at + 1 // from which this may issue, by what is known so far
	if d.before != nil {
		now = d.at + max(1, int(d.before.Control.Stall))
	}
	if d.jumped {
		now = max(now, d.at+int(opcodes()["BRA"].Latency))
	}
	at := max(now, d.free[unit])
	for _, n := range sources {
		if r, ok := d.ready[n]; ok {
			at = max(at, r.at+crossing(r.unit, unit, n))
		}
		d.wait(c, d.writing, n, true)
	}
	for _, n := range results {
		at = max(at, d.ready[n].at)
		if load := d.writing[n]; load == nil || load.Opcode.Unit != unit { // a unit's loads come in order
			d.wait(c, d.writing, n, true)
		}
		d.wait(c, d.reading, n, false)
	}
	if d.met && unit != FMA && unit != FMAHeavy && unit != FMABoth && unit != ALU {
		at = max(at, d.at+barrierStall)
	}
	if d.before != nil && at > now { // the one before stalls for longer
		d.before.Control.Stall = uint8(min(math.MaxUint8, at-d.at))
	}
	d.at, d.before, d.jumped = at, in, false
	c.Stall = max(c.Stall, 1)
	d.met = in.Opcode.Name == "BAR"
	if unit.Variable() {
		for _, n := range results {
			delete(d.ready, n)
			d.writing[n] = in
		}
		if in.Store() {
			for _, n := range sources {
				d.reading[n] = in
			}
		}
		return
	}
	if unit != FMA && unit != Branches && unit != Barriers && unit != Nothing { // FMA has two halves
		d.free[unit] = at + int(in.interval())
	}
	for _, n := range results {
		delete(d.writing, n)
		d.ready[n] = result{at + int(in.Opcode.Latency), unit}
		if n.kind == Predicate {
			d.ready[n] = result{at + predicateLatency, unit}
		}
	}
}

// barrierStall is between a barrier and what is no arithmetic, as the compiler writes it
// (loops.sass, a004).
const barrierStall = 8

// predicateLatency is from a comparison until what it guards may issue: the stall that the
// compiler writes between ISETP and a jump (loops.sass, a004).
const predicateLatency = 13

// crossing is how much later a register may be used by another unit than by that which
// computes it: one cycle between additions, logic and memory, by the compiler's stalls
// (loops.sass, a018 and a004; places.cuobjdump, MOV and LDG).
func crossing(from, to Unit, n regName) int {
	kind := func(u Unit) int {
		switch u {
		case FMA, FMAHeavy, FMABoth:
			return 1
		case ALU:
			return 2
		case LSU, Global:
			return 3
		}
		return 0
	}
	if a, b := kind(from), kind(to); n.kind == Register && a != 0 && b != 0 && a != b {
		return 1
	}
	return 0
}

// wait lets an instruction wait for the one that loads a register, or that stores it, if
// there is one: that gets a barrier if it has none.
func (d *deriver) wait(c *Control, of map[regName]*Instruction, n regName, written bool) {
	in := of[n]
	if in == nil {
		return
	}
	barrier := &in.Control.Read
	if written {
		barrier = &in.Control.Write
	}
	if *barrier == NoBarrier {
		*barrier, d.barrier = d.barrier, (d.barrier+1)%6
	}
	c.Wait |= 1 << *barrier
	for m, other := range of {
		if other == in {
			delete(of, m)
		}
	}
}

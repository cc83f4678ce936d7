package sass

import (
	"fmt"
	"slices"
	"strings"
)

// region is a part of a kernel's code that runs: Code[from:to] are steps from at on.
type region struct{ from, to, at int }

// regions are what a launch runs: its own code first, then the functions that are called.
type regions []region

// function returns the step at which the function at a place begins. One that no region
// has becomes one.
func (c *regions) function(k *Kernel, at int) int {
	end := 0
	for _, r := range *c {
		if at >= r.from && at < r.to {
			return r.at + at - r.from
		}
		end = r.at + r.to - r.from
	}
	*c = append(*c, region{at, k.end(at), end})
	return end
}

// end returns the place behind a function: behind its last return or exit, over which no
// jump of it leads.
func (k *Kernel) end(at int) int {
	last := at
	for i := at; i < len(k.Code); i++ {
		in := &k.Code[i]
		if in.Opcode.Unit != Branches {
			continue
		}
		if in.Opcode.Name != "CALL" {
			last = max(last, in.Target)
		}
		switch in.Opcode.Name {
		case "RET", "EXIT", "BRA", "JMP", "KILL":
			if i >= last && !in.guarded() {
				return i + 1
			}
		}
	}
	return len(k.Code)
}

// closed reports whether no jump leads out of the function at a place.
func (k *Kernel) closed(at int) bool {
	end := k.end(at)
	return !slices.ContainsFunc(k.Code[at:end], func(in Instruction) bool {
		return in.Opcode.Unit == Branches && in.Opcode.Name != "CALL" && in.Target >= 0 && (in.Target < at || in.Target >= end)
	})
}

// guarded reports whether a predicate decides if the instruction is executed.
func (in *Instruction) guarded() bool {
	if in.Opcode.Unit == Branches && len(in.Operands) > 1 { // BRA P0, … and BRA.DIV UR4, …, where lanes part
		switch o := in.Operands[0]; o.Kind {
		case Predicate, UniformPredicate, UniformRegister:
			return o.Number != Zero || strings.Contains(in.Name, ".DIV")
		}
	}
	return in.Guard.Kind != NoOperand && in.Guard.Number != Zero
}

// again fills in a jump back. Of several to one place the last one is the loop's; the
// others, which skip the rest of a turn, are taken only if Times has them. A loop that
// nothing ends at its own jump is left by the first jump out of it.
func (s *step) again(l *Launch, of region, i int, n *notes) {
	code, in := l.Kernel.Code, &l.Kernel.Code[i]
	s.targets, s.turns = []int{of.at + in.Target - of.from}, int32(l.Turns)
	if turns, ok := l.Times[in.Address]; ok {
		s.turns = int32(turns)
	} else if slices.ContainsFunc(code[i+1:of.to], func(later Instruction) bool { return later.Target == in.Target && later.Opcode.Name == "BRA" }) {
		s.turns, n.said[noteCondition] = 1, true
	}
	if in.guarded() {
		return
	}
	for j := in.Target; j < i; j++ {
		out := &code[j]
		if t := out.Target; out.guarded() && out.Opcode.Unit == Branches && (t > i || t >= 0 && t < in.Target || out.Opcode.Name == "EXIT") {
			if s.leave = -1; t > i && t < of.to {
				s.leave = of.at + t - of.from
			}
			return
		}
	}
}

// around is how many instructions at most a jump leads around that are a slow path.
const around = 16

// slow reports whether between a jump and its target a function is called: what the
// compiler does for rare operands of divisions and roots.
func (k *Kernel) slow(i, target int) bool {
	return target > i && target-i <= around && slices.ContainsFunc(k.Code[i:target], func(in Instruction) bool { return in.Opcode.Name == "CALL" })
}

// jump fills in where a jump goes. Jumps back are taken as often as their loop says, jumps
// ahead if nothing guards them or they lead around a slow path, and those through a table
// to each of its places in turn.
func (s *step) jump(l *Launch, c *regions, of region, i int, n *notes) error {
	in := &l.Kernel.Code[i]
	inside := in.Target >= of.from && in.Target < of.to
	switch name := in.Opcode.Name; {
	case name == "EXIT" || name == "KILL" || name == "RET":
		s.exit, s.ret = name != "RET" && !in.guarded(), name == "RET" && !in.guarded()
		n.said[noteCondition] = n.said[noteCondition] || in.guarded()
	case name == "BRA" && inside && in.Target < i:
		s.again(l, of, i, n)
	case in.guarded():
		n.said[noteCondition] = true
		if inside && l.Kernel.slow(i, in.Target) {
			s.targets = []int{of.at + in.Target - of.from}
		}
	case name == "BREAK" || name == "BPT":
	case in.Target == i:
		s.exit = true // a jump to itself stands behind the code
	case name == "CALL" && in.Target >= 0:
		if !l.Kernel.closed(in.Target) {
			return fmt.Errorf("%s, want a function whose jumps stay in it", in.text)
		}
		s.targets, s.call = []int{c.function(l.Kernel, in.Target)}, true
	case inside:
		s.targets = []int{of.at + in.Target - of.from}
	case in.Target >= 0:
		s.exit = true // it leaves what runs
	case len(in.Targets) > 0:
		for _, t := range in.Targets {
			if t > i && t < of.to {
				s.targets = append(s.targets, of.at+t-of.from)
			}
		}
		if s.targets == nil {
			return fmt.Errorf("%s, want a table that leads ahead, to what runs", in.text)
		}
		n.said[noteTable] = true
	default:
		return fmt.Errorf("%s, want a jump whose target the listing shows", in.text)
	}
	return nil
}

// advance takes the wavefront to its next step.
func (r *run) advance(w *wave, p *step) {
	at := w.pc
	w.pc++
	switch {
	case p.unit == Barriers:
		w.held, w.parked = never, r.now+r.m.Parks
		r.barrier = max(r.barrier+r.m.BarrierEach, r.now)
		r.arrived++
		r.meet()
	case p.exit || p.ret && len(w.returns) == 0:
		r.end(w)
		return
	case p.ret:
		r.jump(w, w.returns[len(w.returns)-1])
		w.returns = w.returns[:len(w.returns)-1]
		return
	case p.turns > 0: // a jump back
		if w.turns[at]++; w.turns[at] < p.turns {
			r.jump(w, p.targets[0])
			return
		}
		if w.turns[at] = 0; p.leave > 0 {
			r.jump(w, p.leave)
			return
		}
	case p.targets != nil:
		if p.call {
			w.returns = append(w.returns, w.pc)
			r.deep = max(r.deep, len(w.returns))
		}
		r.jump(w, p.targets[p.taken])
		p.taken = (p.taken + 1) % len(p.targets)
		return
	}
	if p.leave < 0 || w.pc == r.ends || w.pc == len(r.steps) {
		r.end(w)
		return
	}
	w.wait(&r.steps[w.pc])
}

// jump takes the wavefront to a step and its instruction line.
func (r *run) jump(w *wave, to int) {
	at := r.now + r.m.Branch
	w.pc = to
	w.fixed = max(w.fixed, at)
	w.line, w.next = r.steps[w.pc].line, w.fixed+r.m.NextLine
	w.streak = 0
	w.wait(&r.steps[w.pc])
}

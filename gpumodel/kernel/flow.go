package kernel

import "lanebook/gpumodel"

// If executes then with only the lanes for which the condition holds, and
// skips it when there are none. It costs one Branch.
func (w *Wavefront) If(cond Mask, then func()) {
	w.mark()
	w.fork(cond, then, nil)
}

// Predicate executes then with only the lanes for which the condition holds, and issues all
// that it has even when there are none: a compiler's way with a short If, where a predicate switches
// each instruction off, which waits for it, and no Branch is needed. An access that is off in all lanes
// takes its turn at the LDS, or on the way to memory, as one without conflicts does, and asks for nothing:
// measured on an H100 (predicate_h100.csv of package silicon), and assumed of other GPUs. Result counts it
// among the instructions, and not among the accesses. Left out are references to textures that are
// off in all lanes, what an If or While inside jumps over, and the rest once every lane that came here has
// returned or broken out of the loop.
func (w *Wavefront) Predicate(cond Mask, then func()) {
	w.mark()
	w.own(cond)
	if w.active == 0 && !w.predicated {
		return
	}
	entered, predicated, guard := w.active, w.predicated, w.guard
	w.active, w.predicated, w.guard = entered&cond.set, true, cond.made
	then()
	w.active, w.predicated, w.guard = entered&^w.left, predicated, guard
}

// IfElse executes then with the lanes for which the condition holds, after
// that otherwise with the rest; a side without lanes is skipped. Afterwards
// the lanes are together again. It costs one Branch.
func (w *Wavefront) IfElse(cond Mask, then, otherwise func()) {
	w.mark()
	w.fork(cond, then, otherwise)
}

// While executes body as long as the condition holds for any lane. A lane for
// which it does not hold waits until all are done. Each test costs one Branch
// and what computing the condition costs.
func (w *Wavefront) While(cond func() Mask, body func()) {
	w.mark()
	at := w.pc
	entered, came, outer, predicated := w.active, w.came, w.left, w.predicated
	w.predicated = false
	w.loops++
	for w.active != 0 {
		c := cond()
		w.pc = at
		w.active = w.branch(c)
		w.came = w.active
		if w.active != 0 {
			body()
		}
	}
	w.loops--
	w.left = outer | w.returned
	w.active, w.came, w.predicated = entered&^w.left, came, predicated
}

// Break takes the lanes for which the condition holds out of the innermost
// While. It costs one Branch.
func (w *Wavefront) Break(cond Mask) {
	w.mark()
	if w.loops == 0 {
		w.refuse(-1, "Break outside While")
	}
	gone := w.branch(cond)
	w.left |= gone
	w.active &^= gone
}

// Return ends the lanes for which the condition holds, as a return statement
// in a lane's branch would. It costs one Branch. A barrier after it is a fault.
func (w *Wavefront) Return(cond Mask) {
	w.mark()
	gone := w.branch(cond)
	w.returned |= gone
	w.left |= gone
	w.active &^= gone
}

// Any reports whether the condition holds for any active lane, so that the
// kernel can decide for the whole wavefront with Go's own if. It costs one
// Branch.
func (w *Wavefront) Any(cond Mask) bool {
	w.mark()
	return w.branch(cond) != 0
}

// Active returns the lanes that execute at this point.
func (w *Wavefront) Active() gpumodel.LaneMask { return w.active }

// Barrier (__syncthreads) waits until every wavefront of the workgroup is
// there. After it, each sees what the others have written to the LDS. A
// barrier that a lane of the workgroup does not reach is a fault.
func (w *Wavefront) Barrier() {
	w.here()
	if missing := w.all &^ w.active; missing != 0 {
		w.refuse(w.first(missing), "barrier not reached by this lane, which took another way: every lane of the workgroup must reach it")
	}
	w.issue(gpumodel.Barrier, false, 0, 0, 0)
	if !w.group.arrive(w) {
		w.state = waiting
		w.pause()
	}
	w.ahead = false
}

// Fence waits for this wavefront's own memory accesses. After it, its lanes see
// what they have written to the LDS for each other.
func (w *Wavefront) Fence() {
	w.mark()
	w.issue(gpumodel.Fence, false, 0, 0, 0)
	w.fences++
}

// Clock reads the CU's cycle counter: the same number in every lane. A reader
// of the stream that keeps time tells it the cycle by its SetClock method; if
// none does, as in Run, the clock counts the wavefront's own instructions.
func (w *Wavefront) Clock() Vec[int] {
	w.mark()
	made := w.issue(gpumodel.Clock, true, 0, 0, 0)
	if w.m.record && !w.ahead {
		w.pause() // until the stream is read on: only then is the cycle known
	}
	now := w.executed
	if w.told {
		now = int(w.clock)
	}
	r := fill(&w.ints, now)
	r.def, r.made = w.active, made
	return r
}

// branch issues a branch and returns the active lanes that take it.
func (w *Wavefront) branch(cond Mask) gpumodel.LaneMask {
	w.own(cond)
	w.issue(gpumodel.Branch, false, cond.made, 0, 0)
	return cond.set & w.active
}

// own refuses a condition that is not known here, or another wavefront's.
func (w *Wavefront) own(cond Mask) {
	cond.check()
	if cond.w != w {
		w.m.foreign()
	}
}

func (w *Wavefront) fork(cond Mask, then, otherwise func()) {
	entered, came, predicated := w.active, w.came, w.predicated
	taken := w.branch(cond)
	w.predicated = false
	if taken != 0 {
		w.active, w.came = taken, taken
		then()
	}
	if rest := entered &^ taken; rest != 0 && otherwise != nil {
		w.active, w.came = rest, rest
		otherwise()
	}
	w.active, w.came, w.predicated = entered&^w.left, came, predicated
}

package kernel

import "lanebook/gpumodel"

// Wavefront is the handle through which a kernel acts: the lanes (threads of a
// warp) that execute it together. It is valid only inside the kernel.
type Wavefront struct {
	Group     Point          // position of the workgroup in the grid
	Grid      gpumodel.Shape // workgroups in the grid
	Workgroup gpumodel.Shape // lanes in the workgroup
	Index     int            // of the wavefront in its workgroup

	m     *machine
	*wave // that it executes
	lanes int
	all   gpumodel.LaneMask // the lanes that exist

	active gpumodel.LaneMask
	came   gpumodel.LaneMask // lanes that the innermost If or While let in
	left   gpumodel.LaneMask // lanes that have returned, or broken out of the loop

	returned   gpumodel.LaneMask
	predicated bool   // by Predicate: what has no lanes is issued too
	guard      uint32 // and waits for this result, the condition
	loops      int    // While around this point

	executed int    // instructions
	made     uint32 // results, which names the registers
	fences   uint32
	declared int // Local arrays

	declaredBytes gpumodel.Bytes
	site          int32 // of the access being executed

	ints      arena[int]
	int32s    arena[int32]
	float32s  arena[float32]
	float64s  arena[float64]
	complexes arena[complex64]

	who  *identity
	pc   [1]uintptr
	addr [64]gpumodel.Bytes

	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
}

// identity is who each lane is.
type identity struct{ x, y, z, linear, lane *[64]int }

func newWavefront(m *machine) *Wavefront {
	w := &Wavefront{m: m, lanes: m.Device.Lanes, Grid: m.grid, Workgroup: m.workgroup}
	w.ints.init(w, gpumodel.FP32, &m.spare.ints)
	w.int32s.init(w, gpumodel.FP32, &m.spare.int32s)
	w.float32s.init(w, gpumodel.FP32, &m.spare.float32s)
	w.float64s.init(w, gpumodel.FP64, &m.spare.float64s)
	w.complexes.init(w, gpumodel.FP32, &m.spare.complexes)
	return w
}

// begin gives the Wavefront a new life.
func (w *Wavefront) begin(v *wave) {
	w.wave, w.Index, w.who = v, v.index, w.m.identify(v.index)
	x, y, z := w.m.grid.At(v.group.index)
	w.Group = Point{x, y, z}
	w.all = gpumodel.AllLanes(min(w.lanes, w.m.workgroup.Lanes()-v.index*w.lanes))
	w.active, w.came, w.left, w.returned, w.loops, w.predicated = w.all, w.all, 0, 0, 0, false
	w.executed, w.made, w.fences, w.declared, w.declaredBytes = 0, 0, 0, 0, 0
}

// rest ends a life: its Vecs are refused from now on.
func (w *Wavefront) rest() {
	w.ints.end()
	w.int32s.end()
	w.float32s.end()
	w.float64s.end()
	w.complexes.end()
}

// identify returns who the lanes of a wavefront of a workgroup are.
func (m *machine) identify(index int) *identity {
	who := &m.who[index]
	if who.x == nil {
		*who = identity{new([64]int), new([64]int), new([64]int), new([64]int), new([64]int)}
		for lane := range m.Device.Lanes {
			linear := index*m.Device.Lanes + lane
			who.x[lane], who.y[lane], who.z[lane] = m.workgroup.At(linear)
			who.linear[lane], who.lane[lane] = linear, lane
		}
	}
	return who
}

// known returns numbers of an identity as a Vec.
func (w *Wavefront) known(v *[64]int) Vec[int] { return Vec[int]{&w.ints, v, w.all, 0, w.ints.life} }

// LocalX returns each lane's x in its workgroup (threadIdx.x). It is in a
// register from the start and costs no instruction; neither do the next four.
func (w *Wavefront) LocalX() Vec[int] { return w.known(w.who.x) }

// LocalY returns each lane's y in its workgroup (threadIdx.y).
func (w *Wavefront) LocalY() Vec[int] { return w.known(w.who.y) }

// LocalZ returns each lane's z in its workgroup (threadIdx.z).
func (w *Wavefront) LocalZ() Vec[int] { return w.known(w.who.z) }

// Linear returns each lane's number in its workgroup, x + X·(y + Y·z).
func (w *Wavefront) Linear() Vec[int] { return w.known(w.who.linear) }

// Lane returns each lane's number in its wavefront.
func (w *Wavefront) Lane() Vec[int] { return w.known(w.who.lane) }

// GlobalX returns each lane's x in the whole grid
// (blockIdx.x·blockDim.x + threadIdx.x), for one instruction.
func (w *Wavefront) GlobalX() Vec[int] { return w.known(w.who.x).Plus(w.Group.X * w.Workgroup.X) }

// GlobalY returns each lane's y in the whole grid, for one instruction.
func (w *Wavefront) GlobalY() Vec[int] { return w.known(w.who.y).Plus(w.Group.Y * w.Workgroup.Y) }

// GlobalZ returns each lane's z in the whole grid, for one instruction.
func (w *Wavefront) GlobalZ() Vec[int] { return w.known(w.who.z).Plus(w.Group.Z * w.Workgroup.Z) }

// Int returns n in every lane, an immediate: no instruction.
func (w *Wavefront) Int(n int) Vec[int] { return fill(&w.ints, n) }

// Float32 returns x in every lane, an immediate: no instruction.
func (w *Wavefront) Float32(x float32) Vec[float32] { return fill(&w.float32s, x) }

// Float64 returns x in every lane, an immediate: no instruction.
func (w *Wavefront) Float64(x float64) Vec[float64] { return fill(&w.float64s, x) }

// Complex64 returns x in every lane, an immediate: no instruction.
func (w *Wavefront) Complex64(x complex64) Vec[complex64] { return fill(&w.complexes, x) }

// lives is the coroutine: one life after another.
func (w *Wavefront) lives(yield func(struct{}) bool) {
	w.yield = yield
	for {
		if w.live(); !yield(struct{}{}) {
			return
		}
	}
}

// abandoned unwinds a kernel whose coroutine is stopped.
type abandoned struct{}

// live runs the kernel once. Whatever goes wrong in it becomes a Fault.
func (w *Wavefront) live() {
	defer func() {
		w.state = ended
		switch p := recover(); p := p.(type) {
		case nil, abandoned:
		default:
			if !w.m.stopped && w.m.err == nil { // else it unwinds a fault, or a deferred function wants to go on
				w.panicked(p)
			}
		}
	}()
	w.m.kernel(w)
	w.pc[0] = 0
	w.active = w.all
	w.issue(gpumodel.Exit, false, 0, 0, 0)
	w.group.depart(w)
}

// pause gives control back to whoever reads the results.
func (w *Wavefront) pause() {
	if !w.yield(struct{}{}) {
		panic(abandoned{})
	}
}

// issues reports whether an instruction is issued: without a lane it is jumped over, but for a predicate's,
// as long as it has lanes to come back to.
func (w *Wavefront) issues(kind gpumodel.Kind) bool {
	return w.active != 0 || w.predicated && w.came&^w.left != 0 && kind != gpumodel.Texture
}

// issue executes one instruction of all active lanes and returns the number of
// its result, 0 if it has none. The sources are numbers of results.
func (w *Wavefront) issue(kind gpumodel.Kind, result bool, a, b, c uint32) uint32 {
	if w.m.current != w {
		w.m.foreign()
	}
	w.executed++
	if w.executed > w.m.budget {
		w.refuse(-1, "more than %d instructions, the launch's Budget: is the loop endless?", w.m.budget)
	}
	n := uint32(0)
	if result {
		w.made++
		n = w.made
	}
	if !w.issues(kind) {
		return n
	}
	w.m.instructions[kind]++
	if w.m.record {
		w.append(kind, n, a, b, c)
	}
	return n
}

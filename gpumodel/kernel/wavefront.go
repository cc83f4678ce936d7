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
	group *group
	lanes int
	all   gpumodel.LaneMask // the lanes that exist
	state state

	active gpumodel.LaneMask
	left   gpumodel.LaneMask // lanes that have returned, or broken out of the loop

	returned gpumodel.LaneMask
	loops    int // While around this point

	executed int    // instructions
	made     uint32 // results, which names the registers
	fences   uint32
	declared int // Local arrays

	declaredBytes gpumodel.Bytes
	site          int32 // of the access being executed

	clock gpumodel.Cycles // as last told by the stream's reader
	told  bool

	ints      arena[int]
	int32s    arena[int32]
	float32s  arena[float32]
	float64s  arena[float64]
	complexes arena[complex64]

	x, y, z, linear, lane Vec[int] // who each lane is
	pc                    [1]uintptr
	addr                  [64]gpumodel.Bytes
	batch

	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
}

// state is what a wavefront is doing between two turns.
type state uint8

const (
	ready   state = iota
	waiting       // at a barrier
	ended
)

func newWavefront(g *group, index, lanes int) *Wavefront {
	w := &Wavefront{m: g.m, group: g, Index: index, lanes: g.m.Device.Lanes, all: gpumodel.AllLanes(lanes)}
	w.ints.init(w, gpumodel.FP32)
	w.int32s.init(w, gpumodel.FP32)
	w.float32s.init(w, gpumodel.FP32)
	w.float64s.init(w, gpumodel.FP64)
	w.complexes.init(w, gpumodel.FP32)
	for _, id := range []struct {
		v  *Vec[int]
		of func(linear int) int
	}{
		{&w.x, func(i int) int { x, _, _ := g.m.workgroup.At(i); return x }},
		{&w.y, func(i int) int { _, y, _ := g.m.workgroup.At(i); return y }},
		{&w.z, func(i int) int { _, _, z := g.m.workgroup.At(i); return z }},
		{&w.linear, func(i int) int { return i }},
		{&w.lane, func(i int) int { return i - index*w.lanes }},
	} {
		*id.v = Vec[int]{mem: &w.ints, v: new([64]int), def: w.all}
		for i := range lanes {
			id.v.v[i] = id.of(index*w.lanes + i)
		}
	}
	return w
}

// begin gives the wavefront a new life in the workgroup at that position.
func (w *Wavefront) begin(position Point) {
	w.Group, w.Grid, w.Workgroup = position, w.m.grid, w.m.workgroup
	w.state, w.active, w.left, w.returned, w.loops = ready, w.all, 0, 0, 0
	w.executed, w.made, w.fences, w.declared, w.declaredBytes = 0, 0, 0, 0, 0
	w.ints.begin()
	w.int32s.begin()
	w.float32s.begin()
	w.float64s.begin()
	w.complexes.begin()
	for _, id := range []*Vec[int]{&w.x, &w.y, &w.z, &w.linear, &w.lane} {
		id.life = w.ints.life
	}
	w.told = false
	w.empty()
}

// LocalX returns each lane's x in its workgroup (threadIdx.x). It is in a
// register from the start and costs no instruction; neither do the next four.
func (w *Wavefront) LocalX() Vec[int] { return w.x }

// LocalY returns each lane's y in its workgroup (threadIdx.y).
func (w *Wavefront) LocalY() Vec[int] { return w.y }

// LocalZ returns each lane's z in its workgroup (threadIdx.z).
func (w *Wavefront) LocalZ() Vec[int] { return w.z }

// Linear returns each lane's number in its workgroup, x + X·(y + Y·z).
func (w *Wavefront) Linear() Vec[int] { return w.linear }

// Lane returns each lane's number in its wavefront.
func (w *Wavefront) Lane() Vec[int] { return w.lane }

// GlobalX returns each lane's x in the whole grid
// (blockIdx.x·blockDim.x + threadIdx.x), for one instruction.
func (w *Wavefront) GlobalX() Vec[int] { return w.x.Plus(w.Group.X * w.Workgroup.X) }

// GlobalY returns each lane's y in the whole grid, for one instruction.
func (w *Wavefront) GlobalY() Vec[int] { return w.y.Plus(w.Group.Y * w.Workgroup.Y) }

// GlobalZ returns each lane's z in the whole grid, for one instruction.
func (w *Wavefront) GlobalZ() Vec[int] { return w.z.Plus(w.Group.Z * w.Workgroup.Z) }

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
	if w.active == 0 { // all lanes have left: the hardware jumps over it
		return n
	}
	w.m.count(kind, w.active)
	if w.m.record {
		w.append(kind, n, a, b, c)
	}
	return n
}

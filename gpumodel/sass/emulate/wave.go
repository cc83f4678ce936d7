package emulate

import (
	"fmt"
	"math/bits"
	"slices"

	"lanebook/gpumodel"
	"lanebook/gpumodel/sass"
)

// row is a register of all lanes. Uniform registers are rows too, the same in every lane.
type row [lanes]uint32

// every is the mask of all lanes.
const every = ^uint32(0)

// The predicates of a wavefront, as masks of lanes: P0 to P6, PT, UP0 to UP6, UPT.
const (
	true_      = 7
	uniform    = 8
	predicates = 16
)

// Where lanes that parted meet again: at one of the compiler's barriers B0 to B15, at the
// workgroup's, or where the wavefront is told to.
const (
	atWorkgroup = 16
	atWavefront = 17
	meetings    = 18
)

// group is a workgroup that runs.
type group struct {
	code  *Code
	index int
	at    gpumodel.Shape // its coordinates in the grid
	waves []wave
	local buffer // the workgroup's shared memory
	left  int    // wavefronts whose streams have not been read to their ends
	ended func()
}

func newGroup(c *Code) *group {
	g := &group{code: c, waves: make([]wave, c.Wavefronts()), local: buffer{data: make([]byte, c.launch.Local)}}
	for i := range g.waves {
		g.waves[i] = wave{group: g, index: i, rows: make([]row, c.rows), names: make([]gpumodel.Register, c.rows+predicates)}
	}
	return g
}

// begin makes a group that is there a workgroup of the grid.
func (g *group) begin(index int) {
	grid, lanesOf := g.code.launch.Grid.Filled(), g.code.launch.Workgroup.Lanes()
	g.index, g.left = index, len(g.waves)
	g.at = gpumodel.Shape{X: index % grid.X, Y: index / grid.X % grid.Y, Z: index / grid.X / grid.Y}
	clear(g.local.data)
	for i := range g.waves {
		w := &g.waves[i]
		clear(w.rows)
		clear(w.names)
		w.alive = uint32(gpumodel.AllLanes(min(lanes, lanesOf-i*lanes)))
		w.path, w.ready, w.meetings, w.predicates = path{0, w.alive}, w.ready[:0], [meetings]meeting{}, [predicates]uint32{true_: every, uniform + true_: every}
		w.own, w.done, w.err = buffer{}, false, nil
		w.copies = copies{}
		for b := range w.pending {
			w.pending[b] = w.pending[b][:0]
		}
	}
}

// path is where some lanes of a wavefront are.
type path struct {
	at    int
	lanes uint32
}

// meeting is lanes that wait for others.
type meeting struct {
	lanes, arrived uint32 // who meets, and who is there
	at             int    // where they go on
}

// wave is a wavefront, and its stream.
type wave struct {
	group      *group
	index      int
	rows       []row
	predicates [predicates]uint32
	names      []gpumodel.Register    // by which the latest writer of each row, and of each predicate, is waited for
	pending    [6][]gpumodel.Register // results that each of the compiler's barriers stands for
	alive      uint32
	path       path   // the lanes that execute
	ready      []path // others that can
	meetings   [meetings]meeting
	scratch    [4]row // of operands that are changed on their way
	addresses  [lanes]gpumodel.Bytes
	into       [lanes]gpumodel.Bytes // of copies, in shared memory
	kind       gpumodel.Kind         // what the instruction just executed is to the schedulers
	own        buffer                // stackBytes of each of its lanes, once they are asked for
	clock      gpumodel.Cycles
	asked      clockRead
	copies     copies
	done       bool
	err        error
}

// Err returns why the stream ended early.
func (w *wave) Err() error { return w.err }

// clockRead is where the latest Clock writes what it reads, once it issues.
type clockRead struct {
	to, words int
	on        uint32
	high      bool // the upper 32 bits
}

// SetClock tells the cycle in which the Clock just read issues, which is what it reads. Where nothing issues, it reads what the one
// before it read.
func (w *wave) SetClock(now gpumodel.Cycles) {
	w.clock = now
	v := uint64(now)
	if w.asked.high {
		v >>= 32
	}
	each(w.asked.on, func(i int) { w.put(w.asked.to, w.asked.words, i, v) })
}

// Next executes the wavefront's next instruction and says what it asks for.
func (w *wave) Next(in *gpumodel.Instruction) bool {
	if w.done {
		return false
	}
	if w.path.at >= len(w.group.code.steps) {
		return w.fail(w.path.at-1, fmt.Errorf("the code ends, want EXIT"))
	}
	at := w.path.at
	s := &w.group.code.steps[at]
	on := w.path.lanes
	if s.guarded {
		on &= s.guard.of(w)
	}
	shown := on
	if s.uniform && on != 0 {
		on, shown = every, w.path.lanes // it computes once, for all that are here
	}
	w.path.at++
	w.kind = s.kind
	*in = gpumodel.Instruction{Line: s.line, Stall: s.stall, Busy: s.busy, Later: s.later, Reads: s.reads, Lanes: gpumodel.LaneMask(shown)}
	if err := s.do(w, on); err != nil {
		return w.fail(at, err)
	}
	in.Kind, in.Product = w.kind, s.product && on != 0
	if s.access.width > 0 {
		in.Access = gpumodel.Access{Op: s.access.op, Width: s.access.width, Active: gpumodel.LaneMask(on), Addr: w.addresses[:]}
		if s.access.copies {
			in.Into = w.into[:]
		}
		if s.access.lanes != 0 {
			in.Access.Active &= s.access.lanes
		}
	}
	s.depend(w, in)
	if w.alive == 0 {
		in.Kind, w.done = gpumodel.Exit, true
		if w.group.left--; w.group.left == 0 {
			w.group.ended()
		}
	}
	return true
}

// fail ends the stream.
func (w *wave) fail(at int, err error) bool {
	c := w.group.code
	in := &c.launch.Kernel.Code[at]
	w.err = fmt.Errorf("%s: instruction at 0x%04x, %v: %w", c.name, in.Address, in, err)
	w.done = true
	return false
}

// depend fills in what an instruction waits for and writes: results of units whose latency the
// compiler does not know by the barriers that it set, the latest first, others by their registers.
// One that fills several registers goes by the name of the first.
func (s *step) depend(w *wave, in *gpumodel.Instruction) {
	n := 0
	add := func(name gpumodel.Register) {
		if name == gpumodel.NoRegister || n == len(in.Src) || slices.Contains(in.Src[:n], name) {
			return
		}
		in.Src[n] = name
		n++
	}
	for b := range w.pending {
		if s.wait>>b&1 == 1 {
			for _, name := range slices.Backward(w.pending[b]) {
				add(name)
			}
			w.pending[b] = w.pending[b][:0]
		}
	}
	for _, r := range s.sources {
		add(w.names[r])
	}
	for _, name := range w.copies.waits {
		add(name)
	}
	in.Dst, w.copies.name, w.copies.waits = w.copies.name, gpumodel.NoRegister, w.copies.waits[:0]
	if len(s.results) == 0 {
		return
	}
	in.Dst = gpumodel.Register(s.results[0] + 1)
	name := in.Dst
	if s.write < sass.NoBarrier-1 {
		w.pending[s.write] = append(w.pending[s.write], name)
		name = gpumodel.NoRegister
	} else if s.kind == gpumodel.Matrix { // of these the compiler knows the time
		in.Dst, name = gpumodel.NoRegister, gpumodel.NoRegister
	}
	for _, r := range s.results {
		w.names[r] = name
	}
}

// part lets some of the path's lanes go to a place, and the others on.
func (w *wave) part(to int, taken uint32) {
	switch taken {
	case w.path.lanes:
		w.path.at = to
	case 0:
		w.kind = gpumodel.FP32 // it takes its turn, and nothing more
	default:
		w.ready = append(w.ready, path{to, taken})
		w.path.lanes &^= taken
	}
}

// meet lets the path's lanes wait until all that are to come have, and reports whether they have.
func (w *wave) meet(where int, all uint32) bool {
	m := &w.meetings[where]
	m.lanes, m.arrived, m.at = all&w.alive, m.arrived|w.path.lanes, w.path.at
	w.path.lanes = 0
	if m.arrived == 0 || m.arrived&m.lanes != m.lanes {
		w.next()
		return false
	}
	w.path, m.arrived = path{m.at, m.arrived}, 0
	return true
}

// next goes on with other lanes.
func (w *wave) next() {
	if last := len(w.ready) - 1; last >= 0 {
		w.path, w.ready = w.ready[last], w.ready[:last]
	}
}

// leave takes lanes from all meetings, or from one, and lets those go on that waited for them alone.
func (w *wave) leave(gone uint32, from, to int) {
	for i := from; i < to; i++ {
		m := &w.meetings[i]
		m.lanes &^= gone
		if m.arrived != 0 && m.arrived&m.lanes == m.lanes {
			w.ready = append(w.ready, path{m.at, m.arrived})
			m.arrived = 0
		}
	}
}

// exit ends lanes.
func (w *wave) exit(on uint32) {
	w.alive &^= on
	w.path.lanes &^= on
	w.leave(on, 0, meetings)
	if w.path.lanes == 0 {
		w.next()
	}
}

// put writes a lane's result of one or two words.
func (w *wave) put(to, words, lane int, v uint64) {
	w.rows[to][lane] = uint32(v)
	if words == 2 {
		w.rows[to+1][lane] = uint32(v >> 32)
	}
}

// each calls f with every lane of a mask.
func each(on uint32, f func(lane int)) {
	for ; on != 0; on &= on - 1 {
		f(bits.TrailingZeros32(on))
	}
}

package kernel

import (
	"errors"
	"iter"
	"lanebook/gpumodel"
)

// machine executes one launch. One wavefront runs at a time, as a coroutine
// that stops at barriers and, when recording, at every full batch.
type machine struct {
	Launch
	kernel    Kernel
	grid      gpumodel.Shape
	workgroup gpumodel.Shape
	budget    int
	record    bool // instructions are kept for streams
	stopped   bool

	current *Wavefront     // running now
	live    map[int]*group // by index: workgroups whose streams are being read
	idle    []*group       // whose wavefronts' coroutines wait for another workgroup
	groups  []*group       // every group made, for stop
	epoch   uint32         // barriers and workgroups so far: tells the times of LDS marks apart
	err     *Fault         // the first
	counters
}

// group is one workgroup being run. It is used again for the next.
type group struct {
	m       *machine
	index   int // linear, in the grid
	epoch   uint32
	first   uint32 // the epoch in which this workgroup began
	waves   []*Wavefront
	waiting int     // wavefronts at the barrier
	at      uintptr // which barrier
	ended   int     // wavefronts that have ended
	left    int     // wavefronts whose streams have been read to their ends
	locals  []local

	unwritten *Fault // of an LDS read since the last barrier
}

func newMachine(l Launch, k Kernel, record bool) (*machine, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	if k == nil {
		return nil, errors.New("launch of " + l.name() + ": the kernel is nil, want a function")
	}
	m := &machine{Launch: l, kernel: k, record: record, grid: l.Grid, workgroup: l.Workgroup, budget: l.Budget}
	if m.budget == 0 {
		m.budget = defaultBudget
	}
	m.live = map[int]*group{}
	m.counters.init()
	return m, nil
}

// wavefronts returns how many a workgroup has.
func (m *machine) wavefronts() int { return Cover(m.workgroup.Lanes(), m.Device.Lanes) }

func (m *machine) newGroup() *group {
	if n := len(m.idle); n > 0 {
		g := m.idle[n-1]
		m.idle = m.idle[:n-1]
		return g
	}
	g := &group{m: m}
	lanes := m.Device.Lanes
	for first := 0; first < m.workgroup.Lanes(); first += lanes {
		w := newWavefront(g, first/lanes, min(lanes, m.workgroup.Lanes()-first))
		w.next, w.stop = iter.Pull(w.lives)
		g.waves = append(g.waves, w)
	}
	m.groups = append(m.groups, g)
	return g
}

// begin makes the group the workgroup of the given linear index.
func (m *machine) begin(g *group, index int) {
	m.epoch++
	m.workgroups++
	g.index, g.epoch, g.first = index, m.epoch, m.epoch
	g.waiting, g.ended, g.left, g.unwritten = 0, 0, 0, nil
	for _, w := range g.waves {
		x, y, z := m.grid.At(index)
		w.begin(Point{x, y, z})
	}
}

// finish runs the group to its end and reports whether all went well.
func (m *machine) finish(g *group) bool {
	for m.err == nil && g.ended < len(g.waves) {
		for _, w := range g.waves {
			if w.state == ready && m.err == nil {
				m.resume(w)
			}
		}
	}
	return m.err == nil
}

// resume lets the wavefront run until it pauses.
func (m *machine) resume(w *Wavefront) {
	m.current = w
	w.next()
	m.current = nil
}

// stop ends every coroutine.
func (m *machine) stop() {
	m.stopped = true
	for _, g := range m.groups {
		for _, w := range g.waves {
			w.stop()
		}
	}
	m.groups, m.idle = nil, nil
	clear(m.live)
}

// fault returns the first fault as an error, nil if there was none.
func (m *machine) fault() error {
	if m.err == nil {
		return nil
	}
	return m.err
}

// arrive counts the wavefront in at the barrier of w.pc and reports whether it
// was the last, which opens it.
func (g *group) arrive(w *Wavefront) (last bool) {
	for _, other := range g.waves {
		if other.state == ended {
			g.missed(w.pc[0], other)
		}
	}
	if g.waiting > 0 && g.at != w.pc[0] {
		_, line := source(g.at)
		w.refuse(w.linear.v[0], "barrier, while other wavefronts wait at that of line %d: all must reach the same", line)
	}
	g.at = w.pc[0]
	g.waiting++
	if g.waiting < len(g.waves) {
		return false
	}
	g.m.epoch++
	g.epoch, g.waiting = g.m.epoch, 0
	for _, other := range g.waves {
		other.state = ready
	}
	g.checkUnwritten(w)
	return true
}

// depart counts the wavefront out at its end.
func (g *group) depart(w *Wavefront) {
	if g.waiting > 0 {
		g.missed(g.at, w)
	}
	if g.ended++; g.ended == len(g.waves) {
		g.checkUnwritten(w)
	}
}

// missed refuses the barrier because that wavefront has ended without it.
func (g *group) missed(at uintptr, w *Wavefront) {
	w.end(w.newFault(at, w.linear.v[0], "barrier never reached by this lane, which has ended: every lane of the workgroup must reach it"))
}

// checkUnwritten refuses a read of what nothing has written, once that is sure.
func (g *group) checkUnwritten(w *Wavefront) {
	if g.unwritten != nil {
		w.end(g.unwritten)
	}
}

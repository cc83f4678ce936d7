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

	current *Wavefront // running now
	turn    batch      // what it has recorded
	shared  *sharedRecords
	live    map[int]*group // by index: workgroups whose streams are being read
	idle    []*group       // whose LDS waits for another workgroup
	made    []*Wavefront   // with their coroutines, for stop
	free    []*Wavefront   // that no wave has
	spare   chunks         // likewise
	who     []identity     // by wavefront of a workgroup
	epoch   uint32         // barriers and workgroups so far: tells the times of LDS marks apart
	err     *Fault         // the first
	counters
}

// group is one workgroup being run. It is used again for the next.
type group struct {
	m       *machine
	index   int // linear, in the grid
	epoch   uint32
	first   uint32 // the epoch in which this workgroup began, as no other did
	waves   []wave
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
	m := &machine{Launch: l, kernel: k, record: record, grid: l.Grid.Filled(), workgroup: l.Workgroup.Filled(), budget: l.Budget}
	if m.budget == 0 {
		m.budget = defaultBudget
	}
	m.live, m.shared = map[int]*group{}, new(sharedRecords)
	m.who = make([]identity, m.wavefronts())
	m.counters.init()
	return m, nil
}

// wave is a wavefront of a workgroup until the last of its instructions has been read. A
// Wavefront, with a stack and arenas, it has only from its first turn until the kernel
// returns: one that never waits leaves it, still warm, to the next.
type wave struct {
	group *group
	index int        // in the workgroup
	by    *Wavefront // that executes it; nil before and after
	state state
	given bool            // its stream has been asked for
	clock gpumodel.Cycles // as last told by the stream's reader
	told  bool
	ahead bool               // run to the next barrier, however far that is
	kept  batch              // recorded, and not yet the stream's
	addrs [64]gpumodel.Bytes // of the strided access that was read last
}

// state is what a wavefront is doing between two turns.
type state uint8

const (
	ready   state = iota
	waiting       // at a barrier
	ended
)

// wavefronts returns how many a workgroup has.
func (m *machine) wavefronts() int { return Cover(m.workgroup.Lanes(), m.Device.Lanes) }

func (m *machine) newGroup() *group {
	if n := len(m.idle); n > 0 {
		g := m.idle[n-1]
		m.idle = m.idle[:n-1]
		return g
	}
	g := &group{m: m, waves: make([]wave, m.wavefronts())}
	for i := range g.waves {
		g.waves[i].group, g.waves[i].index = g, i
	}
	return g
}

// begin makes the group the workgroup of the given linear index.
func (m *machine) begin(g *group, index int) {
	m.epoch++
	m.workgroups++
	g.index, g.epoch, g.first = index, m.epoch, m.epoch
	g.waiting, g.ended, g.left, g.unwritten = 0, 0, 0, nil
	for i := range g.waves {
		v := &g.waves[i]
		v.state, v.told, v.given = ready, false, false
		v.kept = batch{addrs: v.kept.addrs[:0]}
	}
}

// finish runs the group to its end and reports whether all went well.
func (m *machine) finish(g *group) bool {
	for m.err == nil && g.ended < len(g.waves) {
		for i := range g.waves {
			if v := &g.waves[i]; v.state == ready && m.err == nil {
				m.resume(v)
			}
		}
	}
	return m.err == nil
}

// resume lets the wavefront run until it pauses.
func (m *machine) resume(v *wave) {
	if v.by == nil {
		v.by = m.newWavefront()
		v.by.begin(v)
	}
	m.current = v.by
	v.by.next()
	m.current = nil
	v.kept.add(&m.turn, m.share(v.by.executed))
	m.turn.record, m.turn.addrs = m.turn.record[:0], m.turn.addrs[:0]
	if v.state == ended {
		v.by.rest()
		m.free = append(m.free, v.by)
		v.by = nil
	}
}

func (m *machine) newWavefront() *Wavefront {
	if n := len(m.free); n > 0 {
		w := m.free[n-1]
		m.free = m.free[:n-1]
		return w
	}
	w := newWavefront(m)
	w.next, w.stop = iter.Pull(w.lives)
	m.made = append(m.made, w)
	return w
}

// stop ends every coroutine.
func (m *machine) stop() {
	m.stopped = true
	for _, w := range m.made {
		w.stop()
	}
	m.made, m.free, m.idle = nil, nil, nil
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
	for i := range g.waves {
		if g.waves[i].state == ended {
			w.missed(w.pc[0], i)
		}
	}
	if g.waiting > 0 && g.at != w.pc[0] {
		_, line := source(g.at)
		w.refuse(w.Index*w.lanes, "barrier, while other wavefronts wait at that of line %d: all must reach the same", line)
	}
	g.at = w.pc[0]
	g.waiting++
	if g.waiting < len(g.waves) {
		return false
	}
	g.m.epoch++
	g.epoch, g.waiting = g.m.epoch, 0
	for i := range g.waves {
		g.waves[i].state = ready
	}
	g.checkUnwritten(w)
	return true
}

// depart counts the wavefront out at its end.
func (g *group) depart(w *Wavefront) {
	if g.waiting > 0 {
		w.missed(g.at, w.Index)
	}
	if g.ended++; g.ended == len(g.waves) {
		g.checkUnwritten(w)
	}
}

// missed refuses the barrier because that wavefront of the workgroup has ended without it.
func (w *Wavefront) missed(at uintptr, index int) {
	w.end(w.newFault(at, index*w.lanes, "barrier never reached by this lane, which has ended: every lane of the workgroup must reach it"))
}

// checkUnwritten refuses a read of what nothing has written, once that is sure.
func (g *group) checkUnwritten(w *Wavefront) {
	if g.unwritten != nil {
		w.end(g.unwritten)
	}
}

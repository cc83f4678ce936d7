package kernel

import (
	"fmt"
	"runtime"

	"lanebook/gpumodel"
)

// Streams is a launch whose wavefronts execute as far as their instruction
// streams are read. All of it belongs to one goroutine at a time.
//
// What a kernel writes is in memory once its streams have been read to their
// ends. A scheduler that holds wavefronts back at barriers reads each stream as
// it should; a reader that does not makes the others run ahead to the barrier,
// their instructions kept until they are read.
type Streams struct {
	m        *machine
	measured bool // by Occupancy
}

// Start prepares the kernel for reading its streams. Nothing runs yet. Close
// the Streams when they are no longer read; those that are forgotten are closed
// when the garbage collector finds them.
func (l Launch) Start(k Kernel) (*Streams, error) {
	m, err := newMachine(l, k, true)
	if err != nil {
		return nil, err
	}
	return newStreams(m), nil
}

// Again returns the same launch's streams from the start, for another goroutine: each for
// other workgroups. They record together what is the same.
func (s *Streams) Again() *Streams {
	m, _ := newMachine(s.m.Launch, s.m.kernel, true) // which was valid
	m.shared = s.m.shared
	return newStreams(m)
}

func newStreams(m *machine) *Streams {
	s := &Streams{m: m}
	runtime.AddCleanup(s, (*machine).stop, m)
	return s
}

// Workgroups returns how many workgroups the grid has.
func (s *Streams) Workgroups() int { return s.m.grid.Lanes() }

// Wavefronts returns how many wavefronts a workgroup has.
func (s *Streams) Wavefronts() int { return s.m.wavefronts() }

// Stream returns the instructions of one wavefront, and begins its workgroup
// with the first that is asked for. Indices are linear, x fastest; each stream
// is asked for once, or again after its workgroup has ended. It has the signature of gpumodel.Workload.Stream. What is
// wrong with the indices, or later with the kernel, the stream's Err tells.
func (s *Streams) Stream(workgroup, wavefront int) gpumodel.Stream {
	w, err := s.wave(workgroup, wavefront)
	switch {
	case err != nil:
		return broken{err}
	case w.given:
		return broken{fmt.Errorf("launch of %s: stream of workgroup %d, wavefront %d is asked for twice, want once as long as its workgroup runs", s.m.name(), workgroup, wavefront)}
	}
	w.given = true
	return &stream{s: s, w: w, life: w.group.first}
}

// wave returns a wavefront, and begins its workgroup if that has not.
func (s *Streams) wave(workgroup, wavefront int) (*wave, error) {
	m := s.m
	if workgroup < 0 || workgroup >= s.Workgroups() || wavefront < 0 || wavefront >= s.Wavefronts() {
		return nil, fmt.Errorf("launch of %s: stream of workgroup %d, wavefront %d, want less than %d and %d",
			m.name(), workgroup, wavefront, s.Workgroups(), s.Wavefronts())
	}
	g := m.live[workgroup]
	if g == nil {
		if m.stopped {
			return nil, fmt.Errorf("launch of %s: its streams are closed", m.name())
		}
		g = m.newGroup()
		m.begin(g, workgroup)
		m.live[workgroup] = g
	}
	return &g.waves[wavefront], nil
}

// Err returns the *Fault that ended the launch, or nil.
func (s *Streams) Err() error { return s.m.fault() }

// Result returns what has been counted so far.
func (s *Streams) Result() Result { return s.m.result() }

// Close ends the wavefronts that are still running.
func (s *Streams) Close() { s.m.stop() }

// stream is the gpumodel.Stream of one wavefront. Its further methods, Err, Device
// and SetClock, are for schedulers that look for them.
type stream struct {
	s        *Streams // keeps it from being closed while this stream is in use
	w        *wave
	life     uint32 // of its group, which lives again as another workgroup
	batch           // that is being read
	at, addr int    // what is next in it
}

// Err returns why the stream ended early, as Streams.Err does.
func (s *stream) Err() error { return s.s.Err() }

// Device returns the GPU that the launch is for.
func (s *stream) Device() *gpumodel.Device { return &s.s.m.Device }

// SetClock tells the kernel the cycle in which the instruction just read, a
// Clock, issues. It is called before the next Next.
func (s *stream) SetClock(now gpumodel.Cycles) {
	if s.w.group.first == s.life {
		s.w.clock, s.w.told = now, true
	}
}

// broken is the stream that could not be had.
type broken struct{ err error }

func (b broken) Next(*gpumodel.Instruction) bool { return false }
func (b broken) Err() error                      { return b.err }

// Next implements gpumodel.Stream. After a fault, or Close, every stream ends.
func (s *stream) Next(in *gpumodel.Instruction) bool {
	if s.s.m.err != nil || s.at == len(s.record) && !s.refill() {
		return false
	}
	r := &s.record[s.at]
	s.at++
	in.Kind, in.Dst, in.Src, in.Lanes, in.Line = r.kind, r.dst, r.src, r.lanes, r.line // one by one: built elsewhere and copied it would take twice as long
	in.Access, in.Read, in.Sample = gpumodel.Access{}, gpumodel.NoRegister, nil
	if r.width > 0 {
		in.Access = gpumodel.Access{Op: r.op, Width: gpumodel.Bytes(r.width), Active: r.lanes, Addr: s.addresses(r.strided)}
	}
	if in.Kind == gpumodel.Exit {
		s.swap() // the room for the group's next life
		s.w.group.leave()
	}
	return true
}

// refill takes the wavefront's next batch, for which that may have to run, and reports
// whether there was one.
func (s *stream) refill() bool {
	w := s.w
	if w.group.first != s.life {
		return false
	}
	for len(w.kept.record) == 0 {
		if !w.run() {
			return false
		}
	}
	s.swap()
	return true
}

// swap takes what the wavefront has recorded, and gives it the room of addresses that have been read.
func (s *stream) swap() {
	s.batch, s.w.kept = s.w.kept, batch{addrs: s.addrs[:0]}
	s.at, s.addr = 0, 0
}

// run lets the wavefront run until it pauses, and reports whether there may be more.
func (w *wave) run() bool {
	m := w.group.m
	if w.state == waiting {
		w.group.open(w)
	}
	if w.state == ended || m.err != nil || m.stopped {
		return false
	}
	m.resume(w)
	return m.err == nil
}

// open lets the others run to the barrier at which w waits.
func (g *group) open(w *wave) {
	for w.state == waiting && g.m.err == nil && !g.m.stopped {
		for i := range g.waves {
			if other := &g.waves[i]; other.state == ready && w.state == waiting && g.m.err == nil {
				other.ahead = true
				g.m.resume(other)
				other.ahead = false
			}
		}
	}
}

// leave counts a wavefront whose stream has been read to its end. When all
// have, the group is free for another workgroup.
func (g *group) leave() {
	if g.left++; g.left == len(g.waves) {
		delete(g.m.live, g.index)
		g.m.idle = append(g.m.idle, g)
	}
}

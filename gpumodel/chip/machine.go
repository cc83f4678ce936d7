package chip

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"lanebook/gpumodel"
	"lanebook/gpumodel/memory"
)

// machine is a GPU at work.
type machine struct {
	Launch
	Options
	memory *memory.Hierarchy
	width  gpumodel.Cycles // of a span of time
	now    gpumodel.Cycles // at which the next span begins
	origin gpumodel.Cycles // at which the launch began
	cores  []core
	active []*core // those with work, in order
	due    []*core // of them, those that are not ahead

	next             []int     // workgroup to start next, by die: those of a die are as far apart as there are dies
	of, ended, first int       // workgroups; those that have ended, and that were given out when the launch began
	done, free       []float64 // by when a die's dispatcher has taken notice of the latest end, and from when it may start another workgroup
	before           counts    // what the memory had counted when the launch began
	paces            sample
	flushed          gpumodel.Cycles // that the L2 took to write back what it held in the end
}

// core is a CU with its way to memory.
type core struct {
	*gpumodel.Core
	memory *memory.Client
	die    int
	asked  int // spans since it last had a wavefront: its stores are still on their way
	starts []start
	from   gpumodel.Cycles // of its first workgroup
	had    bool            // one
	ahead  int             // spans that it has run already
	err    error
}

// mostAhead is how many spans a CU may run ahead, which keeps what is known of it in the
// processor's caches.
const mostAhead = 31

// start is a workgroup that a CU is to start.
type start struct {
	workgroup int
	at        gpumodel.Cycles
}

func newMachine(l Launch, o Options) (*machine, error) {
	cus := cmp.Or(l.CUs, l.Device.CUs)
	h, err := memory.New(l.Device, cus)
	if err != nil {
		return nil, err
	}
	h.Share()
	m := &machine{Launch: l, Options: o, memory: h, width: h.Span(), cores: make([]core, cus), next: make([]int, h.Dies()), done: make([]float64, h.Dies()), free: make([]float64, h.Dies())}
	if m.Threads <= 0 {
		m.Threads = runtime.GOMAXPROCS(0)
	}
	if m.Stop == nil {
		m.Stop = func() error { return nil }
	}
	for i := range m.cores {
		m.cores[i].memory, m.cores[i].die = h.CU(i), i%h.Dies()
	}
	return m, m.begin()
}

// begin makes all CUs new, but not their memory: for a launch, which begins when all is done of the one before, its stores
// and what its dispatchers had to notice too.
func (m *machine) begin() error {
	for i := range m.cores {
		if c := m.cores[i].Core; c != nil {
			m.now = max(m.now, c.Timeline().Cycles)
		}
	}
	for _, done := range m.done {
		m.now = max(m.now, gpumodel.Cycles(math.Ceil(done)))
	}
	m.origin, m.ended = m.now, 0
	for i := range m.done {
		m.done[i], m.free[i] = float64(m.now), float64(m.now)
	}
	m.memory.Forget()
	m.before = m.counts()
	m.active = m.active[:0]
	for i := range m.cores {
		c := &m.cores[i]
		var way gpumodel.Memory = c.memory
		if m.PastL1 {
			way = c.memory.PastL1()
		}
		c.had, c.asked, c.starts = false, 0, c.starts[:0]
		var err error
		c.Core, err = m.Device.NewCore(gpumodel.Workload{
			Workgroups: m.Workgroups, Wavefronts: m.Wavefronts, Resident: m.Launch.Resident, Stream: m.Streams(i), Memory: way, Lines: m.Lines,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// run runs the workgroups from the first to the last, not including it, to their end.
func (m *machine) run(first, last int) error {
	m.of = last
	for i := range m.next {
		w := first + i
		m.next[w%len(m.next)] = w
	}
	m.paces = sample{}
	if first == last {
		return nil
	}
	m.fill()
	for len(m.active) > 0 {
		if err := m.Stop(); err != nil {
			return err
		}
		until := m.now + m.width
		m.due = m.due[:0]
		for _, c := range m.active {
			if c.ahead--; c.ahead < 0 {
				c.memory.Exchange()
				m.due = append(m.due, c)
			}
		}
		m.spread(until)
		m.now = until
		for _, c := range m.active {
			if c.err != nil && c.ahead == 0 {
				return c.err
			}
		}
		m.hand()
		m.paces.note(m.ended, last-first, m.now)
		m.active = slices.DeleteFunc(m.active, (*core).idle)
		if m.Progress != nil {
			m.Progress(m.ended, last-first)
		}
	}
	return nil
}

// fill gives every CU its first workgroups, one after another.
func (m *machine) fill() {
	d := &m.Device.Dispatch
	m.first = 0
	for round := gpumodel.Cycles(0); ; round++ {
		room := false
		for i := range m.cores {
			c := &m.cores[i]
			if m.next[c.die] >= m.of || c.Room() <= len(c.starts) {
				continue
			}
			room = true
			at := m.now + round*(d.Fill+d.Each*gpumodel.Cycles(m.Wavefronts))
			if !c.had {
				c.had, c.from = true, at
				c.Cold(at + d.Cold)
				m.active = append(m.active, c)
			}
			m.start(c, at)
			m.first++
		}
		if !room {
			return
		}
	}
}

// hand takes notice of workgroups that have ended, one after another, and gives their places to others, in the order of time:
// not before the next span, however short the device's Turnover is.
func (m *machine) hand() {
	type place struct {
		c  *core
		at gpumodel.Cycles
	}
	var places []place
	for _, c := range m.active {
		if c.ahead > 0 {
			continue
		}
		for _, f := range c.Finished() {
			places = append(places, place{c, f.At})
			for k := len(places) - 1; k > 0 && places[k-1].at > places[k].at; k-- { // rarely far: most end in this order
				places[k-1], places[k] = places[k], places[k-1]
			}
		}
	}
	m.ended += len(places)
	d := &m.Device.Dispatch
	for _, p := range places {
		done, free := &m.done[p.c.die], &m.free[p.c.die]
		*done = max(*done+d.Interval, float64(p.at))
		if m.next[p.c.die] < m.of {
			*free = max(*free+d.ByWave*float64(m.Wavefronts), *done+float64(d.Turnover))
			m.start(p.c, max(gpumodel.Cycles(*free), m.now))
		}
	}
}

// start gives a CU the next workgroup of its die.
func (m *machine) start(c *core, at gpumodel.Cycles) {
	c.starts = append(c.starts, start{m.next[c.die], at})
	m.next[c.die] += len(m.next)
}

// spread runs all CUs that are due to the given cycle, and answers what they asked in the
// span before, by as many goroutines as there are Threads.
func (m *machine) spread(until gpumodel.Cycles) {
	var next atomic.Int64
	work := func() {
		for {
			i := int(next.Add(1)) - 1
			switch {
			case i == 0:
				m.memory.Answer()
			case i <= len(m.due):
				m.due[i-1].run(until, m.width)
			default:
				return
			}
		}
	}
	var group sync.WaitGroup
	for range min(m.Threads, len(m.due)+1) - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
}

// run runs the CU through a span of time, and through those after it as long as nothing
// from outside can reach it there.
func (c *core) run(until, width gpumodel.Cycles) {
	c.Settle(c.memory.Collect())
	for _, s := range c.starts {
		c.Start(s.workgroup, s.at)
	}
	c.starts = c.starts[:0]
	c.asked++
	if c.Live() {
		c.asked = 0
	}
	for c.ahead = 0; ; c.ahead++ {
		if c.err = c.Run(until); c.err == nil {
			c.err = c.Stuck()
		}
		if c.err != nil || c.ahead == mostAhead || !c.Live() || len(c.Finished()) > 0 || !c.memory.Quiet() {
			return
		}
		until += width
	}
}

// idle reports whether the CU has nothing to do and nothing to wait for.
func (c *core) idle() bool { return !c.Live() && len(c.starts) == 0 && c.asked > 3 }

package gpumodel_test

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"testing"

	. "lanebook/gpumodel"
)

// plain is the CU's scheduler in the slow and obvious way: it goes through every cycle,
// and asks of every wavefront that does not issue each
// reason in the documented order. Only the bank rule is not its own: lds_test.go has
// another for that.
type plain struct {
	d      Device
	l      Workload
	t      Timeline
	now    Cycles
	simds  []*plainSIMD
	shared map[int][]Cycles // from when each instance of a unit is free
	first  int
	begun  int // workgroups
	live   int // wavefronts

	banks  Cycles
	path   Cycles
	ports  []Cycles
	memory Memory
	moved  float64 // cycle in which the Pipe's last byte has passed
}

type plainSIMD struct {
	index    int
	waves    []*plainWave // by slot, lowest first
	own      map[int][]Cycles
	path     Cycles
	leave    []Cycles // when each LDS access leaves the queue
	memoryAt Cycles
	took     []Cycles // when the memory takes each Global access
	last     int      // slot
	greedy   *plainWave
	picked   *plainWave         // it waits for the banks of its registers
	banks    [3]map[Cycles]bool // cycles in which each reads; the third is of those in which no arithmetic issues
	left     bool               // a wavefront could have issued at the last look
	until    Cycles             // when one that could not for want of a unit or a place may
}

type plainWave struct {
	id, slot  int
	simd      *plainSIMD
	group     *plainGroup
	stream    Stream
	cu        *CU
	in        Instruction
	from      Cycles // not before, for the reason
	waitsFor  Stall  // StallBarrier or StallBranch
	atBarrier bool
	barrier   int32      // line of the latest
	written   [16]Cycles // by register, of which random programs have a dozen
	by        [16]Stall
	accesses  Cycles
	awake     bool // its SIMD has seen it ready
	active    bool // in TwoLevel's group
	issued    bool // in this cycle, or else
	why       Stall
	line      int32
	wait      Wait
	streak    int // issues of its SIMD from it alone, up to the last
}

type plainGroup struct {
	workgroup, live, arrived int
	waves                    []*plainWave
}

func runPlain(d Device, l Workload) Timeline {
	p := &plain{d: d, l: l, shared: map[int][]Cycles{}, ports: make([]Cycles, max(d.LDS.Port.Count, 1)), memory: l.Memory}
	if l.Lines > 0 {
		p.t.Lines = make([]LineTotals, l.Lines+1)
	}
	p.t.Device = d
	for i := range d.SIMDs {
		s := &plainSIMD{index: i, own: map[int][]Cycles{}, last: -1, until: math.MaxInt64}
		for u, unit := range d.CU.Units {
			s.own[u], p.shared[u] = make([]Cycles, unit.Count), make([]Cycles, unit.Count)
		}
		p.simds = append(p.simds, s)
	}
	resident := min(d.SIMDs*d.Wavefronts/l.Wavefronts, d.Limits.Workgroups, l.Workgroups)
	if l.Wavefronts > 1 && d.Limits.Barriers > 0 {
		resident = min(resident, d.Limits.Barriers)
	}
	if l.Resident > 0 {
		resident = min(resident, l.Resident)
	}
	for range resident {
		p.admit(&plainGroup{}, 0)
	}
	for ; p.live > 0; p.now++ {
		looked := false
		for i := range p.simds {
			if p.visit(p.simds[(p.first+i)%len(p.simds)]) {
				looked = true
			}
		}
		if looked {
			p.first++
		}
	}
	return p.t
}

func (p *plain) admit(g *plainGroup, at Cycles) {
	if p.begun == p.l.Workgroups {
		return
	}
	*g = plainGroup{workgroup: p.begun, live: p.l.Wavefronts}
	p.begun++
	for i := range p.l.Wavefronts {
		s := slices.MinFunc(p.simds, func(a, b *plainSIMD) int { return cmp.Compare(len(a.waves), len(b.waves)) })
		w := &plainWave{id: len(p.t.Wavefronts), simd: s, group: g, from: at, stream: p.l.Stream(g.workgroup, i), cu: &p.d.CU}
		s.place(w)
		g.waves = append(g.waves, w)
		p.live++
		p.t.Wavefronts = append(p.t.Wavefronts, Life{Workgroup: g.workgroup, Index: i, SIMD: s.index, Start: at})
		w.fetch()
	}
}

// place puts a wavefront into the lowest slot that is free. The waves are a copy, for a
// cycle may be going through those before.
func (s *plainSIMD) place(w *plainWave) {
	for i, v := range s.waves {
		if v.slot == w.slot {
			w.slot = i + 1
		}
	}
	s.waves = slices.Insert(slices.Clone(s.waves), w.slot, w)
}

func (w *plainWave) fetch() {
	w.in = Instruction{}
	if !w.stream.Next(&w.in) {
		w.in = Instruction{Kind: Exit}
	}
	if k := w.in.Kind; (k == Multiply || k == Packed) && w.cu.Latency[k] == 0 {
		w.in.Kind = FP32
	}
}

// holds reports whether the reason keeps the wavefront from issuing now.
func (p *plain) holds(w *plainWave, why Stall) bool {
	s := w.simd
	switch why {
	case StallBarrier:
		return w.atBarrier || w.waitsFor == why && w.from > p.now
	case StallBranch:
		return w.waitsFor == why && w.from > p.now
	case StallFence:
		return w.in.Kind == Fence && w.accesses > p.now
	case StallResult, StallLocal, StallMemory:
		for r, done := range w.written {
			r := Register(r)
			if done > p.now && w.by[r] == why && (w.in.Kind == Exit || w.in.Dst == r || slices.Contains(w.in.Src[:], r)) {
				return true
			}
		}
		return false
	case StallTurn:
		return (p.now-Cycles(s.index))%p.d.CU.Cadence != 0
	case StallUnit:
		return p.unitFree(w) > p.now
	case StallLocalQueue:
		return w.in.Kind == Local && p.full(s)
	case StallMemoryQueue:
		if w.in.Kind != Global && w.in.Kind != Texture {
			return false
		}
		return p.oneQueue() && p.full(s) || s.memoryAt > p.now
	}
	return true // not selected
}

// oneQueue reports whether accesses of the LDS and of memory wait in one queue.
func (p *plain) oneQueue() bool { return p.d.Caches.L1.Banked }

// full reports whether the SIMD's queue is.
func (p *plain) full(s *plainSIMD) bool {
	n := 0
	for _, at := range s.leave {
		if at > p.now {
			n++
		}
	}
	return n >= p.d.CU.LocalQueue
}

// unit returns the instances of the unit for the wavefront's next instruction, or one
// that is always free.
func (p *plain) unit(w *plainWave) []Cycles {
	switch u := p.unitOf(w); {
	case u < 0:
		return []Cycles{0}
	case p.d.CU.Units[u].Shared:
		return p.shared[u]
	default:
		return w.simd.own[u]
	}
}

func control(w *plainWave) bool {
	k := w.in.Kind
	return k == Barrier || k == Fence || k == Clock || k == Exit || k == Branch && w.in.Dst == NoRegister
}

// unitFree returns when that can start the wavefront's next instruction.
func (p *plain) unitFree(w *plainWave) Cycles {
	switch u := p.unit(w); w.in.Kind {
	case Multiply:
		return u[len(u)-1]
	case Packed:
		return slices.Max(u)
	default:
		return slices.Min(u)
	}
}

// read reports whether the banks of the SIMD's registers read for the wavefront now, and lets them.
func (p *plain) read(s *plainSIMD, w *plainWave) bool {
	again, reads := s.last == w.slot, w.in.Reads
	asks := reads.Fresh
	if again && reads.Back > 0 && w.streak >= int(reads.Back) {
		asks = reads.Kept
	}
	var takes [3][]Cycles
	for c := range Cycles(16) {
		if reads.Math>>c&1 != 0 {
			takes[2] = append(takes[2], p.now+c)
		}
		if n := max(asks[0], asks[1]); reads.Both>>c&1 != 0 && len(takes[0]) < int(n) {
			takes[0], takes[1] = append(takes[0], p.now+c), append(takes[1], p.now+c)
		}
	}
	for b, n := range asks {
		for c := p.now; reads.Both == 0 && len(takes[b]) < int(min(n, 32)); c++ { // the first that are free, of as many as it has
			if c >= p.now+max(p.d.CU.Ports, Cycles(min(n, 32))) {
				return false
			}
			if !s.banks[b][c] {
				takes[b] = append(takes[b], c)
			}
		}
	}
	for i, cycles := range takes {
		if slices.ContainsFunc(cycles, func(c Cycles) bool { return s.banks[i][c] }) {
			return false
		}
	}
	for i, cycles := range takes {
		if s.banks[i] == nil {
			s.banks[i] = map[Cycles]bool{}
		}
		for _, c := range cycles {
			s.banks[i][c] = true
		}
	}
	if w.streak++; !again {
		w.streak = 1
	}
	if w.in.Kind == Branch {
		w.streak = 0
	}
	return true
}

func (p *plain) unitOf(w *plainWave) int {
	return slices.IndexFunc(p.d.CU.Units, func(u Unit) bool { return slices.Contains(u.Kinds, w.in.Kind) })
}

func (p *plain) alone(w *plainWave) bool { u := p.unitOf(w); return u >= 0 && p.d.CU.Units[u].Alone }

// lacks reports whether a wavefront that is ready has no unit, or no place in a queue.
func (p *plain) lacks(w *plainWave) bool {
	return p.holds(w, StallUnit) || p.holds(w, StallLocalQueue) || p.holds(w, StallMemoryQueue)
}

// visit is one cycle of a SIMD. It looks at its wavefronts only in a turn in which one
// becomes ready or could have issued at the last, or when a unit or a queue has room
// again; it returns whether it did.
func (p *plain) visit(s *plainSIMD) (looks bool) {
	turn := (p.now-Cycles(s.index))%p.d.CU.Cadence == 0
	looks = turn && (s.left || s.until <= p.now)
	waves := s.waves
	for _, w := range waves {
		w.issued, w.line, w.why = false, w.in.Line, 0
		for !p.holds(w, w.why) {
			w.why++
		}
		if w.why == StallBarrier && !w.atBarrier {
			w.line = w.barrier
		}
		if started := p.t.Wavefronts[w.id].Start <= p.now; turn && started && w.why > StallTurn && !w.awake {
			w.awake, looks = true, true
		}
	}
	if looks {
		p.look(s, slices.Clone(waves))
	}
	for _, w := range waves {
		switch life := &p.t.Wavefronts[w.id]; {
		case w.issued:
			life.Issued++
		case life.Start <= p.now: // else another has made room for it in this very cycle
			life.Stalls[w.why]++
			if l := p.lineOf(w.line); l != nil {
				l.Stalls[w.why]++
			}
			p.wait(w)
		}
	}
	return looks
}

// lineOf returns what a line has cost so far, nil where that is not asked for.
func (p *plain) lineOf(line int32) *LineTotals {
	if p.l.Lines == 0 || int(line) > p.l.Lines {
		return nil
	}
	return &p.t.Lines[line]
}

// wait notes a cycle of waiting, with the one before if that was the same.
func (p *plain) wait(w *plainWave) {
	if v := &w.wait; v.To == p.now && v.Stall == w.why && v.Line == w.line {
		v.To++
		return
	}
	p.waited(w)
	w.wait = Wait{p.now, p.now + 1, int32(w.id), w.line, w.why}
}

func (p *plain) waited(w *plainWave) {
	if w.wait.To > w.wait.From {
		p.t.Waits = append(p.t.Waits, w.wait)
	}
}

func (p *plain) look(s *plainSIMD, waves []*plainWave) {
	ready := slices.DeleteFunc(slices.Clone(waves), func(w *plainWave) bool { return !w.awake })
	s.until = math.MaxInt64
	for _, w := range ready {
		switch {
		case p.holds(w, StallUnit):
			s.until = min(s.until, p.unitFree(w))
		case p.holds(w, StallLocalQueue):
			s.until = min(s.until, s.leave[len(s.leave)-p.d.CU.LocalQueue])
		case p.oneQueue() && p.full(s) && p.holds(w, StallMemoryQueue):
			s.until = min(s.until, max(s.memoryAt, s.leave[len(s.leave)-p.d.CU.LocalQueue]))
		case p.holds(w, StallMemoryQueue):
			s.until = min(s.until, s.memoryAt)
		}
	}
	if p.d.CU.Policy == TwoLevel {
		p.promote(s, waves, ready)
	}
	eligible := slices.DeleteFunc(slices.Clone(ready), func(w *plainWave) bool {
		return p.lacks(w) || p.d.CU.Policy == TwoLevel && !w.active
	})
	held := slices.DeleteFunc(slices.Clone(ready), func(w *plainWave) bool { return !p.lacks(w) })
	for pick := 0; pick < p.d.CU.Picks && len(eligible) > 0; pick++ {
		w := s.picked
		if !slices.Contains(eligible, w) {
			w = p.pick(s, eligible)
		}
		s.picked = nil
		if p.d.CU.Ports > 0 && !p.read(s, w) {
			s.picked, w.why = w, StallUnit
			break
		}
		u := p.unitOf(w)
		eligible = slices.DeleteFunc(eligible, func(v *plainWave) bool { return v == w || p.unitOf(v) == u })
		if !p.lacks(w) {
			p.dispatch(w)
		}
	}
	s.left = slices.ContainsFunc(ready, func(w *plainWave) bool { return !w.issued && !slices.Contains(held, w) })
}

// promote fills the group with ready wavefronts, those first that are next in turn.
func (p *plain) promote(s *plainSIMD, waves, ready []*plainWave) {
	for {
		active := slices.DeleteFunc(slices.Clone(waves), func(w *plainWave) bool { return !w.active })
		out := slices.DeleteFunc(slices.Clone(ready), func(w *plainWave) bool { return w.active })
		if len(active) >= p.d.CU.Group || len(out) == 0 {
			return
		}
		s.nextInTurn(out).active = true
	}
}

func (s *plainSIMD) nextInTurn(waves []*plainWave) *plainWave {
	return slices.MinFunc(waves, func(a, b *plainWave) int {
		return cmp.Compare((a.slot-s.last+63)%64, (b.slot-s.last+63)%64)
	})
}

func (p *plain) pick(s *plainSIMD, eligible []*plainWave) *plainWave {
	switch {
	case p.d.CU.Policy == GreedyOldest && slices.Contains(eligible, s.greedy):
		return s.greedy
	case p.d.CU.Policy == GreedyOldest || p.d.CU.Policy == Oldest:
		return slices.MinFunc(eligible, func(a, b *plainWave) int { return cmp.Compare(a.id, b.id) })
	}
	return s.nextInTurn(eligible)
}

func (p *plain) dispatch(w *plainWave) {
	w.issued, w.awake = true, false
	w.simd.last, w.simd.greedy = w.slot, w
	kind, alone := w.in.Kind, p.alone(w)
	single := control(w)
	at := len(p.t.Issues)
	p.execute(w, 0)
	fate := SecondNone
	if p.d.CU.Dispatch > 1 {
		fate = SecondControl
	}
	if kind != Barrier && kind != Exit {
		w.fetch()
	}
	if !single && p.d.CU.Dispatch > 1 {
		switch {
		case control(w):
		case p.holds(w, StallResult) || p.holds(w, StallLocal) || p.holds(w, StallMemory):
			fate = SecondDependency
		case alone || p.alone(w):
			fate = SecondAlone
		case p.lacks(w):
			fate = SecondUnit
		default:
			fate = SecondIssued
			p.execute(w, 1)
			w.fetch()
		}
	}
	p.t.SecondSlots[fate]++
	p.t.Issues[at].Second = fate
	switch kind {
	case Barrier:
		w.atBarrier, w.active = true, false
		w.group.arrived++
		p.release(w.group)
	case Exit:
		p.end(w)
	default:
		p.regroup(w)
	}
}

// regroup takes a wavefront out of TwoLevel's group that will wait for memory, the LDS
// or a fence.
func (p *plain) regroup(w *plainWave) {
	now := p.now
	for p.now = max(now+1, w.from); ; p.now++ {
		why := StallFence
		for ; why < StallTurn && !p.holds(w, why); why++ {
		}
		if why == StallTurn {
			break
		}
		if why != StallResult {
			w.active = false
		}
	}
	p.now = now
}

func (p *plain) release(g *plainGroup) {
	if g.arrived == 0 || g.arrived < g.live {
		return
	}
	g.arrived = 0
	for _, w := range g.waves {
		if w.atBarrier {
			w.atBarrier, w.from, w.waitsFor = false, p.now+p.d.CU.Latency[Barrier], StallBarrier
			w.barrier = w.in.Line
			w.fetch()
			p.regroup(w)
		}
	}
}

func (p *plain) end(w *plainWave) {
	p.t.Wavefronts[w.id].End = p.now + 1
	p.live--
	p.waited(w)
	w.simd.waves = slices.DeleteFunc(slices.Clone(w.simd.waves), func(v *plainWave) bool { return v == w })
	if w.simd.greedy == w {
		w.simd.greedy = nil
	}
	if w.group.live--; w.group.live == 0 {
		p.admit(w.group, p.now+1)
	} else {
		p.release(w.group)
	}
}

func (p *plain) execute(w *plainWave, slot uint8) {
	s, in, cu := w.simd, &w.in, &p.d.CU
	i := Issue{Cycle: p.now, Done: p.now + max(1, cu.Latency[in.Kind]), Wavefront: int32(w.id), Line: in.Line, SIMD: int16(s.index),
		Kind: in.Kind, Slot: slot, Dst: in.Dst, Src: in.Src}
	by := StallResult
	switch in.Kind {
	case Local:
		by = StallLocal
		p.local(s, in, &i)
		w.accesses = max(w.accesses, i.Done)
	case Global, Texture:
		by = StallMemory
		done, at := Cycles(0), p.now
		if p.oneQueue() {
			at = max(at, p.banks)
			p.banks = at + 1
			if n := len(s.leave); n > 0 {
				at = max(at, s.leave[n-1])
			}
			s.leave = append(s.leave, at)
		}
		s.memoryAt = p.now
		if cu.Loads.Known() { // one after another
			at = max(at, p.path)
			s.memoryAt, p.path = at, at
			if c, err := cu.Loads.Serve(in.Access); in.Kind == Global && err == nil {
				p.path += Cycles(c.Cycles)
				at = max(at, p.path-1)
			}
		}
		if p.memory != nil {
			var accept Cycles
			accept, done, _ = p.memory.Serve(at, in)
			if b, ok := p.memory.(interface{ Passes() int }); ok && p.d.Caches.L1.OnePath {
				p.banks += Cycles(b.Passes())*max(p.d.LDS.PassCycles, 1) - 1
				p.t.GlobalPasses += int64(b.Passes())
			}
			s.memoryAt = max(s.memoryAt, p.now+accept-at)
		} else {
			done = p.pipe(at, in)
		}
		i.Done = max(done, p.now+1)
		if in.Kind == Global {
			s.took = append(s.took, s.memoryAt)
			if n := len(s.took) - max(1, cu.GlobalQueue); n >= 0 {
				s.memoryAt = s.took[n]
			} else {
				s.memoryAt = 0
			}
			w.accesses = max(w.accesses, i.Done)
		}
	case Branch:
		if in.Dst == NoRegister {
			w.from, w.waitsFor = i.Done, StallBranch
		}
	case Clock:
		p.t.Clocks = append(p.t.Clocks, ClockRead{p.now, int32(w.id), in.Line})
	}
	if u := p.unit(w); p.unitOf(w) >= 0 {
		takes := u
		switch in.Kind {
		case Multiply:
			takes = u[len(u)-1:]
		case Packed:
		default:
			i := slices.IndexFunc(u, func(at Cycles) bool { return at <= p.now })
			takes = u[i : i+1]
		}
		for i := range takes {
			takes[i] = p.now + cu.Interval[in.Kind]
			p.t.Busy[in.Kind] += cu.Interval[in.Kind]
		}
	}
	if in.Dst != NoRegister {
		w.written[in.Dst], w.by[in.Dst] = i.Done, by
	}
	p.t.Cycles = max(p.t.Cycles, i.Done)
	p.t.Instructions[in.Kind]++
	p.t.Wavefronts[w.id].Instructions++
	if l := p.lineOf(in.Line); l != nil {
		l.Issued++
		l.Lanes += int64(in.Lanes.Count())
	}
	p.t.Issues = append(p.t.Issues, i)
}

// local serves an LDS access: one set of banks, ports that SIMDs share, and the path of
// each SIMD, whose pace the law of a lone wavefront's latency tells.
func (p *plain) local(s *plainSIMD, in *Instruction, i *Issue) {
	a, l := in.Access, p.d.LDS
	service, _ := l.Serve(a)
	i.Begin, i.Passes = max(p.now, p.banks), int32(service.Passes)
	p.banks = i.Begin + Cycles(service.Passes)*max(l.PassCycles, 1)
	p.t.LocalPasses += int64(service.Passes)
	p.t.LocalIdeal += int64(service.Ideal)
	left, rest := p.banks, p.d.CU.Latency[Local]-1
	if l.Port.Count > 0 {
		port := &p.ports[s.index%len(p.ports)]
		*port = max(p.now, *port) + Cycles(l.Port.Cycles(a.Op, a.Width, l.Lanes))
		left = max(left, *port)
	}
	for _, law := range l.Latencies {
		if law.Op == a.Op && law.Width == a.Width {
			s.path = max(p.now, s.path) + Cycles(math.Round(max(law.LeastCycles, law.CyclesPerPass*float64(service.Passes))))
			left = max(left, s.path)
			rest = Cycles(math.Round(law.FixedCycles + law.CyclesPerPhase*float64(service.Ideal)))
		}
	}
	s.leave = append(s.leave, left)
	i.Done = left + rest
}

// pipe serves an access by the CU's Memory: a latency after the bytes of every sector
// that it touches have passed.
func (p *plain) pipe(at Cycles, in *Instruction) Cycles {
	m := p.d.CU.Memory
	sectors := map[Bytes]bool{}
	for i, addr := range in.Access.Addr {
		if in.Access.Active.Has(i) {
			sectors[addr/m.Sector] = true
		}
	}
	p.moved = max(p.moved, float64(at)) + float64(len(sectors))*float64(m.Sector)/m.BytesPerCycle
	return Cycles(math.Ceil(p.moved)) + m.Latency
}

// inOrder sorts the waits by wavefront.
func inOrder(waits []Wait) []Wait {
	return slices.SortedFunc(slices.Values(waits), func(a, b Wait) int {
		return cmp.Or(cmp.Compare(a.Wavefront, b.Wavefront), cmp.Compare(a.From, b.From))
	})
}

// differs says in what two timelines of one launch differ first, or nothing.
func differs(got, want Timeline) string {
	if !reflect.DeepEqual(got.Issues, want.Issues) {
		for i := range got.Issues {
			if i >= len(want.Issues) || got.Issues[i] != want.Issues[i] {
				return fmt.Sprintf("issue %d: %+v, want %+v", i, got.Issues[i], want.Issues[min(i, len(want.Issues)-1)])
			}
		}
	}
	a, b := inOrder(got.Waits), inOrder(want.Waits)
	for i := range max(len(a), len(b)) {
		if i >= min(len(a), len(b)) {
			return fmt.Sprintf("%d waits, want %d", len(a), len(b))
		}
		if a[i] != b[i] {
			return fmt.Sprintf("waits: %v %+v, want %v %+v", a[i].Stall, a[i], b[i].Stall, b[i])
		}
	}
	got.Waits, want.Waits = nil, nil
	if !reflect.DeepEqual(got, want) {
		return "its counters differ"
	}
	return ""
}

// Run issues what the plain scheduler issues, when it does, and gives the same reason
// for every cycle in which a wavefront does not; on any launch on any device.
func TestRunAgainstPlain(t *testing.T) {
	programs := uint64(150)
	if os.Getenv("LANEBOOK_FULL") == "1" {
		programs = 20_000
	}
	wrong, issues, waits := 0, int64(0), Cycles(0)
	for seed := range programs {
		d, l := randomLaunch(seed)
		l.Record, l.Lines = 1<<22, int(seed%20) // some ask for none, some for fewer than there are
		got, err := d.Run(l)
		if err != nil {
			t.Fatal(err)
		}
		want := runPlain(d, l)
		if what := differs(got, want); what != "" {
			if wrong++; wrong <= 5 {
				t.Errorf("program %d on %s, cadence %d: %s", seed, d.Name, d.CU.Cadence, what)
			}
		}
		issues += want.Issued()
		stalls, _ := want.Stalled()
		for _, c := range stalls {
			waits += c
		}
	}
	t.Logf("%d programs, %d instructions, %d idle cycles of wavefronts: %d programs differ", programs, issues, waits, wrong)
}

package volume

import (
	"lanebook/gpumodel/memory"
)

// render is a Render at work: wavefronts that go round their loops, in order of
// time.
type render struct {
	g      GPU
	method Method
	window Window
	shape  Shape
	caster caster
	foot   *footprint
	series int
	cus    []cu
	queue  []event // a heap
	next   int     // workgroup to start
	groups int
	waves  []wave
	free   []int32 // places in waves
	life   float64
	spent  float64 // between clock reads
	out    Measured
}

// cu is a CU: its SIMDs' arithmetic and its texture unit.
type cu struct {
	memory  *memory.CU
	simds   []float64 // from which each is free
	filter  float64   // from which the texture unit is free
	last    float64   // when its latest reference returns; they return in order
	held    int       // references in the texture unit
	waiting []int32   // wavefronts that wait for a place there, oldest first
	waves   int       // that have started, to deal them to SIMDs
	slots   []bool    // that wavefronts occupy
}

// wave is a wavefront at work.
type wave struct {
	rays    [32]Ray
	samples int // turns of its loop
	turn    int
	cu      int32
	simd    int32
	group   *group
	slot    int // of its CU
	index   int // in order of workgroups
	begin   float64
	clock   float64 // first clock read of the reference
	sum     float64 // between clock reads
}

// group is a workgroup: another takes its place when its last wavefront ends.
type group struct{ left int }

// event is a wavefront's texture reference ready to issue, or its data back.
type event struct {
	at   float64
	wave int32
	back bool
}

func (e event) before(f event) bool {
	return e.at < f.at || e.at == f.at && (e.wave < f.wave || e.wave == f.wave && e.back && !f.back)
}

func (r *render) push(e event) {
	q := append(r.queue, e)
	i := len(q) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !e.before(q[up]) {
			break
		}
		q[i] = q[up]
		i = up
	}
	q[i] = e
	r.queue = q
}

func (r *render) pop() event {
	q := r.queue
	top, e := q[0], q[len(q)-1]
	q = q[:len(q)-1]
	for i := 0; len(q) > 0; {
		down := 2*i + 1
		if down+1 < len(q) && q[down+1].before(q[down]) {
			down++
		}
		if down >= len(q) || !q[down].before(e) {
			q[i] = e
			break
		}
		q[i] = q[down]
		i = down
	}
	r.queue = q
	return top
}

func (r *render) start(h *memory.Hierarchy) {
	w, s := r.window, r.shape
	r.groups = (w.X1 - w.X0) / s.X * ((w.Y1 - w.Y0) / s.Y)
	r.out.Wavefronts = make([]Wavefront, r.groups*4)
	r.cus = make([]cu, w.CUs)
	for i := range r.cus {
		r.cus[i] = cu{memory: h.CU(i), simds: make([]float64, r.g.SIMDs)}
	}
	for range r.g.Resident { // one on each CU, then a second, as the hardware deals them
		for i := range r.cus {
			r.admit(i, 0)
		}
	}
}

// admit starts the next workgroup on a CU. Workgroups that miss the volume end at
// once, in the time of a turn.
func (r *render) admit(c int, at float64) {
	for r.next < r.groups {
		n := r.next
		r.next++
		columns := (r.window.X1 - r.window.X0) / r.shape.X
		gx, gy := r.window.X0+n%columns*r.shape.X, r.window.Y0+n/columns*r.shape.Y
		g := &group{}
		for i := range 4 {
			r.out.Wavefronts[4*n+i].CU = c
			if r.enter(c, g, 4*n+i, gx, gy, 32*i, at) {
				g.left++
			}
		}
		if g.left > 0 {
			return
		}
		at += r.g.Chain
		r.out.Cycles = max(r.out.Cycles, at)
	}
}

// enter starts a wavefront, if it meets the volume.
func (r *render) enter(c int, g *group, index, gx, gy, first int, at float64) bool {
	x, y := pixels(r.shape, gx, gy, first)
	w := wave{cu: int32(c), group: g, index: index, begin: at}
	for i := range x {
		w.rays[i] = r.caster.ray(x[i], y[i]).middle(r.window.Part)
		w.samples = max(w.samples, w.rays[i].Samples)
	}
	if w.samples == 0 {
		return false
	}
	u := &r.cus[c]
	w.simd = int32(u.waves % r.g.SIMDs)
	for w.slot < len(u.slots) && u.slots[w.slot] {
		w.slot++
	}
	if w.slot == len(u.slots) {
		u.slots = append(u.slots, false)
	}
	u.slots[w.slot] = true
	u.waves++
	var place int32
	if n := len(r.free); n > 0 {
		place = r.free[n-1]
		r.free = r.free[:n-1]
		r.waves[place] = w
	} else {
		place = int32(len(r.waves))
		r.waves = append(r.waves, w)
	}
	r.compute(place, at)
	return true
}

// compute does the arithmetic between two references.
func (r *render) compute(place int32, at float64) {
	w := &r.waves[place]
	n := r.g.Instructions
	if r.method != None {
		n += r.g.ClockReads
	}
	simd := &r.cus[w.cu].simds[w.simd]
	*simd = max(*simd, at) + n*r.g.Slot
	r.push(event{at: max(*simd, at+r.g.Chain), wave: place})
}

func (r *render) step() {
	e := r.pop()
	w := &r.waves[e.wave]
	u := &r.cus[w.cu]
	if !e.back {
		w.clock = e.at
		u.waiting = append(u.waiting, e.wave)
	} else {
		u.held--
	}
	for len(u.waiting) > 0 && u.held < r.g.Queue {
		first := r.choose(u)
		r.issue(first, e.at)
	}
	if !e.back {
		return
	}
	if r.method == Dummy {
		r.clock(w, e.at)
	}
	if w.turn++; w.turn < w.samples {
		r.compute(e.wave, e.at)
		return
	}
	r.end(e.wave, e.at+r.g.Chain)
}

// choose takes one of the waiting wavefronts.
func (r *render) choose(u *cu) int32 {
	at := 0
	if r.g.Choice > 1 {
		for i, w := range u.waiting[:min(r.g.Choice, len(u.waiting))] {
			if r.waves[w].index < r.waves[u.waiting[at]].index {
				at = i
			}
		}
	}
	w := u.waiting[at]
	u.waiting = append(u.waiting[:at], u.waiting[at+1:]...)
	return w
}

// issue sends a wavefront's reference to the texture unit.
func (r *render) issue(place int32, at float64) {
	w := &r.waves[place]
	u := &r.cus[w.cu]
	if r.method == Simple || r.method == Fence {
		extra := 0.0
		if r.method == Fence {
			extra = r.g.FenceCycles
		}
		r.clock(w, at+extra)
	}
	f := r.foot
	f.begin()
	k := float32(w.turn)
	for lane := range w.rays {
		if y := &w.rays[lane]; w.turn < y.Samples {
			f.add(y.At[0]+k*y.Step[0], y.At[1]+k*y.Step[1], y.At[2]+k*y.Step[2], lane)
		}
	}
	u.filter = max(u.filter, at) + r.g.Texture
	_, done := u.memory.Fetch(u.filter-r.g.Texture, memory.ByTexture, f.lines)
	u.last = max(u.last, done, u.filter)
	r.out.Asked += int64(f.asked)
	u.held++
	r.out.References++
	r.push(event{at: u.last, wave: place, back: true})
}

// clock is a reference's second clock read.
func (r *render) clock(w *wave, at float64) {
	// Each instruction up to it waits for those of others that are ready, one of each.
	simd := r.cus[w.cu].simds[w.simd]
	cycles := at - w.clock + r.g.Between*(r.g.Slot+max(0, simd-at)/r.g.Instructions)
	w.sum += cycles
	if len(r.out.Spans) < r.window.Record {
		r.out.Spans = append(r.out.Spans, Span{int(w.cu), w.slot, w.index, w.clock, cycles})
	}
	if w.index == r.series {
		r.out.Series = append(r.out.Series, cycles)
	}
}

func (r *render) end(place int32, at float64) {
	w := &r.waves[place]
	o := &r.out.Wavefronts[w.index]
	o.References, o.Mean = w.samples, w.sum/float64(w.samples)
	r.spent += w.sum
	r.life += at - w.begin
	r.out.Cycles = max(r.out.Cycles, at)
	c, g := w.cu, w.group
	r.cus[c].slots[w.slot] = false
	w.group = nil
	r.free = append(r.free, place)
	if g.left--; g.left == 0 {
		r.admit(int(c), at)
	}
}

func (r *render) finish(h *memory.Hierarchy) {
	o, g := &r.out, r.g
	if o.References == 0 {
		return
	}
	n := float64(o.References)
	o.Reference, o.Other = r.spent/n, (r.life-r.spent)/n
	all := g.References(o.View, o.Shape, Window{X1: g.Size, Y1: g.Size})
	o.Frame = o.Cycles / float64(g.Clock) * float64(all) / n * float64(len(r.cus)) / float64(g.Memory.CUs)
	_, tex, l2 := h.Counts()
	o.Hit = 1 - float64(tex.Missed)/float64(o.Asked)
	o.L2Hit = l2.HitRate()
}

package volume

import (
	"slices"

	"lanebook/gpumodel"
	"lanebook/gpumodel/memory"
)

// render is a Render at work: wavefronts that go round their loops, in order of
// time.
type render struct {
	g      Renderer
	by     []Method // None alone, or the others
	window Window
	shape  gpumodel.Shape
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
	spent  [Methods]float64 // between clock reads
	all    Measured         // what no method changes
	out    [Methods]Measured
}

// cu is a CU: its SIMDs' arithmetic and its texture unit.
type cu struct {
	memory  *memory.Client
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
	clock   float64          // first clock read of the reference
	sum     [Methods]float64 // between clock reads
}

// group is a workgroup: another takes its place when its last wavefront ends.
type group struct{ left int }

func (r *render) start(h *memory.Hierarchy) {
	w, s := r.window, r.shape
	r.groups = (w.X1 - w.X0) / s.X * ((w.Y1 - w.Y0) / s.Y)
	for _, m := range r.by {
		r.out[m].Wavefronts = make([]WavefrontMean, r.groups*4)
	}
	r.cus = make([]cu, w.CUs)
	for i := range r.cus {
		r.cus[i] = cu{memory: h.CU(i), simds: make([]float64, r.g.Device.SIMDs)}
	}
	for range r.g.Resident { // one on each CU, then a second, as the hardware deals them
		for i := range r.cus {
			r.admit(i, 0)
		}
	}
}

// admit starts the next workgroup on a CU. One that misses the volume holds its place
// for the time of a turn; meanwhile the others go to the other places.
func (r *render) admit(c int, at float64) {
	r.all.Cycles = max(r.all.Cycles, at)
	if r.next == r.groups {
		return
	}
	n := r.next
	r.next++
	columns := (r.window.X1 - r.window.X0) / r.shape.X
	gx, gy := r.window.X0+n%columns*r.shape.X, r.window.Y0+n/columns*r.shape.Y
	g := &group{}
	for i := range 4 {
		for _, m := range r.by {
			r.out[m].Wavefronts[4*n+i].CU = c
		}
		if r.enter(c, g, 4*n+i, gx, gy, 32*i, at) {
			g.left++
		}
	}
	if g.left == 0 {
		r.push(event{at: at + r.g.Chain, wave: missed(c)})
	}
}

// enter starts a wavefront, if it meets the volume.
func (r *render) enter(c int, g *group, index, gx, gy, first int, at float64) bool {
	x, y := pixels(r.shape, gx, gy, first)
	w := wave{cu: int32(c), group: g, index: index, begin: at}
	for i := range x {
		w.rays[i] = r.caster.ray(x[i], y[i])
		w.samples = max(w.samples, w.rays[i].Samples)
	}
	if r.window.Part > 0 && w.samples > 0 {
		w.samples = middle(w.rays[:], w.samples, r.window.Part)
	}
	if w.samples == 0 {
		return false
	}
	u := &r.cus[c]
	w.simd = int32(u.waves % r.g.Device.SIMDs)
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
	if r.by[0] != None {
		n += r.g.ClockReads
		if w.turn > 0 && r.stores(w.turn-1) {
			n += r.store(w, at)
		}
	}
	simd := &r.cus[w.cu].simds[w.simd]
	*simd = max(*simd, at) + n*r.g.slot()
	r.push(event{at: max(*simd, at+r.g.Chain), wave: place})
}

func (r *render) step() {
	e := r.pop()
	if e.wave < 0 {
		r.admit(int(missed(int(e.wave))), e.at)
		return
	}
	w := &r.waves[e.wave]
	u := &r.cus[w.cu]
	if !e.back {
		w.clock = e.at
		u.waiting = append(u.waiting, e.wave)
	} else {
		u.held--
	}
	for len(u.waiting) > 0 && u.held < r.g.Device.Texture.Queue { // first come, first served
		first := u.waiting[0]
		u.waiting = append(u.waiting[:0], u.waiting[1:]...)
		r.issue(first, e.at)
	}
	if !e.back {
		return
	}
	if slices.Contains(r.by, Dummy) {
		r.clock(w, Dummy, e.at)
	}
	if w.turn++; w.turn < w.samples {
		r.compute(e.wave, e.at)
		return
	}
	at := e.at + r.g.Chain
	if r.stores(0) {
		at = max(at, r.copyOut(w, e.at))
	}
	r.end(e.wave, at)
}

// issue sends a wavefront's reference to the texture unit.
func (r *render) issue(place int32, at float64) {
	w := &r.waves[place]
	u := &r.cus[w.cu]
	for _, m := range r.by {
		switch m {
		case Simple:
			r.clock(w, m, at)
		case Fence:
			r.clock(w, m, at+r.g.FenceCycles)
		}
	}
	f := r.foot
	f.begin()
	for lane := range w.rays {
		if y := &w.rays[lane]; w.turn < y.Samples {
			at := y.Sample(w.turn)
			f.add(at[0], at[1], at[2], lane)
		}
	}
	u.filter = max(u.filter, at) + (r.g.Device.Texture.Cycles + r.g.Transfer)
	_, done := u.memory.Fetch(u.filter-(r.g.Device.Texture.Cycles+r.g.Transfer), memory.ByTexture, f.lines)
	u.last = max(u.last, done, u.filter)
	r.all.Asked += int64(f.asked)
	u.held++
	r.all.References++
	r.push(event{at: u.last, wave: place, back: true})
}

// clock is a reference's second clock read, by one method.
func (r *render) clock(w *wave, m Method, at float64) {
	// Each instruction up to it waits for those of others that are ready, one of each.
	simd := r.cus[w.cu].simds[w.simd]
	cycles := at - w.clock + r.g.BetweenCycles + r.g.Between*max(0, simd-at)/r.g.Instructions
	w.sum[m] += cycles
	o := &r.out[m]
	if len(o.Spans) < r.window.Record {
		o.Spans = append(o.Spans, TimedReference{int(w.cu), w.slot, w.index, w.clock, cycles})
	}
	if w.index == r.series {
		o.Series = append(o.Series, cycles)
	}
}

func (r *render) end(place int32, at float64) {
	w := &r.waves[place]
	for _, m := range r.by {
		o := &r.out[m].Wavefronts[w.index]
		o.References, o.Mean = w.samples, w.sum[m]/float64(w.samples)
		r.spent[m] += w.sum[m]
	}
	r.life += at - w.begin
	r.all.Cycles = max(r.all.Cycles, at)
	c, g := w.cu, w.group
	r.cus[c].slots[w.slot] = false
	w.group = nil
	r.free = append(r.free, place)
	if g.left--; g.left == 0 {
		r.admit(int(c), at)
	}
}

// finish fills in what each method found.
func (r *render) finish(h *memory.Hierarchy, v View) {
	o, g := &r.all, r.g
	o.View, o.Shape = v, r.shape
	n := float64(o.References)
	if n > 0 {
		whole := g.References(v, r.shape, Window{X1: g.Size, Y1: g.Size})
		o.Frame = o.Cycles / float64(g.Device.Clock) * float64(whole) / n * float64(len(r.cus)) / float64(g.Device.CUs)
		_, tex, l2 := h.Counts()
		o.Hit = 1 - float64(tex.Missed)/float64(o.Asked)
		o.L2Hit = l2.HitRate()
	}
	for _, m := range r.by {
		found := r.out[m]
		r.out[m] = *o
		r.out[m].Method, r.out[m].Wavefronts, r.out[m].Series, r.out[m].Spans = m, found.Wavefronts, found.Series, found.Spans
		if n > 0 {
			r.out[m].Reference, r.out[m].Other = r.spent[m]/n, (r.life-r.spent[m])/n
		}
	}
}

package volume

import (
	"slices"

	"lanebook/gpumodel"
)

// rendering is a window that is being rendered.
type rendering struct {
	Renderer
	*code
	method     Method
	window     Window
	shape      gpumodel.Shape
	caster     caster
	texture    *gpumodel.Volume
	series     int // wavefront whose references are kept
	cus        []cu
	wavefronts []WavefrontMean // in order of workgroups
}

// cu is what the wavefronts of a CU have found.
type cu struct {
	taken      []bool // slots
	spans      []TimedReference
	series     []float64
	references int64
	spent      float64 // between clock reads
	life       float64
}

// Where things lie in memory: the volume at 0, then the transfer function's table, the picture,
// the timestamps.
const (
	tableAt   gpumodel.Bytes = Side * Side * Side
	pictureAt                = tableAt + 1<<20
	stampsAt                 = tableAt << 1
)

// wavefront is one that is resident: the stream of its instructions, and what it finds.
type wavefront struct {
	*rendering
	cu, slot  int
	index     int // in order of workgroups
	wavefront int // of its workgroup
	x, y      [32]int
	rays      [32]Ray
	turns     int // of its loop
	turn      int // that has begun last, from 1
	copied    int // timestamps
	list      []gpumodel.Instruction
	ended     bool
	samples   gpumodel.Samples
	addresses [32]gpumodel.Bytes

	reads       int     // of the clock
	born, first float64 // what the first of all, and of the latest reference, gave
	sum         float64 // between those of references
}

// stream starts a wavefront on a CU.
func (r *rendering) stream(on, workgroup, number int) gpumodel.Stream {
	columns := (r.window.X1 - r.window.X0) / r.shape.X
	gx, gy := r.window.X0+workgroup%columns*r.shape.X, r.window.Y0+workgroup/columns*r.shape.Y
	w := &wavefront{rendering: r, cu: on, index: 4*workgroup + number, wavefront: number, list: r.setup}
	w.x, w.y = pixels(r.shape, gx, gy, 32*number)
	for i := range w.rays {
		w.rays[i] = r.caster.ray(w.x[i], w.y[i])
		w.turns = max(w.turns, w.rays[i].Samples)
	}
	if r.window.Part > 0 && w.turns > 0 {
		w.turns = middle(w.rays[:], w.turns, r.window.Part)
	}
	w.samples.Volume = r.texture
	c := &r.cus[on]
	if w.slot = slices.Index(c.taken, false); w.slot < 0 {
		w.slot = len(c.taken)
		c.taken = append(c.taken, false)
	}
	c.taken[w.slot] = true
	c.references += int64(w.turns)
	r.wavefronts[w.index] = WavefrontMean{CU: on, References: w.turns}
	return w
}

// Next fills in the next instruction.
func (w *wavefront) Next(in *gpumodel.Instruction) bool {
	for len(w.list) == 0 {
		switch {
		case w.turn < w.turns:
			if w.turn++; w.stores(w.turn) {
				w.list = w.storing
			} else {
				w.list = w.code.turn
			}
		case w.Placement == InLDS && w.stores(1) && w.copied < min(2*w.turns, w.Stamps):
			w.list = w.copying
		case !w.ended:
			w.ended, w.list = true, w.end
		default:
			w.cus[w.cu].taken[w.slot] = false
			return false
		}
	}
	if *in, w.list = w.list[0], w.list[1:]; in.Line > 0 {
		w.place(in)
	}
	return true
}

// place fills in where an instruction goes.
func (w *wavefront) place(in *gpumodel.Instruction) {
	switch in.Line {
	case atVolume:
		w.sample(in)
	case atFirst, atSecond:
		at := 2*(w.turn-1) + int(in.Line-atFirst)
		w.addresses[0] = gpumodel.Bytes(4 * (w.wavefront*w.Stamps + at))
		if in.Kind == gpumodel.Global {
			w.addresses[0] = stampsAt + gpumodel.Bytes(4*(w.index*w.Stamps+at))
		}
		in.Access = gpumodel.Access{Op: gpumodel.Store, Width: 4, Active: 1, Addr: w.addresses[:]}
	case atCopy:
		for i := range w.addresses {
			w.addresses[i] = stampsAt + gpumodel.Bytes(4*(w.index*w.Stamps+w.copied+i))
		}
		w.copied += len(w.addresses)
		in.Access = gpumodel.Access{Op: gpumodel.Store, Width: 4, Active: gpumodel.AllLanes(32), Addr: w.addresses[:]}
	case atPicture:
		in.Access = gpumodel.Access{Op: gpumodel.Store, Width: 4, Addr: w.addresses[:]}
		for i := range w.rays {
			if w.addresses[i] = pictureAt + gpumodel.Bytes(4*(w.y[i]*w.Size+w.x[i])); w.rays[i].Samples > 0 {
				in.Access.Active |= 1 << i
			}
		}
	}
}

// sample lets the lanes whose rays are still in the volume sample it.
func (w *wavefront) sample(in *gpumodel.Instruction) {
	in.Sample = &w.samples
	for i := range w.rays {
		if r := &w.rays[i]; w.turn <= r.Samples {
			in.Lanes |= 1 << i
			w.samples.At[i] = r.Sample(w.turn - 1)
		}
	}
}

// stores reports whether a turn's timestamps are stored.
func (w *wavefront) stores(turn int) bool {
	return w.method != None && w.Placement != InRegisters && 2*turn <= w.Stamps
}

// SetClock takes what a clock read gave: one at the beginning, two of each turn, one at the
// end.
func (w *wavefront) SetClock(cycle gpumodel.Cycles) {
	now, c := float64(cycle), &w.cus[w.cu]
	w.reads++
	switch {
	case w.reads == 1:
		w.born = now
	case w.ended:
		c.spent, c.life = c.spent+w.sum, c.life+now-w.born
		if w.turns > 0 {
			w.wavefronts[w.index].Mean = w.sum / float64(w.turns)
		}
	case w.reads&1 == 0:
		w.first = now
	default:
		cycles := now - w.first
		w.sum += cycles
		if len(c.spans) < w.window.Record {
			c.spans = append(c.spans, TimedReference{w.cu, w.slot, w.index, w.first, cycles})
		}
		if w.index == w.series {
			c.series = append(c.series, cycles)
		}
	}
}

package silicon

import (
	"cmp"
	_ "embed"
	"fmt"

	"lanebook/gpumodel"
)

//go:embed volume.sass
var volumeSASS string

// Ray is the part of a ray in a volume: its samples are at At + k·Step, 0 ≤ k < Samples, in
// texels; the centre of the first is at 0.5.
type Ray struct {
	At, Step [3]float32
	Samples  int // 0: it misses the volume
}

// sample returns where the k'th sample is, 0 ≤ k < Samples.
func (r *Ray) sample(k int) (at [3]float32) {
	for axis := range at {
		at[axis] = float32(float64(k)*float64(r.Step[axis]) + float64(r.At[axis]))
	}
	return at
}

// VolumeLaunch is probe.cu's renderer (its mode vr, without clock reads), which casts a ray
// for each pixel of a picture, ready for a whole GPU.
type VolumeLaunch struct {
	Size   int            // pixels along each side of the picture, a multiple of the workgroup's
	Shape  gpumodel.Shape // of a workgroup, in pixels: whole wavefronts of 32
	Volume *gpumodel.Volume
	Ray    func(x, y int) Ray

	// Method is how references are timed: "simple", "fence" or "dummy", as probe.cu times
	// them; "none" or nothing: not at all.
	Method string

	// Clocks, if it is set, is told what the first lane of each wavefront has found, when
	// it ends. CUs run side by side: it may be called for several at once.
	Clocks func(workgroup, wavefront int, c VolumeClocks)

	// Part is the part of each wavefront's turns that is run, about its middle; 0 or 1: all.
	Part float64
}

// VolumeClocks is what a wavefront's clock reads found.
type VolumeClocks struct {
	References int             // between whose clock reads Took cycles passed
	Took       gpumodel.Cycles // with the reads themselves
	Life       gpumodel.Cycles // from the first read to the last
	Loop       gpumodel.Cycles // of that, from the first reference's first to the last one's last
	All        int             // references that the first lane has in the whole frame
}

// Launch returns the kernel as the H200 executes it, every instruction of its machine
// code. A wavefront goes round its loop until the last of its rays has left the volume.
// The divisions of a ray's set-up take their usual way.
func (v VolumeLaunch) Launch() (WholeKernel, error) {
	lanes := v.Shape.X * v.Shape.Y
	if v.Shape.X < 1 || v.Shape.Y < 1 || lanes%wholeWavefront != 0 || v.Size < 1 || v.Size%v.Shape.X != 0 || v.Size%v.Shape.Y != 0 {
		return WholeKernel{}, fmt.Errorf("silicon: volume: Shape = %v of a picture of %d², want whole wavefronts, and a picture of whole workgroups", v.Shape, v.Size)
	}
	if !(v.Part >= 0 && v.Part <= 1) || v.Volume == nil || v.Ray == nil {
		return WholeKernel{}, fmt.Errorf("silicon: volume: Part = %v, want 0 to 1, a Volume and a Ray", v.Part)
	}
	method := cmp.Or(v.Method, "none")
	lines, err := listing("volume.sass", volumeSASS, method)
	if err != nil {
		return WholeKernel{}, err
	}
	c, err := assemble(lines)
	if err != nil {
		return WholeKernel{}, err
	}
	c.renumber()
	columns := v.Size / v.Shape.X
	k := volumeKernel{VolumeLaunch: v, code: c, timed: method != "none"}
	k.plan = plan{
		gridX: columns, gridY: v.Size / v.Shape.Y, blockX: v.Shape.X, blockY: v.Shape.Y,
		reaches: []reach{{
			base: outAt, laneX: 4, laneY: gpumodel.Bytes(4 * v.Size),
			groupX: gpumodel.Bytes(4 * v.Shape.X), groupY: gpumodel.Bytes(4 * v.Size * v.Shape.Y),
		}},
	}
	for range c.accesses - 1 { // the first lane's numbers, which its stream fills in
		k.plan.reaches = append(k.plan.reaches, reach{})
	}
	if _, err := k.path(2); err != nil {
		return WholeKernel{}, err
	}
	return WholeKernel{
		Workgroups: columns * k.plan.gridY, Wavefronts: lanes / wholeWavefront,
		Need:   gpumodel.Need{Lanes: lanes, Registers: c.registers},
		Stream: k.stream,
	}, nil
}

// turns returns the first turn of the wavefront's loop that is run, and how many are.
func (v VolumeLaunch) turns(rays *[wholeWavefront]Ray) (first, turns int) {
	all := 0
	for i := range rays {
		all = max(all, rays[i].Samples)
	}
	if v.Part == 0 || all == 0 {
		return 0, all
	}
	turns = max(1, int(float64(all)*v.Part))
	return (all - turns) / 2, turns
}

// statAt is where the numbers of the wavefronts' first lanes go.
const statAt gpumodel.Bytes = 1 << 34

type volumeKernel struct {
	VolumeLaunch
	code  wholeCode
	plan  plan
	timed bool
}

// path returns a wavefront's way through the code with so many turns of the loop.
func (k *volumeKernel) path(turns int) ([]span, error) {
	// Jumps in the listing's order: the exit of lanes beside the picture; past the slow way of
	// eight divisions; to the end without the loop, twice; out of an opaque volume; round
	// the loop; the end.
	taken := []int{0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, max(0, turns-1)}
	if turns == 0 {
		taken[9] = 1
	}
	if k.timed {
		taken = append(taken, 0) // the end of all lanes but the first
	}
	return k.code.path(taken)
}

func (k *volumeKernel) stream(workgroup, wavefront int) gpumodel.Stream {
	s := &volumeStream{}
	first := wavefront * wholeWavefront
	x0, y0 := workgroup%k.plan.gridX*k.Shape.X, workgroup/k.plan.gridX*k.Shape.Y
	for i := range s.rays {
		s.rays[i] = k.Ray(x0+(first+i)%k.Shape.X, y0+(first+i)/k.Shape.X)
	}
	var turns int
	s.turn, turns = k.turns(&s.rays)
	way, err := k.path(turns)
	if err != nil {
		panic(err) // Launch has tried one
	}
	s.wholeStream = wholeStream{
		launched: &launched{steps: k.code.steps, plan: k.plan}, way: way, active: gpumodel.AllLanes(wholeWavefront),
		groupX: gpumodel.Bytes(workgroup % k.plan.gridX), groupY: gpumodel.Bytes(workgroup / k.plan.gridX),
		x: first % k.Shape.X, y: first / k.Shape.X,
	}
	s.samples.Volume = k.Volume
	if !k.timed {
		return s
	}
	t := &timedStream{volumeStream: s, last: 2*turns + 1}
	t.clocks.All = s.rays[0].Samples
	t.end = func() {
		if k.Clocks != nil {
			k.Clocks(workgroup, wavefront, t.clocks)
		}
	}
	t.statistics = statAt + gpumodel.Bytes(16*(workgroup*k.plan.blockX*k.plan.blockY/wholeWavefront+wavefront))
	return t
}

// volumeStream is a wavefront's place in the renderer.
type volumeStream struct {
	wholeStream
	rays    [wholeWavefront]Ray
	turn    int // of the loop
	samples gpumodel.Samples
}

// Next fills in the next instruction.
func (s *volumeStream) Next(in *gpumodel.Instruction) bool {
	if !s.wholeStream.Next(in) {
		return false
	}
	if in.Kind == gpumodel.Texture {
		in.Sample, in.Lanes = &s.samples, 0
		if in.Read == gpumodel.NoRegister { // a fence
			return true
		}
		for i := range s.rays {
			r := &s.rays[i]
			if s.turn >= r.Samples {
				continue
			}
			in.Lanes |= 1 << i
			s.samples.At[i] = r.sample(s.turn)
		}
		s.turn++
	}
	return true
}

// timedStream is a wavefront that reads the clock.
type timedStream struct {
	*volumeStream
	clocks      VolumeClocks
	read, last  int // clock reads so far; number of the last
	born, start gpumodel.Cycles
	first       gpumodel.Cycles // of the loop
	statistics  gpumodel.Bytes  // where the next number goes
	end         func()
}

// Next fills in the next instruction. The last four stores are the first lane's.
func (s *timedStream) Next(in *gpumodel.Instruction) bool {
	ok := s.volumeStream.Next(in)
	if ok && in.Kind == gpumodel.Global && s.read > s.last {
		in.Lanes, in.Access.Active, s.addr[0] = 1, 1, s.statistics
		s.statistics += 4
	}
	return ok
}

// SetClock takes what a clock read gave: one at the beginning, two of each turn, one at the
// end.
func (s *timedStream) SetClock(now gpumodel.Cycles) {
	c := &s.clocks
	switch n := s.read; {
	case n == 0:
		s.born = now
	case n == s.last:
		c.Life = now - s.born
		s.end()
	case n&1 == 1:
		if s.start = now; n == 1 {
			s.first = now
		}
	case s.turn <= s.rays[0].Samples: // else the first lane has left the loop
		c.References++
		c.Took += now - s.start
		c.Loop = now - s.first
	}
	s.read++
}

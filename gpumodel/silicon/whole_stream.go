package silicon

import (
	"fmt"

	"lanebook/gpumodel"
)

// WholeKernel is a kernel with its launch, ready for a whole GPU.
type WholeKernel struct {
	Workgroups int
	Wavefronts int           // of a workgroup
	Need       gpumodel.Need // of a workgroup: its lanes, registers of a lane, bytes of LDS

	// Stream returns the instructions of a wavefront, every one of its machine code, in
	// order. Global addresses are bytes: the array that is read begins at 0, the one that
	// is written at 1<<32. Line is its place in the listing of whole.sass or transposes.sass, from 1.
	//
	// It may be called by several goroutines at once; each stream belongs to one. The
	// addresses of an access are overwritten by the next call of Next.
	Stream func(workgroup, wavefront int) gpumodel.Stream
}

// Launch returns the kernel as whole.cu launches it, or as it would with other sizes: N, Width
// and Height, Stride, and, where the row says them, Workgroups and Lanes may be changed. The
// error says which parameter no such launch has, or that whole.cu has no such kernel.
//
// The registers of a lane are an estimate: the number after the highest that the
// machine code names, rounded up to 8.
func (t WholeTime) Launch() (WholeKernel, error) {
	planned, ok := wholePlans[t.Kernel]
	if !ok {
		return WholeKernel{}, fmt.Errorf("silicon: no kernel %q in whole.cu", t.Kernel)
	}
	p, err := planned(t)
	if err != nil {
		return WholeKernel{}, err
	}
	return p.launch("whole.sass and transposes.sass", wholeSASS+transposesSASS)
}

// launch reads the plan's machine code from a file of it.
func (p plan) launch(file, sass string) (WholeKernel, error) {
	lines, err := listing(file, sass, p.code)
	if err != nil {
		return WholeKernel{}, err
	}
	c, err := assemble(lines)
	if err != nil {
		return WholeKernel{}, fmt.Errorf("silicon: %s: %w", file, err)
	}
	if c.accesses != len(p.reaches) {
		return WholeKernel{}, fmt.Errorf("silicon: %s: %s has %d accesses, want %d", file, p.code, c.accesses, len(p.reaches))
	}
	c.renumber()
	w := launched{steps: c.steps, plan: p}
	if w.path, err = c.path(p.taken); err == nil && p.more > 0 {
		w.pathMore, err = c.path(p.takenMore)
	}
	lanes := p.blockX * p.blockY
	return WholeKernel{
		Workgroups: p.gridX * p.gridY,
		Wavefronts: (lanes + wholeWavefront - 1) / wholeWavefront,
		Need:       gpumodel.Need{Lanes: lanes, Registers: c.registers, LDS: p.lds},
		Stream:     w.stream,
	}, err
}

// launched is what all wavefronts of a launch share. It does not change.
type launched struct {
	steps          []wholeStep
	plan           plan
	path, pathMore []span
}

func (w *launched) stream(workgroup, wavefront int) gpumodel.Stream {
	first, lanes := wavefront*wholeWavefront, w.plan.blockX*w.plan.blockY
	s := &wholeStream{
		launched: w, way: w.path, active: gpumodel.AllLanes(min(wholeWavefront, lanes-first)),
		groupX: gpumodel.Bytes(workgroup % w.plan.gridX), groupY: gpumodel.Bytes(workgroup / w.plan.gridX),
		x: first % w.plan.blockX, y: first / w.plan.blockX,
	}
	if workgroup*lanes+first < w.plan.more {
		s.way = w.pathMore
	}
	s.at = s.way[0].from
	return s
}

// wholeStream is a wavefront's place in a whole kernel.
type wholeStream struct {
	*launched
	way            []span // what is left of it; the first is being gone
	gone           int    // times that its first has been gone
	at             int    // step
	turn           int    // jumps backwards so far
	groupX, groupY gpumodel.Bytes
	x, y           int // of the wavefront's first lane
	active         gpumodel.LaneMask
	addr           [wholeWavefront]gpumodel.Bytes
}

// Next fills in the next instruction.
func (s *wholeStream) Next(in *gpumodel.Instruction) bool {
	if len(s.way) == 0 {
		return false
	}
	step := &s.steps[s.at]
	*in = step.in
	in.Lanes = s.active
	if step.access >= 0 {
		s.reach(&s.plan.reaches[step.access])
		in.Access.Active, in.Access.Addr = s.active, s.addr[:]
	}
	if s.at++; s.at == s.way[0].to {
		in.Kind = step.ends
		s.jump()
	}
	return true
}

// jump goes to the next span, or back to the beginning of this one.
func (s *wholeStream) jump() {
	if s.gone++; s.gone == s.way[0].times {
		s.way, s.gone = s.way[1:], 0
	}
	if len(s.way) == 0 {
		return
	}
	if s.way[0].from < s.at {
		s.turn++
	}
	s.at = s.way[0].from
}

// reach fills in the addresses of all lanes; those that are not active are beyond the
// workgroup's.
func (s *wholeStream) reach(r *reach) {
	at := r.base + r.groupX*s.groupX + r.groupY*s.groupY + r.laneX*gpumodel.Bytes(s.x) + r.laneY*gpumodel.Bytes(s.y) + r.turn*gpumodel.Bytes(s.turn)
	x, width := s.x, s.plan.blockX
	row := r.laneY - r.laneX*gpumodel.Bytes(width)
	for i := range s.addr {
		s.addr[i] = at
		at += r.laneX
		if x++; x == width {
			x, at = 0, at+row
		}
	}
}

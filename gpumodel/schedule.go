package gpumodel

import (
	"errors"
	"fmt"
	"math"
)

// Workload is work for one CU: workgroups (blocks) of wavefronts (warps), each
// with the instructions that its Stream yields.
type Workload struct {
	Workgroups int // that this CU executes, one after another as room allows
	Wavefronts int // of a workgroup
	Resident   int // workgroups resident at once, at most; 0: as many as wavefront and workgroup slots hold. See Occupancy.

	// Stream returns the instructions of a wavefront. Run calls it when the
	// workgroup starts, wavefront by wavefront. It asks a stream for the
	// instruction after a Barrier only when all wavefronts of the workgroup have
	// issued theirs. A stream that ends without an Exit is given one.
	Stream func(workgroup, wavefront int) Stream

	Memory Memory // serves Global and Texture; nil: the CU's Memory
	Record int    // issues, and waits, to record at most; 0: counters only
	Lines  int    // lines of the kernel of which to sum up what each cost, those of Instruction.Line up to this; 0: none
}

// never is later than everything.
const never = Cycles(math.MaxInt64)

// Run executes the launch on one CU of the device, cycle by cycle, and returns
// when every wavefront issued and why it waited. Cycles in which nothing can
// happen are skipped, instructions are asked for one by one, and nothing is
// allocated for each; so a long launch costs time, not memory.
//
// The same launch always gives the same timeline. The error says which field of
// the device or the launch is wrong, or which instruction of which wavefront. If
// a stream has a method Err() error, it is asked when the stream ends.
func (d Device) Run(l Workload) (Timeline, error) {
	if err := d.Validate(); err != nil {
		return Timeline{}, err
	}
	if err := d.checkLaunch(&l); err != nil {
		return Timeline{}, err
	}
	r := newRun(d, l)
	for i := 0; i < l.Resident && r.err == nil; i++ {
		r.next++
		r.admit(&r.groups[i], i, 0)
	}
	r.advance(never)
	if r.live > 0 && r.err == nil {
		return Timeline{}, errors.New("launch: every wavefront waits for ever")
	}
	return r.timeline, r.err
}

// advance takes the turns before the given cycle.
func (r *run) advance(until Cycles) {
	for r.live > 0 && r.err == nil {
		now := r.event()
		if now >= until {
			return
		}
		r.now = now
		i := r.first
		for range r.simds {
			if s := &r.simds[i]; s.event <= r.now && r.err == nil {
				r.turn(s)
			}
			if i++; i == len(r.simds) {
				i = 0
			}
		}
		if r.first++; r.first == len(r.simds) {
			r.first = 0
		}
	}
}

// event returns the next cycle in which anything can happen.
func (r *run) event() Cycles {
	at := never
	for i := range r.simds {
		at = min(at, r.simds[i].event)
	}
	return at
}

// mostLines bounds Workload.Lines: each takes 104 bytes of every CU.
const mostLines = 1 << 16

func (d *Device) checkLaunch(l *Workload) error {
	room := d.SIMDs * d.Wavefronts
	switch {
	case l.Workgroups < 0 || l.Workgroups > 1<<30:
		return fmt.Errorf("launch: Workgroups = %d, want 0 to %d", l.Workgroups, 1<<30)
	case l.Wavefronts < 1 || l.Wavefronts > room:
		return fmt.Errorf("launch: Wavefronts = %d, want 1 to %d, the wavefront slots of a CU of %s", l.Wavefronts, room, d.Name)
	case l.Resident < 0:
		return fmt.Errorf("launch: Resident = %d, want 0 or more", l.Resident)
	case l.Stream == nil:
		return errors.New("launch: Stream = nil, want a function")
	case l.Record < 0:
		return fmt.Errorf("launch: Record = %d, want 0 or more", l.Record)
	case l.Lines < 0 || l.Lines > mostLines:
		return fmt.Errorf("launch: Lines = %d, want 0 to %d", l.Lines, mostLines)
	}
	most := min(room/l.Wavefronts, d.Limits.slots(l.Wavefronts), l.Workgroups)
	if l.Resident == 0 || l.Resident > most {
		l.Resident = most
	}
	return nil
}

// run is the state of one Run.
type run struct {
	timeline Timeline
	launch   Workload
	cu       *CU
	unit     [Kinds]int  // index into simd.pools of the kind's; beyond them when it has none
	parts    []part      // the pools behind the units'
	alone    [Kinds]bool // the kind's unit is Alone
	lacks    [Kinds]bool // what instructions of the kind need is not known
	lanes    LaneMask    // that a wavefront has
	memory   Memory
	counts   counter // the same, where its passes keep the LDS's banks
	path     Cycles  // from which the path of loads, if that is known, takes another
	oneQueue bool    // Local and Global wait in one, for the L1 is one with the LDS
	local    localPipe
	simds    []simd
	groups   []group
	core     *Core // that drives it; nil: it runs by itself
	first    int   // SIMD that comes first in this cycle, so that none has first call on shared units always
	next     int   // workgroup to start next
	started  int32 // wavefronts so far
	live     int   // resident wavefronts
	now      Cycles
	err      error
}

// mostParts is how many kinds may be parts.
const mostParts = 2

// part is a kind that takes instances of a unit in its own way.
type part struct {
	unit int
	kind Kind
}

func newRun(d Device, l Workload) *run {
	r := &run{launch: l, memory: l.Memory, groups: make([]group, l.Resident)}
	r.timeline.Device = d
	if l.Lines > 0 {
		r.timeline.Lines = make([]LineTotals, l.Lines+1)
	}
	r.cu, r.lanes, r.oneQueue = &r.timeline.Device.CU, AllLanes(d.Lanes), d.Caches.L1.Banked
	if r.memory == nil {
		r.memory = &pipeServer{pipe: r.cu.Memory}
	}
	if d.Caches.L1.OnePath {
		r.counts, _ = r.memory.(counter)
	}
	for k := range r.unit {
		r.unit[k] = len(r.cu.Units) + mostParts
		r.lacks[k] = r.lacking(Kind(k)) != nil
	}
	shared := make([]pool, len(r.cu.Units))
	for i, u := range r.cu.Units {
		shared[i] = pool{free: make([]Cycles, u.Count)}
		for _, k := range u.Kinds {
			r.unit[k], r.alone[k] = i, u.Alone
			if k == Multiply || k == Packed {
				r.unit[k] = len(r.cu.Units) + len(r.parts)
				r.parts = append(r.parts, part{i, k})
			}
		}
	}
	r.simds = make([]simd, d.SIMDs)
	for i := range r.simds {
		r.simds[i].prepare(i, d.Wavefronts, r.cu, shared, r.parts)
		r.simds[i].ahead = newRing(d.Texture.Ahead)
	}
	r.local = newLocalPipe(&r.timeline.Device)
	return r
}

// lacking returns what is not known but needed to run instructions of the kind.
func (r *run) lacking(k Kind) error {
	if k == Texture && r.timeline.Device.Texture == (TextureUnit{}) {
		return fmt.Errorf("texture unit: unknown, want a measured one for %v instructions", k)
	}
	if k == Local && len(r.timeline.Device.LDS.Latencies) > 0 || (k == Global || k == Texture) && r.launch.Memory != nil {
		return nil
	}
	return r.cu.Lacks(k)
}

// fail keeps the first error, with the wavefront and the line that it is of.
func (r *run) fail(w *slot, err error) {
	if r.err == nil {
		v := r.timeline.Wavefronts[w.life]
		r.err = fmt.Errorf("workgroup %d, wavefront %d, line %d: %w", v.Workgroup, v.Index, w.in.Line, err)
	}
}

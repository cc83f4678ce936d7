package chip

import (
	"errors"
	"fmt"
	"math"

	"lanebook/gpumodel"
	"lanebook/gpumodel/memory"
)

// Launch is work for all CUs (SMs) of a GPU.
type Launch struct {
	Device     gpumodel.Device // with Caches, and with a Dispatch for all of its time
	Workgroups int             // of the grid
	Wavefronts int             // of a workgroup
	Resident   int             // workgroups on one CU, at most; 0: as many as wavefront and workgroup slots hold

	// CUs is how many of the GPU's CUs run it, dealt workgroups as all would be; the others are
	// not there, but for their share of the L2 and of bandwidth. 0: all.
	CUs int

	PastL1 bool // global loads are kept in the L2 only (ld.cg)

	// Streams returns the function that gives a CU its wavefronts' instructions, as
	// Workload.Stream does. CUs run side by side: what it returns for one may be called
	// while that for another is.
	Streams func(cu int) func(workgroup, wavefront int) gpumodel.Stream
}

// Options say how a launch is run.
type Options struct {
	Threads int // goroutines that run CUs; 0: as many as processors

	// These are for Time alone: Run refuses them, whose Launch says as much. Resident is how
	// many workgroups are on one CU at most; 0: as many as there is room for. Of is how many
	// workgroups of a kernel's grid are run, and Pick which: the i'th of them is Pick(i),
	// none twice on one CU at a time. nil: all are run.
	Resident int
	Of       int
	Pick     func(i int) int

	// Before is how many of the grid's last workgroups run before the launch, so that
	// the caches are as an earlier launch of it has left them. What they write is written
	// twice, and what they add added twice: not for kernels that work in place.
	Before int

	// Sample is the share of the workgroups that are run, of a launch whose workgroups are
	// alike; the rest is taken to go on at the pace that they had in the end. 0 or 1: all
	// are. No fewer run than fill all CUs twelve times.
	Sample float64

	// Held is how many bytes of memory, from address 0 on, are read into Caches.Beyond before all
	// else, at no cost of time: up to 2^32. 0: none.
	Held gpumodel.Bytes

	// Full begins with an L2, and levels beyond it, full of other data, such a part of the
	// lines written, as kernels of more than their size leave them. 0: they are empty.
	Full float64

	// Flush lets the L2 write back at the end of a launch all that it holds of what was
	// written, and counts the time, after what runs Before, too: as GPUs with several L2s
	// (L2.Dies) do without it.
	Flush bool

	// Lines sums up what each line of the kernel cost, those of Instruction.Line up to this, in
	// Report.Lines. 0: none.
	Lines int

	Stop     func() error             // is asked at every span of time: its error ends the run; nil: nothing does
	Progress func(workgroups, of int) // is told at every span of time how many have ended, of those Before first
}

// Report is what a launch took, and why.
type Report struct {
	Device  gpumodel.Device
	Cycles  gpumodel.Cycles // from the first instruction to the last, to the last store's arrival in the L2, with Dispatch.Drain, and until the dispatcher has taken notice of all ends
	Seconds float64         // with Device.Dispatch.Seconds, and by Device.Seconds

	Instructions            [gpumodel.Kinds]int64 // issued, by kind
	LocalPasses, LocalIdeal int64                 // through the banks of the LDS; those needed without conflicts
	GlobalPasses            int64                 // of global accesses through the same banks, where L1.OnePath
	gpumodel.Totals                               // of all wavefronts

	L1, Texture, L2 memory.Counts  // lines and sectors, of all CUs; textures that go through the L1 are in both of the first
	Levels          []memory.Work  // of Caches.Before, and then of Beyond
	Read, Written   gpumodel.Bytes // from and to DRAM

	// Products is the cycles from the first product of matrices of other than doubles, on whatever CU, to the last, at least one; 0
	// without any. With a Sample it is of the whole too, if what was not run has as large a part of them.
	Products gpumodel.Cycles

	// Occupancy is what one CU has room for, and what limits it: of Time. Of Run, which does
	// not know what the kernel needs, it is empty.
	Occupancy gpumodel.Occupancy

	// Busy is the span from a CU's first to its last cycle, by CU; 0 of one that had
	// no workgroup.
	Busy []gpumodel.Cycles
	ByCU []gpumodel.Totals // likewise; Totals is their sum

	Lines []gpumodel.LineTotals // by Instruction.Line, up to Options.Lines; nil if that is 0

	// Share is how much of the launch was run: with a Sample, the counts are of that part.
	// Cycles and Seconds are of the whole, off by about Bound of them if the pace goes on
	// changing as it did: a hint, not a proof.
	Share, Bound float64

	// Tail is the cycles at the end in which not every CU that had work still had it, those among them in which the
	// dispatcher takes notice of the last ends, but not of Dispatch.Drain.
	Tail gpumodel.Cycles

	// Unknown is what the device does not say and the report leaves out, in words; nil if
	// there is nothing. Without a Dispatch it is what launching costs.
	Unknown []string

	Limits []Limit // what the GPU's parts were asked for, the most used first; none of a launch without workgroups
}

// Limit is how near a part of the GPU came to what it can do.
type Limit struct {
	// Part is one of "issue slots", "LDS banks", "L1", "texture unit", "path from the L2" of
	// each CU and "path to the L2", "L2", "DRAM", "TLB", "dispatch"; where L1.OnePath and a fifth of the passes or more are not the LDS's, "data
	// path", the banks of the LDS with all of them; of a launch with atomic additions to
	// global memory also "one slice of the L2", the busiest, and the "crossbar" between CUs and slices, or two of them; or the Name of one of CU.Units, or of Caches.Before or Beyond.
	Part string

	Used float64 // of what it can do in Cycles, on average over all of its kind: 0 to 1, or a little above
}

// Run runs a launch on its whole GPU. A device without Caches is refused, one without a
// Dispatch runs, see Report.Unknown. Resident, Of and Pick of the options must not be set.
// The error says what is wrong with the device, the launch, the options or an instruction,
// or is Options.Stop's.
func Run(l Launch, o Options) (Report, error) {
	if l.Streams == nil {
		return Report{}, fmt.Errorf("chip: Streams = nil, want a function")
	}
	if err := o.check(&l); err != nil {
		return Report{}, err
	}
	m, err := newMachine(l, o)
	if err != nil {
		return Report{}, err
	}
	m.Flush = m.Flush || m.memory.Dies() > 1
	m.memory.Hold(o.Held)
	if o.Full > 0 {
		m.memory.Fill(o.Full)
	}
	if o.Before > 0 {
		if err := m.run(l.Workgroups-o.Before, l.Workgroups); err != nil {
			return Report{}, err
		}
		m.now = max(m.now, m.memory.Merged()) // stores' ways are short, and the results that package silicon keeps are without them
		if m.Flush {
			m.now = gpumodel.Cycles(math.Ceil(m.memory.Flush(float64(m.now))))
		}
		if err := m.begin(); err != nil {
			return Report{}, err
		}
	}
	if err := m.run(0, m.sampled()); err != nil {
		return Report{}, err
	}
	if m.Flush {
		m.flushed = gpumodel.Cycles(math.Ceil(m.memory.Flush(float64(m.now)))) - m.now
	}
	return m.report(), nil
}

// check returns everything that is wrong with the options of Run for a launch, joined.
func (o *Options) check(l *Launch) error {
	var errs []error
	bad := func(ok bool, format string, values ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf("chip: "+format, values...))
		}
	}
	bad(o.Resident == 0 && o.Of == 0 && o.Pick == nil, "Resident, Of = %d, %d, Pick set: %v; want none of the options that are Time's: a Launch has Resident, Workgroups and Streams", o.Resident, o.Of, o.Pick != nil)
	bad(o.Sample >= 0 && o.Sample <= 1, "Sample = %v, want 0 to 1", o.Sample)
	bad(o.Full >= 0 && o.Full <= 1, "Full = %v, want 0 to 1", o.Full)
	bad(o.Threads >= 0, "Threads = %d, want 0 or more", o.Threads)
	bad(l.Workgroups < 0 || o.Before >= 0 && o.Before <= l.Workgroups, "Before = %d, want 0 to %d, the workgroups", o.Before, l.Workgroups)
	bad(o.Held >= 0 && o.Held <= mostHeld, "Held = %d, want 0 to %d", o.Held, gpumodel.Bytes(mostHeld))
	return errors.Join(errs...)
}

// mostHeld is what Options.Held may be: its lines are read one by one.
const mostHeld = 1 << 32

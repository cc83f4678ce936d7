package whatif

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/sass"
	"lanebook/gpumodel/sass/emulate"
	"lanebook/notebooks/figures"
)

// trial is a launch, and what it took.
type trial struct {
	what      string // is otherwise than asked for; empty: nothing
	device    gpumodel.Device
	warm      bool
	kernel    *sass.Kernel
	left      []string // what of the listing was not read
	grid      gpumodel.Shape
	block     gpumodel.Shape
	arguments []emulate.Argument
	shared    gpumodel.Bytes
	registers int
	resident  int            // blocks on an SM at most; 0: as many as there is room for
	spared    gpumodel.Bytes // of an SM's shared memory, by blocks that need less
	need      gpumodel.Need
	report    *chip.Report
	assumed   []string
}

// trialOf is the launch that is asked for.
func trialOf(v Values) (t trial, err error) {
	f, err := launchListing(v)
	if err != nil {
		return t, err
	}
	n := v.Int("kernel")
	if n > len(f.Kernels) {
		return t, errors.New("the listing has no kernel")
	}
	t.kernel, t.warm, t.registers = &f.Kernels[n-1], v["caches"] == "warm", v.Int("registers")
	i := slices.IndexFunc(launchable(), func(d gpumodel.Device) bool { return d.ID == v["device"] })
	if i < 0 {
		return t, fmt.Errorf("device %q, want h200 or h100", v["device"])
	}
	t.device = launchable()[i]
	if t.grid, err = gpumodel.ParseShape(v["grid"]); err != nil {
		return t, err
	}
	if t.block, err = gpumodel.ParseShape(v["block"]); err != nil {
		return t, err
	}
	if t.arguments, err = argumentsOf(v["arguments"]); err != nil {
		return t, err
	}
	if t.shared, err = gpumodel.ParseBytes(v["shared"]); err != nil {
		return t, err
	}
	t.left = f.LeftOut()
	return t, t.own(v)
}

// own refuses to launch the reader's kernel as the sample is, which would give a time that means nothing.
func (t *trial) own(v Values) error {
	d := wholeKernel()
	if v["listing"] == "" || slices.ContainsFunc(d.Params, func(p Param) bool { return p.Fits != nil && v[p.Name] != p.Default }) {
		return nil
	}
	return fmt.Errorf("%s is another kernel than the sample's: set its grid, block, arguments and shared memory (one that is launched just as the sample is has a grid of 32x32x1). %s", t.kernel.Name, t.reads())
}

// reads says which bytes of its arguments the code reads.
func (t *trial) reads() string {
	var reads []string
	for _, r := range emulate.Reads(t.kernel) {
		reads = append(reads, fmt.Sprintf("%d at %d", r.Bytes, r.Offset))
	}
	return "Of its arguments the code reads these bytes: " + cmp.Or(strings.Join(reads, ", "), "none") + "."
}

// run times the launch.
func (t *trial) run(stop Stop, progress Progress) error {
	var m emulate.Memory
	var arguments []any
	for i, a := range t.arguments {
		arguments = append(arguments, a.In(&m, fmt.Sprintf("argument %d", i+1)))
	}
	code, err := emulate.Launch{Kernel: t.kernel, Grid: t.grid, Workgroup: t.block, Local: t.shared, Registers: t.registers, Memory: &m, Arguments: emulate.Arguments(arguments...)}.Start()
	if err != nil {
		return t.advise(err)
	}
	o := chip.Options{Resident: t.resident, Stop: stop, Progress: progress}
	if t.what == "" && len(t.kernel.Code) <= mostLines {
		o.Lines = len(t.kernel.Code)
	}
	of := code.Workgroups()
	if t.warm {
		o.Before = of
		if progress != nil {
			before, last := true, 0
			o.Progress = func(done, _ int) {
				before, last = before && done >= last, done
				if !before {
					done += of
				}
				progress(done, 2*of)
			}
		}
	}
	t.need, t.assumed = code.Need(), code.Assumed
	d := t.device.Clone()
	d.Limits.LDS += t.spared
	r, err := code.Time(d, o)
	if err != nil {
		return t.advise(err)
	}
	t.report = &r
	return nil
}

// mostLines is how many instructions a kernel may have of which it is told what each costs: a hundred bytes each, of every SM.
const mostLines = 4096

// advise says what is wrong in NVIDIA's words, and adds what the code shows of its needs.
func (t *trial) advise(err error) error {
	err = worded{err, figures.Worded(t.device, err.Error())}
	switch {
	case errors.Is(err, emulate.ErrLocal):
		return fmt.Errorf("%w: give it more shared memory", err)
	case errors.Is(err, emulate.ErrArguments), errors.Is(err, emulate.ErrMemory):
		return fmt.Errorf("%w. %s", err, t.reads())
	}
	return err
}

// worded is an error in other words.
type worded struct {
	error
	text string
}

func (w worded) Error() string { return w.text }
func (w worded) Unwrap() error { return w.error }

// others are the launches that the reader would try next.
func (t *trial) others() (all []trial) {
	add := func(what string, change func(*trial)) {
		other := *t
		other.what = what
		change(&other)
		all = append(all, other)
	}
	if t.warm {
		add("empty caches", func(o *trial) { o.warm = false })
	} else {
		add("launched before", func(o *trial) { o.warm = true })
	}
	for _, d := range launchable() {
		if d.ID != t.device.ID {
			add(d.Name, func(o *trial) { o.device = d })
		}
	}
	now := t.blocks()
	if now > 1 {
		add(fmt.Sprintf("%s on an SM, not %d", figures.Counted((now+1)/2, "block", "blocks"), now), func(o *trial) { o.resident = (now + 1) / 2 })
	}
	if now < t.report.Occupancy.Workgroups { // there are no more blocks
		return all
	}
	room := func(need gpumodel.Need) bool {
		more, err := t.device.Occupancy(need)
		return err == nil && more.Workgroups > now
	}
	need := t.need
	for need.Registers--; need.Registers >= 16; need.Registers-- { // the most with which an SM has room for another
		if room(need) {
			n := need.Registers
			add(fmt.Sprintf("%d registers a lane, if the compiler can", n), func(o *trial) { o.registers = n })
			break
		}
	}
	need = t.need
	unit := t.device.Limits.LDSUnit
	for need.LDS = (need.LDS - 1) / unit * unit; need.LDS >= 0 && t.need.LDS > 0; need.LDS -= unit {
		if room(need) {
			spared := (t.need.LDS - need.LDS) * gpumodel.Bytes(now+1)
			add(fmt.Sprintf("%d bytes of shared memory a block, if it can do with so little", need.LDS), func(o *trial) { o.spared = spared })
			break
		}
	}
	return all
}

// blocks is how many an SM has at a time, at most.
func (t *trial) blocks() int {
	return min(t.report.Occupancy.Workgroups, (t.grid.Lanes()+t.device.CUs-1)/t.device.CUs)
}

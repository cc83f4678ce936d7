//go:build !js

package figures

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/kernel"
)

// Variant is a kernel with some changes, none for the kernel as it is.
type Variant struct {
	Changes []string // in a word or two each, in the order in which they were made
	Bench   Bench    // not used where Make is set

	// Make writes a kernel whose writer offers Knobs: at returns the value of the knob of a
	// name. The error says why there is no kernel with these values.
	Make  func(at func(knob string) int) (Bench, error)
	Knobs []Knob

	Resident int                    // workgroups on one CU, at most; 0: as many as there is room for
	Again    bool                   // with what a launch before has left in the caches; not for kernels that work in place
	Alter    func(*gpumodel.Device) // makes another GPU of it; nil: it is as it is

	Stop func() error // is asked often: its error, such as a context's Err, ends what runs; nil: nothing does

	// Progress is told how many of a run's workgroups have ended; by Try, how many per cent of
	// all its runs. At the end it is told all of all, after an error too. It may be nil.
	Progress func(done, all int)

	edits []func(*kernel.Launch) // of what Make or Bench says
}

// Knob is a number that only a kernel's writer knows how to change: the edge of a tile, the
// elements of a lane, or 0 and 1 for two ways to write something.
type Knob struct {
	Name string // "tile"
	Is   int    // in the kernel as it is
	Or   []int  // what else it may be
}

// String names the variant by its changes: "tile 32 → 16, loads first 0 → 1".
func (v Variant) String() string {
	if len(v.Changes) == 0 {
		return "as it is"
	}
	return strings.Join(v.Changes, ", ")
}

// WholeRun is a variant and what it took on a whole GPU.
type WholeRun struct {
	Variant
	chip.Report
}

// run runs the variant on a whole GPU, unless it is Again as the first launch after another
// program: with caches that hold nothing. The error names the device and the variant.
func (v Variant) run(d gpumodel.Device) (r WholeRun, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s, %v: %w", d.Name, v, err)
			if v.Progress != nil {
				v.Progress(1, 1)
			}
		}
	}()
	b, err := v.on(d)
	if err != nil {
		return r, err
	}
	o := chip.Options{Resident: v.Resident, Stop: v.Stop, Progress: v.Progress}
	if v.Again {
		o.Before = b.Launch.Grid.Lanes()
	}
	report, err := chip.Time(b.Launch, b.Kernel, o)
	if err == nil && b.Check != nil {
		err = b.Check()
	}
	return WholeRun{v, report}, err
}

// ended is the error of the variant's Stop, if it has one.
func (v Variant) ended() error {
	if v.Stop == nil {
		return nil
	}
	return v.Stop()
}

// on returns the kernel as it is launched on the device.
func (v Variant) on(d gpumodel.Device) (Bench, error) {
	b, err := v.written()
	if b.Launch.Device = d; v.Alter != nil {
		v.Alter(&b.Launch.Device)
	}
	for _, edit := range v.edits {
		edit(&b.Launch)
	}
	return b, err
}

// written returns the kernel with its knobs where they are.
func (v Variant) written() (Bench, error) {
	if v.Make == nil && len(v.Knobs) > 0 {
		return Bench{}, fmt.Errorf("figures: Make = nil, want a function that writes a kernel with %d knobs", len(v.Knobs))
	}
	if v.Make == nil {
		return v.Bench, nil
	}
	names := make([]string, len(v.Knobs))
	for i, k := range v.Knobs {
		if slices.Contains(names, k.Name) {
			return Bench{}, fmt.Errorf("figures: Knobs[%d].Name = %q, want a name that no other has", i, k.Name)
		}
		names[i] = k.Name
	}
	var unknown error
	b, err := v.Make(func(knob string) int {
		i := slices.Index(names, knob)
		if i < 0 {
			unknown = cmp.Or(unknown, fmt.Errorf("figures: Make asks for the knob %q, want one of %q", knob, names))
			return 1 // by which it may divide
		}
		return v.Knobs[i].Is
	})
	return b, cmp.Or(unknown, err)
}

// limit names the part that sets the pace.
func (r WholeRun) limit() string {
	switch {
	case len(r.Limits) == 0:
		return ""
	case r.Limits[0].Used > pacing:
		return share(r.Device, r.Limits[0])
	}
	return "none; most " + share(r.Device, r.Limits[0])
}

// uneven is the share of the time in which not every CU has work, in per cent.
func (r WholeRun) uneven() string {
	if r.Cycles == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f", 100*float64(r.Tail)/float64(r.Cycles))
}

// pacing is the share of what a part can do from which on it sets the pace: ours.
const pacing = 0.66

// share writes how much of a part is used: "L2 55 %".
func share(d gpumodel.Device, l chip.Limit) string {
	return fmt.Sprintf("%s %.0f %%", Worded(d, l.Part), 100*l.Used)
}

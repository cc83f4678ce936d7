package chip

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// Time runs a kernel on a whole GPU, and leaves its result in the memory that it wrote.
// Occupancy is as in kernel.Launch.Time. Memory, Record and Watch of the launch must not
// be set.
//
// The kernel is called by several goroutines at once, each for other workgroups. One
// whose workgroups read what others write has a race, here as on a GPU; only without is
// the report the same each time. So has one that goes by what FetchAdd returns from global memory; and in
// which order floating-point numbers are added there is not defined: both are with one goroutine.
func Time(l kernel.Launch, k kernel.Kernel, o Options) (Report, error) {
	if err := o.checkTime(&l); err != nil {
		return Report{}, err
	}
	var all []*kernel.Streams
	defer func() {
		for _, s := range all {
			s.Close()
		}
	}()
	first, err := l.Start(k)
	if err != nil {
		return Report{}, err
	}
	all = append(all, first)
	run := Launch{Device: l.Device, Workgroups: first.Workgroups(), Wavefronts: first.Wavefronts()}
	pick := func(i int) int { return i }
	if o.Pick != nil {
		pick, run.Workgroups = o.Pick, o.Of
		if err := o.checkPick(first.Workgroups()); err != nil {
			return Report{}, err
		}
	}
	rest := o
	rest.Resident, rest.Of, rest.Pick = 0, 0, nil // run has them
	if err := rest.check(&run); err != nil {
		return Report{}, err // before anything of the kernel is executed
	}
	begun := 0 // of which some is executed now, to see what it needs
	if run.Workgroups > 0 {
		begun = pick(0)
	}
	room, err := first.Occupancy(begun)
	if err != nil {
		return Report{}, err
	}
	run.Resident = room.Workgroups
	if o.Resident > 0 {
		run.Resident = min(run.Resident, o.Resident)
	}
	run.Streams = func(int) func(int, int) gpumodel.Stream {
		s := first.Again()
		all = append(all, s)
		return func(workgroup, wavefront int) gpumodel.Stream {
			if workgroup == 0 {
				return first.Stream(begun, wavefront)
			}
			return s.Stream(pick(workgroup), wavefront)
		}
	}
	r, err := Run(run, rest)
	r.Occupancy = room
	for _, s := range all {
		if fault := s.Err(); fault != nil {
			return r, fault
		}
	}
	return r, err
}

// checkTime says what is wrong with the options that are Time's, or with what it is to run.
func (o *Options) checkTime(l *kernel.Launch) error {
	switch {
	case l.Memory != nil || l.Record != 0 || l.Watch != nil:
		return fmt.Errorf("chip: Memory, Record or Watch of the launch is set, want none: its CUs share their memory and run side by side")
	case o.Resident < 0:
		return fmt.Errorf("chip: Resident = %d, want 0 or more", o.Resident)
	case o.Of < 0 || o.Of > 0 && o.Pick == nil:
		return fmt.Errorf("chip: Of = %d, want 0 or more, and 0 without Pick", o.Of)
	}
	return nil
}

// checkPick says which workgroup is picked that a grid of so many has not.
func (o *Options) checkPick(workgroups int) error {
	for i := range o.Of {
		if at := o.Pick(i); at < 0 || at >= workgroups {
			return fmt.Errorf("chip: Pick(%d) = %d, want 0 to %d", i, at, workgroups-1)
		}
	}
	return nil
}

package kernel

import (
	"fmt"

	"lanebook/gpumodel"
)

// Time runs the kernel on one CU (SM) of the device, all its workgroups, cycle by
// cycle. The timeline says when it ended, what its bank conflicts cost and why
// wavefronts waited; the result lies in the memory that the kernel wrote.
//
// As many workgroups are resident at once as Device.Occupancy allows for the
// workgroup's lanes, Registers, and the LDS arrays that the kernel declares
// before its first barrier or clock read.
//
// The error is the launch's, a *Fault of the kernel, or says why not even one
// workgroup fits.
func (l Launch) Time(k Kernel) (gpumodel.Timeline, error) {
	s, err := l.Start(k)
	if err != nil {
		return gpumodel.Timeline{}, err
	}
	defer s.Close()
	resident, err := s.Resident()
	if err != nil {
		return gpumodel.Timeline{}, fmt.Errorf("launch of %s: %w", l.name(), err)
	}
	t, err := l.Device.Run(gpumodel.Workload{
		Workgroups: s.Workgroups(), Wavefronts: s.Wavefronts(), Resident: resident,
		Stream: s.Stream, Memory: l.Memory, Record: l.Record,
	})
	if fault := s.Err(); fault != nil {
		return t, fault
	}
	if err != nil {
		return t, fmt.Errorf("launch of %s: %w", l.name(), err)
	}
	return t, nil
}

// Resident returns how many workgroups a CU holds: Occupancy's.
func (s *Streams) Resident() (int, error) {
	o, err := s.Occupancy(0)
	return o.Workgroups, err
}

// Occupancy returns what a CU has room for, one workgroup at least: else that is an error.
// Ask before the first Stream: to see what LDS the kernel declares it begins the first wavefront of the given
// workgroup. What that has done is kept, and comes in its stream. Asked again, it returns the same.
func (s *Streams) Occupancy(workgroup int) (gpumodel.Occupancy, error) {
	switch {
	case s.measured:
	case s.m.stopped:
		return gpumodel.Occupancy{}, fmt.Errorf("launch of %s: its streams are closed", s.m.name())
	case s.m.workgroups > 0:
		return gpumodel.Occupancy{}, fmt.Errorf("launch of %s: %d workgroups have begun, want Occupancy before the first Stream", s.m.name(), s.m.workgroups)
	default:
		w, err := s.wave(workgroup, 0)
		if err != nil {
			return gpumodel.Occupancy{}, err
		}
		w.run()
		s.measured = true
	}
	d, need := s.m.Device, gpumodel.Need{Lanes: s.m.workgroup.Lanes(), Registers: s.m.Registers, LDS: s.m.ldsBytes}
	o, err := d.Occupancy(need)
	if err == nil && o.Workgroups == 0 {
		err = fmt.Errorf("a workgroup of %+v does not fit on a CU of %s: %v", need, d.Name, o)
	}
	return o, err
}

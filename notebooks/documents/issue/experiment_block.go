package issue

import "lanebook/gpumodel"

// How many wavefronts are enough, and how a workgroup's lanes make them.

// idleMore is by how many percent of the cycles more the schedulers of a CU issue nothing
// with few wavefronts than with many, each one chain of multiply-adds.
func idleMore(d gpumodel.Device, few, many int) (float64, error) {
	var idle [2]float64
	for i, n := range []int{few, many} {
		t, err := d.Run(gpumodel.Program{Body: []gpumodel.Instruction{op(gpumodel.FP32, 1, 1)}, Times: 100}.Workload(1, n))
		if err != nil {
			return 0, err
		}
		idle[i] = 100 * (1 - t.PerCycle(gpumodel.FP32)/float64(d.SIMDs)) // a chain never issues two at once
	}
	return idle[0] - idle[1], nil
}

// queued is the cycles of a load when a full CU has two of each wavefront in flight.
func queued(d gpumodel.Device) (float64, error) {
	const turns = 20
	loop := gpumodel.Program{Body: []gpumodel.Instruction{load(1, 1), load(2, 2)}, Times: turns}
	t, err := d.Run(loop.Workload(1, d.SIMDs*d.Wavefronts))
	return float64(t.Cycles) / turns, err
}

func laneOf(s gpumodel.Shape, x, y, z int) (float64, error) {
	n, err := s.Lane(x, y, z)
	return float64(n), err
}

// misnumbered counts the lanes of a shape whose number is not that of counting them off,
// X fastest, then Y, then Z.
func misnumbered(s gpumodel.Shape) (float64, error) {
	next, wrong := 0, 0
	for z := range s.Z {
		for y := range s.Y {
			for x := range s.X {
				n, err := s.Lane(x, y, z)
				if err != nil {
					return 0, err
				}
				if n != next {
					wrong++
				}
				next++
			}
		}
	}
	return float64(wrong), nil
}

// dummiesWeigh is how many times the share of their lanes small workgroups lose to the
// dummies of 32-lane wavefronts that large ones do.
func dummiesWeigh(small, large int) float64 {
	lost := func(n int) float64 { return 1 - gpumodel.Shape{X: n, Y: 1, Z: 1}.TailEfficiency(32) }
	return lost(small) / lost(large)
}

// crowded is the wavefronts resident in large workgroups as a share of those in small
// ones, summed over all numbers of registers that a lane may have.
func crowded(d gpumodel.Device, small, large int) (float64, error) {
	var resident [2]float64
	for registers := 1; registers <= d.Limits.RegistersPerLane; registers++ {
		for i, lanes := range []int{large, small} {
			o, err := d.Occupancy(gpumodel.Need{Lanes: lanes, Registers: registers})
			if err != nil {
				return 0, err
			}
			resident[i] += float64(o.Wavefronts)
		}
	}
	return resident[0] / resident[1], nil
}

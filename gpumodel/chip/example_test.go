package chip_test

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// A copy of 2^16 floats on a whole H200: most of its time is the launch.
func ExampleTime() {
	var m kernel.GlobalMemory
	in, out := kernel.NewGlobal[float32](&m, "in", 1<<16), kernel.NewGlobal[float32](&m, "out", 1<<16)
	launch := kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: 256}, Workgroup: gpumodel.Shape{X: 256}}
	r, err := chip.Time(launch, func(w *kernel.Wavefront) {
		i := w.GlobalX()
		out.Store(i, in.Load(i))
	}, chip.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.1f of %.1f µs are the launch\n", 1e6*r.Device.Dispatch.Seconds, 1e6*r.Seconds)
	fmt.Printf("%d KB from DRAM; %d workgroups fit on an SM, limited by %v\n", r.Read>>10, r.Occupancy.Workgroups, r.Occupancy.Limiters)
	// Output:
	// 4.9 of 6.6 µs are the launch
	// 256 KB from DRAM; 8 workgroups fit on an SM, limited by [wavefront slots]
}

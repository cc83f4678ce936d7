package gpumodel_test

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// Kepler's scheduler with two dispatch slots: a second instruction issues when
// it depends neither on the first nor on a unit that is taken.
func ExampleDevice_Run() {
	kepler := gpu.GK110()
	fma := func(dst, src gpumodel.Register) gpumodel.Instruction {
		return gpumodel.Instruction{Kind: gpumodel.FP32, Dst: dst, Src: gpumodel.Sources{src}}
	}
	program := gpumodel.Program{Before: []gpumodel.Instruction{fma(1, 0), fma(2, 0), fma(3, 1), fma(4, 3)}}
	launch := program.Workload(1, 1) // one workgroup of one wavefront
	launch.Record = 100
	t, err := kepler.Run(launch)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, i := range t.Issues {
		fmt.Printf("cycle %2d slot %d: %v; second slot: %v\n", i.Cycle, i.Slot, i.Kind, i.Second)
	}
	fmt.Println("waited for results:", t.Wavefronts[0].Stalls[gpumodel.StallResult], "cycles; check:", t.Check())
	// Output:
	// cycle  0 slot 0: FP32; second slot: issued
	// cycle  0 slot 1: FP32; second slot: no second slot
	// cycle  9 slot 0: FP32; second slot: dependency
	// cycle 18 slot 0: FP32; second slot: control
	// cycle 27 slot 0: exit; second slot: control
	// waited for results: 24 cycles; check: <nil>
}

// What limits a kernel of 38 registers in workgroups of 256, and what would help.
func ExampleDevice_Occupancy() {
	o, err := gpu.GK110().Occupancy(gpumodel.Need{Lanes: 256, Registers: 38})
	fmt.Println(o, err)
	// Output: 6 workgroups, 48 of 64 wavefronts, limited by registers; 6 registers fewer (38 to 32) give one more workgroup <nil>
}

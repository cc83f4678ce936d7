package chip_test

import (
	"sync"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
)

// Every workgroup runs once, on a CU of its die, whatever is given out first; a dispatcher that
// takes 40 cycles for each of four wavefronts limits each die by itself, so that two dies are
// twice as fast: by hand, 1000 workgroups less those that start at once.
func TestWorkgroupsByDie(t *testing.T) {
	for _, dies := range []int{1, 2, 3} {
		d := gpu.MI300A()
		d.CUs, d.Caches.L2.Dies = 6, dies
		d.Dispatch = gpumodel.Dispatch{ByWave: 40}
		var mutex sync.Mutex
		seen := map[int]int{}
		add := gpumodel.Program{Body: []gpumodel.Instruction{{Kind: gpumodel.FP32, Dst: 1}}, Times: 1}
		r, err := chip.Run(chip.Launch{Device: d, Workgroups: 1000, Wavefronts: 4, Resident: 1, Streams: func(cu int) func(int, int) gpumodel.Stream {
			stream := add.Workload(1, 4).Stream
			return func(workgroup, wavefront int) gpumodel.Stream {
				if wavefront == 0 {
					mutex.Lock()
					seen[workgroup]++
					mutex.Unlock()
				}
				if workgroup%dies != cu%dies {
					t.Errorf("%d dies: workgroup %d on CU %d", dies, workgroup, cu)
				}
				return stream(workgroup, wavefront)
			}
		}}, chip.Options{Before: 7})
		if err != nil {
			t.Fatal(err)
		}
		for w := range 1000 {
			want := 1
			if w >= 993 {
				want = 2 // before, too
			}
			if seen[w] != want {
				t.Errorf("%d dies: workgroup %d ran %d times, want %d", dies, w, seen[w], want)
			}
		}
		if r.Limits[0].Part != "dispatch" || r.Limits[0].Used < 0.95 {
			t.Errorf("%d dies: %+v limits, want dispatch", dies, r.Limits[0])
		}
		if want := gpumodel.Cycles(994 / dies * 160); r.Cycles < want*98/100 || r.Cycles > want*102/100 {
			t.Errorf("%d dies: %d cycles, want %d", dies, r.Cycles, want)
		}
	}
}

// A dispatcher that takes 10 cycles to notice an end is not done before it has noticed all, also where each workgroup has a place
// from the start. By hand: the first end is after one instruction.
func TestEndsAreNoticed(t *testing.T) {
	d := gpu.H200()
	d.Dispatch = gpumodel.Dispatch{Interval: 10}
	add := gpumodel.Program{Body: []gpumodel.Instruction{{Kind: gpumodel.FP32, Dst: 1}}, Times: 1}
	for _, workgroups := range []int{1, 132, 1056, 5000} { // 1056 have a place
		r, err := chip.Run(chip.Launch{Device: d, Workgroups: workgroups, Wavefronts: 1, Resident: 8, Streams: func(int) func(int, int) gpumodel.Stream { return add.Workload(1, 1).Stream }}, chip.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if first := r.Cycles - gpumodel.Cycles(10*(workgroups-1)); first < 1 || first > 20 {
			t.Errorf("%d workgroups: %d cycles, want 10 for each but the first and a few", workgroups, r.Cycles)
		}
	}
}

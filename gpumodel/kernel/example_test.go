package kernel_test

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// A kernel is a function over a wavefront; its memory is Go slices.
func Example() {
	const n = 1000
	var m kernel.GlobalMemory
	x, y := kernel.NewGlobal[float32](&m, "x", n), kernel.NewGlobal[float32](&m, "y", n)
	for i := range x.Data {
		x.Data[i] = float32(i)
	}

	twice := func(w *kernel.Wavefront) {
		i := w.GlobalX()
		w.If(i.Below(n), func() {
			y.Store(i, x.Load(i).Times(2))
		})
	}

	launch := kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: kernel.Cover(n, 256)}, Workgroup: gpumodel.Shape{X: 256}}
	r, err := launch.Run(twice)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(y.Data[1], y.Data[999])
	fmt.Println(r.Wavefronts, "wavefronts,", r.Total(), "instructions")
	for _, s := range r.Sites {
		fmt.Printf("%v: %d accesses of %d lanes in all, %d lines of 128 bytes\n", s.Op, s.Accesses, s.Lanes, s.Lines)
	}
	// Output:
	// 2 1998
	// 32 wavefronts, 224 instructions
	// load: 32 accesses of 1000 lanes in all, 32 lines of 128 bytes
	// store: 32 accesses of 1000 lanes in all, 32 lines of 128 bytes
}

// From a kernel to its result, conflicts, cycles and stalls: a tile is turned, and every
// column of it lies in one bank.
func ExampleLaunch_Time() {
	var m kernel.GlobalMemory
	in, out := kernel.Upload(&m, "in", []float32{1: 7, 1023: 9}), kernel.NewGlobal[float32](&m, "out", 1024)
	turn := func(w *kernel.Wavefront) {
		tile := kernel.NewLocal[float32](w, "tile", 32*32)
		tile.Store(w.Linear(), in.Load(w.Linear()))
		w.Barrier()
		out.Store(w.Linear(), tile.Load(w.LocalX().TimesPlus(32, w.LocalY())))
	}
	t, err := kernel.Launch{Device: gpu.H200(), Workgroup: gpumodel.Shape{X: 32, Y: 32}}.Time(turn)
	stalls, _ := t.Stalled()
	fmt.Println(out.Data[32], t.LocalPasses-t.LocalIdeal, t.Cycles, stalls[gpumodel.StallLocal], err)
	// Output: 7 992 2894 17120 <nil>
}

// The stream of a wavefront, as a scheduler reads it: what each instruction
// writes, and what it must wait for.
func ExampleLaunch_Start() {
	var m kernel.GlobalMemory
	x := kernel.NewGlobal[float32](&m, "x", 32)
	axpy := func(w *kernel.Wavefront) {
		i := w.LocalX()
		a := x.Load(i)
		x.Store(i, a.FMA(a, w.Float32(1)))
	}
	s, err := kernel.Launch{Device: gpu.H200(), Workgroup: gpumodel.Shape{X: 32}}.Start(axpy)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	stream := s.Stream(0, 0)
	for in := (gpumodel.Instruction{}); stream.Next(&in); {
		fmt.Printf("kind %d writes %d after %d\n", in.Kind, in.Dst, in.Src[0])
	}
	fmt.Println(s.Err())
	// Output:
	// kind 6 writes 2 after 0
	// kind 0 writes 3 after 2
	// kind 6 writes 0 after 3
	// kind 11 writes 0 after 0
	// <nil>
}

// Without a barrier, a wavefront reads what another may not have written yet.
func ExampleFault() {
	swap := func(w *kernel.Wavefront) {
		shared := kernel.NewLocal[float32](w, "shared", 64)
		shared.Store(w.Linear(), w.Float32(1))
		shared.Load(kernel.Xor(w.Linear(), w.Int(32))) // what the other wavefront stores
	}
	_, err := kernel.Launch{Name: "swap", Device: gpu.H200(), Workgroup: gpumodel.Shape{X: 64}}.Run(swap)
	fmt.Println(err)
	// Output:
	// swap: workgroup (0,0,0), lane 0: example_test.go:96: race: read of shared[32], which lane 32 writes at line 95 with no barrier between
}

// A variable that only some lanes assign is assigned with Set.
func ExampleSet() {
	var m kernel.GlobalMemory
	out := kernel.NewGlobal[float32](&m, "out", 4)
	clip := func(w *kernel.Wavefront) {
		x := kernel.To[float32](w.Lane())
		w.If(w.Float32(2).Less(x), func() {
			kernel.Set(&x, w.Float32(2))
		})
		out.Store(w.Lane(), x)
	}
	_, err := kernel.Launch{Device: gpu.H200(), Workgroup: gpumodel.Shape{X: 4}}.Run(clip)
	fmt.Println(out.Data, err)
	// Output:
	// [0 1 2 2] <nil>
}

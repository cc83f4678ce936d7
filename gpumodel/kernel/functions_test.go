package kernel_test

import (
	"math"
	"slices"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// What no kernel of this module calls, by hand: the value, and what it costs. A third
// of an odd lane's number, of lanes 0 to 3; a division is an SFU and an FP32
// instruction, of float64 an SFU and eight FP64 ones.
func TestDivSelectAny(t *testing.T) {
	var m kernel.GlobalMemory
	out, wide := kernel.NewGlobal[float32](&m, "out", 4), kernel.NewGlobal[float64](&m, "wide", 4)
	var any []bool
	r := run(t, kernel.Launch{Device: gpu.H200(), Workgroup: gpumodel.Shape{X: 2, Z: 2}}, func(w *kernel.Wavefront) {
		i := w.Lane()
		odd := kernel.And(i, 1).Is(1)
		out.Store(i, kernel.Select(odd, kernel.Div(kernel.To[float32](i), w.Float32(4)), w.Float32(-1)))
		wide.Store(i, kernel.Div(w.Float64(1), kernel.To[float64](w.GlobalZ().Plus(1))))
		any = []bool{w.Any(odd), w.Any(i.Below(0))}
	})
	if want := []float32{-1, 0.25, -1, 0.75}; !slices.Equal(out.Data, want) {
		t.Errorf("%v, want %v", out.Data, want)
	}
	if want := []float64{1, 1, 0.5, 0.5}; !slices.Equal(wide.Data, want) {
		t.Errorf("%v, want %v", wide.Data, want)
	}
	if !slices.Equal(any, []bool{true, false}) {
		t.Errorf("any lane odd, any below 0: %v, want true and false", any)
	}
	if n := r.Instructions; n[gpumodel.SFU] != 2 || n[gpumodel.FP64] != 8 || n[gpumodel.Branch] != 2 {
		t.Errorf("%v instructions by kind, want 2 of the SFU, 8 of FP64, 2 branches", n)
	}
}

// A constant of an address is no instruction, and waits for what its register waits for.
func TestOffset(t *testing.T) {
	var m kernel.GlobalMemory
	in, out := kernel.Upload(&m, "in", []float32{0, 1, 2, 3, 4, 5, 6, 7}), kernel.NewGlobal[float32](&m, "out", 8)
	r := run(t, kernel.Launch{Device: gpu.H200(), Workgroup: gpumodel.Shape{X: 4}}, func(w *kernel.Wavefront) {
		i := w.Lane()
		out.Store(kernel.Offset(i, 4), in.Load(kernel.Offset(kernel.Offset(i, 2), 1)))
	})
	if want := []float32{0, 0, 0, 0, 3, 4, 5, 6}; !slices.Equal(out.Data, want) {
		t.Errorf("%v, want %v", out.Data, want)
	}
	if n := r.Instructions; n[gpumodel.Global] != 2 || n[gpumodel.FP32] != 0 {
		t.Errorf("%v instructions by kind, want two accesses and no arithmetic", n)
	}
	at := kernel.Upload(&m, "at", []int32{3, 2, 1, 0})
	s, err := (kernel.Launch{Device: gpu.H200(), Workgroup: gpumodel.Shape{X: 4}}).Start(func(w *kernel.Wavefront) {
		i := kernel.To[int](at.Load(w.Lane()))
		in.Load(kernel.Offset(i, 4))
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all := instructions(t, s, 0, 0)
	loads := slices.DeleteFunc(slices.Clone(all), func(in gpumodel.Instruction) bool { return in.Kind != gpumodel.Global })
	if before := all[slices.IndexFunc(all[1:], func(in gpumodel.Instruction) bool { return in.Kind == gpumodel.Global })]; len(loads) != 2 || loads[1].Src[0] != before.Dst || before.Dst == gpumodel.NoRegister {
		t.Errorf("%v, want the second load to wait for what made its index", all)
	}
}

// What an integer has no number for becomes the nearest that it has, on every machine.
func TestToSaturates(t *testing.T) {
	var m kernel.GlobalMemory
	in := kernel.Upload(&m, "in", []float32{3e9, -3e9, 1e30, float32(math.NaN()), -2.9, 2.9})
	narrow := kernel.NewGlobal[int32](&m, "narrow", 6)
	var wide []int
	run(t, kernel.Launch{Device: gpu.H200(), Workgroup: gpumodel.Shape{X: 6}}, func(w *kernel.Wavefront) {
		x := in.Load(w.Lane())
		narrow.Store(w.Lane(), kernel.To[int32](x))
		long := kernel.To[int](x)
		for lane := range 6 {
			wide = append(wide, long.At(lane))
		}
	})
	if want := []int32{math.MaxInt32, math.MinInt32, math.MaxInt32, 0, -2, 2}; !slices.Equal(narrow.Data, want) {
		t.Errorf("%v, want %v", narrow.Data, want)
	}
	if want := []int{3e9, -3e9, math.MaxInt64, 0, -2, 2}; !slices.Equal(wide, want) {
		t.Errorf("%v, want %v", wide, want)
	}
}

func TestCover(t *testing.T) {
	for _, c := range []struct{ n, size, want int }{
		{0, 32, 0}, {1, 32, 1}, {32, 32, 1}, {33, 32, 2}, {-5, 32, 0}, {5, 0, 5}, {math.MaxInt, 1, math.MaxInt}, {math.MaxInt, 32, 1 << 58}, {math.MaxInt, math.MaxInt, 1},
	} {
		if got := kernel.Cover(c.n, c.size); got != c.want {
			t.Errorf("Cover(%d, %d) = %d, want %d", c.n, c.size, got, c.want)
		}
	}
}

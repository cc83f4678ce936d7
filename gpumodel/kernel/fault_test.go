package kernel_test

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// next returns the number of the line after the one that calls it.
func next() int {
	_, _, line, _ := runtime.Caller(1)
	return line + 1
}

// A forgetful array is stored to and loaded from, at its addresses; what it computes stays.
func TestForgetful(t *testing.T) {
	var m kernel.GlobalMemory
	kernel.NewGlobal[float32](&m, "before", 64)
	array := kernel.Forgetful(&m, "array", 1<<40, func(i int) float32 { return float32(i % 1000) })
	var stored gpumodel.Bytes
	l := kernel.Launch{Device: gpu.MI300X(), Grid: gpumodel.Shape{X: 1}, Workgroup: gpumodel.Shape{X: 64}, Watch: func(r kernel.Reference) {
		if r.Access.Op == gpumodel.Store {
			stored = r.Access.Addr[3]
		}
	}}
	if _, err := l.Run(func(w *kernel.Wavefront) {
		i := w.Linear().Plus(5000)
		array.Store(i, w.Float32(-1))
		if got := array.Load(i).At(3); got != 3 {
			t.Errorf("element 5003 = %v, want 3, whatever was stored", got)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if stored != 256+4*5003 {
		t.Errorf("stored at %d, want %d", stored, 256+4*5003)
	}
}

// Each kernel does one thing wrong, on the line after at = next().
func TestFaults(t *testing.T) {
	var m kernel.GlobalMemory
	x := kernel.NewGlobal[float32](&m, "x", 100)
	d := kernel.NewGlobal[float64](&m, "d", 100)
	nothing := kernel.NewGlobal[float32](&m, "nothing", 0)
	dense := kernel.Function(&m, "dense", 100, func(i int) float32 { return float32(i) })
	endless := kernel.Function(&m, "endless", 1<<60, func(i int) float32 { return float32(i) })
	at := 0
	for _, tt := range []struct {
		name  string
		lane  int // −1: the wavefront
		want  string
		lanes int
		k     kernel.Kernel
	}{
		{"load beyond the end", 100, "load of x[100], want 0 to 99", 128, func(w *kernel.Wavefront) {
			at = next()
			x.Load(w.Linear())
		}},
		{"load of nothing", 0, "load of nothing[0], an array of 0, want one of 1 or more", 64, func(w *kernel.Wavefront) {
			at = next()
			nothing.Load(w.Lane())
		}},
		{"store before the start", 0, "store of x[-1], want 0 to 99", 64, func(w *kernel.Wavefront) {
			at = next()
			x.Store(w.Linear().Plus(-1), w.Float32(0))
		}},
		{"only active lanes count", 40, "load of x[1040]", 64, func(w *kernel.Wavefront) {
			i := w.Linear()
			w.If(i.Below(40).Not(), func() {
				at = next()
				x.Load(i.Plus(1000))
			})
		}},
		{"unaligned pair", 1, "load of x[1] and 1 more, want a multiple of 2", 32, func(w *kernel.Wavefront) {
			at = next()
			x.Load2(w.Linear())
		}},
		{"four doubles", -1, "load of 32 bytes a lane, want at most 16", 32, func(w *kernel.Wavefront) {
			at = next()
			d.Load4(w.Linear().Times(4))
		}},
		{"store to a function", -1, "store to dense, which is a Function", 32, func(w *kernel.Wavefront) {
			at = next()
			dense.Store(w.Linear(), w.Float32(0))
		}},
		{"beyond the LDS array", 16, "load of tile[16], want 0 to 15", 32, func(w *kernel.Wavefront) {
			tile := kernel.NewLocal[float32](w, "tile", 16)
			at = next()
			tile.Load(w.Linear())
		}},
		{"more than the LDS", -1, "LDS arrays take 240000 bytes with b, want at most the device's 232448", 32, func(w *kernel.Wavefront) {
			kernel.NewLocal[float32](w, "a", 30000)
			at = next()
			kernel.NewLocal[float32](w, "b", 30000)
		}},
		{"different arrays", -1, "LDS array 0 is b of 4 elements of 4 bytes here, but another wavefront or workgroup declared a of 4 elements of 4 bytes", 64, func(w *kernel.Wavefront) {
			at = next()
			kernel.NewLocal[float32](w, string("ab"[w.Index]), 4)
		}},
		{"never written", 0, "read of tile[0], which nothing has written", 32, func(w *kernel.Wavefront) {
			tile := kernel.NewLocal[float32](w, "tile", 32)
			at = next()
			tile.Load(w.Linear())
			w.Barrier()
			tile.Store(w.Linear(), w.Float32(0))
		}},
		{"never written, then used", 0, "read of tile[0], which nothing has written", 32, func(w *kernel.Wavefront) {
			tile := kernel.NewLocal[int32](w, "tile", 32)
			at = next()
			i := tile.Load(w.Linear())
			x.Load(kernel.To[int](i).Plus(1000))
		}},
		{"never written, before a barrier", 0, "read of tile[0], which nothing has written", 32, func(w *kernel.Wavefront) {
			tile := kernel.NewLocal[int32](w, "tile", 32)
			at = next()
			tile.Load(w.Linear())
			w.Barrier()
			t.Error("executed beyond the barrier")
		}},
		{"barrier in a branch", 3, "barrier not reached by this lane", 32, func(w *kernel.Wavefront) {
			w.If(w.Linear().Below(3), func() {
				at = next()
				w.Barrier()
			})
		}},
		{"barrier after a return", 5, "barrier not reached by this lane", 32, func(w *kernel.Wavefront) {
			w.Return(w.Linear().Is(5))
			at = next()
			w.Barrier()
		}},
		{"second wavefront misses the barrier", 32, "barrier never reached by this lane, which has ended", 64, func(w *kernel.Wavefront) {
			if w.Index == 0 {
				at = next()
				w.Barrier()
			}
		}},
		{"first wavefront misses the barrier", 0, "barrier never reached by this lane, which has ended", 64, func(w *kernel.Wavefront) {
			if w.Index == 1 {
				at = next()
				w.Barrier()
			}
		}},
		{"two different barriers", 32, "all must reach the same", 64, func(w *kernel.Wavefront) {
			if w.Index == 0 {
				w.Barrier()
			} else {
				at = next()
				w.Barrier()
			}
		}},
		{"endless loop", -1, "more than 1000 instructions, the launch's Budget", 32, func(w *kernel.Wavefront) {
			for i := w.Linear(); ; {
				at = next()
				i = i.Plus(1)
			}
		}},
		{"endless loop after all lanes have left", -1, "more than 1000 instructions", 32, func(w *kernel.Wavefront) {
			w.Return(w.Linear().Below(32))
			for {
				at = next()
				w.Fence()
			}
		}},
		{"panic", -1, "the kernel panicked: runtime error: index out of range [3] with length 3", 32, func(w *kernel.Wavefront) {
			table := []int{1, 2, 3}
			at = next()
			w.Int(table[w.Lane().At(3)])
		}},
		{"panic with a Fault of its own", -1, "the kernel panicked: mine: workgroup (0,0,0), lane 0: no", 32, func(w *kernel.Wavefront) {
			at = next()
			panic(&kernel.Fault{Kernel: "mine", Message: "no"})
		}},
		{"map by an exit", -1, "Map as exit, want FP32, FP64, SFU or scalar", 32, func(w *kernel.Wavefront) {
			at = next()
			kernel.Map(gpumodel.Exit, w.Lane(), func(i int) int { return i })
		}},
		{"map of two by no kind", -1, "Map as unknown (99), want FP32, FP64, SFU or scalar", 32, func(w *kernel.Wavefront) {
			at = next()
			kernel.Map2(99, w.Lane(), w.Lane(), func(i, j int) int { return i })
		}},
		{"a lane that no wavefront has", -1, "value of lane 32, want lanes 0 to 31", 32, func(w *kernel.Wavefront) {
			w.Int(7).Plus(1)
			at = next()
			w.Int(7).At(32)
		}},
		{"a lane before the first", -1, "value of lane -1, want lanes 0 to 31", 64, func(w *kernel.Wavefront) {
			at = next()
			w.Int(7).At(-1)
		}},
		{"beyond the address space", -1, "endless of 1152921504606846976 elements does not fit into the 2^62 bytes of global memory", 32, func(w *kernel.Wavefront) {
			at = next()
			endless.Load(w.Int(1 << 59))
		}},
		{"masked value", 7, "a value that this lane never computed", 32, func(w *kernel.Wavefront) {
			v := w.Float32(0)
			w.If(w.Linear().Below(7), func() { v = x.Load(w.Linear()) })
			at = next()
			v.Plus(1)
		}},
		{"masked condition", 7, "a condition that this lane never computed", 32, func(w *kernel.Wavefront) {
			var c kernel.Mask
			w.If(w.Linear().Below(7), func() { c = w.Linear().Is(0) })
			at = next()
			w.If(c, func() {})
		}},
		{"unassigned", -1, "a Vec is used before it is assigned", 32, func(w *kernel.Wavefront) {
			var v kernel.Float32
			at = next()
			v.Add(w.Float32(1))
		}},
		{"unassigned operand", -1, "a Vec is used before it is assigned", 32, func(w *kernel.Wavefront) {
			var v kernel.Float32
			at = next()
			w.Float32(1).Add(v)
		}},
		{"order of complex numbers", -1, "complex numbers have no order", 32, func(w *kernel.Wavefront) {
			at = next()
			w.Complex64(1).Below(2)
		}},
		{"break outside a loop", -1, "Break outside While", 32, func(w *kernel.Wavefront) {
			at = next()
			w.Break(w.Lane().Is(0))
		}},
		{"division by zero", -1, "DivMod by 0", 32, func(w *kernel.Wavefront) {
			at = next()
			kernel.DivMod(w.Lane(), 0)
		}},
	} {
		for _, mode := range []string{"run", "streams"} {
			l := one(gpu.H200(), tt.lanes)
			l.Budget = 1000
			var err error
			if mode == "run" {
				_, err = l.Run(tt.k)
			} else {
				s := start(t, l, tt.k)
				for i := range s.Wavefronts() {
					instructions(t, s, 0, i)
				}
				err = s.Err()
			}
			var f *kernel.Fault
			if !errors.As(err, &f) {
				t.Errorf("%s (%s): error %v, want a fault", tt.name, mode, err)
				continue
			}
			if f.Lane != tt.lane || f.File != "fault_test.go" || f.Line != at || !strings.Contains(f.Message, tt.want) {
				t.Errorf("%s (%s): %v\nwant lane %d, line %d: %s", tt.name, mode, err, tt.lane, at, tt.want)
			}
		}
	}
}

// Whether two accesses of different lanes race. Each kernel works on 64 lanes,
// two wavefronts of 32, and touches no element that it has not written.
func TestRaces(t *testing.T) {
	const free = ""
	type local = kernel.Local[float32]
	for _, tt := range []struct {
		name, want string
		k          func(w *kernel.Wavefront, tile local, lane kernel.Int)
	}{
		{"own element", free, func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(lane, w.Float32(1))
			tile.Store(lane, tile.Load(lane).Plus(1))
		}},
		{"another wavefront's write, before it", "race: read of tile[32], which lane 32 writes", func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(lane, w.Float32(1))
			tile.Load(kernel.Xor(lane, w.Int(32)))
		}},
		{"with a barrier between", free, func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(lane, w.Float32(1))
			w.Barrier()
			tile.Load(kernel.Xor(lane, w.Int(32)))
		}},
		{"a fence does not order wavefronts", "race", func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(lane, w.Float32(1))
			w.Fence()
			tile.Load(kernel.Xor(lane, w.Int(32)))
		}},
		{"another lane's write", "race: read of tile[1], which lane 1 writes at line", func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(lane, w.Float32(1))
			tile.Load(kernel.Xor(lane, w.Int(1)))
		}},
		{"a fence orders lanes", free, func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(lane, w.Float32(1))
			w.Fence()
			tile.Load(kernel.Xor(lane, w.Int(1)))
		}},
		{"write after read", "race: read of tile[0], which lane 33 writes", func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(lane, w.Float32(1))
			w.Barrier()
			w.If(lane.Is(0), func() { tile.Load(lane) })
			w.If(lane.Is(33), func() { tile.Store(w.Int(0), w.Float32(2)) })
		}},
		{"write after many have read", "race: read of tile[0], which lane 40 writes", func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(lane, w.Float32(1))
			w.Barrier()
			tile.Load(w.Int(0))
			w.If(lane.Is(40), func() { tile.Store(w.Int(0), w.Float32(2)) })
		}},
		{"write by the last of many readers", "race: read of tile[0], which another lane writes", func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(lane, w.Float32(1))
			w.Barrier()
			w.If(lane.Below(32), func() { tile.Load(w.Int(0)) })
			w.If(lane.Is(31), func() { tile.Store(w.Int(0), w.Float32(2)) })
		}},
		{"its fence does not order the other wavefront's read", "race: read of tile[0]", func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(lane, w.Float32(1))
			w.Barrier()
			tile.Load(w.Int(0))
			w.Fence()
			w.If(lane.Is(0), func() { tile.Store(w.Int(0), w.Float32(2)) })
		}},
		{"all read the same", free, func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(lane, w.Float32(1))
			w.Barrier()
			tile.Load(w.Int(0))
		}},
		{"two lanes write different values", "race: write of tile[0], to which lane 0 wrote another value", func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(w.Int(0), kernel.To[float32](lane))
		}},
		{"all write the same value", free, func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(w.Int(0), w.Float32(7))
		}},
		{"all write NaN", free, func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(w.Int(0), w.Float32(float32(math.NaN())))
		}},
		{"one of two equal writers changes its mind", "race: write of tile[0]", func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(w.Int(0), w.Float32(7))
			w.If(lane.Is(63), func() { tile.Store(w.Int(0), w.Float32(8)) })
		}},
		{"the halves of a branch are not ordered", "race: read of tile[5]", func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(lane, w.Float32(1))
			w.Barrier()
			w.If(lane.Below(32), func() {
				w.IfElse(lane.Is(5),
					func() { tile.Store(lane, w.Float32(2)) },
					func() { tile.Load(w.Int(5)) })
			})
		}},
		{"wide accesses touch all their elements", "race: read of tile[3], which lane 0 writes", func(w *kernel.Wavefront, tile local, lane kernel.Int) {
			tile.Store(lane, w.Float32(1))
			w.Barrier()
			one := w.Float32(1)
			w.If(lane.Is(0), func() { tile.Store4(w.Int(0), one, one, one, one) })
			w.If(lane.Is(3), func() { tile.Load(lane) })
		}},
	} {
		_, err := one(gpu.H200(), 64).Run(func(w *kernel.Wavefront) {
			tt.k(w, kernel.NewLocal[float32](w, "tile", 64), w.Linear())
		})
		if tt.want == free && err != nil || tt.want != free && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
}

// The LDS of a workgroup holds nothing of the one before it.
func TestLocalIsUndefinedInEachWorkgroup(t *testing.T) {
	l := one(gpu.H200(), 32)
	l.Grid.X = 2
	_, err := l.Run(func(w *kernel.Wavefront) {
		tile := kernel.NewLocal[float32](w, "tile", 32)
		if w.Group.X == 0 {
			tile.Store(w.Lane(), w.Float32(1))
		}
		w.Barrier()
		tile.Load(w.Lane())
	})
	if err == nil || !strings.Contains(err.Error(), "workgroup (1,0,0), lane 0") || !strings.Contains(err.Error(), "nothing has written") {
		t.Errorf("error %v, want one about workgroup (1,0,0)", err)
	}
}

// Variables that escape their kernel are refused, whichever way they are used.
func TestForeignValues(t *testing.T) {
	var kept kernel.Int
	for name, k := range map[string]kernel.Kernel{
		"from the wavefront before": func(w *kernel.Wavefront) {
			if w.Index == 0 && w.Group.X == 0 {
				kept = w.Lane().Plus(1)
				return
			}
			kept.Plus(1)
		},
		"as an operand": func(w *kernel.Wavefront) {
			if w.Index == 0 && w.Group.X == 0 {
				kept = w.Lane().Plus(1)
				return
			}
			w.Lane().Add(kept)
		},
	} {
		for _, l := range []kernel.Launch{
			{Device: gpu.H200(), Workgroup: gpumodel.Shape{X: 64}},                             // another wavefront of the workgroup
			{Device: gpu.H200(), Workgroup: gpumodel.Shape{X: 32}, Grid: gpumodel.Shape{X: 2}}, // the same one, in its next life
		} {
			if _, err := l.Run(k); err == nil || !strings.Contains(err.Error(), "a value of another wavefront") {
				t.Errorf("%s: error %v, want one about another wavefront", name, err)
			}
		}
	}
	defer func() {
		if p := fmt.Sprint(recover()); !strings.Contains(p, "outside the kernel") {
			t.Errorf("used after the run: %v, want a panic that says so", p)
		}
	}()
	kept.Plus(1)
}

func TestLaunchErrors(t *testing.T) {
	h200 := gpu.H200()
	for _, tt := range []struct {
		want string
		l    kernel.Launch
	}{
		{"Device is empty, want a GPU", kernel.Launch{}},
		{"Workgroup = 32×32×2, want at most 1024 together", kernel.Launch{Device: h200, Workgroup: gpumodel.Shape{X: 32, Y: 32, Z: 2}}},
		{"Workgroup = -1×1, want no negative extent", kernel.Launch{Device: h200, Workgroup: gpumodel.Shape{X: -1}}},
		{"Grid = 1048576×1048576, want at most 1073741824 together", kernel.Launch{Device: h200, Grid: gpumodel.Shape{X: 1 << 20, Y: 1 << 20}}},
		{"Budget = -1", kernel.Launch{Device: h200, Budget: -1}},
		{"Registers = -5", kernel.Launch{Device: h200, Registers: -5}},
		{"Record = -1", kernel.Launch{Device: h200, Record: -1}},
	} {
		_, err := tt.l.Run(func(*kernel.Wavefront) {})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
		if _, again := tt.l.Start(func(*kernel.Wavefront) {}); again == nil || again.Error() != err.Error() {
			t.Errorf("Start: error %v, want Run's, %v", again, err)
		}
	}
	if _, err := (kernel.Launch{Device: h200}).Run(nil); err == nil {
		t.Error("a nil kernel was run")
	}
}

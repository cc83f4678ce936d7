package kernel_test

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// rotate is a kernel with everything in it: loads, arithmetic, the LDS, a
// barrier in a loop, divergence.
func rotate(in, out *kernel.Global[float32]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		n := w.Workgroup.Lanes()
		ring := kernel.NewLocal[float32](w, "ring", n)
		i := w.GlobalX()
		x := in.Load(i)
		for range 3 {
			ring.Store(w.Linear(), x)
			w.Barrier()
			_, next := kernel.DivMod(w.Linear().Plus(1), n)
			x = ring.Load(next).FMA(w.Float32(2), x)
			w.Barrier()
		}
		w.If(x.Below(100), func() { kernel.Set(&x, kernel.Sqrt(x)) })
		out.Store(i, x)
	}
}

// The streams are the same whatever the order in which they are read, and so
// are the results, which are Run's.
func TestStreamsAreDeterministic(t *testing.T) {
	const n = 200
	l := kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: 2}, Workgroup: gpumodel.Shape{X: 100}}
	inputs := func() (in, out *kernel.Global[float32]) {
		var m kernel.GlobalMemory
		in, out = kernel.NewGlobal[float32](&m, "in", n), kernel.NewGlobal[float32](&m, "out", n)
		for i := range in.Data {
			in.Data[i] = float32(i % 17)
		}
		return in, out
	}
	in, want := inputs()
	result := run(t, l, rotate(in, want))

	orders := map[string]func(s *kernel.Streams) [][]gpumodel.Instruction{
		"one after the other": func(s *kernel.Streams) (all [][]gpumodel.Instruction) {
			for i := range 8 {
				all = append(all, instructions(t, s, i/4, i%4))
			}
			return all
		},
		"backwards": func(s *kernel.Streams) [][]gpumodel.Instruction {
			all := make([][]gpumodel.Instruction, 8)
			for i := range 8 {
				all[7-i] = instructions(t, s, (7-i)/4, (7-i)%4)
			}
			return all
		},
		"in turn": func(s *kernel.Streams) [][]gpumodel.Instruction {
			all := make([][]gpumodel.Instruction, 8)
			var streams []gpumodel.Stream
			for i := range 8 {
				streams = append(streams, s.Stream(i/4, i%4))
			}
			for open := true; open; {
				open = false
				for i, stream := range streams {
					var in gpumodel.Instruction
					if stream.Next(&in) {
						in.Access.Addr = slices.Clone(in.Access.Addr)
						all[i], open = append(all[i], in), true
					}
				}
			}
			return all
		},
	}
	var first [][]gpumodel.Instruction
	for name, read := range orders {
		in, out := inputs()
		s := start(t, l, rotate(in, out))
		got := read(s)
		if s.Err() != nil {
			t.Fatalf("%s: %v", name, s.Err())
		}
		if first == nil {
			first = got
		}
		if !reflect.DeepEqual(got, first) {
			t.Errorf("%s: other streams than in another order", name)
		}
		if !slices.Equal(out.Data, want.Data) {
			t.Errorf("%s: other results than Run's", name)
		}
		if !reflect.DeepEqual(s.Result(), result) {
			t.Errorf("%s: counted %+v, want Run's %+v", name, s.Result(), result)
		}
	}
}

// Run's result is that of plain loops.
func TestRotate(t *testing.T) {
	var m kernel.GlobalMemory
	in, out := kernel.NewGlobal[float32](&m, "in", 4), kernel.NewGlobal[float32](&m, "out", 4)
	copy(in.Data, []float32{1, 2, 3, 100})
	run(t, kernel.Launch{Device: gpu.H200(), Workgroup: gpumodel.Shape{X: 4}}, rotate(in, out))
	// x, rotated thrice by x[i] += 2·x[i+1], is x[i] + 6x[i+1] + 12x[i+2] + 8x[i+3].
	if want := []float32{1 + 12 + 36 + 800, 2 + 18 + 1200 + 8, 3 + 600 + 12 + 16, 100 + 6 + 24 + 24}; !slices.Equal(out.Data, want) {
		t.Errorf("out = %v, want %v", out.Data, want)
	}
}

// The registers say exactly which earlier instruction each one needs.
func TestDependencies(t *testing.T) {
	var m kernel.GlobalMemory
	x := kernel.NewGlobal[float64](&m, "x", 64)
	s := start(t, one(gpu.H200(), 32), func(w *kernel.Wavefront) {
		i := w.Lane()                        // in a register from the start
		a, b := x.Load2(i.Times(2))          // 0: ·2, 1: load after 0
		c := a.Mul(b)                        // 2 after 1, once
		d := a.FMA(c, w.Float64(1))          // 3 after 1 and 2
		e := kernel.To[float32](d)           // 4 after 3
		less := c.Less(d)                    // 5 after 2 and 3
		w.If(less, func() { x.Store(i, d) }) // 6 after 5, 7 after 3
		z := w.Complex64(1i)                 // an immediate
		z = z.Mul(z)                         // 8 to 11, on nothing
		z.Add(z)                             // 12 and 13, after 11
		e.Plus(1)                            // 14 after 4
	})
	after := [][]int{{}, {0}, {1}, {1, 2}, {3}, {2, 3}, {5}, {3}, {}, {}, {}, {}, {11}, {11}, {4}, {}}
	writer := map[gpumodel.Register]int{}
	got := instructions(t, s, 0, 0)
	if len(got) != len(after) {
		t.Fatalf("%d instructions, want %d", len(got), len(after))
	}
	for i, in := range got {
		need := []int{}
		for _, r := range in.Src {
			if r != gpumodel.NoRegister {
				need = append(need, writer[r])
			}
		}
		if !slices.Equal(need, after[i]) {
			t.Errorf("instruction %d (kind %d) needs %v, want %v", i, in.Kind, need, after[i])
		}
		if in.Dst != gpumodel.NoRegister {
			if old, taken := writer[in.Dst]; taken {
				t.Errorf("instruction %d writes the register of %d", i, old)
			}
			writer[in.Dst] = i
		}
	}
}

// A value that is kept while hundreds of others come and go needs no register
// of theirs.
func TestLongLivedValues(t *testing.T) {
	s := start(t, one(gpu.H200(), 32), func(w *kernel.Wavefront) {
		kept, x := w.Float32(1).Plus(1), w.Float32(0)
		for range 300 {
			x = x.Plus(1) // each after the one before
		}
		x.Add(kept)
	})
	all := instructions(t, s, 0, 0)
	last := all[len(all)-2] // before Exit
	if want := (gpumodel.Sources{all[len(all)-3].Dst}); last.Src != want {
		t.Errorf("the last addition waits for %v, want only the one before, %v", last.Src, want)
	}
	for i := 2; i < 301; i++ {
		if want := (gpumodel.Sources{all[i-1].Dst}); all[i].Src != want {
			t.Fatalf("addition %d waits for %v, want the one before, %v", i, all[i].Src, want)
		}
	}
}

// Source lines: of memory accesses always, of arithmetic when asked for.
func TestLines(t *testing.T) {
	var m kernel.GlobalMemory
	x := kernel.NewGlobal[float32](&m, "x", 32)
	at := 0
	k := func(w *kernel.Wavefront) {
		at = next()
		v := x.Load(w.Lane()).Plus(1)
		kernel.Max(v, v)
		w.If(v.Below(3), func() {
			x.Store(w.Lane(), v)
		})
	}
	for _, every := range []bool{false, true} {
		l := one(gpu.H200(), 32)
		l.EveryLine = every
		lines := []int{0, 0, 1, 2, 2, 3} // load, plus, max, below, if, store
		var got []int
		for _, in := range instructions(t, start(t, l, k), 0, 0) {
			if line := int(in.Line); line != 0 || every && in.Kind != gpumodel.Exit {
				got = append(got, line-at)
			}
		}
		if !every {
			lines = []int{0, 2, 3} // load, if, store
		}
		if !slices.Equal(got, lines) {
			t.Errorf("EveryLine %v: lines after the first are %v, want %v", every, got, lines)
		}
	}
}

// A stream of a hundred million instructions is read a little way and closed:
// the kernel has run a little way, and its coroutine is gone.
func TestStreamsAreLazy(t *testing.T) {
	before := runtime.NumGoroutine()
	executed, unwound := 0, false
	l := one(gpu.H200(), 32)
	l.Budget = 1 << 30
	s := start(t, l, func(w *kernel.Wavefront) {
		defer func() {
			unwound = true
			w.Lane().Plus(1) // too late: nobody reads on
		}()
		for range 100_000_000 {
			executed++
			w.Lane().Plus(1)
		}
	})
	stream := s.Stream(0, 0)
	var in gpumodel.Instruction
	for range 1000 {
		if !stream.Next(&in) {
			t.Fatal(s.Err())
		}
	}
	if executed > 2000 {
		t.Errorf("%d instructions executed for 1000 read", executed)
	}
	s.Close()
	if !unwound || runtime.NumGoroutine() != before {
		t.Errorf("after Close: kernel unwound %v, %d goroutines, want %d", unwound, runtime.NumGoroutine(), before)
	}
	for range 100 { // what was recorded may still be read
		if !stream.Next(&in) {
			break
		}
	}
	if stream.Next(&in) || s.Err() != nil {
		t.Errorf("a closed stream goes on, or reports %v", s.Err())
	}
	if again, ok := s.Stream(0, 0).(interface{ Err() error }); !ok || again.Err() == nil || !strings.Contains(again.Err().Error(), "closed") {
		t.Errorf("a stream of closed Streams does not say so")
	}
}

// A stream that is read past a barrier makes the others run to the barrier, and
// no further than they would have run anyway.
func TestRunningAhead(t *testing.T) {
	after := 0
	s := start(t, one(gpu.H200(), 64), func(w *kernel.Wavefront) {
		for range 1000 {
			w.Lane().Plus(1)
		}
		w.Barrier()
		for range 1000 {
			if w.Lane().Plus(1); w.Index == 1 {
				after++
			}
		}
	})
	if n := len(instructions(t, s, 0, 0)); n != 2002 {
		t.Fatalf("%d instructions, want 2002; error %v", n, s.Err())
	}
	if after > 100 {
		t.Errorf("the other wavefront executed %d instructions beyond the barrier, though none was read", after)
	}
	if n := len(instructions(t, s, 0, 1)); n != 2002 {
		t.Errorf("%d instructions of the other wavefront, want 2002; error %v", n, s.Err())
	}
}

// Streams that are simply forgotten are closed by the garbage collector.
func TestForgottenStreams(t *testing.T) {
	before := runtime.NumGoroutine()
	func() {
		s, err := one(gpu.H200(), 1024).Start(func(w *kernel.Wavefront) {
			for range 1000 {
				w.Lane().Plus(1)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Wavefronts() {
			s.Stream(0, i).Next(&gpumodel.Instruction{})
		}
		if got := runtime.NumGoroutine(); got < before+32 {
			t.Fatalf("%d goroutines with 32 wavefronts running", got)
		}
	}()
	for range 10_000 { // the cleanup runs some time after a collection
		if runtime.GC(); runtime.NumGoroutine() == before {
			return
		}
		runtime.Gosched()
	}
	t.Errorf("%d goroutines after the streams were forgotten, want %d", runtime.NumGoroutine(), before)
}

// A workgroup whose streams are read to their ends leaves its coroutines to the
// next: a long grid takes no more than a short one.
func TestWorkgroupsFollowEachOther(t *testing.T) {
	before := runtime.NumGoroutine()
	l := one(gpu.H200(), 64)
	l.Grid.X = 500
	s := start(t, l, func(w *kernel.Wavefront) {
		w.Lane().Plus(1)
		w.Barrier()
	})
	for g := range s.Workgroups() {
		for i := range s.Wavefronts() {
			if n := len(instructions(t, s, g, i)); n != 3 {
				t.Fatalf("workgroup %d: %d instructions, want 3", g, n)
			}
		}
	}
	if got := runtime.NumGoroutine() - before; got != 2 {
		t.Errorf("%d coroutines, want 2", got)
	}
}

func TestStreamIndices(t *testing.T) {
	s := start(t, one(gpu.H200(), 64), func(w *kernel.Wavefront) {})
	for _, i := range [][2]int{{-1, 0}, {1, 0}, {0, 2}, {0, -1}} {
		stream := s.Stream(i[0], i[1])
		if e, ok := stream.(interface{ Err() error }); stream.Next(&gpumodel.Instruction{}) || !ok || e.Err() == nil {
			t.Errorf("stream of workgroup %d, wavefront %d has no error", i[0], i[1])
		}
	}
	s.Stream(0, 1)
	if e, ok := s.Stream(0, 1).(interface{ Err() error }); !ok || e.Err() == nil {
		t.Error("a stream that is asked for twice has no error; both would share its instructions")
	}
}

// What an instruction waits for: a store of four for each, and a use of a variable for what computed the
// lanes that Set kept, be that before or after what it sets.
func TestWaitsForAll(t *testing.T) {
	time := func(k func(w *kernel.Wavefront, in, out *kernel.Global[float32])) gpumodel.Cycles {
		t.Helper()
		var m kernel.GlobalMemory
		in, out := kernel.NewGlobal[float32](&m, "in", 128), kernel.NewGlobal[float32](&m, "out", 128)
		r, err := kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: 1}, Workgroup: gpumodel.Shape{X: 32}}.Time(func(w *kernel.Wavefront) { k(w, in, out) })
		if err != nil {
			t.Fatal(err)
		}
		return r.Cycles
	}
	for place := range 4 {
		got := time(func(w *kernel.Wavefront, in, out *kernel.Global[float32]) {
			v := [4]kernel.Float32{w.Float32(0), w.Float32(1), w.Float32(2), w.Float32(3)}
			v[place] = in.Load(w.Lane())
			out.Store4(w.Lane().Times(4), v[0], v[1], v[2], v[3])
		})
		if got < 1000 {
			t.Errorf("a store of four does not wait for what was loaded in place %d: %d cycles", place, got)
		}
	}
	for name, k := range map[string]func(w *kernel.Wavefront, v *kernel.Float32, in *kernel.Global[float32]){
		"a constant after a load": func(w *kernel.Wavefront, v *kernel.Float32, in *kernel.Global[float32]) {
			*v = in.Load(w.Lane())
			w.If(w.Lane().Is(0), func() { kernel.Set(v, w.Float32(0)) })
		},
		"a sum after a load": func(w *kernel.Wavefront, v *kernel.Float32, in *kernel.Global[float32]) {
			*v = in.Load(w.Lane())
			w.If(w.Lane().Is(0), func() { kernel.Set(v, w.Float32(0).Plus(1)) })
		},
		"a load in one branch, a sum in the other": func(w *kernel.Wavefront, v *kernel.Float32, in *kernel.Global[float32]) {
			w.IfElse(w.Lane().Is(0), func() { kernel.Set(v, in.Load(w.Lane())) }, func() { kernel.Set(v, w.Float32(0).Plus(1)) })
		},
		"an earlier load": func(w *kernel.Wavefront, v *kernel.Float32, in *kernel.Global[float32]) {
			loaded := in.Load(w.Lane())
			*v = w.Float32(0).Plus(1)
			w.If(w.Lane().Is(0), func() { kernel.Set(v, loaded) })
		},
	} {
		got := time(func(w *kernel.Wavefront, in, out *kernel.Global[float32]) {
			v := w.Float32(2)
			k(w, &v, in)
			out.Store(w.Lane(), v)
		})
		if got < 1000 {
			t.Errorf("%s: the store does not wait for it: %d cycles", name, got)
		}
	}
}

package kernel_test

import (
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// By hand: 64 lanes add their number to the bin of its remainder by 4. A bin gets 16 of them; lane i of
// a wavefront finds what those before it have added, and of one of the two also the other's 8.
func TestAtomics(t *testing.T) {
	var m kernel.GlobalMemory
	counts, sums := kernel.NewGlobal[int32](&m, "counts", 4), kernel.NewGlobal[float32](&m, "sums", 4)
	found := kernel.NewGlobal[int32](&m, "found", 64)
	l := kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: 1}, Workgroup: gpumodel.Shape{X: 64}}
	r, err := l.Run(func(w *kernel.Wavefront) {
		local := kernel.NewLocal[int32](w, "local", 8)
		w.If(w.Linear().Below(8), func() { local.Store(w.Linear(), kernel.To[int32](w.Int(0))) })
		w.Barrier()
		bin := kernel.And(w.Linear(), 3)
		before := local.FetchAdd(bin, kernel.To[int32](w.Int(1)))
		local.Count(bin.Plus(4))
		found.Store(w.Linear(), before)
		w.Barrier()
		w.If(w.Linear().Below(4), func() {
			counts.Add(w.Linear(), local.Load(w.Linear()))
			counts.Add(w.Linear(), local.Load(w.Linear().Plus(4)))
		})
		sums.Add(bin, kernel.To[float32](w.Linear()))
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []int32{32, 32, 32, 32}; !slices.Equal(counts.Data, want) {
		t.Errorf("counts %v, want %v", counts.Data, want)
	}
	if want := []float32{480, 496, 512, 528}; !slices.Equal(sums.Data, want) { // b + (b+4) + … + (b+60)
		t.Errorf("sums %v, want %v", sums.Data, want)
	}
	for lane, n := range found.Data {
		if want := found.Data[lane&32] + int32(lane%32/4); n != want {
			t.Fatalf("lane %d found %d, want %d", lane, n, want)
		}
	}
	if first, second := found.Data[0], found.Data[32]; first+second != 8 || first*second != 0 {
		t.Errorf("the two wavefronts found %d and %d, want 0 and 8", first, second)
	}
	passes := map[gpumodel.Op]int{}
	for _, s := range r.Sites {
		passes[s.Op] += s.Passes
	}
	if passes[gpumodel.Atomic] != 2*8 || passes[gpumodel.AtomicCount] != 2*1 { // 8 lanes of a bin one by one; counted at once
		t.Errorf("passes %v, want 16 of adding and 2 of counting", passes)
	}
}

// By hand, with lane i's value 10·i.
func TestShuffle(t *testing.T) {
	var m kernel.GlobalMemory
	for name, c := range map[string]struct {
		move func(w *kernel.Wavefront, v kernel.Vec[int32]) kernel.Vec[int32]
		want func(lane int) int
	}{
		"down 3": {func(w *kernel.Wavefront, v kernel.Vec[int32]) kernel.Vec[int32] { return v.ShuffleDown(3) }, func(i int) int { return i + 3*b2i(i < 29) }},
		"up 1":   {func(w *kernel.Wavefront, v kernel.Vec[int32]) kernel.Vec[int32] { return v.ShuffleUp(1) }, func(i int) int { return i - b2i(i > 0) }},
		"xor 5":  {func(w *kernel.Wavefront, v kernel.Vec[int32]) kernel.Vec[int32] { return v.ShuffleXor(5) }, func(i int) int { return i ^ 5 }},
		"of 7":   {func(w *kernel.Wavefront, v kernel.Vec[int32]) kernel.Vec[int32] { return v.Shuffle(w.Int(7)) }, func(int) int { return 7 }},
		"reversed": {func(w *kernel.Wavefront, v kernel.Vec[int32]) kernel.Vec[int32] {
			return v.Shuffle(w.Lane().Times(-1).Plus(31))
		}, func(i int) int { return 31 - i }},
	} {
		out := kernel.NewGlobal[int32](&m, "out", 32)
		l := kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: 1}, Workgroup: gpumodel.Shape{X: 32}}
		r, err := l.Run(func(w *kernel.Wavefront) {
			out.Store(w.Lane(), c.move(w, kernel.To[int32](w.Lane().Times(10))))
		})
		if err != nil {
			t.Fatal(err)
		}
		for lane, got := range out.Data {
			if want := 10 * c.want(lane); int(got) != want {
				t.Fatalf("%s: lane %d has %d, want %d", name, lane, got, want)
			}
		}
		if r.Instructions[gpumodel.Local] != 1 || r.Sites[0].Conflicts != 0 {
			t.Errorf("%s: %d instructions through the LDS's path, %d conflicts, want 1 and none", name, r.Instructions[gpumodel.Local], r.Sites[0].Conflicts)
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Each kernel does one thing wrong with what lanes do together.
func TestAtomicFaults(t *testing.T) {
	var m kernel.GlobalMemory
	wide := kernel.NewGlobal[float64](&m, "wide", 64)
	fixed := kernel.Function(&m, "fixed", 64, func(i int) int32 { return 0 })
	one := func(w *kernel.Wavefront) kernel.Vec[int32] { return kernel.To[int32](w.Int(1)) }
	for want, k := range map[string]kernel.Kernel{
		"wide, want elements of int32 or float32":      func(w *kernel.Wavefront) { wide.Add(w.Lane(), w.Float64(1)) },
		"fixed, which is a Function":                   func(w *kernel.Wavefront) { fixed.Add(w.Lane(), one(w)) },
		"atomic of real[32], want 0 to 31":             func(w *kernel.Wavefront) { kernel.NewLocal[int32](w, "real", 32).Add(w.Lane().Plus(1), one(w)) },
		"floats in the LDS, want elements of int32":    func(w *kernel.Wavefront) { kernel.NewLocal[float32](w, "floats", 32).Add(w.Lane(), w.Float32(1)) },
		"atomic on raw[0], which nothing has written":  func(w *kernel.Wavefront) { kernel.NewLocal[int32](w, "raw", 32).Count(w.Lane()) },
		"shuffle from lane 32, want lanes 0 to 31":     func(w *kernel.Wavefront) { w.Lane().Shuffle(w.Lane().Plus(1)) },
		"shuffle from lane 16, which is not active":    func(w *kernel.Wavefront) { v := w.Lane(); w.If(v.Below(16), func() { v.ShuffleDown(1) }) },
		"race: read of open[0], which lane 31 adds to": func(w *kernel.Wavefront) { a := opened(w); a.Count(w.Int(0)); a.Load(w.Int(0)) },
		"race: read of open[0], which ":                func(w *kernel.Wavefront) { a := opened(w); a.Load(w.Int(0)); a.Add(w.Int(0), one(w)) },
		"race: addition to init[0], which lane 0 writes": func(w *kernel.Wavefront) { // whoever is not the one who has set it to zero
			a := kernel.NewLocal[int32](w, "init", 1)
			w.If(w.Lane().Is(0), func() { a.Store(w.Int(0), kernel.To[int32](w.Int(0))) })
			a.Count(w.Int(0))
		},
		"race: addition to open[0], which lane 0 writes": func(w *kernel.Wavefront) { // with the value that is there
			a := opened(w)
			a.Count(w.Int(0))
			a.Store(w.Int(0), kernel.To[int32](w.Int(32)))
		},
		"race: read of open[0], which another lane adds to": func(w *kernel.Wavefront) { // behind a fence that orders another's store
			a := opened(w)
			w.If(w.Lane().Is(31), func() { a.Store(w.Int(0), one(w)) })
			w.Fence()
			a.Count(w.Int(0))
			w.If(w.Lane().Is(31), func() { a.Load(w.Int(0)) })
		},
		"race: addition to open[1], which lane 5 writes": func(w *kernel.Wavefront) {
			a := opened(w)
			w.If(w.Lane().Is(0), func() { a.Store(w.Int(1), one(w)) })
			w.Fence()
			a.Count(w.Int(1))
			w.If(w.Lane().Is(5), func() { a.Store(w.Int(1), kernel.To[int32](w.Int(33))) })
		},
		"shuffle by -1, want 0 or more":                  func(w *kernel.Wavefront) { w.Lane().ShuffleDown(-1) },
		"race: addition to open[3], which lane 3 writes": func(w *kernel.Wavefront) { a := opened(w); a.Store(w.Lane(), one(w)); a.Add(w.Int(3), one(w)) },
	} {
		l := kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: 1}, Workgroup: gpumodel.Shape{X: 32}}
		if _, err := l.Run(k); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
}

// opened is an array whose elements are zero, behind a barrier.
func opened(w *kernel.Wavefront) kernel.Local[int32] {
	a := kernel.NewLocal[int32](w, "open", 32)
	a.Store(w.Lane(), kernel.To[int32](w.Int(0)))
	w.Barrier()
	return a
}

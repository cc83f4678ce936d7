package chip_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
	"lanebook/gpumodel/memory"
	"lanebook/gpumodel/silicon"
)

// turn is a transpose of n × n floats through tiles of 32 × 32, by 32 × 8 lanes.
func turn(n, pad int) (kernel.Launch, kernel.Kernel) {
	var g kernel.GlobalMemory
	in, out := kernel.NewGlobal[float32](&g, "in", n*n), kernel.NewGlobal[float32](&g, "out", n*n)
	l := kernel.Launch{Name: "turn", Device: gpu.H200(), Grid: gpumodel.Shape{X: n / 32, Y: n / 32}, Workgroup: gpumodel.Shape{X: 32, Y: 8}}
	return l, func(w *kernel.Wavefront) {
		tile := kernel.NewLocal[float32](w, "tile", 32*(32+pad))
		x, y := w.LocalX(), w.LocalY()
		from := y.Plus(32 * w.Group.Y).Times(n).Add(x.Plus(32 * w.Group.X))
		for j := 0; j < 32; j += 8 {
			tile.Store(y.Plus(j).Times(32+pad).Add(x), in.Load(from.Plus(j*n)))
		}
		w.Barrier()
		to := y.Plus(32 * w.Group.X).Times(n).Add(x.Plus(32 * w.Group.Y))
		for j := 0; j < 32; j += 8 {
			out.Store(to.Plus(j*n), tile.Load(x.Times(32+pad).Add(y.Plus(j))))
		}
	}
}

// The report is the same to the cycle, whatever the number of goroutines.
func TestThreads(t *testing.T) {
	for name, launch := range map[string]func() (kernel.Launch, kernel.Kernel, int){
		"transpose": func() (kernel.Launch, kernel.Kernel, int) { l, k := turn(1024, 0); return l, k, 100 },
		"histogram": func() (kernel.Launch, kernel.Kernel, int) { // whose additions meet in the L2
			p := kernels.Histogram{Size: 1 << 16, Bins: 64, Lanes: 256}
			l, err := p.Launch(gpu.H200())
			if err != nil {
				t.Fatal(err)
			}
			var m kernel.GlobalMemory
			in := kernel.Function(&m, "in", p.Size, func(i int) int32 { return int32(i * i >> 3 & 63) })
			return l, p.Kernel(in, kernel.NewGlobal[int32](&m, "bins", p.Bins)), 256
		},
	} {
		var first chip.Report
		for i, threads := range []int{1, 2, 3, 7} {
			l, k, before := launch()
			r, err := chip.Time(l, k, chip.Options{Threads: threads, Before: before, Lines: 1000})
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = r
				t.Logf("%s: %d cycles, %.1f µs, %v", name, r.Cycles, r.Seconds*1e6, r.Limits)
			}
			var lines gpumodel.LineTotals
			for _, l := range r.Lines {
				lines.Issued += l.Issued
				for why, n := range l.Stalls {
					lines.Stalls[why] += n
				}
			}
			if lines.Issued != int64(r.Issued) || lines.Stalls != r.Stalls {
				t.Errorf("%s: its lines issue %d and wait for %v, want %d and %v", name, lines.Issued, lines.Stalls, r.Issued, r.Stalls)
			}
			if r.Unknown != nil {
				t.Errorf("%s: of the H200 %q is left out, want nothing", name, r.Unknown)
			}
			if !reflect.DeepEqual(r, first) {
				t.Errorf("%s: %d goroutines: %d cycles, stalls %v; 1 goroutine: %d, %v", name, threads, r.Cycles, r.Stalls, first.Cycles, first.Stalls)
			}
		}
	}
}

// One CU of a chip that has but one is what Device.Run runs.
func TestOneCU(t *testing.T) {
	for _, pad := range []int{0, 1} {
		l, k := turn(64, pad)
		l.Device.CUs, l.Device.Dispatch = 1, gpumodel.Dispatch{}
		r, err := chip.Time(l, k, chip.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Unknown) != 1 || r.Unknown[0] != "what it takes to launch a kernel and its workgroups" {
			t.Errorf("without a Dispatch the report leaves out %q, want the launch", r.Unknown)
		}
		h, err := memory.New(l.Device, 1)
		if err != nil {
			t.Fatal(err)
		}
		l.Memory = h.CU(0)
		tl, err := l.Time(k)
		if err != nil {
			t.Fatal(err)
		}
		stalls, issued := tl.Stalled()
		if r.Cycles != tl.Cycles || r.Instructions != tl.Instructions || r.LocalPasses != tl.LocalPasses || r.Issued != issued || r.Stalls != stalls {
			t.Errorf("padding %d: %d cycles, issued %d, stalls %v on the chip; alone %d, %d, %v", pad, r.Cycles, r.Issued, r.Stalls, tl.Cycles, issued, stalls)
		}
	}
}

// Where few lines may be under way, a chip holds to that as one CU does: within a tenth,
// for it is told a span later when they have come.
func TestFewMisses(t *testing.T) {
	for _, misses := range []int{3, 16, 64} {
		d := gpu.H200()
		d.CUs, d.Dispatch, d.Caches.L1.Misses = 1, gpumodel.Dispatch{}, misses
		w := silicon.WholeTime{Kernel: "strided", N: 4096, Stride: 32}
		k, err := w.Launch()
		if err != nil {
			t.Fatal(err)
		}
		r, err := chip.Run(chip.Launch{Device: d, Workgroups: 4, Wavefronts: 8, Streams: func(int) func(int, int) gpumodel.Stream { return k.Stream }}, chip.Options{})
		if err != nil {
			t.Fatal(err)
		}
		h, err := memory.New(d, 1)
		if err != nil {
			t.Fatal(err)
		}
		tl, err := d.Run(gpumodel.Workload{Workgroups: 4, Wavefronts: 8, Stream: k.Stream, Memory: h.CU(0)})
		if err != nil {
			t.Fatal(err)
		}
		if off := float64(r.Cycles)/float64(tl.Cycles) - 1; math.Abs(off) > 0.1 {
			t.Errorf("%d misses under way: %d cycles on the chip, %d alone: %+.0f %%", misses, r.Cycles, tl.Cycles, 100*off)
		}
	}
}

// A launch that flushes has brought to DRAM all that it wrote, once; the time is longer by what
// DRAM takes for the bytes that an H200's L2 of 60 MB would have kept; and a launch
// before it leaves nothing for it to write.
func TestFlush(t *testing.T) {
	const n, size = 1024, 4 * 1024 * 1024
	run := func(o chip.Options) chip.Report {
		l, k := turn(n, 1)
		r, err := chip.Time(l, k, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	kept, flushed, second := run(chip.Options{}), run(chip.Options{Flush: true}), run(chip.Options{Flush: true, Before: n / 32 * n / 32})
	if kept.Written != 0 || flushed.Written != size || second.Written != size {
		t.Errorf("%d, %d and %d bytes written, want 0, and the result's %d twice", kept.Written, flushed.Written, second.Written, size)
	}
	d := gpu.H200().Caches.DRAM
	lines := float64(size / 128)
	least := gpumodel.Cycles(lines * (d.WriteLine + 4*d.WriteSector) / d.BytesPerCycle)
	if more := flushed.Cycles - kept.Cycles; more < least*99/100 || more > 2*least { // times are kept in steps
		t.Errorf("%d cycles more, want %d to twice that", more, least)
	}
	if second.Read != 0 {
		t.Errorf("%d bytes read by a launch after another, want none: they were in the L2", second.Read)
	}
}

// The kernel computes what it should, in place, and its cycles are accounted for.
func TestTimeComputes(t *testing.T) {
	const n = 1 << 14
	var g kernel.GlobalMemory
	x, y := kernel.NewGlobal[float32](&g, "x", n), kernel.NewGlobal[float32](&g, "y", n)
	for i := range x.Data {
		x.Data[i] = float32(i)
	}
	l := kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: n / 128}, Workgroup: gpumodel.Shape{X: 128}}
	r, err := chip.Time(l, func(w *kernel.Wavefront) {
		i := w.GlobalX()
		y.Store(i, x.Load(i).Times(2).Add(y.Load(i)))
	}, chip.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range y.Data {
		if v != float32(2*i) {
			t.Fatalf("y[%d] = %v, want %v", i, v, 2*i)
		}
	}
	if r.Wavefronts != n/32 || r.Instructions[gpumodel.Global] != 3*n/32 || r.Read != 8*n {
		t.Errorf("%d wavefronts, %d accesses, %d bytes read; want %d, %d, %d", r.Wavefronts, r.Instructions[gpumodel.Global], r.Read, n/32, 3*n/32, 8*n)
	}
	busy := 0
	for _, c := range r.Busy {
		if c > 0 {
			busy++
		}
	}
	if busy != n/128 || r.Tail < 0 || r.Tail > r.Cycles {
		t.Errorf("%d CUs busy, a tail of %d of %d cycles; want %d CUs", busy, r.Tail, r.Cycles, n/128)
	}
}

// Fewer workgroups resident take longer where they wait for memory; more than there is room
// for there are not. Progress never falls, and ends with all.
func TestResident(t *testing.T) {
	cycles := map[int]gpumodel.Cycles{}
	for _, resident := range []int{0, 1, 100} {
		l, k := turn(1024, 1)
		last := 0
		r, err := chip.Time(l, k, chip.Options{Resident: resident, Progress: func(done, of int) {
			if done < last || of != 1024 {
				t.Errorf("progress of %d of %d after %d", done, of, last)
			}
			last = done
		}})
		if err != nil || last != 1024 {
			t.Fatalf("error %v, progress up to %d, want 1024", err, last)
		}
		cycles[resident] = r.Cycles
	}
	if cycles[0] != cycles[100] || cycles[1] < 2*cycles[0] {
		t.Errorf("%v cycles by workgroups resident, want no limit and 100 to be equal, and 1 to take twice as long", cycles)
	}
}

func TestRefuses(t *testing.T) {
	l, k := turn(64, 0)
	bare := l
	bare.Device.Caches = gpumodel.Caches{}
	watched := l
	watched.Watch = func(kernel.Reference) {}
	ended, end := context.WithCancel(context.Background())
	end()
	for _, c := range []struct {
		name string
		l    kernel.Launch
		k    kernel.Kernel
		o    chip.Options
		want string
	}{
		{"no caches", bare, k, chip.Options{}, "Caches are not known"},
		{"watched", watched, k, chip.Options{}, "Watch of the launch is set"},
		{"before", l, k, chip.Options{Before: 5}, "Before = 5, want 0 to 4"},
		{"held", l, k, chip.Options{Held: 1 << 50}, "Held = 1125899906842624, want 0 to 4294967296"},
		{"picked", l, k, chip.Options{Of: 2, Pick: func(i int) int { return 3 + i }}, "Pick(1) = 4, want 0 to 3"},
		{"picked twice", l, k, chip.Options{Of: 1000, Pick: func(i int) int { return 3 }}, "is asked for twice"},
		{"not picked", l, k, chip.Options{Of: 2}, "Of = 2, want 0 or more, and 0 without Pick"},
		{"fewer than none", l, k, chip.Options{Of: -3}, "Of = -3, want"},
		{"threads", l, k, chip.Options{Threads: -3}, "Threads = -3, want 0 or more"},
		{"resident", l, k, chip.Options{Resident: -3}, "Resident = -3, want 0 or more"},
		{"lines", l, k, chip.Options{Lines: -3}, "Lines = -3, want 0 to 65536"},
		{"ended", l, k, chip.Options{Stop: ended.Err}, context.Canceled.Error()},
		{"a fault", l, func(w *kernel.Wavefront) { kernel.NewLocal[float32](w, "a", 4).Load(w.Int(9)) }, chip.Options{}, "a[9]"},
		{"a division", l, func(w *kernel.Wavefront) { panic("oh") }, chip.Options{}, "oh"},
	} {
		if _, err := chip.Time(c.l, c.k, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
	if _, err := chip.Run(chip.Launch{Device: gpu.H200(), Workgroups: 1, Wavefronts: 1}, chip.Options{}); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("no streams: error %v, want one that says so", err)
	}
	for _, o := range []chip.Options{{Resident: 1}, {Of: 1}, {Pick: func(i int) int { return i }}} {
		launch := chip.Launch{Device: gpu.H200(), Streams: func(int) func(int, int) gpumodel.Stream { return nil }}
		if _, err := chip.Run(launch, o); err == nil || !strings.Contains(err.Error(), "Resident, Of = ") {
			t.Errorf("Run with an option of Time's: error %v, want one that names them", err)
		}
	}
}

// Only what is asked for is executed, though a wavefront runs before all else to see what the kernel needs:
// nothing of a launch that is refused, and of one of picked workgroups those.
func TestTimeExecutesWhatItIsAsked(t *testing.T) {
	var m kernel.GlobalMemory
	sums := kernel.NewGlobal[int32](&m, "sums", 4)
	l := kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: 4}, Workgroup: gpumodel.Shape{X: 32}}
	k := func(w *kernel.Wavefront) { sums.Add(w.Int(w.Group.X), kernel.To[int32](w.Int(1))) }
	if _, err := chip.Time(l, k, chip.Options{Before: 5}); err == nil || slices.Max(sums.Data) != 0 {
		t.Errorf("a refused launch: error %v, and it has added %v", err, sums.Data)
	}
	if _, err := chip.Time(l, k, chip.Options{Of: 2, Pick: func(i int) int { return i + 2 }}); err != nil || !slices.Equal(sums.Data, []int32{0, 0, 32, 32}) {
		t.Errorf("two picked workgroups: error %v, sums %v, want 0 0 32 32", err, sums.Data)
	}
}

// A part of a launch tells the time of all of it, to within what it says: the times of
// the whole are whole_model.csv's.
func TestSample(t *testing.T) {
	all, err := silicon.WholeResults()
	if err != nil {
		t.Fatal(err)
	}
	shares := map[string]float64{
		"empty,blocks=65536,threads=256":                            0.1,
		"copy,type=float4,n=33554432":                               0.05,
		"strided,n=16777216,stride=2":                               0.1,
		"copy,type=float,n=134217728":                               0.05,
		"transpose,type=float2,tile=16,pad=1,rows=16,w=4096,h=4096": 0.1,
		"transpose,type=float2,tile=4,pad=0,rows=4,w=4096,h=4096":   0.1,
	}
	for _, w := range all {
		share := shares[w.Name]
		if share == 0 {
			continue
		}
		part, err := silicon.RunWhole(gpu.H200(), w.WholeTime, chip.Options{Sample: share})
		if err != nil {
			t.Fatal(err)
		}
		off := part.Seconds*1e6/w.Model - 1
		t.Logf("%s: %.1f µs, %.1f from %.0f %%: %+.1f %%, said to be within %.1f %%", w.Name, w.Model, part.Seconds*1e6, 100*part.Share, 100*off, 100*part.Bound)
		if math.Abs(off) > part.Bound || part.Share > 0.5 {
			t.Errorf("%s: %+.1f %% off with a share of %.2f, want within %.1f %%", w.Name, 100*off, part.Share, 100*part.Bound)
		}
		delete(shares, w.Name)
	}
	if len(shares) > 0 {
		t.Errorf("no such kernels: %v", shares)
	}
}

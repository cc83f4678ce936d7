package kernel_test

import (
	"errors"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// What a CU has room for is asked before the first stream, as often as one likes.
func TestOccupancyFirst(t *testing.T) {
	runs := 0
	s, err := kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: 2}, Workgroup: gpumodel.Shape{X: 32}}.Start(func(w *kernel.Wavefront) { runs++; w.Int(1).Plus(1) })
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if n, err := s.Resident(); err != nil || n != 32 || runs != 1 {
			t.Errorf("%d resident, %v, the kernel began %d times; want 32, and once", n, err, runs)
		}
	}
	late, _ := kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: 2}, Workgroup: gpumodel.Shape{X: 32}}.Start(func(w *kernel.Wavefront) {})
	late.Stream(1, 0)
	if _, err := late.Occupancy(0); err == nil || !strings.Contains(err.Error(), "before the first Stream") {
		t.Errorf("error %v, want one", err)
	}
	late.Close()
	s.Close()
	if n, err := s.Resident(); err != nil || n != 32 {
		t.Errorf("%d resident, %v, want 32: it is known", n, err)
	}
}

// An H200's CU has 228 KB for its workgroups, each with 1 KB of the system's: two of
// 100 KB are resident at once. By registers, 128 of them in 64 Ki, 16 workgroups of 32 lanes.
func TestTimeResident(t *testing.T) {
	local := func(n int) kernel.Kernel {
		return func(w *kernel.Wavefront) {
			tile := kernel.NewLocal[float32](w, "tile", n)
			tile.Store(w.Linear(), w.Float32(1))
			w.Barrier()
			tile.Load(w.Linear())
		}
	}
	for _, c := range []struct {
		n, registers, want int
	}{{25 << 10, 0, 2}, {25 << 10, 32, 2}, {32, 128, 16}, {32, 0, 32}} {
		l := kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: 40}, Workgroup: gpumodel.Shape{X: 32}, Registers: c.registers, Record: 1 << 16}
		timeline, err := l.Time(local(c.n))
		if err != nil {
			t.Fatal(err)
		}
		if err := timeline.Check(); err != nil {
			t.Error(err)
		}
		resident := 0
		for _, w := range timeline.Wavefronts {
			if w.Start == 0 {
				resident++
			}
		}
		if resident != c.want || len(timeline.Wavefronts) != 40 {
			t.Errorf("%d words, %d registers: %d of %d workgroups begin at once, want %d of 40", c.n, c.registers, resident, len(timeline.Wavefronts), c.want)
		}
	}
}

func TestTimeRefuses(t *testing.T) {
	var m kernel.GlobalMemory
	x := kernel.NewGlobal[float32](&m, "x", 8)
	load := func(w *kernel.Wavefront) { x.Load(w.Lane()) }
	l := kernel.Launch{Name: "load", Device: gpu.H200(), Workgroup: gpumodel.Shape{X: 32}}

	_, err := l.Time(load)
	if fault := (*kernel.Fault)(nil); !errors.As(err, &fault) || fault.Lane != 8 {
		t.Errorf("error %v, want a Fault of lane 8", err)
	}
	for want, change := range map[string]func(*kernel.Launch){
		"launch of load: a workgroup of {Lanes:1024 Registers:255 Scalars:0 LDS:0} does not fit on a CU of H200": func(l *kernel.Launch) { l.Workgroup.X, l.Registers = 1024, 255 },
		"launch of load: occupancy on H200: Registers = 256, want 0 to 255":                                      func(l *kernel.Launch) { l.Registers = 256 },
		"launch of load: Record = -1, want 0 or more":                                                            func(l *kernel.Launch) { l.Record = -1 },
		"launch of load: Budget = -1":                                                                            func(l *kernel.Launch) { l.Budget = -1 },
	} {
		l := l
		change(&l)
		if _, err := l.Time(func(w *kernel.Wavefront) { w.Lane() }); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// Padding that is put into the LDS moves addresses and takes room, and changes no result:
// by hand, a word after every 32 turns the 32 passes of a column into one, and 32 rows take
// a word more each.
func TestRepad(t *testing.T) {
	column := func(w *kernel.Wavefront) {
		tile := kernel.NewLocal[float32](w, "tile", 32*32)
		tile.Store(w.LocalX().Times(32), w.Float32(1))
		if tile.Load(w.LocalX().Times(32)).At(31) != 1 {
			panic("another result")
		}
	}
	l := kernel.Launch{Device: gpu.H200(), Workgroup: gpumodel.Shape{X: 32}}
	for _, c := range []struct {
		pad    gpumodel.Bytes
		passes int
		lds    gpumodel.Bytes
	}{{0, 64, 4096}, {4, 2, 4096 + 128}} {
		l.Repad = gpumodel.Repadding{Every: 128, Pad: c.pad}
		r, err := l.Run(column)
		if err != nil {
			t.Fatal(err)
		}
		if passes := r.Sites[0].Passes + r.Sites[1].Passes; passes != c.passes || r.LDS != c.lds {
			t.Errorf("%d bytes of padding: %d passes, %d bytes, want %d, %d", c.pad, passes, r.LDS, c.passes, c.lds)
		}
	}
	l.Repad = gpumodel.Repadding{Pad: 4}
	if _, err := l.Run(column); err == nil || !strings.Contains(err.Error(), "Repad = 4 bytes after every 0") {
		t.Errorf("error %v, want one about Repad", err)
	}
}

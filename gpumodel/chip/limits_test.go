package chip_test

import (
	"math"
	"slices"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// bound runs instructions on every CU of the H200 and returns the part used most, and how
// much each was.
func bound(t *testing.T, wavefronts int, next func(workgroup, wavefront, n int, in *gpumodel.Instruction)) (string, map[string]float64, chip.Report) {
	t.Helper()
	const each = 400
	d := gpu.H200()
	r, err := chip.Run(chip.Launch{Device: d, Workgroups: d.CUs, Wavefronts: wavefronts, Streams: func(int) func(int, int) gpumodel.Stream {
		return func(workgroup, wavefront int) gpumodel.Stream {
			return &repeat{left: each, next: func(n int, in *gpumodel.Instruction) { next(workgroup, wavefront, n, in) }}
		}
	}}, chip.Options{})
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]float64{}
	for _, l := range r.Limits {
		if _, twice := used[l.Part]; twice {
			t.Errorf("two parts %q", l.Part)
		}
		used[l.Part] = l.Used
	}
	return r.Limits[0].Part, used, r
}

// repeat is so many instructions.
type repeat struct {
	left int
	next func(n int, in *gpumodel.Instruction)
}

func (r *repeat) Next(in *gpumodel.Instruction) bool {
	if r.left == 0 {
		return false
	}
	r.left--
	r.next(r.left, in)
	return true
}

// By hand, of the H200's SIMDs: an FP64 instruction keeps its unit busy for two cycles and an
// SFU's for eight, so that of the issue slots a half and an eighth are used when the unit is
// full. Sixteen wavefronts whose lanes read a line each from the L1 keep that busy for eight
// cycles a load (32 lines, four in a turn), while the SIMDs issue one in eight.
func TestWhatLimits(t *testing.T) {
	for _, c := range []struct {
		kind  gpumodel.Kind
		part  string
		issue float64
	}{
		{gpumodel.FP32, "issue slots", 1}, {gpumodel.FP64, "FP64", 0.5}, {gpumodel.SFU, "SFU", 0.125},
	} {
		part, used, _ := bound(t, 32, func(_, _, _ int, in *gpumodel.Instruction) { in.Kind = c.kind })
		if part != c.part || used[part] < 0.8 || used[part] > 1.001 || math.Abs(used["issue slots"]/used[part]-c.issue) > 0.01 {
			t.Errorf("%v: %v, most %s; want %s nearly full, and %v of that of the issue slots", c.kind, used, part, c.part, c.issue)
		}
	}
	addresses := make([]gpumodel.Bytes, 32)
	for i := range addresses {
		addresses[i] = gpumodel.Bytes(128*i + 4*i)
	}
	part, used, r := bound(t, 16, func(_, _, _ int, in *gpumodel.Instruction) {
		in.Kind, in.Access = gpumodel.Global, gpumodel.Access{Op: gpumodel.Load, Width: 4, Active: 1<<32 - 1, Addr: addresses}
	})
	if part != "L1" || used[part] < 0.8 || used[part] > 1.001 || used["issue slots"] > 0.05 || r.L1.Hits < 9*r.L1.Missed {
		t.Errorf("gathers: %v, most %s, L1 %+v; want the L1 nearly full of hits, and hardly an issue slot", used, part, r.L1)
	}
}

// By hand, of the H200: 32 wavefronts of each of 132 SMs read, or store, 400 lines of their own. An SM's 12,800 lines come
// from the L2 at a line a cycle, and go there at 32 bytes a cycle; all bytes that are read come from DRAM.
func TestWhatMemoryLimits(t *testing.T) {
	d := gpu.H200()
	for _, op := range []gpumodel.Op{gpumodel.Load, gpumodel.Store} {
		_, used, r := bound(t, 32, func(workgroup, wavefront, n int, in *gpumodel.Instruction) {
			own := make([]gpumodel.Bytes, 32)
			for lane := range own {
				own[lane] = gpumodel.Bytes(((workgroup*32+wavefront)*400+n)*128 + 4*lane)
			}
			in.Kind, in.Access = gpumodel.Global, gpumodel.Access{Op: op, Width: 4, Active: gpumodel.AllLanes(32), Addr: own}
		})
		lines, cycles := 32*400.0, float64(r.Cycles)
		want := map[string]float64{"path from the L2": lines / cycles, "DRAM": 132 * lines * 128 / d.Caches.DRAM.BytesPerCycle / cycles, "TLB": 0}
		if op == gpumodel.Store {
			want = map[string]float64{"path from the L2": 0, "path to the L2": lines * 128 / 32 / cycles, "L1": 0}
		}
		for part, want := range want {
			if got := used[part]; math.Abs(got-want) > 1e-9 {
				t.Errorf("%v: %s used by %.4f, want %.4f", op, part, got, want)
			}
		}
		t.Logf("%v: %v", op, used)
	}
}

// The package's documentation names the presets that can be run.
func TestWhatCanRun(t *testing.T) {
	var can []string
	for _, d := range gpu.All() {
		if d.Caches.Known() {
			can = append(can, d.ID)
		}
	}
	if want := []string{"gtx480", "h100", "h200", "mi300x"}; !slices.Equal(slices.Sorted(slices.Values(can)), want) {
		t.Errorf("%v have Caches, want %v", can, want)
	}
}

// Of Time the report has what a CU has room for: by hand, three workgroups of 64 KB in the
// 228 KB of an SM; and its totals are those of the CUs.
func TestReportSays(t *testing.T) {
	l := kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: 200}, Workgroup: gpumodel.Shape{X: 64}}
	r, err := chip.Time(l, func(w *kernel.Wavefront) {
		a := kernel.NewLocal[float32](w, "a", 16<<10)
		a.Store(w.LocalX(), w.Float32(1))
	}, chip.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if o := r.Occupancy; o.Workgroups != 3 || o.Wavefronts != 6 || len(o.Limiters) != 1 || o.Limiters[0] != gpumodel.LDSBytes {
		t.Errorf("%+v, want three workgroups, limited by the LDS", o)
	}
	var sum gpumodel.Totals
	for _, of := range r.ByCU {
		sum.Wavefronts += of.Wavefronts
		sum.Issued += of.Issued
		for k, n := range of.Stalls {
			sum.Stalls[k] += n
		}
	}
	if sum != r.Totals || sum.Wavefronts != 400 || r.ByCU[0].Wavefronts != 4 || r.ByCU[131].Wavefronts != 2 {
		t.Errorf("%+v by CU, %+v in all; want 400 wavefronts, of the first CU 4, of the last 2", sum, r.Totals)
	}
}

// Three CUs of a GTX 480's fifteen: six workgroups are two of each, and 32 wavefronts of
// independent arithmetic fill the issue slots of the three.
func TestSomeCUs(t *testing.T) {
	l := chip.Launch{Device: gpu.GTX480(), CUs: 3, Workgroups: 6, Wavefronts: 16, Streams: func(int) func(int, int) gpumodel.Stream {
		return func(int, int) gpumodel.Stream {
			return &repeat{left: 400, next: func(n int, in *gpumodel.Instruction) { in.Kind = gpumodel.FP32 }}
		}
	}}
	r, err := chip.Run(l, chip.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range r.ByCU {
		if n.Wavefronts != 32 {
			t.Errorf("CU %d of %d runs %d wavefronts, want 32 on each of 3", i, len(r.ByCU), n.Wavefronts)
		}
	}
	if slots := r.Limits[0]; len(r.ByCU) != 3 || slots.Used < 0.95 || slots.Used > 1 {
		t.Errorf("%d CUs, %s used by %.2f; want 3, of which nearly all", len(r.ByCU), slots.Part, slots.Used)
	}
	l.CUs = 16
	if _, err := chip.Run(l, chip.Options{}); err == nil {
		t.Error("16 CUs of 15 give no error")
	}
}

// By hand: a load of two half lines that fall on the same banks, which the L1 has, takes two passes through the banks, an access of the
// LDS one. Sixteen wavefronts that do both by turns keep the path of both busy, a third of it by the LDS.
func TestDataPathLimits(t *testing.T) {
	part, used, r := bound(t, 16, func(_, _, n int, in *gpumodel.Instruction) {
		*in = gpumodel.Instruction{Kind: gpumodel.Local, Access: gpumodel.Stride(4, 32, 0, 4)}
		if n%2 == 0 {
			in.Kind = gpumodel.Global
			in.Access.Addr = make([]gpumodel.Bytes, 32)
			for lane := range in.Access.Addr {
				in.Access.Addr[lane] = gpumodel.Bytes(lane/16*2048 + lane%16*4)
			}
		}
	})
	if part != "data path" || used[part] < 0.85 || used[part] > 1 || r.GlobalPasses != 2*r.LocalPasses || math.Abs(used["LDS banks"]/used[part]-1.0/3) > 1e-9 {
		t.Errorf("%s: %.3f, the LDS %.3f; %d passes of global loads for %d", part, used[part], used["LDS banks"], r.GlobalPasses, r.LocalPasses)
	}
}

package gpumodel_test

import (
	"strings"
	"testing"

	. "lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// Wavefronts of a SIMD by vector registers of each lane, as LLVM's test
// occupancy-levels.ll expects: gfx900 has the register file of the R9 Fury X,
// gfx950 is the MI350X. Workgroups of one wavefront, so that nothing else limits.
func TestOccupancyLLVM(t *testing.T) {
	for _, c := range []struct {
		device Device
		waves  map[int]int // by registers
	}{
		{gpu.Fiji(), map[int]int{24: 10, 28: 9, 32: 8, 36: 7, 40: 6, 44: 5, 48: 5, 56: 4, 64: 4, 72: 3, 80: 3, 84: 3, 88: 2, 96: 2, 100: 2, 112: 2, 128: 2, 144: 1, 168: 1, 200: 1, 256: 1}},
		{gpu.MI350X(), map[int]int{24: 8, 40: 8, 64: 8, 72: 7, 80: 6, 84: 5, 88: 5, 96: 5, 100: 4, 112: 4, 128: 4, 144: 3, 168: 3, 200: 2, 256: 2}},
	} {
		for registers, want := range c.waves {
			o, err := c.device.Occupancy(Need{Lanes: 64, Registers: registers})
			if err != nil {
				t.Fatal(err)
			}
			if got := o.Wavefronts / c.device.SIMDs; got != want {
				t.Errorf("%s, %d registers: %d wavefronts a SIMD, want %d", c.device.Name, registers, got, want)
			}
		}
	}
	for scalars, want := range map[int]int{80: 10, 88: 8, 100: 7, 101: 7} { // gfx900
		o, err := gpu.Fiji().Occupancy(Need{Lanes: 64, Scalars: scalars})
		if err != nil {
			t.Fatal(err)
		}
		if got := o.Wavefronts / 4; got != want {
			t.Errorf("%d scalar registers: %d wavefronts a SIMD, want %d", scalars, got, want)
		}
	}
	for _, c := range []struct {
		device Device
		want   int // wavefronts of a SIMD, rounded up as LLVM does
	}{{gpu.Fiji(), 2}, {gpu.MI350X(), 5}} { // used_lds_8252_max_group_size_64
		o, err := c.device.Occupancy(Need{Lanes: 64, LDS: 8252})
		if err != nil {
			t.Fatal(err)
		}
		if got := (o.Workgroups + 3) / 4; got != c.want {
			t.Errorf("%s, 8252 bytes of LDS: %d wavefronts a SIMD, want %d", c.device.Name, got, c.want)
		}
	}
}

// The most registers at each number of wavefronts, in CLRX's occupancy table
// for GCN 1; one more costs a wavefront.
func TestOccupancyCLRX(t *testing.T) {
	d := gpu.Tahiti()
	for _, c := range []struct{ waves, scalars, vectors int }{
		{4, 128, 64}, {5, 96, 48}, {6, 80, 40}, {7, 72, 36}, {8, 64, 32}, {9, 56, 28}, {10, 48, 24},
	} {
		at := func(scalars, vectors int) int {
			o, err := d.Occupancy(Need{Lanes: 64, Scalars: scalars, Registers: vectors})
			if err != nil {
				t.Fatal(err)
			}
			return o.Wavefronts / 4
		}
		if got := at(c.scalars, c.vectors); got != c.waves {
			t.Errorf("%d scalar and %d vector registers: %d wavefronts, want %d", c.scalars, c.vectors, got, c.waves)
		}
		if at(c.scalars+1, 0) >= c.waves || at(0, c.vectors+1) >= c.waves {
			t.Errorf("one register more than %d and %d: %d and %d wavefronts, want fewer than %d", c.scalars, c.vectors, at(c.scalars+1, 0), at(0, c.vectors+1), c.waves)
		}
	}
}

func TestOccupancyNVIDIA(t *testing.T) {
	for _, c := range []struct {
		source   string
		device   Device
		need     Need
		blocks   int
		warps    int
		limiters string
	}{
		// CUDA C++ Best Practices Guide, "Calculating Occupancy": 37 registers, with
		// 65,536 of an SM in four parts and 64 warps: 75 % and 63 %.
		{"best practices", gpu.GK110(), Need{Lanes: 128, Registers: 37}, 12, 48, "registers"},
		{"best practices", gpu.GK110(), Need{Lanes: 320, Registers: 37}, 4, 40, "registers"},
		{"best practices", gpu.H200(), Need{Lanes: 128, Registers: 37}, 12, 48, "registers"},
		{"best practices", gpu.H200(), Need{Lanes: 320, Registers: 37}, 4, 40, "registers"},
		{"best practices: 32 registers fill 2048 threads", gpu.H200(), Need{Lanes: 1024, Registers: 32}, 2, 64, "wavefront slots, registers"},

		// cuda_occupancy.h by hand: ⌈63·32⌉64 = 2048, 16 warps, 6 a block.
		{"calculator", gpu.GTX480(), Need{Lanes: 192, Registers: 63}, 2, 12, "registers"},
		// ⌈21·32⌉64 = 704, ⌊16384/704⌋ = 23 warps a scheduler, 46, 8 a block.
		{"calculator", gpu.GTX480(), Need{Lanes: 256, Registers: 21}, 5, 40, "registers"},
		{"calculator: 8 blocks", gpu.GTX480(), Need{Lanes: 64, Registers: 8}, 8, 16, "workgroup slots"},
		{"calculator: ⌊49152 / ⌈12289⌉128⌋", gpu.GTX480(), Need{Lanes: 64, Registers: 8, LDS: 12289}, 3, 6, "LDS"},
		{"calculator: 12 KB fit four times", gpu.GK110(), Need{Lanes: 256, LDS: 12 << 10}, 4, 32, "LDS"},
		{"calculator: 12 KB and 1 KB of the system's: ⌊228/13⌋", gpu.H200(), Need{Lanes: 32, LDS: 12 << 10}, 17, 17, "LDS"},
		{"calculator: 255 registers, 32 warps are 8 a part, ⌊16384/8192⌋ = 2", gpu.H200(), Need{Lanes: 1024, Registers: 255}, 0, 0, "registers"},
		// The launch check rounds 9 warps up to 12, 3 a part, where 2 fit.
		{"hardware check", gpu.H200(), Need{Lanes: 288, Registers: 168}, 1, 9, "registers"},
		{"hardware check", gpu.H200(), Need{Lanes: 288, Registers: 176}, 0, 0, "registers"},
	} {
		o, err := c.device.Occupancy(c.need)
		if err != nil {
			t.Fatalf("%s: %v", c.source, err)
		}
		var by []string
		for _, r := range o.Limiters {
			by = append(by, r.String())
		}
		if got := strings.Join(by, ", "); o.Workgroups != c.blocks || o.Wavefronts != c.warps || got != c.limiters {
			t.Errorf("%s, %s, %+v: %d blocks, %d warps, limited by %s; want %d, %d, %s", c.source, c.device.Name, c.need, o.Workgroups, o.Wavefronts, got, c.blocks, c.warps, c.limiters)
		}
	}
}

func TestOccupancySentence(t *testing.T) {
	for _, c := range []struct {
		device Device
		need   Need
		want   string
	}{
		{gpu.GK110(), Need{Lanes: 256, Registers: 38}, "6 workgroups, 48 of 64 wavefronts, limited by registers; 6 registers fewer (38 to 32) give one more workgroup"},
		{gpu.GTX480(), Need{Lanes: 64}, "8 workgroups, 16 of 48 wavefronts, limited by workgroup slots"},
		{gpu.GK110(), Need{Lanes: 480, LDS: 12 << 10}, "4 workgroups, 60 of 64 wavefronts, limited by wavefront slots and LDS; 96 lanes of a workgroup fewer (480 to 384) and 2560 bytes of LDS fewer (12288 to 9728) give one more workgroup"},
	} {
		o, err := c.device.Occupancy(c.need)
		if err != nil {
			t.Fatal(err)
		}
		if got := o.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The next step is enough, and one unit less of any of it is not.
func TestOccupancyNextStep(t *testing.T) {
	for _, d := range gpu.Complete() {
		for registers := 1; registers <= d.Limits.RegistersPerLane; registers += 7 {
			for _, lanes := range []int{64, 96, 256, 640} {
				n := Need{Lanes: lanes, Registers: registers, LDS: Bytes(13 * registers)}
				o, err := d.Occupancy(n)
				if err != nil {
					t.Fatal(err)
				}
				for less := range o.Next {
					m := n
					for i, s := range o.Next {
						to := s.To
						if i == less {
							to++
						}
						switch s.Resource {
						case WavefrontSlots:
							m.Lanes = to
						case VectorRegisters:
							m.Registers = to
						case LDSBytes:
							m.LDS = Bytes(to)
						}
					}
					almost, err := d.Occupancy(m)
					if err != nil {
						t.Fatal(err)
					}
					if almost.Workgroups > o.Workgroups {
						t.Errorf("%s, %+v: %v, but %+v is enough", d.Name, n, o, m)
					}
				}
			}
		}
	}
}

func TestOccupancyRefuses(t *testing.T) {
	d := gpu.H200()
	d.Limits.LDSUnit, d.Limits.Barriers = 0, -1
	if _, err := d.Occupancy(Need{Lanes: 32}); err == nil || err.Error() != "limits: LDSUnit = 0, want 1 to 1073741824\nlimits: Barriers = -1, want 0 to 1073741824" {
		t.Errorf("error %v of limits, want it to say what is wrong with them and no more", err)
	}
	d.Limits, d.SIMDs = gpu.H200().Limits, 0
	if _, err := d.Occupancy(Need{Lanes: 32}); err == nil || err.Error() != "device H200: SIMDs = 0, want 1 to 64" {
		t.Errorf("error %v of no SIMDs, want it to say so and no more", err)
	}
	d.SIMDs, d.Wavefronts = 4, -4
	if _, err := d.Occupancy(Need{Lanes: 32}); err == nil || err.Error() != "device H200: Wavefronts = -4, want 1 to 64" {
		t.Errorf("error %v of fewer wavefronts than none, want it to say so and no more", err)
	}
	for want, n := range map[string]Need{
		"Lanes = 0":        {},
		"Lanes = 1025":     {Lanes: 1025},
		"Registers = 256":  {Lanes: 32, Registers: 256},
		"Registers = -1":   {Lanes: 32, Registers: -1},
		"LDS = 232449":     {Lanes: 32, LDS: 227<<10 + 1},
		"want 0 to 232448": {Lanes: 32, LDS: -1},
	} {
		if _, err := gpu.H200().Occupancy(n); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want one that says %q", n, err, want)
		}
	}
}

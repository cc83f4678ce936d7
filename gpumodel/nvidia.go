package gpumodel

// GTX480 returns the GeForce GTX 480 (Fermi GF100).
func GTX480() Device {
	return Device{
		Name:         "GTX 480",
		Architecture: "Fermi",
		Lanes:        32,
		CUs:          15,         // [GPG]
		SIMDs:        2,          // [GPG]: schedulers
		Wavefronts:   24,         // [GPG]: 48 of an SM
		Clock:        1400 * MHz, // [GPG]: 700 MHz, doubled for the shaders
		LDS: LDS{
			Size:       48 << 10, // [GPG]
			Lanes:      32,
			Banks:      32,                                                                                                      // [GPG]
			Interleave: 4,                                                                                                       // [GPG]
			RowBytes:   4,                                                                                                       // [GPG]
			Rules:      bothWays(32, 16, 8, "GTX 480: 8-byte accesses are served by half-warps, 16-byte ones by quarter-warps"), // 4 bytes: [GPG], one part a warp
		},
		CU: CU{
			Policy:   GreedyOldest, // [GPG]
			Picks:    1,
			Dispatch: 1, // [GPG]
			Cadence:  2, // [CUDA], section 5.2.3: a warp's instruction takes two shader cycles, two warps at a time
			Units: []Unit{
				{Name: "CUDA cores", Kinds: []Kind{FP32, Scalar, Branch}, Count: 1},            // [GPG]: 16 of each scheduler
				{Name: "SFU and DP", Kinds: []Kind{SFU, FP64}, Count: 1, Shared: true},         // [GPG]: DP on the SFU
				{Name: "LD/ST", Kinds: []Kind{Local, Global, Texture}, Count: 1, Shared: true}, // assumed: 16 of an SM
			},
			Latency: [Kinds]Cycles{
				FP32:    18, // [VOL]
				FP64:    18, // assumed, as FP32
				SFU:     18, // assumed, as FP32
				Scalar:  18, // [VOL], executed as FP32
				Branch:  18, // assumed, as FP32
				Local:   52, // [GPG]: 26 cycles of 700 MHz
				Barrier: 18, // assumed, as FP32
				Clock:   18, // assumed, as FP32
			},
			Interval: [Kinds]Cycles{
				FP32:    2,  // [GPG]: 32 lanes over 16 cores
				FP64:    16, // assumed: an eighth of FP32's rate
				SFU:     8,  // assumed: 32 lanes over 4
				Scalar:  2,  // as FP32
				Branch:  2,  // as FP32
				Local:   2,  // assumed: 32 lanes over 16
				Global:  2,  // assumed: 32 lanes over 16
				Texture: 2,  // assumed: 32 lanes over 16
			},
			LocalQueue: 8, // assumed
			Memory: Pipe{
				Latency:   500, // the paper that notebook 04 retells: 400 to 600 cycles
				Bandwidth: 8.4, // [GPG]: 177.4 GB/s, over 15 SMs at 1400 MHz
				Sector:    32,  // assumed
			},
		},
		Limits: Limits{
			Registers:        32768 / 2, // [GPG]
			RegisterUnit:     64,        // [OCC]
			RegistersPerLane: 63,        // [OCC]
			LDS:              48 << 10,  // [GPG], [OCC]
			LDSUnit:          128,       // [OCC]
			Workgroups:       8,         // [GPG], [OCC]
			WorkgroupLanes:   1024,      // [OCC]
		},
		Assumed: []string{
			"GTX 480: arithmetic other than FP32 takes FP32's 18 cycles; FP64 at an eighth of its rate, 4 SFU and 16 LD/ST lanes",
			"GTX 480: 8 accesses of a scheduler wait for the shared memory; 32-byte sectors of global memory",
		},
	}
}

// GK110 returns the GeForce GTX Titan (Kepler GK110) in the 4-byte bank mode,
// the default: words of 4 bytes are dealt to 32 banks that are 8 bytes wide, so
// that two words of one bank 128 bytes apart, in the same 256, come together.
func GK110() Device {
	return Device{
		Name:         "GTX Titan",
		Architecture: "Kepler",
		Lanes:        32,
		CUs:          14,        // [GPG]
		SIMDs:        4,         // [GPG]: schedulers
		Wavefronts:   16,        // [GPG]: 64 of an SM
		Clock:        837 * MHz, // [GPG]
		LDS: LDS{
			Size:       48 << 10, // [GPG]
			Lanes:      32,
			Banks:      32,                                                                                                   // [GPG], [NVK]
			Interleave: 4,                                                                                                    // [NVK]: bank in bits 2 to 6 of the address
			RowBytes:   8,                                                                                                    // [NVK]: bit 7 chooses a half of the bank's row
			Rules:      bothWays(32, 32, 16, "GK110: 8-byte accesses are served by whole warps, 16-byte ones by half-warps"), // 4 bytes: [NVK]
			Assumed:    "GK110: both halves of a bank's 8-byte row are served together",
		},
		CU: CU{
			Policy:   RoundRobin, // [D2]: all its warps in turn
			Picks:    1,          // [D2]
			Dispatch: 2,          // [D2]
			Cadence:  1,          // [D2]
			Units: []Unit{ // [D2]: shared by the four schedulers
				{Name: "CUDA cores", Kinds: []Kind{FP32, Scalar, Branch}, Count: 6, Shared: true},
				{Name: "DP units", Kinds: []Kind{FP64}, Count: 2, Shared: true, Alone: true},
				{Name: "LD/ST", Kinds: []Kind{Local, Global, Texture}, Count: 1, Shared: true},
				{Name: "SFU", Kinds: []Kind{SFU}, Count: 1, Shared: true},
			},
			Latency: [Kinds]Cycles{
				FP32:    9,  // [PPT], [VOL]
				FP64:    10, // [PPT]
				SFU:     18, // [PPT]: sine and cosine
				Scalar:  9,  // as FP32
				Branch:  9,  // assumed, as FP32
				Local:   26, // [PPT]
				Barrier: 9,  // assumed, as FP32
				Clock:   9,  // assumed, as FP32
			},
			Interval: [Kinds]Cycles{ // [D2]: a unit takes an instruction of 32 lanes each cycle
				FP32: 1, FP64: 1, SFU: 1, Scalar: 1, Branch: 1, Local: 1, Global: 1, Texture: 1,
			},
			LocalQueue: 8, // assumed
			Memory: Pipe{
				Latency:   331,  // [PPT]
				Bandwidth: 24.6, // [GPG]: 288 GB/s, over 14 SMs at 837 MHz
				Sector:    32,   // assumed
			},
		},
		Limits: Limits{
			Registers:        65536 / 4, // [GPG], [OCC]: of each scheduler
			RegisterUnit:     256,       // [OCC]
			RegistersPerLane: 255,       // [OCC]
			LDS:              48 << 10,  // [GPG], [OCC]
			LDSUnit:          256,       // [OCC]
			Workgroups:       16,        // [GPG], [OCC]
			WorkgroupLanes:   1024,      // [OCC]
		},
		Assumed: []string{
			"GK110: branches, barriers and clock reads take FP32's 9 cycles",
			"GK110: 8 accesses of a scheduler wait for the shared memory; 32-byte sectors of global memory",
		},
	}
}

// GK110EightByte returns the same GPU in its 8-byte bank mode.
func GK110EightByte() Device {
	d := GK110()
	d.Name = "GTX Titan, 8-byte banks"
	d.LDS.Interleave = 8 // [NVK]: bank in bits 3 to 7 of the address
	return d
}

// H200 returns the H200 SXM (Hopper GH100), measured.
func H200() Device {
	d := Device{
		Name:         "H200",
		Architecture: "Hopper",
		Lanes:        32,         // [H200]
		CUs:          132,        // [H200]: latency.csv, info row
		SIMDs:        4,          // [H200]: issue.csv
		Wavefronts:   16,         // [H100]: 64 of an SM
		Clock:        1980 * MHz, // [H200]: tiles.csv
		LDS: LDS{
			Size:       227 << 10, // [H200]: 228 KB an SM (latency.csv), of which the system keeps 1 KB for each workgroup
			Lanes:      32,
			Banks:      32,                      // [H200]: patterns_counters.csv
			Interleave: 4,                       // [H200]
			RowBytes:   4,                       // [H200]
			Rules:      bothWays(32, 16, 8, ""), // [H200]
			Latencies: []Latency{ // [H200]: loads mix.csv (chase, chase8, chase16), within 0.1 cycles; stores patterns_timing.csv
				{Op: Load, Width: 4, Fixed: 20, PerPhase: 1, PerPass: 2},
				{Op: Load, Width: 8, Fixed: 20, PerPhase: 1, PerPass: 2},
				{Op: Load, Width: 16, Fixed: 20, PerPhase: 1, PerPass: 2},
				{Op: Store, Width: 4, PerPass: 2, Least: 4.3},
				{Op: Store, Width: 8, PerPass: 2, Least: 4.3},
				{Op: Store, Width: 16, PerPass: 2, Least: 4.3},
			},
		},
		CU: CU{
			Policy:   RoundRobin, // [H200]: issue.csv at 20 warps, where preferring the oldest would starve one: 52 % more cycles
			Picks:    1,          // [H200]: issue.csv, at most one instruction a cycle and scheduler
			Dispatch: 1,          // [H200]: issue.csv
			Cadence:  1,          // [H200]: issue.csv
			Units: []Unit{ // of each scheduler
				{Name: "FP32 and INT", Kinds: []Kind{FP32, Scalar}, Count: 1},      // [H200]: issue.csv
				{Name: "FP64", Kinds: []Kind{FP64}, Count: 1},                      // [H200]: issue.csv
				{Name: "SFU", Kinds: []Kind{SFU}, Count: 1},                        // assumed
				{Name: "LD/ST", Kinds: []Kind{Local, Global, Texture}, Count: 1},   // [H200]: patterns_timing.csv
				{Name: "branch unit", Kinds: []Kind{Branch}, Count: 1},             // assumed
				{Name: "barriers", Kinds: []Kind{Barrier}, Count: 1, Shared: true}, // [H200]: mix.csv, barrier
			},
			Latency: [Kinds]Cycles{
				FP32:    4,  // [H200]: issue.csv
				FP64:    8,  // [H200]: issue.csv
				SFU:     17, // [H200]: mix.csv, sfu1
				Scalar:  4,  // assumed, as FP32
				Branch:  12, // [H200]: issue.csv, one warp: what a turn of the loop costs beyond its instructions
				Local:   23, // [H200]: mix.csv, chase; the law in LDS.Latencies goes before
				Barrier: 15, // [H200]: mix.csv, barrier and tile
				Clock:   4,  // assumed
			},
			Interval: [Kinds]Cycles{
				FP32:    1, // [H200]: issue.csv
				Barrier: 2, // [H200]: mix.csv, barrier: each wavefront more costs the CU two cycles
				FP64:    2, // [H200]: issue.csv: half of FP32's rate
				SFU:     8, // [H200]: mix.csv, sfu4
				Scalar:  1, // as FP32
				Branch:  2, // assumed
				Local:   4, // [H200]: patterns_timing.csv: a lone warp's stores are 4.3 cycles apart, those of 32 warps one
				Global:  4, // assumed, as Local
				Texture: 8, // assumed: 32 lanes over 4
			},
			LocalQueue: 8, // assumed
			Memory: Pipe{
				Latency:   690,  // [H200]: latency.csv
				Bandwidth: 17.6, // [H200]: littles.csv, 4.6 TB/s, over 132 SMs at 1.98 GHz
				Sector:    32,   // assumed
			},
		},
		Limits: Limits{
			Registers:        65536 / 4, // [H100]: of each scheduler
			RegisterUnit:     256,       // [OCC]
			RegistersPerLane: 255,       // [H100]
			LDS:              228 << 10, // [H200]: latency.csv
			LDSUnit:          128,       // [OCC]
			LDSReserved:      1 << 10,   // [H200]: latency.csv
			Workgroups:       32,        // [H100]
			WorkgroupLanes:   1024,      // [H100]
		},
		Assumed: []string{
			"H200: a clock read takes 4 cycles; a scheduler issues a texture every 8, a branch every 2",
			"H200: 32-byte sectors of global memory",
			"H200: 8 accesses of a scheduler wait for the shared memory",
		},
	}
	for i := range d.LDS.Rules { // [H200]: wide loads whose lanes agree in pairs take half the phases
		if r := &d.LDS.Rules[i]; r.Op == Load && r.Width > 4 {
			r.MergeXor = []int{1, 2}
			r.Merged = consecutive(32, 2*r.Groups[0].Count())
		}
	}
	return d
}

// bothWays returns rules that serve loads and stores alike, in groups of
// consecutive lanes: so many for 4 bytes, for 8 and for 16, on a 32-lane wavefront.
// assumed is what the wide ones have no source for.
func bothWays(group4, group8, group16 int, assumed string) []Rule {
	var rules []Rule
	for _, op := range []Op{Load, Store} {
		rules = append(rules,
			Rule{Op: op, Width: 4, Groups: consecutive(32, group4)},
			Rule{Op: op, Width: 8, Groups: consecutive(32, group8), Assumed: assumed},
			Rule{Op: op, Width: 16, Groups: consecutive(32, group16), Assumed: assumed})
	}
	return rules
}

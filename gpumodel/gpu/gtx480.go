package gpu

import "lanebook/gpumodel"

// GTX480 returns the GeForce GTX 480 (Fermi GF100).
func GTX480() gpumodel.Device {
	d := gpumodel.Device{
		ID:           "gtx480",
		Name:         "GTX 480",
		Architecture: "Fermi",
		Lanes:        32,
		CUs:          15,                  // [GPG]
		SIMDs:        2,                   // [GPG]: schedulers
		Wavefronts:   24,                  // [GPG]: 48 of an SM
		Clock:        1400 * gpumodel.MHz, // [GPG]: 700 MHz, doubled for the shaders
		LDS: gpumodel.LDS{
			Size:       48 << 10, // [GPG]
			Lanes:      32,
			Banks:      32,                                                                                                      // [GPG]
			PassCycles: 2,                                                                                                       // [gtx480_shared.csv]: 32 lanes in 2.01 cycles; [CUDA], F.4.3: 32 bits of a bank every two cycles
			Interleave: 4,                                                                                                       // [GPG]
			RowBytes:   4,                                                                                                       // [GPG]
			Rules:      bothWays(32, 16, 8, "GTX 480: 8-byte accesses are served by half-warps, 16-byte ones by quarter-warps"), // 4 bytes: [GPG], one part a warp
		},
		CU: gpumodel.CU{
			Policy:   gpumodel.GreedyOldest, // [GPG]
			Picks:    1,
			Dispatch: 1, // [GPG]
			Cadence:  2, // [CUDA], section 5.2.3: a warp's instruction takes two shader cycles, two warps at a time
			Units: []gpumodel.Unit{
				{Name: "CUDA cores", Kinds: []gpumodel.Kind{gpumodel.FP32, gpumodel.Scalar, gpumodel.Branch}, Count: 1},            // [GPG]: 16 of each scheduler
				{Name: "SFU and DP", Kinds: []gpumodel.Kind{gpumodel.SFU, gpumodel.FP64}, Count: 1, Shared: true},                  // [GPG]: DP on the SFU
				{Name: "LD/ST", Kinds: []gpumodel.Kind{gpumodel.Local, gpumodel.Global, gpumodel.Texture}, Count: 1, Shared: true}, // assumed: 16 of an SM
			},
			Latency: [gpumodel.Kinds]gpumodel.Cycles{
				gpumodel.FP32:    18, // [VOL]
				gpumodel.FP64:    18, // assumed, as FP32
				gpumodel.SFU:     18, // assumed, as FP32
				gpumodel.Scalar:  18, // [VOL], executed as FP32
				gpumodel.Branch:  18, // assumed, as FP32
				gpumodel.Local:   52, // [GPG]: 26 cycles of 700 MHz
				gpumodel.Barrier: 18, // assumed, as FP32
				gpumodel.Clock:   18, // assumed, as FP32
			},
			Interval: [gpumodel.Kinds]gpumodel.Cycles{
				gpumodel.FP32:    2, // [GPG]: 32 lanes over 16 cores
				gpumodel.FP64:    8, // assumed: an eighth of the rate of FP32, which both schedulers issue at once
				gpumodel.SFU:     8, // assumed: 32 lanes over 4
				gpumodel.Scalar:  2, // assumed, as FP32
				gpumodel.Branch:  2, // assumed, as FP32
				gpumodel.Local:   2, // assumed: 32 lanes over 16
				gpumodel.Global:  2, // assumed: 32 lanes over 16
				gpumodel.Texture: 2, // assumed: 32 lanes over 16
			},
			LocalQueue: 8, // assumed
			Memory: gpumodel.Pipe{
				Latency:       500, // the paper that notebook 04 retells: 400 to 600 cycles
				BytesPerCycle: 8.4, // [GPG]: 177.4 GB/s, over 15 SMs at 1400 MHz
				Sector:        32,  // assumed
			},
		},
		Limits: gpumodel.Limits{
			Registers:        32768 / 2, // [GPG]
			RegisterUnit:     64,        // [OCC] of CUDA 8; 128 for 21, 22, 29, 30, 37, 38, 45 and 46 of a lane, left out
			RegistersPerLane: 63,        // [OCC]
			LDS:              48 << 10,  // [GPG], [OCC]
			LDSUnit:          128,       // [OCC]
			Workgroups:       8,         // [GPG], [OCC]
			WorkgroupLanes:   1024,      // [OCC]
		},
		Caches: gpumodel.Caches{ // in cycles of the shaders, 1400 MHz; [GPG] counts half as many
			L1: gpumodel.L1{
				Cache: gpumodel.Cache{
					Sets: 32, Ways: 4, Line: 128, Sector: 128, // [GPG]: 16 KB
					Latency:      70,  // [GPG]: 35
					LinesPerTurn: 0.5, // assumed: one of [GPG]'s cycles
				},
				BytesPerCycle: 64, // assumed
				Misses:        64, // assumed
			},
			Texture: gpumodel.TextureCache{
				Cache: gpumodel.Cache{
					Sets: 4, Ways: 24, Line: 128, // [GPG]: 12 KB
					Sector:       32,  // [Profiler]: Fermi's counters count texture cache sectors of 32 bytes
					Latency:      450, // set from [D4], with Pipeline: lone warps at the volume's border take about 1000 cycles (Figure 10)
					LinesPerTurn: 0.5, // assumed: one of [GPG]'s cycles
				},
				BytesPerCycle: 64,  // assumed
				Misses:        128, // [GPG]
				Pipeline:      250, // set from [D4], as Latency
			},
			L2: gpumodel.L2{
				Cache: gpumodel.Cache{
					Sets: 12 * 64, Ways: 8, Hashed: true, Line: 128, Sector: 32, // [GPG]: 768 KB; sectors and hash assumed
					Latency:      340, // assumed: [GPG]'s 120 cycles of the L2 and as much for the way
					LinesPerTurn: 0.5, // assumed: one of [GPG]'s cycles
				},
				BytesPerCycle: 192, // [GPG]: 12 slices of 32 bytes, half as often
				Slices:        12,  // [GPG]
			},
			PortBytesPerCycle: 16, // [GPG]: 32 bytes, half as often
			DRAM: gpumodel.DRAM{
				Latency:       500,   // [D4]: 400 to 600
				BytesPerCycle: 126.7, // [GPG]: 177.4 GB/s
				Channels:      6,     // [GPG]
				Interleave:    256,   // assumed
				Atom:          32,    // assumed
			},
			Assumed: []string{
				"GTX 480: an L2 hit takes 340 cycles; L2 sectors of 32 bytes, its sets by a hash; channels of 256 bytes in a row, of which 32 are read at once",
				"GTX 480: a cache looks up one line in two cycles and delivers 64 bytes a cycle; 64 misses of an L1 outstanding",
				"GTX 480: textures in blocks 16 texels deep",
			},
		},
		Texture: gpumodel.TextureUnit{
			Layout:   gpumodel.BlockLinear, // nouveau's 64 × 8 bytes; depth assumed
			Cycles:   32,                   // [AnandTech]: eight voxels of 32 lanes on four units that fetch four each, at half the shaders' clock
			Queue:    18,                   // set from [D4]: of 18 to 22 the one nearest to the simple method's share for 1×128 in Figure 5; 17, which was not among them, would be nearer: 20 % lies between 16 and 18 on a strip
			Together: 4,                    // set from [D4]: of 2 and 4 the one with which hits rise from 2×64 to 4×32 in Figure 8; [AnandTech] has four units, a lane each
		},
		Assumed: []string{
			"GTX 480: branches, barriers, clock reads and arithmetic other than FP32 take FP32's 18 cycles; integers and branches at its rate, FP64 at an eighth of it, 4 SFU and 16 LD/ST lanes",
			"GTX 480: 8 accesses of a scheduler wait for the shared memory; 32-byte sectors of global memory",
		},
	}
	for i := range d.LDS.Rules {
		r := &d.LDS.Rules[i]
		switch r.Width {
		case 8:
			r.Assumed = "" // [gtx480_shared.csv]: 4.01 cycles; [CUDA], F.4.3
		case 16: // [CUDA], F.4.3: one pass more than conflicts alone; [gtx480_shared.csv]: 12.1 cycles, the mean of a load and a store
			r.Assumed = "GTX 480: 16-byte accesses are served by quarter-warps; loads, and not stores, take a pass more for each, since both together take 6 passes on average"
			if r.Op == gpumodel.Load {
				r.Extra = 1
			}
		}
	}
	return d
}

package memory

import "lanebook/gpumodel"

// H200 returns the memory system of the H200 SXM (Hopper).
func H200() System {
	return System{
		Name: "H200",
		CUs:  132, // [latency.csv], info row
		L1: Cache{
			Sets: 18, Ways: 112, Hashed: true, // 252 KB: fitted to [latency.csv], 224 to 320 KB; [H100] has 256 KB with the LDS
			Line: 128, Sector: 32, // [H100]
			Latency:      35,  // [latency.csv]: 39.7, less the address
			LinesPerTurn: 4,   // [Forum]; [global.csv]: strides 5, 9, 17, 33
			MissCycles:   1,   // [global.csv]: past the L1, 32 wavefronts
			PassCycles:   2,   // [global.csv]: one wavefront, as in the LDS
			Bytes:        128, // assumed: an LDS's worth
			Misses:       512, // assumed
			Slices:       1,
		},
		Banks: gpumodel.H200().LDS, // [global.csv]: strides of powers of two
		L2: Cache{
			Sets: 2 * 96 * 160, Ways: 16, Hashed: true, // 60 MB: [latency.csv], info row; 16 ways assumed
			Line: 128, Sector: 32, // [H100]
			Latency:      281,  // [latency.csv]: 280 to 288, less the address
			LinesPerTurn: 0.5,  // [vr.csv]: its slowest frames, of a sector or two a line, get 56 to 62 lines a cycle from 96 slices
			Bytes:        3168, // fitted to [littles.csv]: 24 for each CU
			Slices:       96,   // assumed
			Spread:       56,   // fitted to [global.csv], past the L1: one load of several lines waits for the farthest
		},
		Far:  Far{Extra: 184}, // [latency.csv]: 4 to 16 MB first read, twice what their mean is above the L2's latency
		Port: 128,             // [global.csv]: a lone CU gets 120 bytes a cycle, a line each cycle
		DRAM: DRAM{
			Latency:    690,      // [latency.csv]: 690 at 1 GB, of which 2 % were still in the L2, less the address
			Bytes:      2420,     // fitted to [littles.csv]: 4.8 TB/s at 1.98 GHz
			Channels:   128,      // fitted to [littles.csv]
			Interleave: 2048,     // fitted to [littles.csv]
			Atom:       64,       // assumed
			Copied:     23 << 20, // fitted to [latency.csv], 32 to 128 MB
		},
		Assumed: []string{
			"H200: L2 of 96 slices and 16 ways; 512 misses of an SM outstanding",
			"H200: no address translation: beyond 512 MB the chip takes 2 to 3 % longer past its L1",
		},
	}
}

// GTX480 returns the memory system of the GeForce GTX 480 (Fermi). Its cycles are
// those of the shaders, 1400 MHz; [GPG] counts half as many.
func GTX480() System {
	return System{
		Name: "GTX 480",
		CUs:  15, // [GPG]
		L1: Cache{
			Sets: 32, Ways: 4, Line: 128, Sector: 128, // [GPG]: 16 KB
			Latency:      70,  // [GPG]: 35
			LinesPerTurn: 0.5, // assumed: one of [GPG]'s cycles
			Bytes:        64,  // assumed
			Misses:       64,  // assumed
			Slices:       1,
		},
		Texture: Cache{
			Sets: 4, Ways: 24, Line: 128, // [GPG]: 12 KB
			Sector:       32,  // [Profiler]: Fermi's counters count texture cache sectors of 32 bytes
			Latency:      200, // assumed: twice [PPT]'s 112 of Kepler, at twice the clock of its texture units, less its queue
			LinesPerTurn: 0.5, // assumed: one of [GPG]'s cycles
			Bytes:        64,  // assumed
			Misses:       128, // [GPG]
			Slices:       1,
		},
		L2: Cache{
			Sets: 12 * 64, Ways: 8, Hashed: true, Line: 128, Sector: 32, // [GPG]: 768 KB; sectors and hash assumed
			Latency:      340, // assumed: [GPG]'s 120 cycles of the L2 and as much for the way
			LinesPerTurn: 0.5, // assumed: one of [GPG]'s cycles
			Bytes:        192, // [GPG]: 12 slices of 32 bytes, half as often
			Slices:       12,  // [GPG]
		},
		Port: 16, // [GPG]: 32 bytes, half as often
		DRAM: DRAM{
			Latency:    500,   // [D4]: 400 to 600
			Bytes:      126.7, // [GPG]: 177.4 GB/s
			Channels:   6,     // [GPG]
			Interleave: 256,   // assumed
			Atom:       32,    // assumed
		},
		Assumed: []string{
			"GTX 480: a texture hit takes 200 cycles, an L2 hit 340; L2 sectors of 32 bytes, channels of 256 bytes in a row",
			"GTX 480: a cache looks up one line in two cycles and delivers 64 bytes a cycle",
		},
	}
}

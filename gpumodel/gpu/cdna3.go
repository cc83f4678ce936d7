package gpu

import "lanebook/gpumodel"

// withCaches gives a CDNA 3 of so many dies (XCDs) its caches and dispatchers, as far as package
// chip needs them. What lies behind the L2s delivers reads to MI300X's eight dies 1.27 (Infinity
// Cache) to 1.5 times (DRAM) as fast as to MI300A's six, of the same memory, and stores 1.6 times; but
// scale and triad from the cache no more than 1.0 to 1.3 times, which rates of each die do not have.
// They are each die's here, set from MI300A's, and that was chosen with MI300X's l2_stream.csv in
// view. infinity and dram are latencies.
func withCaches(d *gpumodel.Device, dies int, infinity, dram gpumodel.Cycles) {
	each := float64(dies)
	d.Caches = gpumodel.Caches{
		L1: gpumodel.L1{
			Cache: gpumodel.Cache{
				Sets: 4, Ways: 64, // [ROCm]: 32 KB; ways: the draft
				Line: 128, Sector: 64, // [ROCm]; requests of 64 bytes and more: [RPC]
				Latency:      117, // [chase_latency.csv]
				LinesPerTurn: 4,   // assumed; CU.Loads says what a load takes
			},
			BytesPerCycle: 128, // assumed; CU.Loads says what a load takes
			Misses:        512, // assumed
		},
		L2: gpumodel.L2{
			Cache: gpumodel.Cache{
				Sets: dies * 2048, Ways: 16, Hashed: true, // [ROCm]: 4 MB of a die; that its sets are hashed: assumed
				Line: 128, Sector: 32, // [ROCm]; reads of 32 bytes: [RPC]
				Latency:      213, // [chase_latency.csv]
				LinesPerTurn: 1,   // [RPC]: a line of 128 bytes a cycle and channel
			},
			BytesPerCycle: each * 1640, // [cache_bandwidth.csv]: 27.5 TB/s of MI300X's eight dies at 2.1 GHz; 2048 at best [RPC]
			Slices:        dies * 16,   // [ROCm]
			Dies:          dies,        // [ROCm]
		},
		PortBytesPerCycle: 64,   // [RPC]
		Even:              true, // assumed
		Beyond: []gpumodel.CacheLevel{{
			Name: "Infinity Cache",
			Cache: gpumodel.Cache{
				Sets: 1 << 17, Ways: 16, Hashed: true, // [ROCm]: 256 MB; 16 ways assumed; the hash: [chase_latency.csv], MI300A climbs from 210 to 360 MB, not at 256
				Line: 128, Sector: 64, // assumed
				Latency:      infinity,
				LinesPerTurn: 1, // [CDNA3]: 64 bytes a cycle of each slice; the rate below is less
			},
			BytesPerCycle: each * 2026 / 6, // [l2_stream.csv]: MI300A's reads of 25 to 200 MB, 4.255 TB/s at 2.1 GHz; 8192 at best: [CDNA3], 17 TB/s
			Slices:        128,             // [CDNA3], of 2 MB
			WriteSector:   36.6,            // [l2_stream.csv]: MI300A's scale over as much, 3.97 TB/s; that what is written stays there, and not in DRAM: assumed, as writes are slower beyond
		}},
		DRAM: gpumodel.DRAM{
			Latency:       dram,
			BytesPerCycle: each * 1330 / 6, // [l2_stream.csv]: MI300A's scale and triad over 0.5 GB and more, 2.65 and 2.95 TB/s
			Channels:      128,             // [CDNA3]
			Interleave:    256,             // assumed
			Atom:          64,              // assumed: half a line
		},
		Assumed: []string{
			d.Name + ": caches dealt evenly, the L2's and the Infinity Cache's sets by a hash; an L1 that looks up 4 lines and delivers 128 bytes a cycle; 512 misses of a CU outstanding; channels of 256 bytes in a row, of which 64 are read at once; stores take the L2 as long as loads",
			d.Name + ": an Infinity Cache of 16 ways, lines of 128 bytes and sectors of 64, which keeps what is written",
			d.Name + ": its dies reach all of the Infinity Cache alike, at a rate of each that is MI300A's; no address translation",
			d.Name + ": a workgroup takes another's place at once, wavefronts do not wait for their stores, nor lines that several dies write for each other: streams of few wavefronts, and of stores, are too fast",
		},
	}
	d.Dispatch = gpumodel.Dispatch{
		Seconds: 4.0e-6, // fitted to [mi300a_kernels.csv]: least times of vectoradd, 1024 to 8192 elements, 4.2 µs
		ByWave:  1.08,   // [l2_stream.csv]: MI300A's reads of 1 to 4 MB, 5.97 TB/s, are 1.08 cycles from one wavefront's start to the next of a die
		Each:    41,     // [l2_stream.csv]: the same, for each CU of a die
	}
}

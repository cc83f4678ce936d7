package gpu

import "lanebook/gpumodel"

// MI300A returns the Instinct MI300A (CDNA 3, gfx942), the six dies (XCDs) of which are as
// MI300X's eight. Its caches and dispatcher are known as far as package chip needs them.
// Each die has an L2 of its own. Silicon's MI300AResults are
// of a die alone, as a sixth of this.
func MI300A() gpumodel.Device {
	const dies = 6 // [ROCm]
	d := MI300X()
	d.ID, d.Name = "mi300a", "MI300A"
	d.CUs = 228 // [ROCm]
	d.CU.Loads = cdnaLoads("MI300A")
	d.CU.Memory.Latency = 714        // [chase_latency.csv]: 822 at 1.4 GB, less the TLB's 108
	d.CU.Memory.BytesPerCycle = 11.1 // [ROCm]: 5.3 TB/s, over 228 CUs at 2.1 GHz
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
			BytesPerCycle: dies * 1640, // [cache_bandwidth.csv]: 27.5 TB/s of MI300X's eight dies at 2.1 GHz; 2048 at best [RPC]
			Slices:        dies * 16,   // [ROCm]
			Dies:          dies,        // [ROCm]
		},
		PortBytesPerCycle: 64,   // [RPC]
		Even:              true, // assumed
		Beyond: []gpumodel.CacheLevel{{
			Name: "Infinity Cache",
			Cache: gpumodel.Cache{
				Sets: 1 << 17, Ways: 16, Hashed: true, // [ROCm]: 256 MB; 16 ways assumed; the hash: [chase_latency.csv] climbs from 210 to 360 MB, not at 256
				Line: 128, Sector: 64, // assumed
				Latency:      448, // [chase_latency.csv]: 13 to 66 MB
				LinesPerTurn: 1,   // [CDNA3]: 64 bytes a cycle of each slice; the rate below is less
			},
			BytesPerCycle: 2026, // [l2_stream.csv]: reads of 25 to 200 MB, 4.255 TB/s at 2.1 GHz; 8192 at best: [CDNA3], 17 TB/s
			Slices:        128,  // [CDNA3], of 2 MB
			WriteSector:   36.6, // [l2_stream.csv]: scale over as much, 3.97 TB/s; that what is written stays there, and not in DRAM: assumed, as writes are slower beyond
		}},
		DRAM: gpumodel.DRAM{
			Latency:       714,  // as CU.Memory.Latency
			BytesPerCycle: 1330, // [l2_stream.csv]: scale and triad over 0.5 GB and more, 2.65 and 2.95 TB/s
			Channels:      128,  // [CDNA3]
			Interleave:    256,  // assumed
			Atom:          64,   // assumed: half a line
		},
		Assumed: []string{
			"MI300A: caches dealt evenly, the L2's and the Infinity Cache's sets by a hash; 512 misses of a CU outstanding; 64 bytes of DRAM are read at once; stores take the L2 as long as loads",
			"MI300A: an Infinity Cache of 16 ways, lines of 128 bytes, which keeps what is written",
			"MI300A: nothing is lost between its dies: all reach all of the Infinity Cache alike; no address translation",
		},
	}
	d.Dispatch = gpumodel.Dispatch{
		Seconds: 4.0e-6, // fitted to [mi300a_kernels.csv]: least times of vectoradd, 1024 to 8192 elements, 4.2 µs
		ByWave:  1.08,   // [l2_stream.csv]: reads of 1 to 4 MB, 5.97 TB/s, are 1.08 cycles from one wavefront's start to the next of a die
		Each:    41,     // [l2_stream.csv]: the same, for each CU of a die
	}
	d.Assumed = gcnAssumed("MI300A", "FP64 takes as long as FP32; lanes are grouped as on MI300X")
	return d
}

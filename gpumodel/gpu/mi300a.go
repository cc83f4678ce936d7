package gpu

import "lanebook/gpumodel"

// MI300A returns the Instinct MI300A (CDNA 3, gfx942), the six dies (XCDs) of which are as
// MI300X's eight. Its caches and dispatcher are known as far as package chip needs them.
// Each die has an L2 of its own; here all of them are one: silicon's MI300AKernels run a
// die alone, as a sixth of this. What lies behind the L2s is DRAM here, at what DRAM gives;
// the Infinity Cache stands in Ladders. It is not in All.
func MI300A() gpumodel.Device {
	const dies = 6 // [ROCm]
	d := MI300X()
	d.ID, d.Name = "mi300a", "MI300A"
	d.CUs = 228 // [ROCm]
	d.CU.Loads = cdnaLoads("MI300A")
	d.CU.Memory.Latency = 714        // [chase_latency.csv]: at 1 GB
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
		},
		PortBytesPerCycle: 64,   // [RPC]
		Even:              true, // assumed
		DRAM: gpumodel.DRAM{
			Latency:       714,       // [chase_latency.csv]: at 1 GB
			BytesPerCycle: 1330,      // [l2_stream.csv]: scale and triad over 0.5 GB and more, 2.65 and 2.95 TB/s
			Channels:      dies * 16, // assumed: as many as of the L2
			Interleave:    256,       // assumed
			Atom:          64,        // assumed: half a line
		},
		Assumed: []string{
			"MI300A: caches dealt evenly, the L2's sets by a hash; 512 misses of a CU outstanding; 96 channels of memory, of which 64 bytes are read at once; stores take the L2 as long as loads",
			"MI300A: one L2 of all dies; no address translation",
		},
	}
	d.Dispatch = gpumodel.Dispatch{
		Seconds:  4.0e-6,          // fitted to [mi300a_kernels.csv]: least times of vectoradd, 1024 to 8192 elements, 4.2 µs
		Interval: 1.08 * 4 / dies, // of four wavefronts each; [l2_stream.csv]: reads of 1 to 4 MB, 5.97 TB/s, are 1.08 cycles from one wavefront's start to the next of a die
		Each:     41,              // [l2_stream.csv]: the same, for each CU of a die
	}
	d.Assumed = gcnAssumed("MI300A", "FP64 takes as long as FP32; lanes are grouped as on MI300X")
	return d
}

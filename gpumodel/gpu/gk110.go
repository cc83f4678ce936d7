package gpu

import "lanebook/gpumodel"

// GK110 returns the GeForce GTX Titan (Kepler GK110) in the 4-byte bank mode,
// the default: words of 4 bytes are dealt to 32 banks that are 8 bytes wide, so
// that two words of one bank 128 bytes apart, in the same 256, come together.
func GK110() gpumodel.Device {
	return gpumodel.Device{
		ID:           "gk110",
		Name:         "GTX Titan",
		Architecture: "Kepler",
		Lanes:        32,
		CUs:          14,                 // [GPG]
		SIMDs:        4,                  // [GPG]: schedulers
		Wavefronts:   16,                 // [GPG]: 64 of an SM
		Clock:        837 * gpumodel.MHz, // [GPG]
		LDS: gpumodel.LDS{
			Size:       48 << 10, // [GPG]
			Lanes:      32,
			Banks:      32,                                                                                                   // [GPG], [NVK]
			Interleave: 4,                                                                                                    // [NVK]: bank in bits 2 to 6 of the address
			RowBytes:   8,                                                                                                    // [NVK]: bit 7 chooses a half of the bank's row
			Rules:      bothWays(32, 32, 16, "GK110: 8-byte accesses are served by whole warps, 16-byte ones by half-warps"), // 4 bytes: [NVK]
			Assumed:    "GK110: both halves of a bank's 8-byte row are served together",
		},
		CU: gpumodel.CU{
			Policy:   gpumodel.RoundRobin, // [D2]: all its warps in turn
			Picks:    1,                   // [D2]
			Dispatch: 2,                   // [D2]
			Cadence:  1,                   // [D2]
			Units: []gpumodel.Unit{ // [D2]: shared by the four schedulers
				{Name: "CUDA cores", Kinds: []gpumodel.Kind{gpumodel.FP32, gpumodel.Scalar, gpumodel.Branch}, Count: 6, Shared: true},
				{Name: "DP units", Kinds: []gpumodel.Kind{gpumodel.FP64}, Count: 2, Shared: true, Alone: true},
				{Name: "LD/ST", Kinds: []gpumodel.Kind{gpumodel.Local, gpumodel.Global, gpumodel.Texture}, Count: 1, Shared: true},
				{Name: "SFU", Kinds: []gpumodel.Kind{gpumodel.SFU}, Count: 1, Shared: true},
			},
			Latency: [gpumodel.Kinds]gpumodel.Cycles{
				gpumodel.FP32:    9,  // [PPT], [VOL]
				gpumodel.FP64:    10, // [PPT]
				gpumodel.SFU:     18, // [PPT]: sine and cosine
				gpumodel.Scalar:  9,  // assumed, as FP32
				gpumodel.Branch:  9,  // assumed, as FP32
				gpumodel.Local:   26, // [PPT]
				gpumodel.Barrier: 9,  // assumed, as FP32
				gpumodel.Clock:   9,  // assumed, as FP32
			},
			Interval: [gpumodel.Kinds]gpumodel.Cycles{ // [D2]: a unit takes an instruction of 32 lanes each cycle
				gpumodel.FP32: 1, gpumodel.FP64: 1, gpumodel.SFU: 1, gpumodel.Scalar: 1, gpumodel.Branch: 1, gpumodel.Local: 1, gpumodel.Global: 1, gpumodel.Texture: 1,
			},
			LocalQueue: 8, // assumed
			Memory: gpumodel.Pipe{
				Latency:       331,  // [PPT]
				BytesPerCycle: 24.6, // [GPG]: 288 GB/s, over 14 SMs at 837 MHz
				Sector:        32,   // assumed
			},
		},
		Limits: gpumodel.Limits{
			Registers:        65536 / 4, // [GPG], [OCC]: of each scheduler
			RegisterUnit:     256,       // [OCC]
			RegistersPerLane: 255,       // [OCC]
			LDS:              48 << 10,  // [GPG], [OCC]
			LDSUnit:          256,       // [OCC]
			Workgroups:       16,        // [GPG], [OCC]
			WorkgroupLanes:   1024,      // [OCC]
		},
		Assumed: []string{
			"GK110: integers, branches, barriers and clock reads take FP32's 9 cycles",
			"GK110: 8 accesses of a scheduler wait for the shared memory; 32-byte sectors of global memory",
		},
	}
}

// GK110EightByte returns the same GPU in its 8-byte bank mode.
func GK110EightByte() gpumodel.Device {
	d := GK110()
	d.ID, d.Name = "gk110-8", "GTX Titan, 8-byte banks"
	d.LDS.Interleave = 8 // [NVK]: bank in bits 3 to 7 of the address
	return d
}

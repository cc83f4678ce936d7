package main

import (
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// nano returns a GPU as MGPUSim's r9nano: the CUs are Fiji's, sizes of caches and
// memory are what MGPUSim v4.2.0 sets in amd/samples/runner/timingconfig [M]. It is
// good for comparing how fast two simulators are, and not for saying how fast a GPU
// is: most of what the caches take is assumed.
func nano() gpumodel.Device {
	d := gpu.Fiji()
	d.ID, d.Name = "r9nano", "R9 Nano"
	d.Clock = 1 * gpumodel.GHz // [M]
	d.Caches = gpumodel.Caches{
		L1: gpumodel.L1{
			Cache: gpumodel.Cache{
				Sets: 64, Ways: 4, Line: 64, Sector: 64, // [M]: 16 KB
				Latency:      60, // assumed; [M]: 20 of its banks, beside 16 stages of the way there
				LinesPerTurn: 1,  // assumed
			},
			BytesPerCycle: 64,  // assumed
			Misses:        128, // [M]
		},
		L2: gpumodel.L2{
			Cache: gpumodel.Cache{
				Sets: 2048, Ways: 16, Line: 64, Sector: 64, // [M]: 2 MB
				Hashed:       true, // assumed
				Latency:      150,  // assumed
				LinesPerTurn: 1,    // assumed
			},
			BytesPerCycle: 16 * 64, // assumed: a line of each slice
			Slices:        16,      // [M]
		},
		PortBytesPerCycle: 64, // assumed
		DRAM: gpumodel.DRAM{
			Latency:       250, // [M]: 100 beyond the L2
			BytesPerCycle: 512, // AMD, Radeon R9 Nano: 512 GB/s
			Channels:      16,  // [M]
			Interleave:    128, // [M]
			Atom:          64,  // assumed: a line
		},
		Assumed: []string{
			"R9 Nano: latencies of L1 (60 cycles), L2 (150) and DRAM (250); a line a cycle through each of them; no address translation",
		},
	}
	return d
}

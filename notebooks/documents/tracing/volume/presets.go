package volume

import (
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// fitted is the H200 with the L2 and the DRAM that the renderer's own loop was fitted
// with, to [vr.csv]: its other numbers hold with these only. What it does not use is left
// out.
func fitted() gpumodel.Device {
	d := gpu.H200()
	c := &d.Caches
	c.L2.LinesPerTurn, c.L2.BytesPerCycle = 0.5, 3168
	c.L2.Home, c.Even = 0, false
	c.DRAM.BytesPerCycle = 2420
	c.DRAM.LateShare, c.DRAM.Late, c.DRAM.Queue, c.DRAM.Turn = 0, 0, 0, 0
	c.DRAM.WriteLine, c.DRAM.WriteSector = 0, 0
	c.L2.StoreLineCycles, c.L2.StoreSectorCycles, c.L2.StoreMaskCycles = 0, 0, 0
	c.StoreBytesPerCycle, c.MaskCycles, d.Dispatch = 0, 0, gpumodel.Dispatch{}
	d.Texture = gpumodel.TextureUnit{
		Layout:   gpumodel.BlockLinear, // [vr_counters.csv] agreed with it best of five that were tried; gpu.H200 has the measured one
		Cycles:   28,                   // [vr.csv]: the fastest frame's cycles of a CU for each reference
		Queue:    64,                   // every wavefront's: it is not references but requests that are limited
		Choice:   24,                   // fitted to [vr_counters.csv]: first come first served hits too rarely, oldest first too often
		Together: 2,                    // [vr_counters.csv]: pairs; its texture hit rates agree with no other width
	}
	return d
}

// OnH200 returns the H200 with the kernel of probe.cu's mode vr. [vr.csv] is in package
// silicon.
func OnH200() Renderer {
	return Renderer{
		Device:   fitted(),
		Resident: 16,        // [vr.csv]: up to 58 wavefronts on average, by Little's law
		Filter:   Trilinear, // probe.cu
		Size:     1024,      // probe.cu
		Step:     0.002,     // probe.cu

		Requests:      2800, // [vr.csv], [vr_counters.csv]: by Little's law 2400 to 3100 sectors are asked for at a time
		Instructions:  26,   // assumed: of the source's arithmetic and loop
		Chain:         140,  // [vr.csv]: 144 to 200 cycles besides the reference, with the dummy's
		Between:       1,    // assumed
		BetweenCycles: 1,    // assumed
		ClockReads:    4,    // assumed: two reads, a difference, a sum
		FenceCycles:   80,   // [vr.csv]: the fence's reference over the simple one's, at (0,0,0)
		Assumed: []string{
			"H200: 26 instructions a turn; a place in the texture unit goes to the oldest of the 24 wavefronts that wait longest; sectors are asked for anew by each two lanes",
		},
	}
}

// OnGTX480 returns the GTX 480 with the volume renderer of the CUDA SDK 4.0. What
// there is no measurement of is assumed, and much is. Figure 5 of [D4] was in view when
// it was; gpu.GTX480 says what was set from [D4]. One set serves all its figures.
func OnGTX480() Renderer {
	return Renderer{
		Device:   gpu.GTX480(),
		Resident: 8,         // [GPG], [OCC]: workgroups of a CU
		Filter:   Trilinear, // CUDA SDK
		Size:     1024,      // assumed
		Step:     0.004,     // assumed: 500 samples through the volume; the SDK's own 0.01 passes four voxels of five by

		Instructions:  48,  // assumed: arithmetic, transfer function, blending
		Chain:         900, // assumed: 25 dependent ones of 18 cycles [VOL], and the transfer function's texture hit of 450
		Between:       10,  // assumed: coordinates into consecutive registers, the reference, both reads and their shifts and stores
		BetweenCycles: 180, // assumed: each of them depends on the one before, 18 cycles [VOL]
		ClockReads:    8,   // assumed: both reads, shifts, addresses and stores
		FenceCycles:   80,  // assumed, as the H200's
		Transfer:      22,  // assumed, for the transfer function
		Assumed: []string{
			"GTX 480: 500 samples through the volume, 48 instructions a turn, 54 cycles of the texture unit for a reference, 180 cycles between the clock reads, chosen with the paper's Fig. 5 in view",
			"GTX 480: set from the paper: 21 references in the texture unit, a hit in 450 cycles of which a miss passes 250 too, sectors asked for once by each four lanes",
		},
	}
}

// SiliconWindow returns the part of the picture in which the H200 is compared with
// what was measured: an eighth by a quarter, by 4 CUs, a fifth of each ray.
func SiliconWindow() Window { return Window{320, 256, 448, 512, 4, 0.2, 0} }

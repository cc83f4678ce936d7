package volume

import (
	"lanebook/gpumodel"
	"lanebook/gpumodel/memory"
)

// H200 returns the H200 with the kernel of probe.cu's mode vr. [vr.csv] and
// [vr_counters.csv] are in package silicon.
func H200() GPU {
	return GPU{
		Memory:   memory.H200(),
		Clock:    gpumodel.H200().Clock,
		SIMDs:    4,           // [H200]
		Resident: 16,          // [vr.csv]: up to 58 wavefronts on average, by Little's law
		Layout:   BlockLinear, // as of Fermi; [vr_counters.csv] agrees with it best of five that were tried
		Filter:   Trilinear,   // probe.cu
		Size:     1024,        // probe.cu
		Step:     0.002,       // probe.cu

		Instructions: 26,  // assumed: of the source's arithmetic and loop
		Slot:         1,   // [H200]: issue.csv
		Chain:        140, // [vr.csv]: 144 to 200 cycles besides the reference, with the dummy's
		Between:      1,   // assumed
		ClockReads:   4,   // assumed: two reads, a difference, a sum
		FenceCycles:  80,  // [vr.csv]: the fence's reference over the simple one's, at (0,0,0)
		Texture:      28,  // [vr.csv]: the fastest frame's cycles of a CU for each reference
		Queue:        39,  // [vr.csv]: by Little's law 25 to 38 references wait for data after issue
		Choice:       16,  // fitted to [vr_counters.csv]: first come first served hits too rarely, oldest first too often
		Assumed: []string{
			"H200: 26 instructions a turn; a place in the texture unit goes to the oldest of the 16 wavefronts that wait longest",
		},
	}
}

// GTX480 returns the GTX 480 with the volume renderer of the CUDA SDK 4.0. What
// there is no measurement of is assumed, and much is.
func GTX480() GPU {
	return GPU{
		Memory:   memory.GTX480(),
		Clock:    gpumodel.GTX480().Clock,
		SIMDs:    2,           // [GPG]
		Resident: 8,           // [GPG], [OCC]: workgroups of a CU
		Layout:   BlockLinear, // nouveau's 64 × 8 bytes; depth assumed
		Filter:   Trilinear,   // CUDA SDK
		Size:     1024,        // assumed
		Step:     0.004,       // assumed: 500 samples through the volume

		Instructions: 55,  // assumed: arithmetic, transfer function, blending
		Slot:         2,   // [CUDA]: a scheduler issues every other shader cycle
		Chain:        450, // assumed: 25 dependent ones of 18 cycles [VOL]
		Between:      6,   // assumed: coordinates into consecutive registers, the reference, the read
		ClockReads:   4,   // assumed: two reads, a difference, a store
		FenceCycles:  80,  // assumed, as the H200's
		Texture:      54,  // assumed: 32 for eight voxels of 32 lanes on four units at half the clock, 22 for the transfer function
		Queue:        26,  // assumed: of 24, 26, 28 and 30 the one nearest to the simple method's shares in [D4], Figure 5
		Choice:       1,   // assumed: first come first served
		Assumed: []string{
			"GTX 480: 500 samples through the volume, 55 instructions a turn, 54 cycles of the texture unit for a reference, 26 references in it",
		},
	}
}

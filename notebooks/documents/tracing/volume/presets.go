package volume

import "lanebook/gpumodel/gpu"

// OnH200 returns the H200 with the kernel of probe.cu's mode vr. [vr.csv] is in package
// silicon.
func OnH200() Renderer {
	return Renderer{
		Device:   gpu.H200(),
		Resident: 16,        // [vr.csv]: up to 58 wavefronts on average, by Little's law
		Filter:   Trilinear, // probe.cu
		Size:     1024,      // probe.cu
		Step:     0.002,     // probe.cu

		Instructions: 26,  // assumed: of the source's arithmetic and loop
		Chain:        140, // [vr.csv]: 144 to 200 cycles besides the reference, with the dummy's
		Between:      1,   // assumed
		ClockReads:   4,   // assumed: two reads, a difference, a sum
		FenceCycles:  80,  // [vr.csv]: the fence's reference over the simple one's, at (0,0,0)
		Assumed: []string{
			"H200: 26 instructions a turn; a place in the texture unit goes to the oldest of the 24 wavefronts that wait longest; sectors are asked for anew by each two lanes",
		},
	}
}

// OnGTX480 returns the GTX 480 with the volume renderer of the CUDA SDK 4.0. What
// there is no measurement of is assumed, and much is. The numbers were chosen with Figure
// 5 in view, of gpu.GTX480().Texture.Requests the one of three that is nearest to its
// 20 % of the simple method at 1×128; so Figure 5 is no test. One set serves all figures
// of [D4]. Where model and paper part, the likeliest reasons are:
//
//   - Figure 5, dummy, 1×128: 87 % instead of 80. The transfer function's texture may
//     be timed too; its short references would lower the mean.
//   - Figures 6 and 7, simple: the frequency falls from 2×64 on, not from 8×16 on.
//     Here references wait to issue only when the texture unit is full; a real unit's
//     first stage may hold them up sooner.
//   - Figure 10: 550 to 720 cycles at the volume's border instead of about 1000. Ray
//     set-up, launches and DRAM's page misses are left out, as is address translation.
func OnGTX480() Renderer {
	return Renderer{
		Device:   gpu.GTX480(),
		Resident: 8,         // [GPG], [OCC]: workgroups of a CU
		Filter:   Trilinear, // CUDA SDK
		Size:     1024,      // assumed
		Step:     0.004,     // assumed: 500 samples through the volume; the SDK's own 0.01 passes four voxels of five by

		Instructions: 48,  // assumed: arithmetic, transfer function, blending
		Chain:        650, // assumed: 25 dependent ones of 18 cycles [VOL], and the transfer function's texture hit of 200
		Between:      10,  // assumed: coordinates into consecutive registers, the reference, both reads and their shifts and stores
		ClockReads:   8,   // assumed: both reads, shifts, addresses and stores
		FenceCycles:  80,  // assumed, as the H200's
		Transfer:     22,  // assumed, for the transfer function
		Assumed: []string{
			"GTX 480: 500 samples through the volume, 48 instructions a turn, 54 cycles of the texture unit for a reference, 1850 sectors asked for at a time, chosen with the paper's Figure 5 in view",
		},
	}
}

// SiliconWindow returns the part of the picture in which the H200 is compared with
// what was measured: an eighth by a quarter, by 4 CUs, a fifth of each ray.
func SiliconWindow() Window { return Window{320, 256, 448, 512, 4, 0.2, 0} }

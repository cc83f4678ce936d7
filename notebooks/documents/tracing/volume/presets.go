package volume

import "lanebook/gpumodel/gpu"

// OnGTX480 returns the GTX 480 with the volume renderer of the CUDA SDK 4.0. What
// there is no measurement of is assumed, and much is. Figure 5 of [D4] was in view when
// it was; gpu.GTX480 says what was set from [D4]. One set serves all its figures.
func OnGTX480() Renderer {
	return Renderer{
		Device:   gpu.GTX480(),
		Resident: 8,     // [GPG], [OCC]: workgroups of a CU
		Size:     1024,  // assumed
		Step:     0.004, // assumed: 500 samples through the volume; the SDK's own 0.01 passes four voxels of five by

		Instructions: 48, // assumed: coordinates, blending, the loop
		Dependent:    25, // assumed: 450 cycles at 18 each [VOL]
		Assumed: []string{
			"GTX 480: 500 samples through the volume; 48 instructions a step, 25 of them one after another, and a reference to the transfer function; 10 one after another from the first clock read to the reference: chosen with the paper's Fig. 5 in view",
			"GTX 480: set from the paper: 18 references in the texture unit, a hit in 450 cycles of which a miss passes 250 too, sectors asked for once by each four lanes",
		},
	}
}

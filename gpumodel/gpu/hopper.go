package gpu

import "lanebook/gpumodel"

// H100 returns the H100 SXM5 with 80 GB (Hopper, GH100): the H200's chip with less memory
// and L2. What its whole GPU takes was committed before the times of package silicon's H100
// were. Only DRAM's latency is a time of one, of another H100, which somebody else measured; and the pace of a slice of the
// L2, the H200's, is a little lower for what another H100's reads say ([steady_h100.csv]).
// What is not said here of its caches, its texture unit and its dispatcher is the H200's.
func H100() gpumodel.Device {
	d, h200 := hopper("h100", "H100", "Hopper"), H200()
	d.CU.Memory.Latency = 703        // [chase_latency.csv], H100-SXM: at 1.5 GB
	d.CU.Memory.BytesPerCycle = 12.8 // [TPU]: 3.36 TB/s, over 132 SMs at 1980 MHz

	c := h200.Caches
	const part = 5. / 6                               // of the H200's stacks of memory, 5120 of 6144 bits [TPU], and of its L2, 50 of 60 MB [H100]
	c.L2.Sets = 2 * 80 * 160                          // 50 MB: [H100]
	c.L2.Slices = 80                                  // [slices_h100.csv]
	c.L2.BytesPerCycle *= part                        // assumed: of its slices
	c.L2.FarLines *= part                             // assumed: of its slices; contradicted: 0.74 [far_h100.csv], 4 GB, a sector of each of four lines
	c.Atomics.AllBack /= part                         // assumed: what joins slices and SMs is as wide as they are
	c.DRAM.Latency = d.CU.Memory.Latency              // [chase_latency.csv], H100-SXM
	c.DRAM.BytesPerCycle *= 3.36 / 4.8                // [TPU]: of what memory can deliver, the H200's part is reached
	c.DRAM.Channels = 107                             // assumed: a stack brings its channels, 5 of the 6 to which 128 were fitted
	c.DRAM.Copied = 50 * h200.Caches.DRAM.Copied / 60 // assumed: the H200's part of the L2
	c.Assumed = []string{
		"H100: the H200's caches, with 5 of 6 parts of its L2, what joins its halves (contradicted: its reads by chance say 0.74), what joins slices and SMs, and channels of memory, each of 80 slices as fast as the H200's",
		"H100: no address translation",
	}
	d.Caches, d.Texture, d.Dispatch = c, h200.Texture, h200.Dispatch
	d.Assumed = append(d.Assumed, "H100: texture unit and dispatcher as the H200's, launches by the H200's host and driver; one clock, also while matrices are multiplied")
	return d
}

// H100PCIe returns the H100 on a PCIe board.
func H100PCIe() gpumodel.Device {
	d := hopper("h100-pcie", "H100 PCIe", "Hopper")
	d.CUs = 114                      // [TPU]
	d.Clock = 1755 * gpumodel.MHz    // [TPU]; [chase_latency.csv]
	d.CU.Memory.Latency = 658        // [chase_latency.csv]: at 1.5 GB
	d.CU.Memory.BytesPerCycle = 10.2 // [TPU]: 2.04 TB/s, over 114 SMs at 1755 MHz
	return d
}

// GH200 returns the GPU of the GH200 with 96 GB (Hopper, GH100).
func GH200() gpumodel.Device {
	d := hopper("gh200", "GH200", "Hopper")
	d.CU.Memory.Latency = 689        // [chase_latency.csv]: at 2 GB
	d.CU.Memory.BytesPerCycle = 15.3 // NVIDIA, GH200 data sheet, as others quote it: 4 TB/s, over 132 SMs at 1980 MHz
	return d
}

// B200 returns the B200 (Blackwell), both dies.
func B200() gpumodel.Device {
	d := hopper("b200", "B200", "Blackwell")
	d.CUs = 148                      // [TPU]; a B200 asked in pytorch/ao, 4002
	d.Clock = 1965 * gpumodel.MHz    // [TPU]: boost
	d.CU.Memory.Latency = 859        // [chase_latency.csv]: at 1.5 GB
	d.CU.Memory.BytesPerCycle = 26.4 // pytorch/ao, 4002: 7680 bits at 2 × 3996 MHz, 7.67 TB/s; its data sheet is quoted with 8
	return d
}

// hopper returns the H200's SM under another name, with nothing of its caches, its
// texture unit, its dispatcher and of when its clock is lower, which were measured on the whole GPU.
func hopper(id, name, architecture string) gpumodel.Device {
	d := H200()
	d.ID, d.Name, d.Architecture = id, name, architecture
	d.Caches, d.Texture, d.Dispatch, d.Clocks = gpumodel.Caches{}, gpumodel.TextureUnit{}, gpumodel.Dispatch{}, gpumodel.Clocks{}
	d.Assumed = []string{name + ": an SM does as the H200's, on which nearly all of it was measured; 32-byte sectors of global memory"}
	return d
}

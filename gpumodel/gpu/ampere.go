package gpu

import "lanebook/gpumodel"

// V100 returns the Tesla V100 (Volta, GV100), with 16 GB, on a PCIe board as in [chase_latency.csv].
func V100() gpumodel.Device {
	d := sm("v100", "V100", "Volta")
	d.CUs = 80                    // [GV100]
	d.Clock = 1380 * gpumodel.MHz // [TPU]; [chase_latency.csv]
	d.LDS.Size = 96 << 10         // [OCC]
	d.CU.Memory = gpumodel.Pipe{
		Latency:       434, // [chase_latency.csv]: at 2 GB
		BytesPerCycle: 8.2, // [GV100]: 900 GB/s, over 80 SMs at 1380 MHz
		Sector:        32,  // [Guide]
	}
	d.Limits.LDS = 96 << 10 // [OCC]
	d.Limits.LDSUnit = 256  // [OCC]
	d.Limits.LDSReserved = 0
	return d
}

// A100 returns the A100 with 40 GB (Ampere, GA100). The ladder of that ID is of the 80 GB one.
func A100() gpumodel.Device {
	d := sm("a100", "A100", "Ampere")
	d.CUs = 108                   // [GA100]
	d.Clock = 1410 * gpumodel.MHz // [TPU]; [chase_latency.csv]
	d.LDS.Size = 163 << 10        // [OCC]: of a workgroup
	d.CU.Memory = gpumodel.Pipe{
		Latency:       574,  // [chase_latency.csv], A100-40: at 1.5 GB
		BytesPerCycle: 10.2, // [GA100]: 1555 GB/s, over 108 SMs at 1410 MHz
		Sector:        32,   // [Guide]
	}
	d.CU.Loads = ampereLoads()
	d.Limits.LDS = 164 << 10 // [OCC]
	d.Assumed = append(d.Assumed, "A100: the card with 40 GB; its ladder is that of the one with 80 GB")
	return d
}

// A40 returns the A40 (Ampere, GA102). How long its FP64 takes is not known.
func A40() gpumodel.Device {
	d := sm("a40", "A40", "Ampere")
	d.CUs = 84                    // [TPU]
	d.Clock = 1740 * gpumodel.MHz // [TPU]; [chase_latency.csv]
	d.Wavefronts = 12             // [Guide]: 48 of an SM
	d.LDS.Size = 99 << 10         // [OCC]: of a workgroup
	d.CU.Units[0].Count = 2       // [GA102]: 16 lanes for FP32 and 16 for FP32 or integers
	d.CU.Latency[gpumodel.FP64] = 0
	d.CU.Interval[gpumodel.FP64] = 64 // [Guide], [TPU]: 2 lanes of an SM, so 64 cycles of each scheduler
	d.CU.Memory = gpumodel.Pipe{
		Latency:       557, // [chase_latency.csv]: at 2 GB
		BytesPerCycle: 4.8, // [TPU]: 696 GB/s, over 84 SMs at 1740 MHz
		Sector:        32,  // [Guide]
	}
	d.CU.Loads = ampereLoads()
	d.Limits.LDS = 100 << 10 // [OCC]
	d.Limits.Workgroups = 16 // [OCC]
	return d
}

// ampereLoads are the loads of A100 and A40: data come through the banks of the shared
// memory, and one line of each of four banks is looked up in a cycle.
func ampereLoads() gpumodel.LoadPath {
	return gpumodel.LoadPath{
		Line:     128,                                                   // [strides.csv]
		TagBanks: gpumodel.TagBanks{0b01101111111111, 0b10111001010101}, // fitted to [strides.csv], A100's floats; A40 counts the same
		Together: true,                                                  // [strides.csv]
		Rules: []gpumodel.LoadRule{ // [strides.csv]: lsu_data_wavefronts
			{Width: 4, Groups: consecutive(32, 32), Banks: 32, BankBytes: 4},
			{Width: 8, Groups: consecutive(32, 16), Banks: 32, BankBytes: 4},
			{Width: 16, Groups: consecutive(32, 8), Banks: 32, BankBytes: 4}, // quarter-warps assumed
		},
	}
}

// sm returns an SM of Volta or the Ampere of data centres. What has no source is taken
// from the H200.
func sm(id, name, architecture string) gpumodel.Device {
	d := hopper(id, name, architecture)
	d.LDS.Latencies = nil
	d.CU.Units[0] = gpumodel.Unit{Name: "FP32", Kinds: []gpumodel.Kind{gpumodel.FP32}, Count: 1}                   // [GV100]: 16 lanes of each scheduler
	d.CU.Units = append(d.CU.Units, gpumodel.Unit{Name: "INT", Kinds: []gpumodel.Kind{gpumodel.Scalar}, Count: 1}) // [GA100]: beside FP32, as in V100
	d.CU.Latency = [gpumodel.Kinds]gpumodel.Cycles{
		gpumodel.FP32:    4,  // Jia and others 2018, arXiv:1804.06826: Volta's dependent arithmetic
		gpumodel.FP64:    8,  // Jia and others 2018
		gpumodel.SFU:     17, // assumed, as H200
		gpumodel.Scalar:  4,  // Jia and others 2018: integers as FP32
		gpumodel.Branch:  12, // assumed, as H200
		gpumodel.Local:   23, // assumed, as H200
		gpumodel.Barrier: 15, // assumed, as H200
		gpumodel.Clock:   4,  // assumed, as H200
	}
	d.CU.Interval[gpumodel.FP32] = 2   // [GA100]: 64 lanes of an SM
	d.CU.Interval[gpumodel.Scalar] = 2 // [GA100]: 64 lanes of an SM
	d.CU.Interval[gpumodel.FP64] = 4   // [GA100]: 32 lanes of an SM
	for i := range d.LDS.Rules {
		if r := &d.LDS.Rules[i]; r.Width > 4 {
			r.Assumed = name + ": shared memory serves 8-byte accesses by half-warps, 16-byte ones by quarters, and loads merge by pairs, as on the H200"
		}
	}
	d.Assumed = []string{name + ": latencies of shared memory, SFU, branches, barriers and clock reads, whose turn it is, and queues are the H200's"}
	return d
}

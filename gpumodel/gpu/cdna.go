package gpu

import "lanebook/gpumodel"

// cdnaRules are the loads of MI300X, whose groups were measured, and its stores: CDNA's LDS
// is not known to have changed before CDNA 4.
func cdnaRules(name string) []gpumodel.Rule {
	rules := cdna3().LDS.Rules
	for i := range rules {
		rules[i].Assumed = name + ": lanes are grouped as on MI300X"
	}
	return rules
}

// cdnaLoads are the loads of MI210, read off its strides: each 16 lanes that read words in a
// row take a cycle, others go in fours, past four banks of tags and eight of 8-byte data.
func cdnaLoads() gpumodel.LoadPath {
	return gpumodel.LoadPath{
		Line:     64,                      // [strides.csv]
		TagBanks: gpumodel.TagBanks{1, 2}, // [strides.csv]: line number mod 4
		Rules: []gpumodel.LoadRule{ // [strides.csv]
			{Width: 4, Rows: consecutive(64, 16), Groups: everyFourth(64), Banks: 8, BankBytes: 8},
			{Width: 8, Groups: consecutive(64, 4), Banks: 8, BankBytes: 8},
			{Width: 16, Groups: consecutive(64, 4), Banks: 8, BankBytes: 8}, // [cache_bandwidth.csv]: a load of MI300X takes 16 cycles; banks assumed, as those of 8
		},
	}
}

// MI100 returns the Instinct MI100 (CDNA, gfx908).
func MI100() gpumodel.Device {
	d := cdna3()
	d.ID, d.Name, d.Architecture = "mi100", "MI100", "CDNA"
	d.CU.Loads = cdnaLoads()         // assumed, as MI210
	d.CUs = 120                      // [ROCm]
	d.Clock = 1502 * gpumodel.MHz    // [TPU]; [ROCm] has 1.5 GHz
	d.Wavefronts = 10                // [LLVM]
	d.LDS.Rules = cdnaRules("MI100") // assumed
	d.CU.Interval[gpumodel.FP64] = 8 // [ROCm]: 64 Flops of a CU in a cycle, where FP32 has 128
	d.CU.Latency[gpumodel.FP64] = 8  // assumed: its interval
	d.CU.Memory = gpumodel.Pipe{
		Latency:       669, // [chase_latency.csv]: 637 of 1430 MHz, at 1.6 GB
		BytesPerCycle: 6.8, // [ROCm]: 1.228 TB/s, over 120 CUs at 1502 MHz
		Sector:        64,  // [RPC]: the L2 reads 64 bytes
	}
	d.Limits.Registers = 256 * 64   // [LLVM], without the accumulators
	d.Limits.RegisterUnit = 4 * 64  // [LLVM]
	d.Limits.RegistersPerLane = 256 // [LLVM]
	d.Limits.Workgroups = 40        // [LLVM]: of one wavefront
	d.Assumed = cdnaAssumed("MI100", "FP64 takes its interval")
	return d
}

// MI210 returns the Instinct MI210 (CDNA 2, gfx90a): one die of an MI250X.
func MI210() gpumodel.Device {
	d := cdna3()
	d.ID, d.Name, d.Architecture = "mi210", "MI210", "CDNA 2"
	d.CU.Loads = cdnaLoads()
	d.CUs = 104                      // [ROCm]
	d.Clock = 1700 * gpumodel.MHz    // [TPU]; [ROCm], MI250: 1.7 GHz, and FP64 as fast as FP32
	d.LDS.Rules = cdnaRules("MI210") // assumed
	d.CU.Memory = gpumodel.Pipe{
		Latency:       699, // [chase_latency.csv]: at 2 GB
		BytesPerCycle: 9.3, // [TPU]: 1.64 TB/s, over 104 CUs at 1700 MHz
		Sector:        64,  // [RPC]: the L2 reads 64 bytes
	}
	d.Assumed = cdnaAssumed("MI210", "FP64 takes as long as FP32")
	return d
}

package gpu

import "lanebook/gpumodel"

const mi300Stores = "MI300X: stores of 4 and 8 bytes are grouped like loads"

// eights are the lanes that CDNA 3 serves together when it loads 16 bytes: not consecutive
// ones.
func eights() []gpumodel.LaneMask {
	return []gpumodel.LaneMask{
		ranges(0, 3, 20, 23), ranges(4, 7, 16, 19), ranges(8, 11, 28, 31), ranges(12, 15, 24, 27),
		ranges(32, 35, 52, 55), ranges(36, 39, 48, 51), ranges(40, 43, 60, 63), ranges(44, 47, 56, 59),
	}
}

// MI300X returns the Instinct MI300X (CDNA 3, gfx942). Its caches and dispatchers are
// MI300A's, of eight dies.
func MI300X() gpumodel.Device {
	d := cdna3()
	withCaches(&d, 8, 456, 788) // [ROCm]; [chase_latency.csv]: 5 to 66 MB; 875 to 906 beyond 0.4 GB, less the TLB's 108 or so
	d.Caches.Assumed = append(d.Caches.Assumed, "MI300X: a launch takes as long as on MI300A")
	return d
}

// cdna3 returns the MI300X without what lies between its CUs and memory.
func cdna3() gpumodel.Device {
	d := Fiji()
	d.ID, d.Name, d.Architecture = "mi300x", "MI300X", "CDNA 3"
	d.CUs = 304                   // [ROCm]
	d.Wavefronts = 8              // [LLVM]
	d.Clock = 2100 * gpumodel.MHz // [ROCm]
	d.LDS.Rules = []gpumodel.Rule{
		{Op: gpumodel.Load, Width: 4, Groups: consecutive(64, 32)}, // [MI300]: the timed strides tell 32 lanes from 16
		{Op: gpumodel.Store, Width: 4, Groups: consecutive(64, 32), Assumed: mi300Stores},
		{Op: gpumodel.Load, Width: 8, Groups: consecutive(64, 16)}, // [MI300]
		{Op: gpumodel.Store, Width: 8, Groups: consecutive(64, 16), Assumed: mi300Stores},
		{Op: gpumodel.Load, Width: 16, Groups: eights()},            // [MI300], [lds_phases.csv]
		{Op: gpumodel.Store, Width: 16, Groups: consecutive(64, 8)}, // [CK]
	}
	d.CU.Latency[gpumodel.Local] = 49 // [lds_latency_amd.csv], MI308X: 52 cycles for 4 bytes and 64 for 16, of which the port takes 4 and 16
	d.CU.Loads = cdnaLoads()          // assumed, as MI210
	d.CU.Latency[gpumodel.FP64] = 4   // assumed, as FP32
	d.CU.Interval[gpumodel.FP64] = 4  // [ROCm]: 128 Flops of a CU in a cycle; FP32 has 256, by two at a time, which are left out
	d.CU.Memory.Latency = 881         // fitted to [chase_latency.csv]: 880 to 892 from 0.5 to 1.9 GB, at 2092 MHz
	d.CU.Memory.BytesPerCycle = 8.3   // [ROCm]: 5.3 TB/s, over 304 CUs at 2.1 GHz; [stream_occupancy.csv]: loads reach 4.2 of it, stores 4.8
	d.CU.Memory.Sector = 128          // assumed: a cache line; [RPC] counts reads of 32, 64 and 128 bytes
	d.Limits.Registers = 512 * 64     // [LLVM]; [ROCm]: 512 KiB of a CU
	d.Limits.RegisterUnit = 8 * 64    // [LLVM]
	d.Limits.RegistersPerLane = 512   // [LLVM]
	d.Limits.Workgroups = 32          // [LLVM]: of one wavefront
	d.Assumed = gcnAssumed("MI300X", "FP64 takes as long as FP32; memory moves 128 bytes at least, and its 5.3 TB/s are the vendor's: streams have reached 4.2 loading and 4.8 storing")
	return d
}

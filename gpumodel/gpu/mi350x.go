package gpu

import "lanebook/gpumodel"

const (
	mi350   = "MI350X: 4-byte and 16-byte stores are grouped as on CDNA 3"
	mi350x4 = "MI350X: 4-byte loads are served in halves on 32 banks, as rocRoller has it; amd-shark-ai lists all 64 lanes together on 64 banks, and shows no measurement of it"
)

// MI350X returns the Instinct MI350X (CDNA 4, gfx950), whose wide loads see 64
// banks.
func MI350X() gpumodel.Device {
	d := cdna3()
	d.ID, d.Name, d.Architecture = "mi350x", "MI350X", "CDNA 4"
	d.CUs = 256                   // [ROCm]
	d.Clock = 2200 * gpumodel.MHz // [ROCm]
	d.LDS.Size = 160 << 10        // [ROCm]
	d.LDS.Port.Bytes = 128        // [RR]: 16 lanes of 8 bytes, or 8 of 16, in a cycle; [ROCm], the draft: 256 bytes of a CU
	d.LDS.Rules = []gpumodel.Rule{
		{Op: gpumodel.Load, Width: 4, Groups: consecutive(64, 32), Assumed: mi350x4}, // [RR]; disputed by [lds_phases.csv]
		{Op: gpumodel.Store, Width: 4, Groups: consecutive(64, 32), Assumed: mi350},
		{Op: gpumodel.Load, Width: 8, Groups: consecutive(64, 32), Banks: 64}, // [lds_phases.csv]: measured twice; [RR]
		{Op: gpumodel.Store, Width: 8, Groups: consecutive(64, 16)},           // [HK]: 32 banks
		{Op: gpumodel.Load, Width: 12, Groups: eights()},                      // [lds_phases.csv]: 32 banks
		{Op: gpumodel.Load, Width: 16, Banks: 64, Groups: []gpumodel.LaneMask{ // [HK], [RR]
			ranges(0, 3, 12, 15, 20, 27), ranges(4, 11, 16, 19, 28, 31),
			ranges(32, 35, 44, 47, 52, 59), ranges(36, 43, 48, 51, 60, 63),
		}},
		{Op: gpumodel.Store, Width: 16, Groups: consecutive(64, 8), Assumed: mi350}, // [CK] has it for CDNA 3
	}
	d.CU.Loads = cdnaLoads()         // assumed, as MI210
	d.CU.Interval[gpumodel.SFU] = 8  // [ROCm], the draft: twice the rate of MI300X
	d.CU.Latency[gpumodel.SFU] = 8   // assumed: its interval
	d.CU.Memory.Latency = 881        // assumed, as MI300X
	d.CU.Memory.BytesPerCycle = 14.2 // [ROCm]: 8 TB/s, over 256 CUs at 2.2 GHz; what is reached is not known
	d.Limits.LDS = 160 << 10         // [ROCm]
	d.Limits.LDSUnit = 1280          // [LLVM]: 320 words
	d.Assumed = gcnAssumed("MI350X", "memory of MI300X's 881 cycles, which moves 128 bytes at least, and of which no stream is known; units and latencies as on CDNA 3")
	return d
}

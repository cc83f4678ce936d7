package gpu

import "lanebook/gpumodel"

// Tahiti returns the Radeon HD 7970, the first GCN.
func Tahiti() gpumodel.Device {
	d := Fiji()
	d.ID, d.Name = "tahiti", "HD 7970"
	d.CUs = 32                        // HotHardware, HD 7970 review
	d.Clock = 925 * gpumodel.MHz      // HotHardware, HD 7970 review
	d.CU.Interval[gpumodel.FP64] = 16 // [CLRX]; [TPU]: a quarter of FP32's rate
	d.CU.Latency[gpumodel.FP64] = 16  // assumed: its interval
	d.CU.Memory.BytesPerCycle = 8.9   // [TPU]: 264 GB/s over 32 CUs at 925 MHz
	d.CU.Loads = gcnLoads(18)         // assumed, as Fiji
	d.Limits.Scalars = 512            // [CLRX], occupancy table
	d.Limits.ScalarUnit = 8           // [CLRX], occupancy table
	d.Limits.LDSUnit = 256            // [LLVM]: 64 words before GCN 2
	d.Assumed = gcnAssumed("HD 7970", gcnLatencies)
	return d
}

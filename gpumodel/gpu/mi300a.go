package gpu

import "lanebook/gpumodel"

// MI300A returns the Instinct MI300A (CDNA 3, gfx942), the six dies (XCDs) of which are as
// MI300X's eight. Silicon's MI300AResults are of a die alone, as a sixth of this. It is not in
// All: nothing but time is known of it beside MI300X.
func MI300A() gpumodel.Device {
	d := cdna3()
	d.ID, d.Name = "mi300a", "MI300A"
	d.CUs = 228                      // [ROCm]
	d.CU.Loads = cdnaLoads()         // assumed, as MI210
	d.CU.Memory.Latency = 714        // [chase_latency.csv]: 822 at 1.4 GB, less the TLB's 108
	d.CU.Memory.BytesPerCycle = 11.1 // [ROCm]: 5.3 TB/s, over 228 CUs at 2.1 GHz
	withCaches(&d, 6, 448, 714)      // [ROCm]; [chase_latency.csv]: 13 to 66 MB; as CU.Memory.Latency
	d.Assumed = gcnAssumed("MI300A", "FP64 takes as long as FP32; lanes are grouped as on MI300X")
	return d
}

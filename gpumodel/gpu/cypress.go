package gpu

import "lanebook/gpumodel"

// Cypress returns the Radeon HD 5870, a Cypress.
func Cypress() gpumodel.Machine {
	return gpumodel.Machine{
		Name:       "Cypress",
		PeakFlops:  544e9, // HotHardware, HD 5870 review
		Nanometres: 40,    // [D3]
		Levels: []gpumodel.Level{
			{Name: gpumodel.NearMemory, BytesPerSecond: 20 * 64 * 850e6}, // L1, 1.088 TB/s: 64 bytes a cycle (assumed) of 20 SIMDs at 850 MHz; PC Ekspert's review has 1 TB/s
			{Name: gpumodel.DeviceMemory, BytesPerSecond: 153.6e9},       // iXBT Labs, R8xx review
			{Name: gpumodel.PCIe, BytesPerSecond: 5e9},                   // assumed: of PCIe 2.0's 8 GB/s
			{Name: gpumodel.HostMemory, BytesPerSecond: 18e9},            // assumed: of three channels' 25.6 GB/s
		},
		Assumed: []string{"Cypress: L1 of 64 bytes a cycle and SIMD; 5 GB/s over PCIe, 18 GB/s of host memory"},
	}
}

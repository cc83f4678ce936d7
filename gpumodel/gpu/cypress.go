package gpu

import "lanebook/gpumodel"

// Cypress returns the Radeon HD 5870, a Cypress.
func Cypress() gpumodel.Machine {
	return gpumodel.Machine{
		Name:        "Cypress",
		PeakFlops:   544e9,  // HotHardware, HD 5870 review
		SingleFlops: 2720e9, // HotHardware, HD 5870 review
		Nanometres:  40,     // [D3]
		Levels: []gpumodel.Level{
			{Name: gpumodel.NearMemory, BytesPerSecond: 20 * 64 * 850e6}, // L1, 1.088 TB/s: 20 SIMDs at 850 MHz, of 16 stream cores with 4 bytes a cycle (AMD's OpenCL guide, memories of the HD 5870); PC Ekspert's review has 1 TB/s
			{Name: gpumodel.DeviceMemory, BytesPerSecond: 153.6e9},       // iXBT Labs, R8xx review
			{Name: gpumodel.PCIe, BytesPerSecond: 5e9},                   // assumed: of PCIe 2.0's 8 GB/s
			{Name: gpumodel.HostMemory, BytesPerSecond: 18e9},            // assumed: of three channels' 25.6 GB/s
		},
		Assumed: []string{"Cypress: 5 GB/s over PCIe, 18 GB/s of host memory"},
	}
}

// CypressSIMD returns what kernels are resident on in one of Cypress's 20 SIMDs, a CU
// of one SIMD: enough for Occupancy and for nothing else.
func CypressSIMD() gpumodel.Device {
	const registers = 4 // 4-byte words of each of its registers
	return gpumodel.Device{
		Name:       "Cypress",
		Lanes:      64,
		CUs:        20,
		SIMDs:      1,
		Wavefronts: 24, // assumed: 496 of the GPU, as AMD's OpenCL guide has it, over 20 SIMDs
		LDS:        gpumodel.LDS{Size: 32 << 10},
		Limits: gpumodel.Limits{
			Registers:        248 * registers * 64, // assumed: AMD's OpenCL guide, table of wavefronts by registers
			RegisterUnit:     registers * 64,
			RegistersPerLane: 124 * registers, // assumed: the same table ends at 124
			LDS:              32 << 10,        // assumed: AMD's OpenCL guide
			LDSUnit:          256,             // assumed
			Workgroups:       8,               // assumed
			WorkgroupLanes:   256,             // assumed: AMD's OpenCL guide
		},
		Assumed: []string{"Cypress: 248 registers of 16 bytes for the lanes of a SIMD, 124 of one lane, 24 wavefronts, 8 workgroups of 256 lanes at most, 32 KB of LDS in units of 256 bytes"},
	}
}

package gpu

import "lanebook/gpumodel"

// C2050 returns the Tesla C2050, a Fermi, which document [D3] speaks of.
func C2050() gpumodel.Machine {
	const sms, clock = 14, 1.15e9 // NVIDIA, Tesla C2050: 448 cores at 1.15 GHz
	return gpumodel.Machine{
		Name:        "Fermi",
		PeakFlops:   sms * 32 * clock,     // NVIDIA, Tesla C2050: 515 Gflops; 16 multiply-adds a cycle and SM
		SingleFlops: sms * 32 * 2 * clock, // NVIDIA, Tesla C2050: 1.03 Tflops
		Nanometres:  40,                   // [D3]
		Levels: []gpumodel.Level{
			{Name: gpumodel.NearMemory, BytesPerSecond: sms * 32 * 4 * clock / 2}, // [CUDA]: 32 banks, 4 bytes of each every two cycles; 1.03 TB/s, where [D3] has 1
			{Name: gpumodel.DeviceMemory, BytesPerSecond: 144e9},                  // NVIDIA, Tesla C2050
			{Name: gpumodel.PCIe, BytesPerSecond: 5e9},                            // assumed: of PCIe 2.0's 8 GB/s
			{Name: gpumodel.HostMemory, BytesPerSecond: 18e9},                     // assumed: of three channels' 25.6 GB/s
		},
		Assumed: []string{"C2050: 5 GB/s over PCIe, 18 GB/s of host memory"},
	}
}

package gpu

import "lanebook/gpumodel"

// C2050 returns the Tesla C2050, a Fermi, as document [D3] has it.
func C2050() gpumodel.Machine {
	return gpumodel.Machine{
		Name:       "Fermi",
		PeakFlops:  515e9, // Nath, Tomov and Dongarra 2010: 300 Gflops are 58 %
		Nanometres: 40,    // [D3]
		Levels: []gpumodel.Level{
			{Name: gpumodel.NearMemory, BytesPerSecond: 1.024e12}, // [D3]: "1 TB/s", which is 1.024·10¹² there: 341 Gflops
			{Name: gpumodel.DeviceMemory, BytesPerSecond: 144e9},  // assumed
			{Name: gpumodel.PCIe, BytesPerSecond: 5e9},            // assumed: of PCIe 2.0's 8 GB/s
			{Name: gpumodel.HostMemory, BytesPerSecond: 18e9},     // assumed: of three channels' 25.6 GB/s
		},
		Assumed: []string{"C2050: 144 GB/s of device memory, 5 GB/s over PCIe, 18 GB/s of host memory"},
	}
}

package gpu

import "lanebook/gpumodel"

// FourBanks returns no GPU at all but the toy with which the FFT document [D5]
// explains padding: 4 banks of 4-byte words and wavefronts of 4 lanes, so that
// one pass serves one row of a 4 × 4 tile. All else is the H200's.
func FourBanks() gpumodel.Device {
	d := H200()
	d.ID, d.Name = "four-banks", "toy of 4 banks"
	d.Architecture = "none"
	d.Lanes, d.LDS.Lanes, d.LDS.Banks = 4, 4, 4
	d.LDS.Latencies = nil
	d.LDS.Rules = []gpumodel.Rule{
		{Op: gpumodel.Load, Width: 4, Groups: consecutive(4, 4)},
		{Op: gpumodel.Store, Width: 4, Groups: consecutive(4, 4)},
	}
	return d
}

package gpumodel

// Tahiti returns the Radeon HD 7970, the first GCN.
func Tahiti() Device {
	d := Fiji()
	d.Name = "HD 7970"
	d.CUs = 32          // HotHardware, HD 7970 review
	d.Clock = 925 * MHz // HotHardware, HD 7970 review
	return d
}

// Fiji returns the Radeon R9 Fury X, a GCN 3: the LDS of document [D1].
func Fiji() Device {
	return Device{
		Name:         "R9 Fury X",
		Architecture: "GCN",
		Lanes:        64,         // [D1], [RPC]
		CUs:          64,         // AMD GPUOpen, "AMD GCN assembly: cross-lane operations"
		SIMDs:        4,          // MGPUSim's R9 Nano
		Wavefronts:   10,         // [D1]; MGPUSim's R9 Nano
		Clock:        1050 * MHz, // AMD GPUOpen, as above
		LDS: LDS{
			Size:       64 << 10, // [D1], [APP]
			Lanes:      64,
			Banks:      32, // [D1], [APP]
			Interleave: 4,  // [D1], [APP]
			RowBytes:   4,  // [D1], [APP]
			EmptyGroup: 1,  // Omniperf's LDS examples on MI250: an empty half still counts one
			Rules: []Rule{
				{Op: Load, Width: 4, Groups: consecutive(64, 32)},  // [APP]: half-wavefronts
				{Op: Store, Width: 4, Groups: consecutive(64, 32)}, // [APP]
				{Op: Load, Width: 8, Groups: consecutive(64, 16)},  // [APP]: quarter-wavefronts
				{Op: Store, Width: 8, Groups: consecutive(64, 16)}, // [APP]
				{Op: Load, Width: 16, Groups: consecutive(64, 8)},  // assumed, as [CK] has it for CDNA's stores
				{Op: Store, Width: 16, Groups: consecutive(64, 8)}, // assumed, as [CK] has it for CDNA
			},
			Port: Port{
				Count:        2,  // [RPC]: a port for each pair of SIMDs
				Lanes:        16, // [RPC], [D1]'s closing remark
				Bytes:        64, // [RPC]: 64 bytes a cycle and port
				StoreAddress: 4,  // [RPC], [RR]: stores share the port between address and data
			},
			Assumed: []string{"GCN: 16-byte accesses are served in groups of 8 consecutive lanes"},
		},
	}
}

// MI300X returns the Instinct MI300X (CDNA 3, gfx942).
func MI300X() Device {
	d := Fiji()
	d.Name, d.Architecture = "MI300X", "CDNA 3"
	d.CUs = 304          // [ROCm]
	d.Wavefronts = 8     // assumed
	d.Clock = 2100 * MHz // assumed
	d.LDS.Rules = []Rule{
		{Op: Load, Width: 4, Groups: consecutive(64, 32)},  // [MI300]: the timed strides tell 32 lanes from 16
		{Op: Store, Width: 4, Groups: consecutive(64, 32)}, // assumed, as for loads
		{Op: Load, Width: 8, Groups: consecutive(64, 16)},  // [MI300]
		{Op: Store, Width: 8, Groups: consecutive(64, 16)}, // assumed, as for loads
		{Op: Load, Width: 16, Groups: []LaneMask{ // [MI300]; not consecutive
			ranges(0, 3, 20, 23), ranges(4, 7, 16, 19), ranges(8, 11, 28, 31), ranges(12, 15, 24, 27),
			ranges(32, 35, 52, 55), ranges(36, 39, 48, 51), ranges(40, 43, 60, 63), ranges(44, 47, 56, 59),
		}},
		{Op: Store, Width: 16, Groups: consecutive(64, 8)}, // [CK]
	}
	d.LDS.Assumed = []string{"MI300X: stores of 4 and 8 bytes are grouped like loads"}
	d.Assumed = []string{"MI300X: 8 wavefronts a SIMD, 2.1 GHz"}
	return d
}

// MI350X returns the Instinct MI350X (CDNA 4, gfx950), whose wide loads see 64
// banks.
func MI350X() Device {
	d := MI300X()
	d.Name, d.Architecture = "MI350X", "CDNA 4"
	d.CUs = 256            // [ROCm]
	d.Clock = 2200 * MHz   // assumed
	d.LDS.Size = 160 << 10 // [ROCm]
	d.LDS.Port.Bytes = 128 // [RR]: 16 lanes of 8 bytes, or 8 of 16, in a cycle
	d.LDS.Rules = []Rule{
		{Op: Load, Width: 4, Groups: consecutive(64, 32)},            // assumed, as on CDNA 3
		{Op: Store, Width: 4, Groups: consecutive(64, 32)},           // assumed, as on CDNA 3
		{Op: Load, Width: 8, Groups: consecutive(64, 32), Banks: 64}, // [HK], [RR]: 64 banks; groups assumed
		{Op: Store, Width: 8, Groups: consecutive(64, 16)},           // [HK]: 32 banks
		{Op: Load, Width: 16, Banks: 64, Groups: []LaneMask{ // [HK], [RR]
			ranges(0, 3, 12, 15, 20, 27), ranges(4, 11, 16, 19, 28, 31),
			ranges(32, 35, 44, 47, 52, 59), ranges(36, 43, 48, 51, 60, 63),
		}},
		{Op: Store, Width: 16, Groups: consecutive(64, 8)}, // [CK], as on CDNA 3
	}
	d.Assumed = []string{"MI350X: 8 wavefronts a SIMD, 2.2 GHz"}
	d.LDS.Assumed = []string{
		"MI350X: 4-byte accesses and stores are grouped as on CDNA 3",
		"MI350X: 8-byte loads are served in two groups of 32 consecutive lanes",
	}
	return d
}

package gpu

import "lanebook/gpumodel"

// RX6900XT returns the Radeon RX 6900 XT (RDNA 2, gfx1030), with one CU of a pair (CU
// mode). How its LDS serves lanes and how long loads take is not known: accesses are
// refused.
func RX6900XT() gpumodel.Device {
	d := rdna("rx6900xt", "RX 6900 XT", "RDNA 2")
	d.CUs = 80                       // [ROCm]
	d.Clock = 2250 * gpumodel.MHz    // [TPU]: boost; [chase_latency.csv] ran at 2560
	d.CU.Latency[gpumodel.FP64] = 22 // [SCHED], GFX10
	d.CU.Loads = gpumodel.LoadPath{  // assumed: this is the RDNA 2 of [strides.csv]
		Line:     128,                     // [strides.csv], RDNA2
		TagBanks: gpumodel.TagBanks{1, 2}, // [strides.csv]: four lines of a row in a cycle
		Together: true,                    // [strides.csv]
		Rules: []gpumodel.LoadRule{ // [strides.csv]
			{Width: 4, Groups: consecutive(32, 32), Banks: 32, BankBytes: 4},
			{Width: 8, Groups: consecutive(32, 16), Banks: 32, BankBytes: 4},
		},
	}
	d.Limits.Registers = 1024 * 32  // [LLVM]
	d.Limits.RegisterUnit = 16 * 32 // [LLVM]
	return d
}

// W7900 returns the Radeon Pro W7900 (RDNA 3, gfx1100), with one CU of a pair (CU mode).
// How long its loads take is not known, nor how its stores are served.
func W7900() gpumodel.Device {
	d := rdna("w7900", "PRO W7900", "RDNA 3")
	d.CUs = 96                    // [ROCm]
	d.Clock = 2495 * gpumodel.MHz // [TPU]: boost
	fp64OfRDNA3(&d)
	d.Limits.Registers = 1536 * 32  // [LLVM]
	d.Limits.RegisterUnit = 24 * 32 // [LLVM]
	d.LDS.Rules = []gpumodel.Rule{  // [lds_phases.csv]
		{Op: gpumodel.Load, Width: 4, Groups: consecutive(32, 32)},
		{Op: gpumodel.Load, Width: 8, Groups: consecutive(32, 16)},
		{Op: gpumodel.Load, Width: 16, Groups: []gpumodel.LaneMask{ranges(0, 3, 20, 23), ranges(4, 7, 16, 19), ranges(8, 11, 28, 31), ranges(12, 15, 24, 27)}},
	}
	return d
}

// RX9070XT returns the Radeon RX 9070 XT (RDNA 4, gfx1201), with one CU of a pair (CU
// mode). How long its loads take is not known, nor how its stores are served.
func RX9070XT() gpumodel.Device {
	d := rdna("rx9070xt", "RX 9070 XT", "RDNA 4")
	d.CUs = 64                      // [ROCm]
	d.Clock = 2970 * gpumodel.MHz   // [TPU]: boost
	d.CU.Latency[gpumodel.SFU] = 9  // [SCHED], GFX12, the newest; before it 10
	fp64OfRDNA3(&d)                 // [SCHED], GFX12 as GFX11
	d.Limits.Registers = 1536 * 32  // [LLVM]
	d.Limits.RegisterUnit = 24 * 32 // [LLVM]
	d.LDS.Rules = []gpumodel.Rule{  // [lds_phases.csv]
		{Op: gpumodel.Load, Width: 4, Groups: consecutive(32, 32)},
		{Op: gpumodel.Load, Width: 8, Groups: consecutive(32, 16)},
		{Op: gpumodel.Load, Width: 16, Groups: consecutive(32, 8)},
	}
	return d
}

// fp64OfRDNA3 sets the FP64 of RDNA 3 and 4: half the rate of RDNA 2's. [TPU] has as much as
// there, a 32nd of an FP32 that counts the two instructions of one word.
func fp64OfRDNA3(d *gpumodel.Device) {
	d.CU.Latency[gpumodel.FP64] = 38  // [SCHED], GFX11
	d.CU.Interval[gpumodel.FP64] = 32 // [RPC], RDNA 3.5: 4 Flops of a CU in a cycle; [clpeak], issue 127: 3.9 on a gfx1103
}

// rdna returns what the three have in common. Latencies that are zero are not known: the
// model refuses to run what needs them.
func rdna(id, name, architecture string) gpumodel.Device {
	return gpumodel.Device{
		ID:           id,
		Name:         name,
		Architecture: architecture,
		Lanes:        32, // [ROCm]
		SIMDs:        2,  // [LLVM]: of a CU
		Wavefronts:   16, // [LLVM]
		LDS: gpumodel.LDS{
			Size:       64 << 10, // [ROCm]: 128 KB of a pair of CUs; 64 of a workgroup in CU mode
			Lanes:      32,
			Banks:      32, // [lds_rdna.csv]: strides of 128 bytes and more take longest
			Interleave: 4,  // [lds_rdna.csv]
			RowBytes:   4,  // assumed
			Assumed:    name + ": a bank delivers 4 bytes in a pass",
		},
		CU: gpumodel.CU{
			Policy:   gpumodel.Oldest, // assumed
			Picks:    4,               // assumed: one instruction of each kind
			Dispatch: 1,               // [RPC]; the two of one instruction word of RDNA 3 and later are left out
			Cadence:  1,               // [RPC]: 32 lanes of a SIMD in a cycle
			Units: []gpumodel.Unit{
				{Name: "vector ALU", Kinds: []gpumodel.Kind{gpumodel.FP32, gpumodel.FP64}, Count: 1},                       // [RPC]: 32 lanes of each of two SIMDs
				{Name: "transcendental ALU", Kinds: []gpumodel.Kind{gpumodel.SFU}, Count: 1},                               // [SCHED]: beside the vector ALU
				{Name: "scalar ALU", Kinds: []gpumodel.Kind{gpumodel.Scalar}, Count: 1},                                    // assumed: one of each SIMD
				{Name: "branch unit", Kinds: []gpumodel.Kind{gpumodel.Branch}, Count: 1},                                   // assumed
				{Name: "LDS", Kinds: []gpumodel.Kind{gpumodel.Local}, Count: 1, Shared: true},                              // assumed
				{Name: "vector memory", Kinds: []gpumodel.Kind{gpumodel.Global, gpumodel.Texture}, Count: 1, Shared: true}, // assumed
			},
			Latency: [gpumodel.Kinds]gpumodel.Cycles{ // of Local, Barrier and Clock not known
				gpumodel.FP32:   5,  // [SCHED]
				gpumodel.SFU:    10, // [SCHED]
				gpumodel.Scalar: 2,  // [SCHED]
				gpumodel.Branch: 32, // [SCHED]
			},
			Interval: [gpumodel.Kinds]gpumodel.Cycles{
				gpumodel.FP32:    1,  // [RPC]
				gpumodel.FP64:    16, // [TPU]: a sixteenth of FP32's rate, of RDNA 2
				gpumodel.SFU:     4,  // [SCHED]: a quarter of FP32's rate
				gpumodel.Scalar:  1,  // assumed
				gpumodel.Branch:  1,  // assumed
				gpumodel.Local:   1,  // the banks of the LDS set the pace
				gpumodel.Global:  1,  // assumed
				gpumodel.Texture: 1,  // assumed
			},
			LocalQueue: 4, // assumed
		},
		Limits: gpumodel.Limits{
			RegistersPerLane: 256,      // [LLVM]
			LDS:              64 << 10, // [ROCm], as above
			LDSUnit:          512,      // [LLVM]: 128 words
			Workgroups:       32,       // [LLVM]: of one wavefront
			Barriers:         16,       // [LLVM], CU mode
			WorkgroupLanes:   1024,     // [LLVM]
		},
		Assumed: []string{name + ": oldest first, an instruction of each kind in a cycle, a scalar ALU and a branch unit of each SIMD, one LDS and one vector memory unit of the CU, 4 accesses of a SIMD wait for the LDS; latencies are those by which LLVM schedules"},
	}
}

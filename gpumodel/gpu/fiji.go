package gpu

import "lanebook/gpumodel"

const gcn16 = "GCN: 16-byte accesses are served in groups of 8 consecutive lanes"

// Fiji returns the Radeon R9 Fury X, a GCN 3: the LDS of document [D1].
func Fiji() gpumodel.Device {
	return gpumodel.Device{
		ID:           "fiji",
		Name:         "R9 Fury X",
		Architecture: "GCN",
		Lanes:        64,                  // [D1], [RPC]
		CUs:          64,                  // AMD GPUOpen, "AMD GCN assembly: cross-lane operations"
		SIMDs:        4,                   // MGPUSim's R9 Nano
		Wavefronts:   10,                  // [D1]; MGPUSim's R9 Nano
		Clock:        1050 * gpumodel.MHz, // AMD GPUOpen, as above
		LDS: gpumodel.LDS{
			Size:       64 << 10, // [D1], [APP]
			Lanes:      64,
			Banks:      32, // [D1], [APP]
			Interleave: 4,  // [D1], [APP]
			RowBytes:   4,  // [D1], [APP]
			EmptyGroup: 1,  // Omniperf's LDS examples on MI250: an empty half still counts one
			Rules: []gpumodel.Rule{
				{Op: gpumodel.Load, Width: 4, Groups: consecutive(64, 32)},                  // [APP]: half-wavefronts
				{Op: gpumodel.Store, Width: 4, Groups: consecutive(64, 32)},                 // [APP]
				{Op: gpumodel.Load, Width: 8, Groups: consecutive(64, 16)},                  // [APP]: quarter-wavefronts
				{Op: gpumodel.Store, Width: 8, Groups: consecutive(64, 16)},                 // [APP]
				{Op: gpumodel.Load, Width: 16, Groups: consecutive(64, 8), Assumed: gcn16},  // as [CK] has it for CDNA's stores
				{Op: gpumodel.Store, Width: 16, Groups: consecutive(64, 8), Assumed: gcn16}, // as [CK] has it for CDNA
			},
			Port: gpumodel.Port{
				Count:        2,  // [RPC]: a port for each pair of SIMDs
				Lanes:        16, // [RPC], [D1]'s closing remark
				Bytes:        64, // [RPC]: 64 bytes a cycle and port
				StoreAddress: 4,  // [RPC], [RR]: stores share the port between address and data
			},
		},
		CU: gpumodel.CU{
			Policy:   gpumodel.Oldest, // MGPUSim's R9 Nano
			Picks:    5,               // [CLRX]: up to five instructions, of different kinds and wavefronts
			Dispatch: 1,               // [CLRX]
			Cadence:  4,               // [D1], [CLRX]: the SIMDs take turns
			Units: []gpumodel.Unit{
				{Name: "vector ALU", Kinds: []gpumodel.Kind{gpumodel.FP32, gpumodel.FP64, gpumodel.SFU}, Count: 1},         // [D1]: 16 lanes of each SIMD
				{Name: "scalar ALU", Kinds: []gpumodel.Kind{gpumodel.Scalar}, Count: 1, Shared: true},                      // [CLRX]: one instruction a cycle
				{Name: "branch unit", Kinds: []gpumodel.Kind{gpumodel.Branch}, Count: 1, Shared: true},                     // assumed
				{Name: "LDS", Kinds: []gpumodel.Kind{gpumodel.Local}, Count: 1, Shared: true},                              // [RPC]
				{Name: "vector memory", Kinds: []gpumodel.Kind{gpumodel.Global, gpumodel.Texture}, Count: 1, Shared: true}, // [RPC]: one address unit
			},
			Latency: [gpumodel.Kinds]gpumodel.Cycles{
				gpumodel.FP32:    4,  // [CLRX]
				gpumodel.FP64:    64, // assumed: its interval
				gpumodel.SFU:     16, // assumed: its interval
				gpumodel.Scalar:  4,  // [CLRX]
				gpumodel.Branch:  16, // assumed
				gpumodel.Local:   64, // assumed
				gpumodel.Barrier: 4,  // assumed
				gpumodel.Clock:   4,  // assumed
			},
			Interval: [gpumodel.Kinds]gpumodel.Cycles{
				gpumodel.FP32:    4,  // [D1]: 64 lanes over 16
				gpumodel.FP64:    64, // [CLRX], [TPU]: a sixteenth of FP32's rate
				gpumodel.SFU:     16, // [SCHED]: a quarter of FP32's rate
				gpumodel.Scalar:  1,  // [CLRX]
				gpumodel.Branch:  1,  // assumed
				gpumodel.Local:   1,  // the ports of the LDS set the pace
				gpumodel.Global:  4,  // [gcn_loads.csv]: words in a row; Loads has the others
				gpumodel.Texture: 16, // [gcn_loads.csv]: a texel of up to 8 bytes, neighbours in a row
			},
			Loads:      gcnLoads(18), // [gcn_loads.csv]
			LocalQueue: 4,            // assumed
			Memory: gpumodel.Pipe{
				Latency:       350, // assumed
				BytesPerCycle: 7.6, // AMD GPUOpen, as above: 512 GB/s, over 64 CUs at 1050 MHz
				Sector:        64,  // [APP]: a cache line
			},
		},
		Limits: gpumodel.Limits{
			Registers:        256 * 64, // [CLRX], [LLVM]
			RegisterUnit:     4 * 64,   // [LLVM]
			RegistersPerLane: 256,      // [LLVM]
			Scalars:          800,      // [LLVM]
			ScalarUnit:       16,       // [LLVM]
			LDS:              64 << 10, // [D1], [APP]
			LDSUnit:          512,      // [LLVM]: 128 words
			Workgroups:       40,       // [LLVM]: of one wavefront
			Barriers:         16,       // [LLVM]
			WorkgroupLanes:   1024,     // [LLVM]
		},
		Assumed: gcnAssumed("R9 Fury X", gcnLatencies),
	}
}

// gcnLoads are the loads of a GCN: four cycles where each 16 lanes read words in a row, and
// otherwise four lanes in a cycle; of two words so many cycles. Which four, no source says: MI210's are assumed.
func gcnLoads(two int) gpumodel.LoadPath {
	return gpumodel.LoadPath{
		Line:     64,                      // [APP]
		TagBanks: gpumodel.TagBanks{1, 2}, // assumed, as MI210
		Rules: []gpumodel.LoadRule{ // [gcn_loads.csv]
			{Width: 4, Rows: consecutive(64, 16), Groups: everyFourth(64)},
			{Width: 8, Groups: consecutive(64, 4), Least: two},
			{Width: 12, Groups: consecutive(64, 4)},
			{Width: 16, Groups: consecutive(64, 4)},
		},
	}
}

// cdnaAssumed lists what a CDNA device older than MI300X has no source for.
func cdnaAssumed(name, more string) []string {
	return gcnAssumed(name, more+"; units and latencies as on CDNA 3")
}

// gcnLatencies is what a GCN has no source for besides.
const gcnLatencies = "latencies of the LDS (64 cycles), memory (350) and FP64 (its interval)"

// gcnAssumed lists what the CU of a GCN or CDNA device has no source for, and
// what else its preset assumes.
func gcnAssumed(name string, more ...string) []string {
	own := []string{
		name + ": a branch unit of the CU, a branch a cycle; latencies of branch (16 cycles), barrier and clock reads (4) and SFU (its interval); 4 accesses of a SIMD wait for the LDS",
	}
	for _, m := range more {
		own = append(own, name+": "+m)
	}
	return own
}

package gpumodel

// What several rules have no source for.
const (
	gcn16       = "GCN: 16-byte accesses are served in groups of 8 consecutive lanes"
	mi300Stores = "MI300X: stores of 4 and 8 bytes are grouped like loads"
	mi350       = "MI350X: 4-byte accesses and 16-byte stores are grouped as on CDNA 3"
)

// Tahiti returns the Radeon HD 7970, the first GCN.
func Tahiti() Device {
	d := Fiji()
	d.Name = "HD 7970"
	d.CUs = 32                  // HotHardware, HD 7970 review
	d.Clock = 925 * MHz         // HotHardware, HD 7970 review
	d.CU.Interval[FP64] = 16    // [CLRX]: a quarter of FP32's rate
	d.CU.Latency[FP64] = 16     // assumed: its interval
	d.CU.Memory.Bandwidth = 8.9 // assumed: 264 GB/s over 32 CUs at 925 MHz
	d.Limits.Scalars = 512      // [CLRX], occupancy table
	d.Limits.ScalarUnit = 8     // [CLRX], occupancy table
	d.Limits.LDSUnit = 256      // [LLVM]: 64 words before GCN 2
	d.Assumed = gcnAssumed("HD 7970", "264 GB/s of memory")
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
				{Op: Load, Width: 4, Groups: consecutive(64, 32)},                  // [APP]: half-wavefronts
				{Op: Store, Width: 4, Groups: consecutive(64, 32)},                 // [APP]
				{Op: Load, Width: 8, Groups: consecutive(64, 16)},                  // [APP]: quarter-wavefronts
				{Op: Store, Width: 8, Groups: consecutive(64, 16)},                 // [APP]
				{Op: Load, Width: 16, Groups: consecutive(64, 8), Assumed: gcn16},  // as [CK] has it for CDNA's stores
				{Op: Store, Width: 16, Groups: consecutive(64, 8), Assumed: gcn16}, // as [CK] has it for CDNA
			},
			Port: Port{
				Count:        2,  // [RPC]: a port for each pair of SIMDs
				Lanes:        16, // [RPC], [D1]'s closing remark
				Bytes:        64, // [RPC]: 64 bytes a cycle and port
				StoreAddress: 4,  // [RPC], [RR]: stores share the port between address and data
			},
		},
		CU: CU{
			Policy:   Oldest, // MGPUSim's R9 Nano
			Picks:    5,      // [CLRX]: up to five instructions, of different kinds and wavefronts
			Dispatch: 1,      // [CLRX]
			Cadence:  4,      // [D1], [CLRX]: the SIMDs take turns
			Units: []Unit{
				{Name: "vector ALU", Kinds: []Kind{FP32, FP64, SFU}, Count: 1},                  // [D1]: 16 lanes of each SIMD
				{Name: "scalar ALU", Kinds: []Kind{Scalar}, Count: 1, Shared: true},             // [CLRX]: one instruction a cycle
				{Name: "branch unit", Kinds: []Kind{Branch}, Count: 1, Shared: true},            // assumed
				{Name: "LDS", Kinds: []Kind{Local}, Count: 1, Shared: true},                     // [RPC]
				{Name: "vector memory", Kinds: []Kind{Global, Texture}, Count: 1, Shared: true}, // [RPC]: one address unit
			},
			Latency: [Kinds]Cycles{
				FP32:    4,  // [CLRX]
				FP64:    64, // assumed: its interval
				SFU:     16, // assumed: its interval
				Scalar:  4,  // [CLRX]
				Branch:  16, // assumed
				Local:   64, // assumed
				Barrier: 4,  // assumed
				Clock:   4,  // assumed
			},
			Interval: [Kinds]Cycles{
				FP32:    4,  // [D1]: 64 lanes over 16
				FP64:    64, // [CLRX]: a sixteenth of FP32's rate
				SFU:     16, // assumed: a quarter of FP32's rate
				Scalar:  1,  // [CLRX]
				Branch:  1,  // assumed
				Local:   1,  // the ports of the LDS set the pace
				Global:  4,  // assumed: 16 addresses a cycle
				Texture: 4,  // assumed: 16 addresses a cycle
			},
			LocalQueue: 4, // assumed
			Memory: Pipe{
				Latency:   350, // assumed
				Bandwidth: 7.6, // AMD GPUOpen, as above: 512 GB/s, over 64 CUs at 1050 MHz
				Sector:    64,  // [APP]: a cache line
			},
		},
		Limits: Limits{
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
		Assumed: gcnAssumed("R9 Fury X"),
	}
}

// gcnAssumed lists what the CU of a GCN or CDNA device has no source for, and
// what else its preset assumes.
func gcnAssumed(name string, more ...string) []string {
	own := []string{
		name + ": latencies of LDS (64 cycles), branch (16), barrier (4), FP64 and SFU (their intervals) and memory; SFU at a quarter of FP32's rate; 16 addresses a cycle; 4 accesses of a SIMD wait for the LDS",
	}
	for _, m := range more {
		own = append(own, name+": "+m)
	}
	return own
}

// MI300X returns the Instinct MI300X (CDNA 3, gfx942).
func MI300X() Device {
	d := Fiji()
	d.Name, d.Architecture = "MI300X", "CDNA 3"
	d.CUs = 304          // [ROCm]
	d.Wavefronts = 8     // [LLVM]
	d.Clock = 2100 * MHz // assumed
	d.LDS.Rules = []Rule{
		{Op: Load, Width: 4, Groups: consecutive(64, 32)}, // [MI300]: the timed strides tell 32 lanes from 16
		{Op: Store, Width: 4, Groups: consecutive(64, 32), Assumed: mi300Stores},
		{Op: Load, Width: 8, Groups: consecutive(64, 16)}, // [MI300]
		{Op: Store, Width: 8, Groups: consecutive(64, 16), Assumed: mi300Stores},
		{Op: Load, Width: 16, Groups: []LaneMask{ // [MI300]; not consecutive
			ranges(0, 3, 20, 23), ranges(4, 7, 16, 19), ranges(8, 11, 28, 31), ranges(12, 15, 24, 27),
			ranges(32, 35, 52, 55), ranges(36, 39, 48, 51), ranges(40, 43, 60, 63), ranges(44, 47, 56, 59),
		}},
		{Op: Store, Width: 16, Groups: consecutive(64, 8)}, // [CK]
	}
	d.CU.Latency[FP64] = 4          // assumed, as FP32
	d.CU.Interval[FP64] = 4         // assumed, as FP32
	d.CU.Memory.Latency = 800       // assumed
	d.CU.Memory.Bandwidth = 8.3     // assumed: 5.3 TB/s, over 304 CUs at 2.1 GHz
	d.CU.Memory.Sector = 128        // assumed: a cache line
	d.Limits.Registers = 512 * 64   // [LLVM]; [ROCm]: 512 KiB of a CU
	d.Limits.RegisterUnit = 8 * 64  // [LLVM]
	d.Limits.RegistersPerLane = 512 // [LLVM]
	d.Assumed = gcnAssumed("MI300X", "2.1 GHz; FP64 as fast as FP32; memory of 800 cycles, 5.3 TB/s and 128-byte lines")
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
		{Op: Load, Width: 4, Groups: consecutive(64, 32), Assumed: mi350},
		{Op: Store, Width: 4, Groups: consecutive(64, 32), Assumed: mi350},
		{Op: Load, Width: 8, Groups: consecutive(64, 32), Banks: 64, // [HK], [RR]: 64 banks
			Assumed: "MI350X: 8-byte loads are served in two groups of 32 consecutive lanes"},
		{Op: Store, Width: 8, Groups: consecutive(64, 16)}, // [HK]: 32 banks
		{Op: Load, Width: 16, Banks: 64, Groups: []LaneMask{ // [HK], [RR]
			ranges(0, 3, 12, 15, 20, 27), ranges(4, 11, 16, 19, 28, 31),
			ranges(32, 35, 44, 47, 52, 59), ranges(36, 43, 48, 51, 60, 63),
		}},
		{Op: Store, Width: 16, Groups: consecutive(64, 8), Assumed: mi350}, // [CK] has it for CDNA 3
	}
	d.CU.Memory.Bandwidth = 14.2 // assumed: 8 TB/s, over 256 CUs at 2.2 GHz
	d.Limits.LDS = 160 << 10     // [ROCm]
	d.Limits.LDSUnit = 1280      // [LLVM]: 320 words
	d.Assumed = gcnAssumed("MI350X", "2.2 GHz; memory of 800 cycles, 8 TB/s and 128-byte lines; units and latencies as on CDNA 3")
	return d
}

package gpu

import (
	"slices"

	"lanebook/gpumodel"
)

// H200 returns the H200 SXM (Hopper GH100), measured.
func H200() gpumodel.Device {
	d := gpumodel.Device{
		ID:           "h200",
		Name:         "H200",
		Architecture: "Hopper",
		Lanes:        32,                  // [H200]
		CUs:          132,                 // [H200]: latency.csv, info row
		SIMDs:        4,                   // [H200]: issue.csv
		Wavefronts:   16,                  // [H100]: 64 of an SM
		Clock:        1980 * gpumodel.MHz, // [H200]: tiles.csv
		LDS: gpumodel.LDS{
			Size:       227 << 10, // [H200]: 228 KB an SM (latency.csv), of which the system keeps 1 KB for each workgroup
			Lanes:      32,
			Banks:      32,                      // [H200]: patterns_counters.csv
			Interleave: 4,                       // [H200]
			RowBytes:   4,                       // [H200]
			Rules:      bothWays(32, 16, 8, ""), // [H200]
			Latencies: []gpumodel.Latency{ // [H200]: loads mix.csv (chase, chase8, chase16), within 0.1 cycles; stores patterns_timing.csv
				{Op: gpumodel.Load, Width: 4, FixedCycles: 20, CyclesPerPhase: 1, CyclesPerPass: 2},
				{Op: gpumodel.Load, Width: 8, FixedCycles: 20, CyclesPerPhase: 1, CyclesPerPass: 2},
				{Op: gpumodel.Load, Width: 16, FixedCycles: 20, CyclesPerPhase: 1, CyclesPerPass: 2},
				{Op: gpumodel.Store, Width: 4, CyclesPerPass: 2, LeastCycles: 4.3},
				{Op: gpumodel.Store, Width: 8, CyclesPerPass: 2, LeastCycles: 4.3},
				{Op: gpumodel.Store, Width: 16, CyclesPerPass: 2, LeastCycles: 4.3},
			},
		},
		CU: gpumodel.CU{
			// For issue.csv. One policy does not explain all: gemmblock.csv's register blocking
			// wants the oldest first, and is run so, see silicon.BlockingVariant.
			Policy:   gpumodel.RoundRobin, // [H200]: issue.csv at 20 warps, where preferring the oldest would starve one: 52 % more cycles
			Picks:    1,                   // [H200]: issue.csv, at most one instruction a cycle and scheduler
			Dispatch: 1,                   // [H200]: issue.csv
			Cadence:  1,                   // [H200]: issue.csv
			Units: []gpumodel.Unit{ // of each scheduler
				{Name: "FP32 and INT", Kinds: []gpumodel.Kind{gpumodel.FP32, gpumodel.Scalar}, Count: 1},             // [H200]: issue.csv
				{Name: "FP64", Kinds: []gpumodel.Kind{gpumodel.FP64}, Count: 1},                                      // [H200]: issue.csv
				{Name: "SFU", Kinds: []gpumodel.Kind{gpumodel.SFU}, Count: 1},                                        // assumed
				{Name: "LD/ST", Kinds: []gpumodel.Kind{gpumodel.Local, gpumodel.Global, gpumodel.Texture}, Count: 1}, // [H200]: patterns_timing.csv
				{Name: "branch unit", Kinds: []gpumodel.Kind{gpumodel.Branch}, Count: 1},                             // assumed
				{Name: "barriers", Kinds: []gpumodel.Kind{gpumodel.Barrier}, Count: 1, Shared: true},                 // [H200]: mix.csv, barrier
			},
			Latency: [gpumodel.Kinds]gpumodel.Cycles{
				gpumodel.FP32:    4,  // [H200]: issue.csv
				gpumodel.FP64:    8,  // [H200]: issue.csv
				gpumodel.SFU:     17, // [H200]: mix.csv, sfu1
				gpumodel.Scalar:  95, // [loads.csv], prologue: a lane's or a workgroup's number, with the constants that its first address needs
				gpumodel.Branch:  12, // [H200]: issue.csv, one warp: what a turn of the loop costs beyond its instructions
				gpumodel.Local:   23, // [H200]: mix.csv, chase; the law in LDS.Latencies goes before
				gpumodel.Barrier: 15, // [H200]: mix.csv, barrier and tile
				gpumodel.Clock:   4,  // assumed
			},
			Interval: [gpumodel.Kinds]gpumodel.Cycles{
				gpumodel.FP32:    1, // [H200]: issue.csv
				gpumodel.Barrier: 2, // [H200]: mix.csv, barrier: each wavefront more costs the CU two cycles
				gpumodel.FP64:    2, // [H200]: issue.csv: half of FP32's rate
				gpumodel.SFU:     8, // [H200]: mix.csv, sfu4
				gpumodel.Scalar:  1, // assumed, as FP32, and contradicted, see Assumed; only S2R and S2UR are of this kind: integers are FP32's
				gpumodel.Branch:  2, // assumed
				gpumodel.Local:   4, // [H200]: patterns_timing.csv: a lone warp's stores are 4.3 cycles apart, those of 32 warps one
				gpumodel.Global:  4, // assumed, as Local
				gpumodel.Texture: 8, // assumed: 32 lanes over 4
			},
			LocalQueue: 8, // assumed
			Memory: gpumodel.Pipe{ // in place of Caches, for a load that misses them all
				Latency:       690,  // [H200]: latency.csv
				BytesPerCycle: 17.6, // chosen near what is reached over 132 SMs at 1.98 GHz, 4.6 TB/s: littles.csv ends at 4.52, far.csv has 4.7 to 4.8
				Sector:        32,   // assumed
			},
		},
		Limits: gpumodel.Limits{
			Registers:        65536 / 4, // [H100]: of each scheduler
			RegisterUnit:     256,       // [OCC]
			RegistersPerLane: 255,       // [H100]
			LDS:              228 << 10, // [H200]: latency.csv
			LDSUnit:          128,       // [OCC]
			LDSReserved:      1 << 10,   // [H200]: latency.csv
			Workgroups:       32,        // [H100]
			WorkgroupLanes:   1024,      // [H100]
		},
		Caches: gpumodel.Caches{
			L1: gpumodel.L1{
				Cache: gpumodel.Cache{
					Sets: 512, Ways: 4, SetBits: h200Sets, // [sets.csv]

					// 216 KB [sets.csv], [aside.csv]: 256 KB with the LDS [H100], less 8, and less what the driver sets aside
					// for the LDS, here 32 KB, as for a kernel that uses none in workgroups of up to 384 lanes. It
					// is 16 KB from 512 lanes on, and 8 from 768.
					Lines: 1728,
					Line:  128, Sector: 32, // [H100]
					Latency:      35, // [latency.csv]: 39.7, less the address
					LinesPerTurn: 4,  // [Forum]; [global.csv]: strides 5, 9, 17, 33
				},
				BytesPerCycle: 128,  // assumed: an LDS's worth
				Misses:        512,  // assumed
				Banked:        true, // [global.csv]: strides of powers of two
				MissCycles:    1,    // [global.csv]: past the L1, 32 wavefronts
				PassCycles:    2,    // [global.csv]: one wavefront, as in the LDS
				OnePath:       true, // [shared_l1.csv]; that lanes are not joined: [l1_passes.csv], 8 and 16 bytes

				// [l1_passes.csv]: all 282 patterns of one word a lane. Bits of lines from 2^20 bytes on are not known.
				TagBanks: gpumodel.TagBanks{0b1101010110101, 0b1010111011010},
			},
			// It is the L1. 512 sets of 4 are measured by textures too [sets.csv], by other bits of
			// a line's number than Caches.L1.SetBits (silicon.H200TextureSets). With those of loads
			// the frames of [vr.csv] at some views take a quarter longer. What takes their place was
			// fitted to [latency.csv], 224 to 320 KB, as one cache for both; it was kept for textures
			// with the frames in view.
			Texture: gpumodel.TextureCache{
				Cache: gpumodel.Cache{
					Sets: 18, Ways: 112, Hashed: true, Line: 128, Sector: 32,
					Latency: 35, LinesPerTurn: 4, // as the L1's
				},
				BytesPerCycle: 128, // as the L1's
				Misses:        512, // as the L1's
			},
			L2: gpumodel.L2{
				Cache: gpumodel.Cache{
					Sets: 2 * 96 * 160, Ways: 16, Hashed: true, EvenSets: true, // 60 MB: [latency.csv], info row; 16 ways assumed; of 40 MB that are read again 9 are gone [keep.csv]
					Line: 128, Sector: 32, // [H100]
					Latency:      281,   // [latency.csv]: 280 to 288, less the address
					LinesPerTurn: 0.855, // [rates.csv]: 16 MB, a sector of each line: 87 lines a cycle from 96 slices by SMs' mean time, 82 until the last has ended [steady_h100.csv]
				},
				BytesPerCycle: 4700, // [rates.csv]: 16 MB, whole lines, 39 a cycle, likewise 36.7
				Slices:        96,   // assumed

				Spread: 56,  // fitted to [global.csv], past the L1: one load of several lines waits for the farthest
				Far:    184, // [latency.csv]: 4 to 16 MB first read, twice what their mean is above the L2's latency

				StoreCopies: true, // [keep.csv], inplace: a quarter is not found in the near half

				// Of 0, 1 and 2 with seven rows of [far.csv] in view, a sector of one line at a time, 32 MB to 1 GB: such a line is looked
				// up there ([vr_l2.csv] counts it twice) and, assumed, taken in here.
				FarTurns: 2,
				FarLines: 16, // [far.csv]: 4 GB, a sector of each of four lines side by side: 31.7 a cycle, of which every second crosses

				Home: 4096, // [loads.csv]: four lines read at once are near or far together, so 512 or more; 4096 assumed

				StoreLineCycles:   1.30, // [parts.csv]: stores of 1 and 2 sectors of each line, 44 and 30 lines a cycle; [keep.csv]: of whole lines 18.8
				StoreSectorCycles: 0.95, // likewise
				StoreMaskCycles:   0.22, // [scatter.csv]: 4 bytes of a sector of each line, 39 lines a cycle; [l2mix.csv]: of two sectors 26.6
			},
			PortBytesPerCycle:  128,  // [global.csv]: a lone CU gets 120 bytes a cycle, a line each cycle
			Even:               true, // [parts.csv]: streams reach what all slices, and all channels, can deliver
			StoreBytesPerCycle: 32,   // [parts.csv], one SM
			MaskCycles:         1,    // [parts.csv], one SM: strides 2 to 32
			Atomics:            h200Atomics(),
			DRAM: gpumodel.DRAM{
				Latency:       690,      // [latency.csv]: 690 at 1 GB, of which 2 % were still in the L2, less the address
				BytesPerCycle: 2350,     // fitted to [littles.csv]: 4.8 TB/s at 1.98 GHz, of which 4.52 are reached there; 4.7 to 4.8 in far.csv
				Channels:      128,      // fitted to [littles.csv]
				Interleave:    2048,     // fitted to [littles.csv]
				Atom:          64,       // [parts.csv]: reading one sector of each line takes as long as two
				RowCycles:     6.2,      // [far.csv]: 4 GB, a sector of each line: 20.7 a cycle from 128 channels
				Rows:          16,       // assumed
				LateShare:     0.12,     // [loads.csv]: a tenth takes 120 to 500 cycles longer than the rest
				Late:          500,      // [loads.csv]
				Queue:         60,       // [loads.csv], [littles.csv]: 16 bytes a lane, 8 to 64 warps of an SM
				Turn:          800,      // [ends.csv], mixed: loads beside stores, below what DRAM can deliver
				WriteLine:     100,      // [parts.csv]: stores of 1 and 2 sectors of each line over 4 GB, 22 and 20 lines a cycle; [keep.csv]: of whole lines, 64 MB and more, 18.5
				WriteSector:   7,        // likewise
				WriteTurn:     38,       // [keep.csv]: copies of 192 to 256 MB, 146 bytes a line
				Copied:        23 << 20, // fitted to [latency.csv], 32 to 128 MB
			},
			Assumed: []string{
				"H200: L2 of 96 slices and 16 ways, 4096 bytes in a row in one half of it, two turns of a slice more for what comes from the other, 16 rows open in a channel of DRAM; 512 misses of an SM outstanding, 128 bytes a cycle from its L1",
				"H200: no address translation: past its L1 the chip takes up to 10 cycles longer beyond 256 MB, from DRAM up to 61 beyond 8 GB, and where an SM reads more than 16 pieces of 16 MB at a time, six SMs together get as little as a line a cycle",
			},
		},
		Clocks: gpumodel.Clocks{
			Products: 1800 * gpumodel.MHz, // [clock.csv], hmma, tf32 and imma; not dmma
			Wake:     0.12e-6,             // [wake.csv], bursts: the first 2 µs at 1.69 to 1.70 GHz
			Sag:      0.0165,              // [clock.csv]: 15 loads by 8 and 16 warps on all SMs lose 0.25 µs on average, 0.08 to 0.6; one warp on each loses nothing, and what DRAM gives 16 loses 0.8, all through
			Settle:   15e-6,               // [clock.csv], likewise: roughly; 5 to 30 do as well
		},
		Dispatch: gpumodel.Dispatch{
			Seconds: 4.88e-6, // [whole.csv]: an empty kernel of one workgroup

			// Chosen, within what 24 rounds of one resident workgroup take beyond their own times
			// and Seconds in ten rows of [parts.csv], turnover: 600 to 5952, half of them up to
			// 2582. It decides small kernels: a copy of 65536 floats takes 10.3 % too little or 6.9
			// too much within 600 to 2700. Of this number alone it cannot be shown that no row of
			// whole.csv had a part in it. Kernels that do nothing but wait need −130 to 470 where
			// nothing waits for the host [launch.csv], and those that store 340 more in the end [around.csv], see package
			// silicon's Queued: here that is part of this number.
			Cold: 1800,

			Interval: 1.19, // [whole.csv]: empty kernels of 65536 and 262144 workgroups; 1056 take 1.26 more each than one [launch.csv]
			Fill:     24,   // [parts.csv], turnover: first_apart
			Each:     1,    // [parts.csv], turnover: up to 8 wavefronts; 16 and 32 take longer
			Turnover: 350,  // [parts.csv], turnover: gap_p50 of one resident workgroup
		},
		Texture: gpumodel.TextureUnit{
			Layout:     gpumodel.HopperBlocks, // [texture_counters.csv]; beyond a line an H100's [layout.csv]
			Latency:    147,                   // [texture.csv], alone: 171 with 16 passes, less an addition and a multiply-add; where the tags take 32, up to 15 more
			FillCycles: 104,                   // [inside.csv], done: one place, in the L2 against the L1, 4 wavefronts: 232 cycles more
			MissCycles: 1.1,                   // [texture.csv], fresh: 32 wavefronts, 64 lines of each reference
			JoinCycles: 8,                     // fitted to [texture_counters.csv], every second pattern: requests to the L2 are equal in 105 of 114
			Queue:      42,                    // [inside.csv], held by 64 warps that wait for the L2: 37 to 47 where a reference takes 16 passes; 15 where all hit
			// [inside.csv], held by 64 warps that wait for DRAM: 730 to 980 by an older rule of passes, where it was
			// chosen; by this one 912 to 1233, of nine patterns with 25 passes and more, and fewer than 1600 lines.
			QueuePasses: 950,
			ReadCycles:  19,                              // [inside.csv], taken: 20.0 with one clock read
			FenceCycles: 8,                               // [fence.csv], 1 warp: 10.5 between clock reads that are 2 apart without
			FencePasses: 3.55,                            // [fence.csv], 32 warps less 16: 56.9 cycles for 16 more
			TagBanks:    gpumodel.TagBanks{0b011, 0b101}, // [texture_counters.csv]: tag wavefronts of 227 patterns
			DataBanks:   0b100,                           // [texture_counters.csv]: data wavefronts
			BankBytes:   8,                               // pace.cu, pairs: rows four apart meet unless other bytes of a row's 16 are wanted
			FourCycles:  2,                               // pace.cu, rays: 16 cycles with all lanes
			LeastCycles: 8,                               // pace.cu, rays: of 16 lanes and fewer
		},
		Assumed: []string{
			"H200: a clock read takes 4 cycles; each scheduler has an SFU and a branch unit of its own; it issues a texture every 8 cycles, a global access every 4, a branch every 2",
			// [pipes.csv], solo: IADD3, LOP3, SHF, IMAD; S2R. With 2 for S2R, frames and copies change by up to 2 %.
			"H200: integers and reads of a lane's number issue every cycle, as FP32; contradicted: on the chip integers of one sort take 2 cycles, so that loops of nothing else take up to twice as long, and such reads 2.2 to 5.9",
			"H200: 32-byte sectors of global memory",
			"H200: references to textures return in the order in which they were asked for; contradicted: on the chip those of other warps overtake those that wait, unless they take two passes for each two lanes",
			"H200: which lanes of a reference to a texture go together is an H100's",
			"H200: 8 accesses of a scheduler wait for the shared memory",
		},
	}
	// Wide loads whose lanes agree in pairs take half the phases: i and i^1 by patterns.csv [H200],
	// i and i^2 by [Merge], of older GPUs, which unseen.csv bears out.
	for i := range d.LDS.Rules {
		if r := &d.LDS.Rules[i]; r.Op == gpumodel.Load && r.Width > 4 {
			r.MergeXor = []int{1, 2}
			r.Merged = consecutive(32, 2*r.Groups[0].Count())
		}
	}
	d.LDS.Rules = append(d.LDS.Rules, h200Rules()...)
	d.LDS.Latencies = append(d.LDS.Latencies, h200Laws()...)
	d.LDS.Copies = h200Copies()
	return d
}

// H200Machine returns the H200: 64 multiply-adds a cycle and CU (issue.csv) and
// 4.6 TB/s (littles.csv ends at 4.52, far.csv has 4.7 to 4.8).
func H200Machine() gpumodel.Machine {
	d := H200()
	m := d.Machine(64, 4.6e12, 50e9)
	m.SingleFlops = 2 * m.PeakFlops      // issue.csv: FFMA at twice DFMA's rate
	m.Nanometres = 4                     // NVIDIA, Hopper architecture
	const registers = 4 * 32 * 3 * 8 / 3 // bytes a cycle and CU: in 4 SIMDs three new operands of 32 lanes in 3 cycles (dfma.csv)
	m.Levels = slices.Insert(m.Levels, 0, gpumodel.Level{Name: gpumodel.Registers, BytesPerSecond: registers * float64(d.CUs) * float64(d.Clock)})
	m.Levels = append(m.Levels, gpumodel.Level{Name: gpumodel.HostMemory, BytesPerSecond: 350e9}) // assumed
	m.Assumed = []string{"H200: 50 GB/s over PCIe 5, 350 GB/s of host memory"}
	return m
}

// h200Sets: of 2^20 lines of a gigabyte, drawn by chance, these give the 2064 that share a set
// with the first line. That draw is not in [sets.csv], whose 2053 lines give the same nine, up to
// their sums. Bits of addresses beyond the gigabyte are not known.
var h200Sets = gpumodel.SetBits{0x00921c, 0x014486, 0x050468, 0x094209, 0x604884, 0x011d30, 0x026960, 0x141582, 0x221425}

package gpu

import (
	"slices"

	"lanebook/gpumodel"
)

// Ladders returns what a lone load meets on its way to memory, of every GPU whose pointer
// chase others have published, see silicon.Chases. Sizes are the vendors'; latencies are
// set from one chase of each GPU, in its clock.
//
// What was set from where the steps lie, or from their form: that NVIDIA's L1 has hashed
// sets of 64 ways (of 32 to 512, by GH200's first step, to which random replacement comes
// nowhere near);
// that MI100's and MI210's L2 are hashed; that the TLB reaches 64 MB (MI300X). What a
// line of the far half of an L2 costs more is set from the latency between its half and
// its size. Hopper's TLBs are an H200's, set from one half of its own chases from page to
// page, see silicon.ComparePages; latencies of its DRAM are those within the first one's reach.
func Ladders() []gpumodel.Ladder {
	gives := func(bytes float64, l gpumodel.LadderLevel) gpumodel.LadderLevel {
		l.BytesPerCycle = bytes
		return l
	}
	reads := func(l gpumodel.Ladder, bytes float64) gpumodel.Ladder { // from its L2
		l.Levels[1].BytesPerCycle = bytes
		return l
	}
	nvidia := func(id, name string, cus int, clock gpumodel.Hertz, l1, l2 gpumodel.Bytes, first, second, far, dram gpumodel.Cycles) gpumodel.Ladder {
		return gpumodel.Ladder{ID: id, Name: name, CUs: cus, Clock: clock, DRAM: dram, Levels: []gpumodel.LadderLevel{
			gives(128, rung("L1", l1, 128, 64, true, first)),                 // 128 bytes: [GA102], as quoted; of the others assumed; 64 ways: [chase_latency.csv], by GH200's first step
			{Name: "L2", Cache: cache(l2, 128, 16, false, second), Far: far}, // 16 ways assumed
		}, Assumed: []string{name + ": L2 of 16 ways; an L1 of 128 bytes a cycle"}}
	}
	hopper := func(l gpumodel.Ladder) gpumodel.Ladder {
		l.TLBs = []gpumodel.TLB{
			{Reach: 240 << 20, Page: 8 << 20, Miss: 10}, // [tlb.csv]; entries of 4 and 16 MB fit nearly as well, of 2 MB do not
			{Reach: 64 << 30, Page: 32 << 20, Miss: 93}, // [tlb.csv]: two rows beyond it; entries of 64 to 256 MB fit as well
		}
		if l.ID != "h200" {
			l.Assumed = append(l.Assumed, l.Name+": TLBs as an H200's")
		}
		return l
	}
	amd := func(id, name string, cus int, clock gpumodel.Hertz, dram gpumodel.Cycles, assumed string, levels ...gpumodel.LadderLevel) gpumodel.Ladder {
		return gpumodel.Ladder{ID: id, Name: name, CUs: cus, Clock: clock, DRAM: dram, Levels: levels,
			TLBs:    []gpumodel.TLB{{Reach: 64 << 20, Page: 2 << 20, Miss: 108}}, // [chase_latency.csv]: MI300X from 64 MB to 242; pages of 2 MB assumed
			Assumed: []string{name + ": " + assumed}}
	}
	const mi300L1, mi300L2, infinity = 32 << 10, 4 << 20, 256 << 20 // [ROCm]; the L2 of one XCD
	const aTLB, ways = "; a TLB that reaches as far as MI300X's, of pages of 2 MB", "an L2 and an Infinity Cache of 16 ways"
	rx := amd("rx6900xt", "RX 6900 XT", 80, 2560*gpumodel.MHz, 2000, "an Infinity Cache of 16 ways", // [chase_latency.csv]; its memory had not clocked up: 2000 cycles are not its latency
		rung("L0", 16<<10, 128, 32, false, 73),               // [ROCm]; line and ways: [RDNA2]
		rung("L1", 128<<10, 128, 16, false, 123),             // [ROCm]; ways: [RDNA2]; of a shader array
		rung("L2", 4<<20, 128, 16, false, 221),               // [ROCm]; ways: [RDNA2]
		rung("Infinity Cache", 128<<20, 128, 16, false, 423)) // [ROCm]; 16 ways assumed
	rx.TLBs = nil // not known: its memory had not clocked up
	mi100 := amd("mi100", "MI100", 120, 1430*gpumodel.MHz, 540, "ways as of MI200, of the L2 16"+aTLB,
		gives(64, rung("L1", 16<<10, 64, 64, false, 133)), // [ROCm]; 64 bytes a cycle: [RPC]; line: [CDNA3], of what was before
		gives(2048, rung("L2", 8<<20, 64, 16, true, 265))) // [ROCm]; line, 32 channels of 64 bytes: [RPC]; the hash from [chase_latency.csv]
	return []gpumodel.Ladder{ // latencies of V100 to RX 6900 XT: chase_latency.csv, GB25; H100 PCIe: GB23; the rest: AIK
		reads(nvidia("v100", "V100", 80, 1380*gpumodel.MHz, 128<<10, 6<<20, 28, 212, 0, 427), 2048),          // [GV100]; 2048 bytes: [GA100]
		reads(nvidia("a100", "A100 80 GB", 108, 1410*gpumodel.MHz, 192<<10, 40<<20, 33, 206, 42, 551), 5120), // [GA100]; latencies: the 80 GB one's, where the preset is the 40 GB one
		nvidia("a40", "A40", 84, 1740*gpumodel.MHz, 128<<10, 6<<20, 33, 250, 0, 550),                         // [TPU]
		nvidia("l40", "L40", 142, 2490*gpumodel.MHz, 128<<10, 96<<20, 34, 274, 0, 624),                       // [TPU]
		hopper(nvidia("gh200", "GH200", 132, 1980*gpumodel.MHz, 256<<10, 60<<20, 32, 280, 33, 680)),          // [H100]; 60 MB as the H200 says of itself
		hopper(nvidia("h200", "H200", 132, 1980*gpumodel.MHz, 216<<10, 60<<20, 35, 281, 33, 682)),            // L1 and latencies as of the preset, of DRAM less the TLB's 8 at 1 GB; the far half as GH200's
		hopper(nvidia("h100-pcie", "H100 PCIe", 114, 1755*gpumodel.MHz, 256<<10, 50<<20, 34, 266, 22, 650)),  // [H100]
		hopper(nvidia("h100", "H100", 132, 1980*gpumodel.MHz, 256<<10, 50<<20, 40, 291, 65, 695)),            // [H100]; clock: [TPU], boost
		nvidia("a2000", "RTX A2000", 26, 1200*gpumodel.MHz, 128<<10, 3<<20, 39, 214, 0, 566),                 // [TPU]; its boost clock
		nvidia("rtx4090", "RTX 4090", 128, 2520*gpumodel.MHz, 128<<10, 72<<20, 40, 296, 0, 635),              // [TPU]; its boost clock
		nvidia("rtx5090", "RTX 5090", 170, 2407*gpumodel.MHz, 128<<10, 96<<20, 44, 361, 0, 934),              // [TPU]; its boost clock
		nvidia("rtxpro6000", "RTX PRO 6000", 188, 2617*gpumodel.MHz, 128<<10, 128<<20, 44, 352, 0, 860),      // [TPU]; its boost clock
		nvidia("b200", "B200", 148, 1965*gpumodel.MHz, 256<<10, 126<<20, 40, 294, 150, 855),                  // 126 MB: a B200 asked in pytorch/ao, 4002; clock: [TPU], boost
		mi100,
		amd("mi210", "MI210", 104, 1700*gpumodel.MHz, 587, "an L2 of 16 ways"+aTLB,
			gives(64, rung("L1", 16<<10, 64, 64, false, 126)),   // [CDNA2]
			gives(4096, rung("L2", 8<<20, 128, 16, true, 250))), // [CDNA2]: 32 slices of 128 bytes; line: [RPC]; the hash from [chase_latency.csv]
		amd("mi300a", "MI300A", 228, 2096*gpumodel.MHz, 714, ways+aTLB,
			gives(128, rung("L1", mi300L1, 128, 64, false, 117)),    // [ROCm]; line and ways: the draft; 128 bytes a cycle: [RPC]
			gives(6*2048, rung("L2", mi300L2, 128, 16, false, 213)), // [ROCm]; 16 channels of 128 bytes: [RPC]; of six XCDs
			rung("Infinity Cache", infinity, 128, 16, false, 448)),  // [ROCm]
		amd("mi300x", "MI300X", 304, 2092*gpumodel.MHz, 788, ways+"; pages of 2 MB",
			gives(128, rung("L1", mi300L1, 128, 64, false, 117)),    // [ROCm]; line and ways: the draft; 128 bytes a cycle: [RPC]
			gives(8*2048, rung("L2", mi300L2, 128, 16, false, 213)), // [ROCm]; 16 channels of 128 bytes: [RPC]; of eight XCDs
			rung("Infinity Cache", infinity, 128, 16, false, 456)),  // [ROCm]
		rx,
	}
}

// Ladder returns the ladder of that ID, and whether there is one.
func Ladder(id string) (gpumodel.Ladder, bool) {
	all := Ladders()
	i := slices.IndexFunc(all, func(l gpumodel.Ladder) bool { return l.ID == id })
	if i < 0 {
		return gpumodel.Ladder{}, false
	}
	return all[i], true
}

func rung(name string, size, line gpumodel.Bytes, ways int, hashed bool, latency gpumodel.Cycles) gpumodel.LadderLevel {
	return gpumodel.LadderLevel{Name: name, Cache: cache(size, line, ways, hashed, latency)}
}

// cache returns a cache of a size, by its ways.
func cache(size, line gpumodel.Bytes, ways int, hashed bool, latency gpumodel.Cycles) gpumodel.Cache {
	return gpumodel.Cache{Sets: int(size/line) / ways, Ways: ways, Line: line, Sector: min(line, 32), Hashed: hashed, Latency: latency}
}

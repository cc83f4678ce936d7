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
// that MI100's and MI210's L2 are hashed and MI100's has lines of 64 bytes; that the TLB
// reaches 64 MB (MI300X). What a line of the far half of an L2 costs more is set from
// the latency between its half and its size.
func Ladders() []gpumodel.Ladder {
	gives := func(bytes float64, l gpumodel.LadderLevel) gpumodel.LadderLevel {
		l.BytesPerCycle = bytes
		return l
	}
	nvidia := func(id, name string, cus int, clock gpumodel.Hertz, l1, l2 gpumodel.Bytes, first, second, far, dram gpumodel.Cycles) gpumodel.Ladder {
		return gpumodel.Ladder{ID: id, Name: name, CUs: cus, Clock: clock, DRAM: dram, Levels: []gpumodel.LadderLevel{
			gives(128, rung("L1", l1, 128, 64, 0, true, first)),                 // 128 bytes: [Volta], [Ampere], [GA102], [Ada], [H100]; 64 ways: [chase_latency.csv], by GH200's first step
			{Name: "L2", Cache: cache(l2, 128, 16, 0, false, second), Far: far}, // 16 ways assumed
		}, Assumed: []string{name + ": L2 of 16 ways"}}
	}
	amd := func(id, name string, cus int, clock gpumodel.Hertz, dram gpumodel.Cycles, levels ...gpumodel.LadderLevel) gpumodel.Ladder {
		return gpumodel.Ladder{ID: id, Name: name, CUs: cus, Clock: clock, DRAM: dram, Levels: levels,
			TLB:     gpumodel.TLB{Reach: 64 << 20, Page: 2 << 20, Miss: 108}, // [chase_latency.csv]: MI300X from 64 MB to 242; pages of 2 MB assumed
			Assumed: []string{name + ": an L1 of four sets; pages of 2 MB"}}
	}
	const mi300L1, mi300L2, infinity = 32 << 10, 4 << 20, 256 << 20  // [CDNA3]; the L2 of one XCD
	rx := amd("rx6900xt", "RX 6900 XT", 80, 2560*gpumodel.MHz, 2000, // [chase_latency.csv]; its memory had not clocked up: 2000 cycles are not its latency
		rung("L0", 16<<10, 128, 0, 4, false, 73),                // [RDNA2]
		rung("L1", 128<<10, 128, 16, 0, false, 123),             // [RDNA2]; of a shader array
		rung("L2", 4<<20, 128, 16, 0, false, 221),               // [RDNA2]
		rung("Infinity Cache", 128<<20, 128, 16, 0, false, 423)) // [RDNA2]
	rx.TLB = gpumodel.TLB{}
	return []gpumodel.Ladder{ // latencies of V100 to RX 6900 XT: chase_latency.csv, GB25; H100 PCIe: GB23; the rest: AIK
		nvidia("v100", "V100", 80, 1380*gpumodel.MHz, 128<<10, 6<<20, 28, 212, 0, 427),                  // [Volta]
		nvidia("a100", "A100", 108, 1410*gpumodel.MHz, 192<<10, 40<<20, 33, 206, 42, 551),               // [Ampere]
		nvidia("a40", "A40", 84, 1740*gpumodel.MHz, 128<<10, 6<<20, 33, 250, 0, 550),                    // [GA102]
		nvidia("l40", "L40", 142, 2490*gpumodel.MHz, 128<<10, 96<<20, 34, 274, 0, 624),                  // [Ada]
		nvidia("gh200", "GH200", 132, 1980*gpumodel.MHz, 256<<10, 60<<20, 32, 280, 33, 685),             // [H100]; 60 MB as the H200 says of itself
		nvidia("h100-pcie", "H100 PCIe", 114, 1755*gpumodel.MHz, 256<<10, 50<<20, 34, 266, 22, 652),     // [H100]
		nvidia("h100", "H100", 132, 1980*gpumodel.MHz, 256<<10, 50<<20, 40, 291, 65, 699),               // [H100]; clock assumed
		nvidia("a2000", "RTX A2000", 26, 1200*gpumodel.MHz, 128<<10, 3<<20, 39, 214, 0, 566),            // [GA102]; clock assumed
		nvidia("rtx4090", "RTX 4090", 128, 2520*gpumodel.MHz, 128<<10, 72<<20, 40, 296, 0, 635),         // [Ada]; clock assumed
		nvidia("rtx5090", "RTX 5090", 170, 2407*gpumodel.MHz, 128<<10, 96<<20, 44, 361, 0, 934),         // [Blackwell]; clock assumed
		nvidia("rtxpro6000", "RTX PRO 6000", 188, 2617*gpumodel.MHz, 128<<10, 128<<20, 44, 352, 0, 860), // [Blackwell]; clock assumed
		nvidia("b200", "B200", 148, 1965*gpumodel.MHz, 256<<10, 126<<20, 40, 294, 150, 855),             // [B200]; clock assumed
		amd("mi100", "MI100", 120, 1430*gpumodel.MHz, 540,
			gives(64, rung("L1", 16<<10, 64, 0, 4, false, 133)),   // [CDNA]
			gives(2048, rung("L2", 8<<20, 64, 16, 0, true, 265))), // [CDNA]: 8 MB, 16 ways; 64 bytes and the hash are set from [chase_latency.csv]
		amd("mi210", "MI210", 104, 1700*gpumodel.MHz, 587,
			gives(64, rung("L1", 16<<10, 64, 0, 4, false, 126)),    // [CDNA2]
			gives(4096, rung("L2", 8<<20, 128, 16, 0, true, 250))), // [CDNA2]; the hash from [chase_latency.csv]
		amd("mi300a", "MI300A", 228, 2096*gpumodel.MHz, 714,
			gives(64, rung("L1", mi300L1, 128, 0, 4, false, 117)),      // [CDNA3]
			gives(6*2048, rung("L2", mi300L2, 128, 16, 0, false, 213)), // [CDNA3], of six XCDs
			rung("Infinity Cache", infinity, 128, 16, 0, false, 448)),
		amd("mi300x", "MI300X", 304, 2092*gpumodel.MHz, 788,
			gives(64, rung("L1", mi300L1, 128, 0, 4, false, 117)),      // [CDNA3]
			gives(8*2048, rung("L2", mi300L2, 128, 16, 0, false, 213)), // [CDNA3], of eight XCDs
			rung("Infinity Cache", infinity, 128, 16, 0, false, 456)),
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

func rung(name string, size, line gpumodel.Bytes, ways, sets int, hashed bool, latency gpumodel.Cycles) gpumodel.LadderLevel {
	return gpumodel.LadderLevel{Name: name, Cache: cache(size, line, ways, sets, hashed, latency)}
}

// cache returns a cache of a size, by its ways or by its sets.
func cache(size, line gpumodel.Bytes, ways, sets int, hashed bool, latency gpumodel.Cycles) gpumodel.Cache {
	lines := int(size / line)
	if ways == 0 {
		ways = lines / sets
	} else {
		sets = lines / ways
	}
	return gpumodel.Cache{Sets: sets, Ways: ways, Line: line, Sector: min(line, 32), Hashed: hashed, Latency: latency}
}

package gpumodel

// GTX480 returns the GeForce GTX 480 (Fermi GF100).
func GTX480() Device {
	return Device{
		Name:         "GTX 480",
		Architecture: "Fermi",
		Lanes:        32,
		CUs:          15,         // [GPG]
		SIMDs:        2,          // [GPG]: schedulers
		Wavefronts:   24,         // [GPG]: 48 of an SM
		Clock:        1400 * MHz, // [GPG]: 700 MHz, doubled for the shaders
		LDS: LDS{
			Size:       48 << 10, // [GPG]
			Lanes:      32,
			Banks:      32,                  // [GPG]
			Interleave: 4,                   // [GPG]
			RowBytes:   4,                   // [GPG]
			Rules:      bothWays(32, 16, 8), // 4 bytes: [GPG], one part a warp; 8 and 16: assumed
			Assumed:    []string{"GTX 480: 8-byte accesses are served by half-warps, 16-byte ones by quarter-warps"},
		},
	}
}

// GK110 returns the GeForce GTX Titan (Kepler GK110) in the 4-byte bank mode,
// the default: words of 4 bytes are dealt to 32 banks that are 8 bytes wide, so
// that two words of one bank 128 bytes apart, in the same 256, come together.
func GK110() Device {
	return Device{
		Name:         "GTX Titan, 4-byte banks",
		Architecture: "Kepler",
		Lanes:        32,
		CUs:          14,        // [GPG]
		SIMDs:        4,         // [GPG]: schedulers
		Wavefronts:   16,        // [GPG]: 64 of an SM
		Clock:        837 * MHz, // [GPG]
		LDS: LDS{
			Size:       48 << 10, // [GPG]
			Lanes:      32,
			Banks:      32,                   // [GPG], [NVK]
			Interleave: 4,                    // [NVK]: bank in bits 2 to 6 of the address
			RowBytes:   8,                    // [NVK]: bit 7 chooses a half of the bank's row
			Rules:      bothWays(32, 32, 16), // 4 bytes: [NVK]; 8 and 16: assumed
			Assumed: []string{
				"GK110: both halves of a bank's 8-byte row are served together",
				"GK110: 8-byte accesses are served by whole warps, 16-byte ones by half-warps",
			},
		},
	}
}

// GK110EightByte returns the same GPU in its 8-byte bank mode.
func GK110EightByte() Device {
	d := GK110()
	d.Name = "GTX Titan, 8-byte banks"
	d.LDS.Interleave = 8 // [NVK]: bank in bits 3 to 7 of the address
	return d
}

// H200 returns the H200 SXM (Hopper GH100), measured.
func H200() Device {
	d := Device{
		Name:         "H200",
		Architecture: "Hopper",
		Lanes:        32,         // [H200]
		CUs:          132,        // [H200]: latency.csv, info row
		SIMDs:        4,          // [H200]: issue.csv
		Wavefronts:   16,         // assumed: 64 of an SM
		Clock:        1980 * MHz, // assumed: the highest clock
		LDS: LDS{
			Size:       227 << 10, // [H200]: 228 KB an SM (latency.csv), of which the system keeps 1 KB for each workgroup
			Lanes:      32,
			Banks:      32,                  // [H200]: patterns_counters.csv
			Interleave: 4,                   // [H200]
			RowBytes:   4,                   // [H200]
			Rules:      bothWays(32, 16, 8), // [H200]
			Latencies: []Latency{ // [H200]: least squares over patterns_timing.csv, residuals below 0.4 cycles
				{Op: Load, Width: 4, Fixed: 25.5, PerPhase: 1, PerPass: 2},
				{Op: Load, Width: 8, Fixed: 30.6, PerPhase: 1, PerPass: 2},
				{Op: Load, Width: 16, Fixed: 34.3, PerPhase: 1, PerPass: 2},
				{Op: Store, Width: 4, PerPass: 2, Least: 4.3},
				{Op: Store, Width: 8, PerPass: 2, Least: 4.3},
				{Op: Store, Width: 16, PerPass: 2, Least: 4.3},
			},
		},
		Assumed: []string{"H200: 64 wavefronts an SM, 1.98 GHz"},
	}
	for i := range d.LDS.Rules { // [H200]: wide loads whose lanes agree in pairs take half the phases
		if r := &d.LDS.Rules[i]; r.Op == Load && r.Width > 4 {
			r.MergeXor = []int{1, 2}
			r.Merged = consecutive(32, 2*r.Groups[0].Count())
		}
	}
	return d
}

// bothWays returns rules that serve loads and stores alike, in groups of
// consecutive lanes: so many for 4 bytes, for 8 and for 16, on a 32-lane wavefront.
func bothWays(group4, group8, group16 int) []Rule {
	var rules []Rule
	for _, op := range []Op{Load, Store} {
		rules = append(rules,
			Rule{Op: op, Width: 4, Groups: consecutive(32, group4)},
			Rule{Op: op, Width: 8, Groups: consecutive(32, group8)},
			Rule{Op: op, Width: 16, Groups: consecutive(32, group16)})
	}
	return rules
}

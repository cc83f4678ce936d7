// Package chip runs a kernel on a whole GPU, cycle by cycle, and says how long it takes
// and why.
//
//	l := kernel.Launch{Device: gpu.H200(), Grid: …, Workgroup: …}
//	r, err := chip.Time(l, k, chip.Options{})
//	// r.Seconds, r.Limits[0], r.Stalls …
//
// A dispatcher hands workgroups to the CUs (SMs) as the device's Dispatch says. Every
// CU is one that Device.Run would run, with its own LDS and L1; all of them share the
// L2, its slices, and DRAM with its channels (package memory). Goroutines run CUs side
// by side through a span of time that is shorter than the way to the L2 and back, while
// another answers what they asked in the span before; so the report is the same
// whatever their number. (But for a kernel that goes by what FetchAdd returns, see Time.)
//
// A device must have Caches (Caches.Known): of the presets the H200, the H100, the GTX 480,
// the MI300A and the MI300X have. Where its Dispatch is zero, as the GTX 480's, Seconds lacks
// the launch, and workgroups start at once.
//
// A resident wavefront of a kernel written in Go takes 8 KB (a copy, or 200 operations), 25 KB
// (an LDS loop after a barrier), and 65 to 150 KB where it makes thousands of values, with its
// part of the GPU's caches, so that an H200 full of them takes 70 MB to 1.2 GB. BenchmarkTime says how many
// instructions a second such a kernel makes, BenchmarkWhole the same of machine code.
//
// A kernel's function runs ahead of the time that is simulated, up to 256 instructions, as
// long as it does not have to wait: to a barrier that others have not reached, or a clock
// read. What it then computes is the same, unless it races.
//
// What it leaves out: address translation, but for devices that say how
// (Caches.Translation), the order in which a DRAM controller serves what waits, clocks that
// fall with power, other kernels.
package chip

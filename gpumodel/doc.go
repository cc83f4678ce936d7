// Package gpumodel computes how GPUs bank their local memory, schedule their
// wavefronts, and what limits how many are resident.
//
// Problem in, plain data out. A Device describes a GPU; its LDS describes the
// banked on-chip memory of one compute unit. An Access is what the lanes of
// one wavefront ask for at once. LDS.Serve says how that access is served:
//
//	gcn := gpu.Fiji()
//	a, err := gpumodel.Array{Rows: 64, Columns: 64, Element: 4}.Column(0, gcn.Lanes)
//	...
//	s, err := gcn.LDS.Serve(a) // s.Passes is 64: every lane asks the same bank
//
// The package is pure: no input, output, clock, randomness or global state, so
// the same call gives the same answer in a test, in a notebook and in a page.
//
// # Words
//
// Identifiers use AMD's words. The first use of each in a doc comment gives
// NVIDIA's: wavefront (warp), lane (thread of a warp), CU (SM), SIMD (SM
// sub-partition), LDS (shared memory).
//
// # Where to start
//
//	lds.go      LDS, Rule, Serve: the bank rule
//	access.go   Access: what one wavefront asks for
//	array.go    Array, Swizzle: layouts with padding and XOR, and their accesses
//	timing.go   latency, ports, several wavefronts together
//	device.go   Device and its checks
//	cu.go       CU: units, latencies, schedulers
//	schedule.go Workload, Run: a cycle-accurate CU; program.go: instructions written out
//	issue.go    what a SIMD does in its turn; simd.go, scoreboard.go, memory.go: what it knows
//	timeline.go what Run finds; stall.go: why wavefronts wait; check.go: proof
//	occupancy.go, laws.go  residency, and the laws in closed form
//	advice.go   Advise: which padding or swizzle for a tile
//	blocking.go, machines.go  what a matrix product needs of each memory
//	amd.go      GCN, MI300X, MI350X
//	nvidia.go   Fermi, Kepler, H200
//
// Beside it: package kernel for kernels as Go code and kernels for some of them,
// memory for caches and DRAM, volume for the tracing paper's volume renderer,
// trace for timelines as files, silicon for what GPUs measured, and claims for
// what the documents say.
package gpumodel

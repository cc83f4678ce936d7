// Package gpumodel computes how GPUs bank their local memory, schedule their
// wavefronts, and what limits how many are resident.
//
// Problem in, plain data out. A Device describes a GPU; its LDS describes the
// banked on-chip memory of one compute unit. An Access is what the lanes of
// one wavefront ask for at once. LDS.Serve says how that access is served:
//
//	gcn := gpu.Fiji()
//	a, err := gpumodel.Array{Rows: 64, Columns: 64, Element: 4}.Column(0, gcn.Lanes)
//	…
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
// # A device, an access, a kernel
//
// A preset is a fresh copy, so a variant is a field changed; of a device at hand
// it is a Clone:
//
//	d := gpu.H200()
//	d.LDS.Banks = 16
//	err := d.Validate() // names field, value and wish
//
// A kernel written in Go runs on it, and is timed on one CU (package kernel):
//
//	t, err := kernel.Launch{Device: d, Workgroup: gpumodel.Shape{X: 256}}.Time(k)
//	stalls, issued := t.Stalled() // t.Cycles, t.LocalPasses − t.LocalIdeal conflicts …
//
// Instructions written out run as well: Program.Workload, then Device.Run. What a
// CU holds of a kernel is Device.Occupancy; a layout for a tile finds Advise.
//
// On a whole GPU, with all its CUs, their L2 and DRAM, a kernel runs in package chip:
//
//	r, err := chip.Time(kernel.Launch{Device: d, Grid: …, Workgroup: …}, k, chip.Options{})
//	// r.Seconds, and r.Limits: which part of the GPU was busiest
//
// Units are in types (Bytes, Cycles, Hertz) or in names (BytesPerCycle). Short names in
// brackets are sources: package gpu lists [D3] and its like, package silicon has [tlb.csv].
//
// # Where to start
//
//	lds.go        LDS, Rule, Serve: the bank rule; lds_serve.go: how it counts; lds_check.go: its checks
//	access.go     Access: what one wavefront asks for
//	request.go    Request: which bank serves which word when
//	array.go      Array, Swizzle: layouts with padding and XOR, and their accesses
//	timing.go     latency, ports, several wavefronts together
//	device.go     Device, its clones and checks
//	cu.go         CU: units, latencies, schedulers
//	caches.go     L1, texture cache, L2, DRAM as data; caches_check.go: their checks; package memory simulates them
//	loads.go      LoadPath: what a global load costs the L1; copies.go: cp.async
//	texture.go    texture units, and where a texture's texels lie
//	atomics.go    what atomic additions to global memory cost
//	translation.go, ladder.go  TLBs; Ladder: what a lone load meets
//	streaming.go  Streaming: bandwidth by lanes in flight, in closed form
//	instruction.go, program.go  Instruction, Stream; Program: instructions written out
//	schedule.go   Workload, Run: a cycle-accurate CU; resident.go: its workgroups, from start to end
//	core.go       Core: a CU among many, driven span by span; dispatch.go: who gives it workgroups
//	issue.go      what a SIMD does in its turn; execute.go: with an instruction; simd.go, scoreboard.go,
//	              memory.go: what it knows
//	timeline.go   what Run finds; record.go: how; stall.go: why wavefronts wait; check.go: proof,
//	              check_cu.go: of what wavefronts share
//	workgroup.go  Shape: lanes and wavefronts of a workgroup
//	occupancy.go  how many workgroups are resident, and what limits them
//	laws.go       Little, the CUDA guide and Volkov in closed form
//	advice.go     Advise: which padding or swizzle for a tile; repad.go: for any accesses
//	blocking.go, machine.go  what a matrix product needs of each level of memory
//
// Beside it: package gpu has the presets, a file for each GPU, with all that is known
// of it and where from; kernel runs kernels as Go code, kernels has ready ones; memory
// simulates caches and DRAM; chip runs whole GPUs; sass reads NVIDIA's machine code and
// issues it by its control fields, sass/emulate executes it, for chip to time; trace writes
// timelines as files; silicon holds what GPUs measured. Figures and what the documents claim
// are in notebooks/figures and notebooks/documents.
package gpumodel

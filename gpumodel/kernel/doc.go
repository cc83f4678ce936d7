// Package kernel runs GPU kernels written as Go functions.
//
// A kernel is an ordinary function over a Wavefront (warp). What a CUDA or
// OpenCL kernel holds in a variable of each lane (thread), it holds in a Vec:
// one number for every lane. Operations on Vecs act on all active lanes at
// once, as the hardware does.
//
//	scale := func(w *kernel.Wavefront) {
//		i := w.GlobalX()
//		w.If(i.Below(n), func() {
//			y.Store(i, x.Load(i).Times(2))
//		})
//	}
//
// Running it gives three things that always agree, because they come from one
// run of one function: the result, in memory; every access of every wavefront,
// as a gpumodel.Access; and the instructions of each wavefront with their
// register dependencies, as a gpumodel.Stream.
//
//	Launch.Run    runs the whole grid and counts: the fast way to a result
//	Launch.Time   runs it on one CU, cycle by cycle: conflicts, cycles, stalls
//	Launch.Start  gives the streams of each workgroup, produced as they are read
//
// The Launch names the GPU: its lanes of a wavefront, its banks, its CU. A kernel may
// ask for them (w.Lane, w.Active); its streams are refused on a GPU whose wavefronts
// have another number of lanes.
//
// # What costs an instruction
//
// Every operation on a Vec or a Mask is one instruction, unless its comment
// says otherwise. Go's own arithmetic on Go's own numbers costs nothing: it is
// what the compiler, or the scalar unit, would have done. In the same way a Go
// for loop is an unrolled loop; a loop that the lanes decide is While.
//
// # Divergence
//
// If, IfElse and While take the lanes that go different ways one way after the
// other, with the others masked off, and bring them together again; Predicate jumps over
// nothing, as compilers have a short If. A Vec
// remembers in which lanes it was computed; to use it in another is a fault, so
// a forgotten lane is never silently zero. Set assigns under the mask.
//
// # What is refused
//
// A launch ends with a Fault, which names kernel, workgroup, lane and source
// line, on: an address out of bounds or not aligned; a read of LDS (shared
// memory) that was never written, or that races with a write; two writes that
// race with different values; an atomic that races with a read or a write; a
// shuffle from a lane that is not active; a barrier that not all lanes reach; a Vec used in
// a lane that never computed it; a panic; more instructions than the budget.
// Races through global memory are not looked for.
//
// # Where to start
//
//	launch.go     Launch, Run
//	wavefront.go  Wavefront: who am I
//	vec.go        Vec: arithmetic; functions.go: the rarer operations
//	mask.go       Mask: comparisons
//	flow.go       If, Predicate, While, Barrier, Fence, Clock
//	global.go     GlobalMemory, Global; local.go: Local, the LDS
//	atomic.go     atomic additions to both; shuffle.go: values from lane to lane
//	count.go      Result: what a run counted
//	fault.go      Fault: what a kernel did wrong; race.go: LDS races
//	time.go       Time; streams.go: Streams, instructions for a scheduler; batch.go: those recorded
//	machine.go    how wavefronts take turns; arena.go: where their numbers lie
package kernel

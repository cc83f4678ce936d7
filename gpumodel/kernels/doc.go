// Package kernels is GPU kernels in Go, written with package kernel: the ones
// that the documents talk about.
//
// Each is a struct of plain parameters with two methods: Launch says how it is
// run on a device, Kernel what every wavefront does.
//
//	VectorAdd       c = a + b
//	Reduction       sums by a tree with barriers
//	Transpose       through a tile in the LDS, with padding or an XOR swizzle
//	NaiveTranspose  without the LDS
//	FFT2D           rows, transpose, rows, transpose
//	DGEMM           register-blocked, A and B through the LDS
//	OuterProduct    GRAPE-DR's scheme: broadcast in, partial sums reduced
//	VolumeRendering rays through a density, with the clock read around each reference
//
// TimeLoad runs the smallest of instrumented kernels: one load between two clock
// reads.
package kernels

// Package kernels is GPU kernels in Go, written with package kernel: the ones
// that the documents talk about.
//
// Each is a struct of plain parameters with two methods: Launch says how it is
// run on a device, Kernel what every wavefront does.
//
//	Transpose       through a tile in the LDS, with padding or an XOR swizzle
//	NaiveTranspose  without the LDS
//	FFT2D           rows, transpose, rows, transpose
//	FFTLines        every row, or every column, in the LDS
//	DGEMM           register-blocked, A and B through the LDS
//	OuterProduct    GRAPE-DR's scheme: broadcast in, partial sums reduced
//	Reduction       a tree of sums, in three orders
//	Stencil         each element's neighbours added, with and without the LDS
//	Product         of matrices of floats, with and without the LDS
//	Histogram       in global memory, or by way of the LDS: atomics
//	Sum, Scan       by shuffles
//	VectorAdd, TransposeByFours, ProductByFours, Smooth, FFT512
//	                what simulators of AMD's GPUs are held to
//
//	p := kernels.Transpose[float32]{Width: 64, Height: 64, Tile: 32, Pad: 1}
//	launch, err := p.Launch(gpu.H200())
//	…
//	result, err := launch.Run(p.Kernel(in, out)) // or launch.Time: cycles and stalls
//
// Kernels that one document only needs lie with it: notebooks/documents/tracing has
// the volume renderer.
package kernels

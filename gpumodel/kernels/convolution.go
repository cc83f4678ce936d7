package kernels

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// Convolve replaces each element of a picture of whole numbers by the sum of those right of and
// below it, with weights (AMD APP SDK, SimpleConvolution). A lane has one element, and waits
// for each that it loads before it asks for the next.
type Convolve struct {
	Size    int       // rows, and columns, of the result; the picture has Edge − 1 more of each
	Edge    int       // rows, and columns, of the weights
	Weights []float32 // row by row
}

// Pitch returns the elements from one row of the picture to the next.
func (p Convolve) Pitch() int { return p.Size + p.Edge - 1 }

// Launch returns the launch that covers the result, 64 lanes a workgroup. The error says which
// parameter is wrong.
func (p Convolve) Launch(d gpumodel.Device) (kernel.Launch, error) {
	if p.Size < 1 || p.Edge < 1 || len(p.Weights) != p.Edge*p.Edge {
		return kernel.Launch{}, fmt.Errorf("convolve: Size, Edge = %d, %d and %d Weights, want 1 or more, and Edge² Weights", p.Size, p.Edge, len(p.Weights))
	}
	return line("convolve", d, kernel.Cover(p.Size*p.Size, 64), 64), matrix("convolve", p.Size, p.Size)
}

// Kernel returns out = the convolved in. A division takes as many instructions as the compiler
// makes of one by a width that it does not know, and each weight eight of the scalar unit,
// which load it and count.
func (p Convolve) Kernel(in, out *kernel.Global[int32]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		const division = 18 // instructions, of which DivMod is two here
		const scalar = 8
		number := w.GlobalX()
		w.If(number.Below(p.Size*p.Size), func() {
			i := number
			for range division - 2 {
				i = i.Plus(0)
			}
			y, x := kernel.DivMod(i, p.Size)
			start := y.Times(p.Pitch()).Add(x)
			sum := w.Float32(0)
			for k, weight := range p.Weights {
				at := start.Plus(k/p.Edge*p.Pitch() + k%p.Edge).Plus(0) // twice: the index, and the address of 64 bits
				v, count := in.Load(at), w.Int(k)
				for range scalar {
					count = kernel.Map(gpumodel.Scalar, count, func(x int) int { return x })
				}
				element := kernel.Map(gpumodel.FP32, v, func(x int32) float32 { return float32(x) })
				sum = element.FMA(w.Float32(weight), sum)
			}
			out.Store(number, kernel.Map(gpumodel.FP32, sum.Plus(0.5), func(x float32) int32 { return int32(x) }))
		})
	}
}

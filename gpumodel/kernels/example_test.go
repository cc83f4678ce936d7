package kernels_test

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

// What one unused element a row does for a transpose: the same result, and no
// bank conflict. Only the line that reads the tile changes.
func ExampleTranspose() {
	const n = 64
	for _, pad := range []int{0, 1} {
		var m kernel.GlobalMemory
		in, out := kernel.NewGlobal[float32](&m, "in", n*n), kernel.NewGlobal[float32](&m, "out", n*n)
		p := kernels.Transpose[float32]{Width: n, Height: n, Tile: 32, Rows: 8, Pad: pad}
		launch, err := p.Launch(gpu.H200())
		if err != nil {
			fmt.Println(err)
			return
		}
		r, err := launch.Run(p.Kernel(in, out))
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, s := range r.Sites {
			if s.Kind == gpumodel.Local {
				fmt.Printf("pad %d, %-5v: %4d accesses, %4d passes, %4d conflicts\n", pad, s.Op, s.Accesses, s.Passes, s.Conflicts)
			}
		}
	}
	// Output:
	// pad 0, store:  128 accesses,  128 passes,    0 conflicts
	// pad 0, load :  128 accesses, 4096 passes, 3968 conflicts
	// pad 1, store:  128 accesses,  128 passes,    0 conflicts
	// pad 1, load :  128 accesses,  128 passes,    0 conflicts
}

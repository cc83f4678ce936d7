package kernels_test

import (
	"slices"
	"testing"

	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

// A CU that executes the kernel's streams leaves the result in memory, and
// serves the LDS passes that Run counts.
func TestOnACU(t *testing.T) {
	for _, d := range gpu.Complete() {
		for _, pad := range []int{0, 1} {
			p := kernels.Transpose[float32]{Width: 100, Height: 70, Tile: 16, Rows: 8, Pad: pad}
			data := numbers[float32](p.Width * p.Height)
			want, counted := transpose(t, d, p, data, nil)

			var m kernel.GlobalMemory
			in, out := kernel.Upload(&m, "in", data), kernel.NewGlobal[float32](&m, "out", len(data))
			l, err := p.Launch(d)
			if err != nil {
				t.Fatal(err)
			}
			timeline, err := l.Time(p.Kernel(in, out))
			if err != nil {
				t.Fatalf("%s: %v", d.Name, err)
			}
			if !slices.Equal(out.Data, want) {
				t.Errorf("%s: another result than Run's", d.Name)
			}
			passes := 0
			for _, site := range counted.Sites {
				passes += site.Passes
			}
			if timeline.LocalPasses != int64(passes) {
				t.Errorf("%s: the CU served %d passes, want Run's %d", d.Name, timeline.LocalPasses, passes)
			}
			for kind, n := range counted.Instructions {
				if timeline.Instructions[kind] != int64(n) {
					t.Errorf("%s: the CU issued %d instructions of kind %d, want Run's %d", d.Name, timeline.Instructions[kind], kind, n)
				}
			}
		}
	}
}

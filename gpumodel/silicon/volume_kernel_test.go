package silicon_test

import (
	"strings"
	"sync"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// TestVolumeClocks: each wavefront says once what its clock reads found: as many references
// as its first lane has samples, their time within the loop's, that within its life. What
// waits for the value takes longer than what does not, with as many references.
func TestVolumeClocks(t *testing.T) {
	d := gpu.H200()
	volume, err := d.Texture.Layout.Volume(1<<33, [3]int{10, 10, 10})
	if err != nil {
		t.Fatal(err)
	}
	const size = 64
	shape := gpumodel.Shape{X: 8, Y: 16}
	ray := func(x, y int) silicon.Ray { // parallel ones; those of a column miss the volume
		if x == 24 {
			return silicon.Ray{}
		}
		return silicon.Ray{At: [3]float32{16 * float32(x), 16 * float32(y), 4}, Step: [3]float32{0, 0, 1}, Samples: 10 + x}
	}
	references := map[string]int64{}
	means := map[string]float64{}
	for _, method := range []string{"none", "simple", "fence", "dummy"} {
		var mu sync.Mutex
		found := map[[2]int]silicon.VolumeClocks{}
		k, err := silicon.VolumeLaunch{Size: size, Shape: shape, Volume: volume, Ray: ray, Method: method, Clocks: func(g, w int, c silicon.VolumeClocks) {
			mu.Lock()
			defer mu.Unlock()
			if _, again := found[[2]int{g, w}]; again {
				t.Errorf("%s: wavefront %d of workgroup %d says twice what it found", method, w, g)
			}
			found[[2]int{g, w}] = c
		}}.Launch()
		if err != nil {
			t.Fatal(err)
		}
		r, err := chip.Run(chip.Launch{Device: d, Workgroups: k.Workgroups, Wavefronts: k.Wavefronts, Resident: 16,
			Streams: func(int) func(int, int) gpumodel.Stream { return k.Stream }}, chip.Options{})
		if err != nil {
			t.Fatal(err)
		}
		references[method] = r.Instructions[gpumodel.Texture]
		if method == "none" {
			if len(found) > 0 {
				t.Errorf("without clock reads %d wavefronts found something", len(found))
			}
			continue
		}
		if len(found) != k.Workgroups*k.Wavefronts {
			t.Fatalf("%s: %d wavefronts found something, want %d", method, len(found), k.Workgroups*k.Wavefronts)
		}
		took, n := gpumodel.Cycles(0), 0
		for at, c := range found {
			x := at[0] % (size / shape.X) * shape.X
			if want := ray(x, 0).Samples; c.References != want || c.All != want {
				t.Errorf("%s: wavefront %v has %d of %d references, want %d", method, at, c.References, c.All, want)
			}
			if c.Took > c.Loop || c.Loop > c.Life || c.Took < gpumodel.Cycles(20*c.References) {
				t.Errorf("%s: wavefront %v took %d cycles of the loop's %d, of %d in all, with %d references", method, at, c.Took, c.Loop, c.Life, c.References)
			}
			took, n = took+c.Took, n+c.References
		}
		means[method] = float64(took) / float64(n)
	}
	if references["simple"] != references["none"] || references["dummy"] != references["none"] || references["fence"] != 2*references["none"] {
		t.Errorf("references %v, want as many by each method, and a fence for each", references)
	}
	if !(means["simple"] < means["fence"] && means["fence"] < means["dummy"]) {
		t.Errorf("mean cycles of a reference %v, want them to rise from simple to fence to dummy", means)
	}
	t.Logf("mean cycles of a reference: %v", means)
	_, err = silicon.VolumeLaunch{Size: size, Shape: shape, Volume: volume, Ray: ray, Method: "other"}.Launch()
	if err == nil || !strings.Contains(err.Error(), "other") {
		t.Errorf("error %v, want one that names the method", err)
	}
}

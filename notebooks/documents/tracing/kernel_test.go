package tracing_test

import (
	"math"
	"reflect"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/notebooks/documents/tracing"
	"lanebook/notebooks/documents/tracing/volume"
)

// rendering is a small picture of 64 × 64 pixels, about 100 samples through the
// volume.
func rendering(m volume.Method) tracing.VolumeRendering {
	return tracing.VolumeRendering{Shape: gpumodel.Shape{X: 8, Y: 16}, Size: 64, Step: 0.02, Method: m}
}

func render(t *testing.T, p tracing.VolumeRendering) tracing.Rendered {
	t.Helper()
	r, err := p.Render(gpu.GTX480(), gpumodel.BlockLinear)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestVolumePicture: the kernel's picture is that of plain loops over the same bytes,
// and near to that of the density itself.
func TestVolumePicture(t *testing.T) {
	for _, d := range []gpumodel.Device{gpu.H200(), gpu.Fiji()} {
		for _, v := range []volume.View{{}, {Alpha: 90, Gamma: 90}, {Alpha: 30, Beta: 40, Gamma: 50}} {
			p := rendering(volume.None)
			p.View = v
			r, err := p.Render(d, gpumodel.BlockLinear)
			if err != nil {
				t.Fatal(err)
			}
			texture, _ := volume.NewTexture(gpumodel.LinearLayout)
			smooth := volume.Picture(v, p.Size, p.Step)
			worst, brightest := 0.0, 0.0
			for y, row := range r.Picture {
				for x, got := range row {
					ray := v.Ray(x, y, p.Size, p.Step)
					bright, through := 0.0, 1.0
					for k := range ray.Samples {
						at := ray.Sample(k)
						s := float64(texture.Byte(texture.Address(at[0], at[1], at[2]))) / 255
						bright += through * s * s * volume.Opacity(p.Step)
						through *= 1 - s*volume.Opacity(p.Step)
					}
					if math.Abs(float64(got)-bright) > 1e-5 {
						t.Fatalf("%s, view %v: pixel (%d,%d) is %v, want %v", d.Name, v, x, y, got, bright)
					}
					worst = max(worst, math.Abs(float64(got)-smooth[y*p.Size+x]))
					brightest = max(brightest, smooth[y*p.Size+x])
				}
			}
			if worst > 0.03*brightest || brightest < 0.1 {
				t.Errorf("%s, view %v: %v from the density's picture, whose brightest is %v; want at most 3 %% of it", d.Name, v, worst, brightest)
			}
		}
	}
}

// TestDummyConditions runs the dummy's three conditions: it uses the loaded value
// (C1), reaches the output (C2), and leaves it as it was (C3), its path never taken.
func TestDummyConditions(t *testing.T) {
	plain, simple := render(t, rendering(volume.None)), render(t, rendering(volume.Simple))
	dummy, fence := render(t, rendering(volume.Dummy)), render(t, rendering(volume.Fence))
	if !reflect.DeepEqual(plain.Picture, dummy.Picture) || !reflect.DeepEqual(plain.Picture, simple.Picture) || !reflect.DeepEqual(plain.Picture, fence.Picture) {
		t.Error("C3: an instrumented kernel's picture differs from the plain one's")
	}
	taken := rendering(volume.Dummy)
	taken.Dummy = math.MaxInt32
	changed := render(t, taken)
	for y, row := range changed.Picture {
		for x, got := range row {
			hit := volume.View{}.Ray(x, y, 64, 0.02).Samples > 0
			if was := plain.Picture[y][x]; hit != (got != was) {
				t.Fatalf("C2: with the path taken, pixel (%d,%d) is %v, without %v; want a change where the ray meets the volume", x, y, got, was)
			}
		}
	}
	// Beyond the simple kernel each turn compares and branches; the path would be one
	// instruction more.
	turns := simple.Counts.Instructions[gpumodel.Texture]
	want := simple.Counts.Instructions
	want[gpumodel.FP32] += turns
	want[gpumodel.Branch] += turns
	if dummy.Counts.Instructions != want {
		t.Errorf("the dummy's kernel executes %v instructions, want %v: its path is never taken", dummy.Counts.Instructions, want)
	}
	want[gpumodel.FP32] += turns
	if changed.Counts.Instructions != want {
		t.Errorf("with the path taken %v instructions, want %v", changed.Counts.Instructions, want)
	}
	dummyDependsOnFetch(t)
}

// dummyDependsOnFetch follows the registers from a fetch to the second clock read.
func dummyDependsOnFetch(t *testing.T) {
	p := rendering(volume.Dummy)
	l, err := p.Launch(gpu.GTX480())
	if err != nil {
		t.Fatal(err)
	}
	a, err := p.Arrays(gpu.GTX480(), gpumodel.BlockLinear)
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Start(p.Kernel(a))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	stream := s.Stream(18, 0) // near the picture's middle
	var in gpumodel.Instruction
	var tail []gpumodel.Instruction
	for stream.Next(&in) && len(tail) < 4 {
		if in.Kind == gpumodel.Texture || len(tail) > 0 {
			tail = append(tail, in)
		}
	}
	if len(tail) < 4 || tail[1].Src[0] != tail[0].Dst || tail[2].Kind != gpumodel.Branch || tail[2].Src[0] != tail[1].Dst || tail[3].Kind != gpumodel.Clock {
		t.Errorf("C1: after a fetch come %+v; want a use of its result, a branch on it, a clock read", tail)
	}
}

// TestVolumeReferences holds the renderer of package volume, which has no values, to this kernel,
// which has: the same references of each wavefront. What sectors they ask for, package memory's
// own tests say.
func TestVolumeReferences(t *testing.T) {
	g := volume.OnGTX480()
	g.Size, g.Step = 64, 0.02
	for _, v := range []volume.View{{}, {Alpha: 90, Gamma: 90}, volume.Moving()} {
		for _, shape := range volume.Shapes()[:7] { // 128×1 is wider than the picture
			if shape.Y > g.Size {
				continue
			}
			p := tracing.VolumeRendering{View: v, Shape: shape, Size: g.Size, Step: g.Step}
			l, err := p.Launch(gpu.GTX480())
			if err != nil {
				t.Fatal(err)
			}
			a, err := p.Arrays(gpu.GTX480(), g.Device.Texture.Layout)
			if err != nil {
				t.Fatal(err)
			}
			references := make([]int, l.Grid.Lanes()*4)
			l.Watch = func(r kernel.Reference) {
				if r.Kind == gpumodel.Texture {
					references[4*r.Workgroup+r.Wavefront]++
				}
			}
			if _, err := l.Run(p.Kernel(a)); err != nil {
				t.Fatal(err)
			}
			m, err := g.Render(v, shape, volume.None, volume.Window{X1: g.Size, Y1: g.Size, CUs: 1}, -1)
			if err != nil {
				t.Fatal(err)
			}
			for i, w := range m.Wavefronts {
				if w.References != references[i] {
					t.Fatalf("view %v, %v: wavefront %d has %d references in the renderer, %d in the kernel", v, shape, i, w.References, references[i])
				}
			}
		}
	}
}

// TestVolumeStamps: both placements record the same references, up to Records.
func TestVolumeStamps(t *testing.T) {
	p := rendering(volume.Simple)
	p.Records = 40
	counts := map[int]bool{}
	for _, p.Placement = range []volume.Placement{volume.InLDS, volume.InGlobal} {
		r := render(t, p)
		if !reflect.DeepEqual(r.Picture, render(t, rendering(volume.None)).Picture) {
			t.Errorf("%v: recording changes the picture", p.Placement)
		}
		if len(r.Stamps) != 128 {
			t.Fatalf("%v: stamps of %d wavefronts, want 128", p.Placement, len(r.Stamps))
		}
		for w, s := range r.Stamps {
			counts[len(s)] = true
			for i := range s {
				if i%2 == 1 && s[i] != s[i-1]+2 { // a Run's clock counts instructions: the fetch and itself
					t.Fatalf("%v: wavefront %d's reference %d from %d to %d, want 2 instructions", p.Placement, w, i/2, s[i-1], s[i])
				}
				if i > 0 && s[i] <= s[i-1] {
					t.Fatalf("%v: wavefront %d's stamps fall: %v", p.Placement, w, s)
				}
			}
		}
	}
	if !counts[0] || !counts[80] {
		t.Errorf("wavefronts with %v stamps, want some without and some with all 80", counts)
	}
}

func TestVolumeRenderingErrors(t *testing.T) {
	for field, change := range map[string]func(*tracing.VolumeRendering){
		"Size":      func(p *tracing.VolumeRendering) { p.Size = 60 },
		"Step":      func(p *tracing.VolumeRendering) { p.Step = math.NaN() },
		"Method":    func(p *tracing.VolumeRendering) { p.Method = volume.Methods },
		"Dummy":     func(p *tracing.VolumeRendering) { p.Dummy = 1 },
		"Records":   func(p *tracing.VolumeRendering) { p.Records = 1 },
		"Placement": func(p *tracing.VolumeRendering) { p.Placement = volume.InLDS },
	} {
		p := rendering(volume.Simple)
		change(&p)
		if _, err := p.Render(gpu.GTX480(), gpumodel.LinearLayout); err == nil {
			t.Errorf("%s: no error of %+v", field, p)
		}
	}
	if _, err := rendering(volume.None).Render(gpu.GTX480(), "xw"); err == nil {
		t.Error("a layout of x and w: no error")
	}
}

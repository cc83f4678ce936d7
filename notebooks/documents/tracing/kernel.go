package tracing

import (
	"errors"
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
	"lanebook/notebooks/documents/tracing/volume"
)

// VolumeRendering casts a ray through a volume for each pixel, front to back, and
// times each texture reference by one of the methods of package volume, which has
// the camera, the density and the texture's layout.
//
// A reference is a texture fetch of the word that holds the voxel which the sample
// is in. What a texture unit does around it takes four instructions here: address,
// word, fetch, byte. The set-up of a ray takes seven, less than on a GPU.
type VolumeRendering struct {
	View   volume.View
	Shape  gpumodel.Shape // of a workgroup, in pixels
	Size   int            // pixels along each side of the picture: whole workgroups, at most 4096
	Step   float64        // between samples, in half sides of the volume: 0.001 to 1
	Method volume.Method

	// Dummy is the kernel argument of volume.Dummy: a loaded word below it has one
	// added to each of its bytes. No byte of the volume is more than 120, so no word
	// is below 0; but no compiler can know that.
	Dummy int32

	Records   int              // references of which each wavefront records both timestamps, at most
	Placement volume.Placement // of these timestamps; InRegisters only with no Records
}

// Rendered is what VolumeRendering makes.
type Rendered struct {
	Picture [][]float32 // brightness, by row and column; 0 where a ray misses the volume
	Stamps  [][]int32   // by wavefront, in order of workgroups: first and second clock read of each recorded reference
	Counts  kernel.Result
}

// Launch returns the launch that covers the picture. The error joins everything that
// is wrong with the parameters.
func (p VolumeRendering) Launch(d gpumodel.Device) (kernel.Launch, error) {
	if err := p.validate(); err != nil {
		return kernel.Launch{}, err
	}
	return kernel.Launch{
		Name:      "volume rendering",
		Device:    d,
		Grid:      gpumodel.Shape{X: p.Size / p.Shape.X, Y: p.Size / p.Shape.Y},
		Workgroup: gpumodel.Shape{X: p.Shape.X, Y: p.Shape.Y},
	}, nil
}

// Render runs the kernel over the whole picture. Its clock counts the wavefront's
// own instructions; on a CU, see Kernel, it counts cycles.
func (p VolumeRendering) Render(d gpumodel.Device, l gpumodel.TextureLayout) (Rendered, error) {
	launch, err := p.Launch(d)
	if err != nil {
		return Rendered{}, err
	}
	a, err := p.Arrays(d, l)
	if err != nil {
		return Rendered{}, err
	}
	counts, err := launch.Run(p.Kernel(a))
	if err != nil {
		return Rendered{}, err
	}
	r := a.Rendered()
	r.Counts = counts
	return r, nil
}

// VolumeArrays is what the kernel reads and writes.
type VolumeArrays struct {
	Voxels  *kernel.Global[int32]   // four bytes each
	Picture *kernel.Global[float32] // row by row
	Stamps  *kernel.Global[int32]   // by wavefront, 2 · Records each
	texture *volume.Texture
	size    int // pixels of a row
	lanes   int // of a wavefront
	waves   int // of a workgroup
	stamps  int // of a wavefront
}

// Arrays returns the arrays for a launch on the device, the voxels from address 0.
func (p VolumeRendering) Arrays(d gpumodel.Device, l gpumodel.TextureLayout) (VolumeArrays, error) {
	if err := errors.Join(p.validate(), d.Validate()); err != nil {
		return VolumeArrays{}, err
	}
	t, err := volume.NewTexture(l)
	if err != nil {
		return VolumeArrays{}, err
	}
	var m kernel.GlobalMemory
	groups := p.Size * p.Size / (p.Shape.X * p.Shape.Y)
	waves := kernel.Cover(p.Shape.X*p.Shape.Y, d.Lanes)
	return VolumeArrays{
		Voxels:  kernel.Function(&m, "voxels", volume.Side*volume.Side*volume.Side/4, t.Word),
		Picture: kernel.NewGlobal[float32](&m, "picture", p.Size*p.Size),
		Stamps:  kernel.NewGlobal[int32](&m, "stamps", groups*waves*2*p.Records),
		texture: t, size: p.Size, lanes: d.Lanes, waves: waves, stamps: 2 * p.Records,
	}, nil
}

// Rendered returns what a run has left in the arrays. A wavefront's stamps end with
// its references.
func (a VolumeArrays) Rendered() Rendered {
	var r Rendered
	for i := 0; i < len(a.Picture.Data); i += a.size {
		r.Picture = append(r.Picture, a.Picture.Data[i:i+a.size])
	}
	for i := 0; a.stamps > 0 && i < len(a.Stamps.Data); i += a.stamps {
		s := a.Stamps.Data[i : i+a.stamps]
		n := 0
		for n < len(s) && s[n+1] != 0 { // no second clock read is in cycle 0
			n += 2
		}
		r.Stamps = append(r.Stamps, s[:n])
	}
	return r
}

// Kernel returns the kernel over the arrays. Launch.Run runs it; so does a CU, cycle
// by cycle, by way of Launch.Start.
func (p VolumeRendering) Kernel(a VolumeArrays) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		x, y := w.GlobalX(), w.GlobalY()
		at, step, samples := p.rays(x, y)
		stamps := p.newStamps(w, a)
		k, bright, taken := w.Float32(0), w.Float32(0), w.Float32(0)
		opacity := float32(volume.Opacity(p.Step)) / 255
		w.While(func() kernel.Mask { return k.Less(samples) }, func() {
			var place [3]kernel.Float32
			for i := range place {
				place[i] = k.FMA(step[i], at[i])
			}
			s := p.reference(w, a, place, stamps)
			alpha := s.Times(opacity)
			left := w.Float32(1).Sub(taken).Mul(alpha)
			kernel.Set(&bright, left.FMA(s, bright))
			kernel.Set(&taken, taken.Add(left))
			w.Break(w.Float32(volume.Opaque).Less(taken))
			kernel.Set(&k, k.Plus(1))
		})
		a.Picture.Store(y.TimesPlus(p.Size, x), bright.Times(1./255))
		stamps.copyOut()
	}
}

// rays returns each lane's ray.
func (p VolumeRendering) rays(x, y kernel.Int) (at, step [3]kernel.Float32, samples kernel.Float32) {
	of := func(part func(volume.Ray) float32) kernel.Float32 {
		return kernel.Map2(gpumodel.FP32, x, y, func(x, y int) float32 { return part(p.View.Ray(x, y, p.Size, p.Step)) })
	}
	for i := range at {
		at[i] = of(func(r volume.Ray) float32 { return r.At[i] })
		step[i] = of(func(r volume.Ray) float32 { return r.Step[i] })
	}
	return at, step, of(func(r volume.Ray) float32 { return float32(r.Samples) })
}

// reference returns the bytes of the voxels at a place. Between its clock reads is
// the fetch, and what the method puts after it: nothing else.
func (p VolumeRendering) reference(w *kernel.Wavefront, a VolumeArrays, place [3]kernel.Float32, s *stamps) kernel.Float32 {
	address := a.address(place)
	index := kernel.Map(gpumodel.FP32, address, func(a int) int { return a / 4 })
	var word kernel.Vec[int32]
	if p.Method == volume.None {
		word = a.Voxels.Fetch(index)
	} else {
		first := w.Clock()
		word = a.Voxels.Fetch(index)
		switch p.Method {
		case volume.Fence:
			w.Fence()
		case volume.Dummy:
			w.If(word.Below(p.Dummy), func() { kernel.Set(&word, word.Plus(0x01010101)) })
		}
		s.record(first, w.Clock())
	}
	return kernel.Map2(gpumodel.FP32, word, address, func(word int32, a int) float32 { return float32(uint8(word >> (8 * (a % 4)))) })
}

// address returns where the voxels lie, from two instructions.
func (a VolumeArrays) address(place [3]kernel.Float32) kernel.Int {
	row := kernel.Map2(gpumodel.FP32, place[1], place[2], func(y, z float32) int { return int(a.texture.Address(0, y, z)) })
	return kernel.Map2(gpumodel.FP32, place[0], row, func(x float32, row int) int { return row + int(a.texture.Address(x, 0, 0)) })
}

func (p VolumeRendering) validate() error {
	var errs []error
	bad := func(field string, value any, wish string) {
		errs = append(errs, fmt.Errorf("volume rendering: %s = %v, want %s", field, value, wish))
	}
	if p.Shape.X < 1 || p.Shape.Y < 1 || p.Size < 1 || p.Size > 4096 || p.Size%max(p.Shape.X, 1) != 0 || p.Size%max(p.Shape.Y, 1) != 0 {
		bad("Size", fmt.Sprintf("%d in workgroups of %v", p.Size, p.Shape), "1 to 4096, a multiple of both sides of a workgroup")
	}
	if !(p.Step >= 0.001 && p.Step <= 1) {
		bad("Step", p.Step, "0.001 to 1")
	}
	if p.Method >= volume.Methods {
		bad("Method", p.Method, "None, Simple, Fence or Dummy")
	}
	if p.Dummy != 0 && p.Method != volume.Dummy {
		bad("Dummy", p.Dummy, "0 without the dummy's method")
	}
	if p.Records < 0 || p.Records > 2000 || p.Records > 0 && (p.Method == volume.None || p.Placement == volume.InRegisters) {
		bad("Records", p.Records, "0 to 2000, and 0 without a method, or in registers")
	}
	if p.Placement >= volume.Placements || p.Records == 0 && p.Placement != volume.InRegisters {
		bad("Placement", p.Placement, "InRegisters, or with Records InLDS or InGlobal")
	}
	return errors.Join(errs...)
}

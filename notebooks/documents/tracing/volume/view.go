// Package volume renders a volume by casting rays through it, counts what the
// memory system does meanwhile, and measures it as three instrumented kernels
// would: two clock reads around each texture reference, with nothing, a fence, or a
// use of the value between.
//
// The volume is 1024³ bytes that are never held in memory: density is a function.
// What is simulated is the renderer's kernel on some CUs of a GPU, or all: on the GTX 480, whose
// machine code is not known, instructions as its source has them (Renderer); on the H200
// the machine code (OnChip). Both run on package chip. tracing.VolumeRendering is the same
// renderer as a kernel with values, which makes the picture; Renderer is held to its
// references.
package volume

import (
	"fmt"
	"math"
)

// Side is the number of voxels along each side of the volume.
const Side = 1024

// View is where the volume is seen from: the eye, at a distance of 4, turned about the volume's
// x, y and z axes, which stay, by three angles in degrees, one after the other. The volume spans
// −1 to 1 along each axis.
type View struct{ Alpha, Beta, Gamma float64 }

// Moving is (90,0,90) as the document has it if the volume is turned and the axes stay where they
// are: the plain sense of its words. View turns the eye, so that it is (90,−90,0) here. In it a
// picture's column lies along the volume's rows. If the first turn carries the other axes along,
// the view is View's (90,0,90), and a picture's row lies along the volume's columns. This one was
// chosen by its result: in it frames become slower as workgroups become wider, as the paper finds. So
// that they do is no finding of the model's. The H200 was given both, and what the paper
// says of its second view is so in this one and not in the other: from 2×64 to 4×32
// frames become fewer and hits more.
func Moving() View { return View{90, -90, 0} }

func (v View) String() string { return fmt.Sprintf("(%g,%g,%g)", v.Alpha, v.Beta, v.Gamma) }

// matrix returns the rotation that takes the eye's vectors into the volume, x first.
func (v View) matrix() [3][3]float64 {
	rad := math.Pi / 180
	sa, ca := math.Sincos(v.Alpha * rad)
	sb, cb := math.Sincos(v.Beta * rad)
	sg, cg := math.Sincos(v.Gamma * rad)
	m := [3][3]float64{
		{cg * cb, cg*sb*sa - sg*ca, cg*sb*ca + sg*sa},
		{sg * cb, sg*sb*sa + cg*ca, sg*sb*ca - cg*sa},
		{-sb, cb * sa, cb * ca},
	}
	for i := range m {
		for j := range m[i] {
			if math.Abs(m[i][j]) < 1e-6 { // as the measured kernel: no ray is parallel to a face
				m[i][j] = 1e-6
			}
		}
	}
	return m
}

// Ray is the part of a ray in the volume: its samples are at
//
//	At + k·Step, 0 ≤ k < Samples
//
// in voxels; the centre of the first voxel is at 0.5.
type Ray struct {
	At, Step [3]float32
	Samples  int // 0: it misses the volume
}

// Ray returns the ray of the pixel (x, y) of a picture of size² pixels, sampled
// every step of the volume's half side.
func (v View) Ray(x, y, size int, step float64) Ray {
	c := v.caster(size, step)
	return c.ray(x, y)
}

// caster casts the rays of one picture.
type caster struct {
	m    [3][3]float64
	size int
	step float64
}

func (v View) caster(size int, step float64) caster { return caster{v.matrix(), size, step} }

func (c *caster) ray(x, y int) Ray {
	u, w := float64(x)/float64(c.size)*2-1, float64(y)/float64(c.size)*2-1
	l := 1 / math.Sqrt(u*u+w*w+4)
	in, out := 0.0, math.Inf(1)
	var from, along [3]float64
	for i := range 3 {
		from[i] = 4 * c.m[i][2]
		along[i] = l * (c.m[i][0]*u + c.m[i][1]*w - 2*c.m[i][2])
		a, b := (-1-from[i])/along[i], (1-from[i])/along[i]
		in, out = max(in, min(a, b)), min(out, max(a, b))
	}
	if in >= out {
		return Ray{}
	}
	r := Ray{Samples: int(math.Ceil((out - in) / c.step))}
	for i := range 3 {
		r.At[i] = float32((from[i] + along[i]*in + 1) * Side / 2)
		r.Step[i] = float32(along[i] * c.step * Side / 2)
	}
	return r
}

// Sample returns where the ray's sample k is: k·Step + At, rounded once.
func (r *Ray) Sample(k int) (at [3]float32) {
	for i := range at {
		at[i] = float32(float64(k)*float64(r.Step[i]) + float64(r.At[i]))
	}
	return at
}

// middle cuts a wavefront's rays to the given part of their turns about the middle
// one, the same turns of each: so they stay side by side. It returns how many of the
// turns are left, 1 or more.
func middle(rays []Ray, turns int, part float64) int {
	n := max(1, int(float64(turns)*part))
	skip := (turns - n) / 2
	for i := range rays {
		r := &rays[i]
		if r.Samples = min(r.Samples-skip, n); r.Samples <= 0 {
			*r = Ray{}
			continue
		}
		r.At = r.Sample(skip)
	}
	return n
}

// Density returns the volume's density, 0 to 1, at a point in voxels: a ball, thick
// in the middle, with waves.
func Density(x, y, z float64) float64 {
	a, u := terms(0, x)
	b, v := terms(1, y)
	c, w := terms(2, z)
	return density(a+b+c, u*v*w)
}

// density returns the density where the squares of the distances from the centre sum
// to q, in half sides, and the waves multiply to w.
func density(q, w float64) float64 {
	if q >= 1 {
		return 0
	}
	return (60*(1-q) + 30*(1+w)) / 255
}

// terms returns what a coordinate adds to the square of the distance, and what it
// multiplies the waves with.
func terms(axis int, at float64) (square, wave float64) {
	a := at*2/Side - 1
	return a * a, math.Sin([3]float64{20, 17, 23}[axis] * a)
}

// Opaque is how much of the light a ray may lose before the kernel ends it. No ray
// through this volume comes near.
const Opaque = 0.98

// Opacity returns how much of the light behind it a sample of density 1 takes, where
// samples are a step of the volume's half side apart.
func Opacity(step float64) float64 { return 0.005 * step / 0.002 }

// Picture returns the brightness of size² pixels, row by row, each the sum front to
// back along its ray of the density itself: what the kernel's picture tends to with
// ever more voxels.
func Picture(v View, size int, step float64) []float64 {
	c := v.caster(size, step)
	out := make([]float64, size*size)
	for y := range size {
		for x := range size {
			out[y*size+x], _ = march(c.ray(x, y), Opacity(step))
		}
	}
	return out
}

// march returns the brightness along a ray, and how much of the light it takes.
func march(r Ray, opacity float64) (bright, taken float64) {
	for k := range r.Samples {
		at := r.Sample(k)
		s := Density(float64(at[0]), float64(at[1]), float64(at[2]))
		a := s * opacity
		bright += (1 - taken) * a * s
		taken += (1 - taken) * a
	}
	return bright, taken
}

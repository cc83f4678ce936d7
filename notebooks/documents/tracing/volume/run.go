package volume

import (
	"errors"
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/trace"
)

// Method is how a kernel measures its texture references: what it does between
// the load and the second clock read.
type Method uint8

// The methods.
const (
	None   Method = iota // no clock reads
	Simple               // nothing: the second clock is read as soon as the load has issued
	Fence                // a memory fence; it orders writes, and a texture is only read
	Dummy                // a use of the loaded value, which waits for it
	Methods
)

func (m Method) String() string {
	if m >= Methods {
		return fmt.Sprintf("unknown (%d)", m)
	}
	return [Methods]string{"none", "simple", "fence", "dummy"}[m]
}

// Shapes returns the eight shapes of 128 lanes, 1×128 to 128×1.
func Shapes() []gpumodel.Shape {
	var out []gpumodel.Shape
	for x := 1; x <= 128; x *= 2 {
		out = append(out, gpumodel.Shape{X: x, Y: 128 / x})
	}
	return out
}

// Renderer is the renderer's kernel on a GPU: what of its machine code sets the pace
// there. Cycles are the CU's.
type Renderer struct {
	Device   gpumodel.Device // with its caches and texture unit
	Resident int             // workgroups of 128 lanes on a CU

	Size int     // pixels along each side of the picture
	Step float64 // between samples, in half sides of the volume

	Instructions int // of a turn of the loop, besides its two references and what timing adds
	Dependent    int // of them, those that each need the one before

	Placement Placement // of the timestamps
	Stamps    int       // timestamps that each wavefront stores, at most; the rest are dropped

	Assumed []string
}

// Between returns the cycles from a lone wavefront's first clock read to its reference.
func (g *Renderer) Between() gpumodel.Cycles {
	l := &g.Device.CU.Latency
	return l[gpumodel.Clock] + (shift+coordinates)*l[gpumodel.FP32]
}

// Window is the part of the picture that is rendered: pixels X0 ≤ x < X1, Y0 ≤ y < Y1,
// by so many of the CUs. For the same locality as in the whole picture, CUs should be
// to all CUs as the window is to the picture.
type Window struct {
	X0, Y0, X1, Y1, CUs int
	Part                float64 // of each ray, about its middle; 0: all of it
	Record              int     // references to record in Measured.Spans, at most
}

// Measured is what one frame took, and what the instrumented kernel found.
type Measured struct {
	View   View
	Shape  gpumodel.Shape
	Method Method

	References int64   // of wavefronts, in the window
	Cycles     float64 // to render the window
	Frame      float64 // seconds of a whole frame: the window's, scaled by references and CUs
	Reference  float64 // mean cycles between a reference's clock reads; 0 without
	Other      float64 // mean cycles of a wavefront's life besides, for each reference; 0 without
	Asked      int64   // sectors (lines, where a cache has no sectors) that the texture unit asked for, the transfer function's among them
	Hit        float64 // share of them that the texture cache had
	L2Hit      float64 // share of what it had not that the L2 had
	Tail       float64 // of OnChip: share of the time after the first CU had nothing left to do
	Wavefronts []WavefrontMean
	Series     []float64        // cycles of each reference of the wavefront asked for
	Spans      []TimedReference // the first Window.Record references, in order of their second clock reads
}

// Share returns the share of the wavefronts' time that the kernel finds in texture
// references.
func (m Measured) Share() float64 {
	if m.Reference+m.Other == 0 {
		return 0
	}
	return m.Reference / (m.Reference + m.Other)
}

// WavefrontMean is one wavefront's references.
type WavefrontMean struct {
	CU         int
	References int
	Mean       float64 // cycles between a reference's clock reads; 0: none
}

// TimedReference is one reference, from the first clock read to the second.
type TimedReference struct {
	CU, Slot  int // where the wavefront resides
	Wavefront int // in order of workgroups
	Start     float64
	Cycles    float64
}

// Trace returns the recorded references as a trace: what the instrumented kernel
// would write. Between two references of a wavefront it computes, as far as its clock
// reads can tell: by the simple method, that is most of the wait for the data too.
// Why it waits, the stall reasons of a timed CU tell, see trace.FromTimelines.
func (g Renderer) Trace(m Measured) (trace.Trace, error) {
	args := []string{"wavefront"}
	t := trace.Trace{Clock: g.Device.Clock, States: []trace.State{{Name: trace.MemoryReference, Args: args}, {Name: trace.Compute, Args: args}}}
	ended := map[int]gpumodel.Cycles{} // by wavefront: its latest reference
	for _, s := range m.Spans {
		start := gpumodel.Cycles(s.Start)
		span := trace.Interval{CU: s.CU, Slot: s.Slot, Start: start, End: max(start+1, gpumodel.Cycles(s.Start+s.Cycles)),
			Args: [trace.MaxArgs]int64{int64(s.Wavefront)}}
		t.Spans = append(t.Spans, span)
		if end, before := ended[s.Wavefront]; before && end < start {
			t.Spans = append(t.Spans, trace.Interval{CU: s.CU, Slot: s.Slot, State: 1, Start: end, End: start, Args: span.Args})
		}
		ended[s.Wavefront] = span.End
	}
	t.Sort()
	return t, t.Validate()
}

func (g Renderer) check(s gpumodel.Shape, w Window) error {
	var errs []error
	bad := func(field string, value any, wish string) {
		errs = append(errs, fmt.Errorf("volume: %s = %v, want %s", field, value, wish))
	}
	if s.X < 1 || s.Y < 1 || s.X*s.Y != 128 {
		bad("shape", s, "128 lanes")
	} else if w.X0 < 0 || w.Y0 < 0 || w.X1 <= w.X0 || w.Y1 <= w.Y0 || w.X1 > g.Size || w.Y1 > g.Size || (w.X1-w.X0)%s.X != 0 || (w.Y1-w.Y0)%s.Y != 0 {
		bad("window", w, fmt.Sprintf("whole workgroups of %v in the picture of %d pixels a side", s, g.Size))
	}
	if !(w.Part >= 0 && w.Part <= 1) {
		bad("window.Part", w.Part, "0 to 1")
	}
	if g.Resident < 1 || g.Size < 1 || !(g.Step > 1e-5 && g.Step < 1) {
		bad("Resident, Size, Step", []any{g.Resident, g.Size, g.Step}, "1 or more, a step of 0.00001 to 1")
	}
	if t := g.Device.Texture; t == (gpumodel.TextureUnit{}) {
		bad("Device", g.Device.Name, "a device whose texture unit is known")
	}
	if least := coordinates + transfer + 3; g.Dependent < least || g.Instructions < g.Dependent || g.Instructions > 1000 {
		bad("Instructions, Dependent", []int{g.Instructions, g.Dependent}, fmt.Sprintf("%d dependent ones or more, of 1000 at most", least))
	}
	if g.Placement >= Placements || g.Stamps < 0 || g.Stamps > 1<<16 {
		bad("Placement, Stamps", []any{g.Placement, g.Stamps}, "a placement, 0 to 65536 timestamps")
	}
	return errors.Join(errs...)
}

// References returns the texture references of all wavefronts in a window, or in
// the whole picture.
func (g Renderer) References(v View, s gpumodel.Shape, w Window) int64 {
	samples := g.samples(v)
	n := int64(0)
	eachWavefront(s, w, func(x, y [32]int) {
		most := uint32(0)
		for i := range x {
			most = max(most, samples[y[i]*g.Size+x[i]])
		}
		n += int64(most)
	})
	return n
}

// eachWavefront calls do with the pixels of the wavefronts of the window's
// workgroups, in order.
func eachWavefront(s gpumodel.Shape, w Window, do func(x, y [32]int)) {
	for gy := w.Y0; gy < w.Y1; gy += s.Y {
		for gx := w.X0; gx < w.X1; gx += s.X {
			for first := 0; first < 128; first += 32 {
				do(pixels(s, gx, gy, first))
			}
		}
	}
}

// pixels returns the pixels of 32 lanes of the workgroup at (gx, gy), x fastest.
func pixels(s gpumodel.Shape, gx, gy, first int) (x, y [32]int) {
	for i := range x {
		x[i], y[i] = gx+(first+i)%s.X, gy+(first+i)/s.X
	}
	return x, y
}

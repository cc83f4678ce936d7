package tracing

import (
	"lanebook/gpumodel/kernel"
	"lanebook/notebooks/documents/tracing/volume"
)

// stamps are one wavefront's timestamps. All its lanes read the same clock and store
// to the same word: one word for each wavefront and timestamp.
type stamps struct {
	w     *kernel.Wavefront
	local kernel.Local[int32]
	out   *kernel.Global[int32]
	inLDS bool // until the end
	most  int  // timestamps of the wavefront
	first int  // word of the LDS
	base  int  // word of out
	n     int  // timestamps so far
	lanes int  // of a wavefront
}

// newStamps declares the LDS that the placement asks for.
func (p VolumeRendering) newStamps(w *kernel.Wavefront, a VolumeArrays) *stamps {
	s := &stamps{w: w, out: a.Stamps, inLDS: p.Placement == volume.InLDS, most: a.stamps, lanes: a.lanes}
	s.first = w.Index * s.most
	s.base = (w.Group.Y*w.Grid.X+w.Group.X)*a.waves*s.most + s.first
	if s.inLDS {
		s.local = kernel.NewLocal[int32](w, "stamps", a.waves*s.most)
	}
	return s
}

// record stores both timestamps of a reference while there is room. The count of a
// wavefront's turns is the same in all lanes, and costs nothing here.
func (s *stamps) record(stamps ...kernel.Int) {
	if s.n == s.most {
		return
	}
	for _, t := range stamps {
		if word := kernel.To[int32](t); s.inLDS {
			s.local.Store(s.w.Int(s.first+s.n), word)
		} else {
			s.out.Store(s.w.Int(s.base+s.n), word)
		}
		s.n++
	}
}

// copyOut copies the timestamps from the LDS to global memory, all lanes together.
func (s *stamps) copyOut() {
	if !s.inLDS {
		return
	}
	s.w.Fence()
	for done := 0; done < s.n; done += s.lanes {
		i := s.w.Lane().Plus(done)
		s.w.If(i.Below(s.n), func() { s.out.Store(i.Plus(s.base), s.local.Load(i.Plus(s.first))) })
	}
}

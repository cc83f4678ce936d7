package volume

import "sync"

// picture is what the length of a picture's rays depends on.
type picture struct {
	view View
	size int
	step float64
}

// counted is the latest picture whose rays were counted. Shapes and methods share it:
// casting a million rays takes as long as a small window's rendering.
var counted struct {
	sync.Mutex
	picture
	samples []uint32
}

// samples returns the samples of each ray of the picture, row by row. They are shared:
// do not change them.
func (g Renderer) samples(v View) []uint32 {
	counted.Lock()
	defer counted.Unlock()
	p := picture{v, g.Size, g.Step}
	if counted.samples != nil && counted.picture == p {
		return counted.samples
	}
	c := v.caster(g.Size, g.Step)
	all := make([]uint32, g.Size*g.Size)
	for i := range all {
		r := c.ray(i%g.Size, i/g.Size)
		all[i] = uint32(r.Samples)
	}
	counted.picture, counted.samples = p, all
	return all
}

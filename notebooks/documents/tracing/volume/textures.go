package volume

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/memory"
)

// TextureWork is what a frame asks of a texture unit, for each eight groups of four lanes of which one or more sample: for a
// reference of all 32 lanes, that is.
type TextureWork struct {
	Cycles     float64 // of the unit
	Sectors    float64 // asked for, two lanes by two
	References float64 // of wavefronts: 1, and more where lanes have left
}

// Textures returns what a frame as OnChip's asks of a GPU's texture unit. It looks at every n'th wavefront, 1 to all of them, alone and
// with empty caches, which changes neither number; with 601 both are within 3 % of all. The error says
// what is wrong with the GPU, the workgroup or n.
func Textures(d gpumodel.Device, v View, s gpumodel.Shape, n int) (TextureWork, error) {
	const lanes = 32
	switch {
	case d.Lanes != lanes || d.Texture.Latency == 0:
		return TextureWork{}, fmt.Errorf("volume: %s has wavefronts of %d lanes and a texture unit with Latency = %d, want %d and a unit of which more is known", d.Name, d.Lanes, d.Texture.Latency, lanes)
	case s.X < 1 || s.Y < 1 || s.X*s.Y%lanes != 0 || chipSize%s.X != 0 || chipSize%s.Y != 0:
		return TextureWork{}, fmt.Errorf("volume: Shape = %v, want whole wavefronts, and a picture of %d² of whole workgroups", s, chipSize)
	case n < 1 || n > chipSize*chipSize/lanes:
		return TextureWork{}, fmt.Errorf("volume: every %dth wavefront, want 1 to %d", n, chipSize*chipSize/lanes)
	}
	texture, err := d.Texture.Layout.Volume(1<<33, digits)
	if err != nil {
		return TextureWork{}, err
	}
	d.Texture.Queue, d.Texture.QueuePasses = 1<<16, 1<<30 // nothing but passes holds the unit up
	c, columns, each := v.caster(chipSize, chipStep), chipSize/s.X, s.X*s.Y/lanes
	var all TextureWork
	fours := 0
	for w := n / 2; w < chipSize*chipSize/lanes; w += n {
		h, err := memory.New(d, 1)
		if err != nil {
			return TextureWork{}, err
		}
		group, first := w/each, w%each*lanes
		var rays [lanes]Ray
		turns := 0
		for i := range rays {
			rays[i] = c.ray(group%columns*s.X+(first+i)%s.X, group/columns*s.Y+(first+i)/s.X)
			turns = max(turns, rays[i].Samples)
		}
		sample := &gpumodel.Samples{Volume: texture}
		in := gpumodel.Instruction{Kind: gpumodel.Texture, Sample: sample}
		for turn := range turns {
			in.Lanes = 0
			for i := range rays {
				if turn < rays[i].Samples {
					in.Lanes |= 1 << i
					sample.At[i] = rays[i].Sample(turn)
				}
			}
			for four := 0; four < lanes; four += 4 {
				fours += int(min(1, in.Lanes>>four&15))
			}
			if _, _, err := h.CU(0).Serve(0, &in); err != nil {
				return TextureWork{}, err
			}
		}
		_, asked, _ := h.Counts()
		all.Sectors += float64(asked.Hits + asked.Merged + asked.Missed)
		all.References += float64(turns)
		in.Lanes = 1
		free, _, err := h.CU(0).Serve(0, &in) // it begins when the unit is free
		if err != nil {
			return TextureWork{}, err
		}
		all.Cycles += float64(free)
	}
	if fours == 0 {
		return TextureWork{}, fmt.Errorf("volume: no ray of every %dth wavefront hits the volume at %v", n, v)
	}
	of := 8 / float64(fours)
	return TextureWork{all.Cycles * of, all.Sectors * of, all.References * of}, nil
}

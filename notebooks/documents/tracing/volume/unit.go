package volume

import (
	"lanebook/gpumodel"
	"lanebook/gpumodel/memory"
	"lanebook/gpumodel/silicon"
)

// UnitOf returns what the texture unit of a GPU takes for a frame's references, and how many sectors they ask for, two lanes by
// two: by reference of 32 lanes, or as many lanes of others, four by four. It looks at every n'th wavefront only.
func UnitOf(d gpumodel.Device, v View, s gpumodel.Shape, n int) (cycles, sectors float64, err error) {
	texture, err := d.Texture.Layout.Volume(1<<33, digits)
	if err != nil {
		return 0, 0, err
	}
	d.Texture.Queue, d.Texture.QueuePasses = 1<<16, 1<<30 // nothing but the passes holds it up
	c, asked, fours := v.caster(chipSize, chipStep), 0, 0
	columns, each := chipSize/s.X, s.X*s.Y/d.Lanes
	for w := n / 2; w < chipSize*chipSize/d.Lanes; w += n {
		h, err := memory.New(d, 1)
		if err != nil {
			return 0, 0, err
		}
		group, first := w/each, w%each*d.Lanes
		var rays [32]Ray
		turns := 0
		for i := range rays {
			rays[i] = c.ray(group%columns*s.X+(first+i)%s.X, group/columns*s.Y+(first+i)/s.X)
			turns = max(turns, rays[i].Samples)
		}
		sample := &gpumodel.Samples{Volume: texture}
		in := gpumodel.Instruction{Kind: gpumodel.Texture, Lanes: 1, Sample: sample}
		for turn := range turns + 1 { // what comes after the last says when the unit is free
			if turn < turns {
				in.Lanes = 0
				for i, r := range rays {
					if turn < r.Samples {
						in.Lanes |= 1 << i
						sample.At[i] = silicon.Ray(r).Sample(turn)
					}
				}
				for four := range d.Lanes / 4 {
					fours += int(min(1, in.Lanes>>(4*four)&15))
				}
			}
			begun, _, err := h.CU(0).Serve(0, &in)
			if err != nil {
				return 0, 0, err
			}
			if turn == turns {
				cycles += float64(begun)
			}
			if turn == turns-1 {
				_, l1, _ := h.Counts()
				asked += int(l1.Hits + l1.Merged + l1.Missed)
			}
		}
	}
	references := float64(fours) * 4 / float64(d.Lanes)
	return cycles / references, float64(asked) / references, nil
}

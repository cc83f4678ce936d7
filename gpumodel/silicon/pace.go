package silicon

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/memory"
)

//go:embed pace_h100.csv
var paceH100CSV string

// paceSeed is what pace.cu was started with for pace_h100.csv: after the texture unit's rule was set,
// from 37,500 references drawn with another.
const paceSeed = 20261126

// TexturePace is what a reference to a texture of 1024³ bytes takes on an SM that finds all of it in
// its L1, when many follow each other.
type TexturePace struct {
	Kind   string            // "pairs", "fours", "some" (of four lanes), "fractions" or "rays": see pace.cu
	At     [32][3]float32    // where lanes sample, in texels
	Lanes  gpumodel.LaneMask // that do
	Cycles float64           // measured
}

// TexturePaces returns the 10,000 rows of pace_h100.csv with the lanes of each, which pace.cu drew by
// chance. The error says which row is damaged.
func TexturePaces() ([]TexturePace, error) {
	all := drawn(paceSeed, 2000)
	rows := strings.Split(strings.TrimSpace(paceH100CSV), "\n")
	if len(rows) != len(all) {
		return nil, fmt.Errorf("silicon: pace_h100.csv has %d rows, want %d", len(rows), len(all))
	}
	for i, row := range rows {
		kind, text, _ := strings.Cut(row, ",")
		cycles, err := strconv.ParseFloat(text, 64)
		if err != nil || kind != all[i].Kind || !(cycles >= 1) {
			return nil, fmt.Errorf("silicon: pace_h100.csv: row %d is %q, want %s and cycles of 1 or more", i+1, row, all[i].Kind)
		}
		all[i].Cycles = cycles
	}
	return all, nil
}

// Agrees reports whether a model's cycles are the measured to a twentieth and half a cycle, which the
// clock is off by.
func (p *TexturePace) Agrees(model float64) bool {
	return math.Abs(model-p.Cycles) <= 0.5+0.05*model
}

// Model returns the cycles that the unit of a GPU's description takes: the same reference three times
// after one that has brought what it needs. The error says what is wrong with the GPU.
func (p *TexturePace) Model(d gpumodel.Device) (float64, error) {
	volume, err := d.Texture.Layout.Volume(0, [3]int{10, 10, 10})
	if err != nil {
		return 0, err
	}
	h, err := memory.New(d, 1)
	if err != nil {
		return 0, err
	}
	s := &gpumodel.Samples{Volume: volume}
	copy(s.At[:], p.At[:])
	in := gpumodel.Instruction{Kind: gpumodel.Texture, Lanes: p.Lanes, Sample: s}
	var done [4]gpumodel.Cycles
	for i := range done {
		if _, done[i], err = h.CU(0).Serve(gpumodel.Cycles(10000*min(i, 1)), &in); err != nil {
			return 0, err
		}
	}
	return float64(done[3] - done[2]), nil
}

// drawn draws so many references of each kind as pace.cu does.
func drawn(seed uint32, each int) (all []TexturePace) {
	random := paceRandom(seed)
	for i := range each { // lanes 2k and 2k + 1 apart, the next two likewise, 16 planes on
		var p [2][3]int
		base := random.base(i&1 == 1)
		for axis, span := range [3]int{64, 16, 8} {
			p[0][axis] = (base[axis]+random.below(span))*256 + 64
		}
		for axis, apart := range [3]int{9, 9, 5} {
			p[1][axis] = p[0][axis] + (random.below(apart)-apart/2)*256
		}
		all = append(all, pace("pairs", func(lane int) ([3]int, bool) {
			at := p[lane&1]
			at[2] += lane >> 1 & 1 * 16 * 256
			return at, true
		}))
	}
	for _, kind := range []string{"fours", "some", "fractions"} { // eight times the same four lanes
		for i := range each {
			mask := 15
			if kind == "some" {
				mask = 1 + random.below(15)
			}
			p := random.four(i&1 == 1, kind == "fractions")
			all = append(all, pace(kind, func(lane int) ([3]int, bool) { return p[lane&3], mask>>(lane&3)&1 == 1 }))
		}
	}
	for i := range each {
		all = append(all, random.rays(i&1 == 1))
	}
	return all
}

// pace returns a reference of lanes that sample at so many 256ths of a texel beyond the centre of the first.
func pace(kind string, of func(lane int) (at [3]int, on bool)) TexturePace {
	p := TexturePace{Kind: kind}
	for lane := range p.At {
		at, on := of(lane)
		for axis, x := range at {
			p.At[lane][axis] = float32(x)/256 + 0.5
		}
		if on {
			p.Lanes |= 1 << lane
		}
	}
	return p
}

// paceRandom is pace.cu's generator.
type paceRandom uint32

// below returns a number from 0 to n − 1.
func (r *paceRandom) below(n int) int {
	*r = *r*1664525 + 1013904223
	return int(uint64(*r>>4) * uint64(n) >> 28)
}

// base returns where lanes are near, in texels: one place, or anywhere.
func (r *paceRandom) base(far bool) [3]int {
	if !far {
		return [3]int{64, 64, 64}
	}
	return [3]int{64 * (1 + r.below(14)), 16 * (4 + r.below(56)), 16 * (4 + r.below(56))}
}

func (r *paceRandom) four(far, fine bool) (p [4][3]int) {
	base := r.base(far)
	for j := range p {
		for axis, from := range [3]int{8, 8, 4} {
			p[j][axis] = (base[axis] + from + r.below([3]int{6, 6, 4}[axis])) * 256
			if fine {
				p[j][axis] += r.fraction()
			} else {
				p[j][axis] += 64
			}
		}
	}
	return p
}

func (r *paceRandom) fraction() int {
	if k := r.below(6); k < 4 {
		return [4]int{0, 1, 255, 128}[k]
	}
	return r.below(256)
}

// rays draws a reference of a block of lanes whose rows are so many long, with steps of up to two texels
// along each axis; of one in three the last lanes are off.
func (r *paceRandom) rays(far bool) TexturePace {
	base := r.base(far)
	width, on := 1<<r.below(6), 32
	if r.below(3) == 0 {
		on = 1 + r.below(32)
	}
	var along, down, from [3]int
	for axis := range from {
		along[axis], down[axis] = r.below(1024)-512, r.below(1024)-512
		for _, step := range []*int{&along[axis], &down[axis]} {
			if r.below(3) == 0 {
				*step /= 64
			}
		}
		from[axis] = r.below(64 * 256)
	}
	return pace("rays", func(lane int) (at [3]int, _ bool) {
		for axis := range at {
			x := (base[axis]+64)*256 + from[axis] + along[axis]*(lane%width) + down[axis]*(lane/width)
			at[axis] = min(max(x, 256), 1000*256)
		}
		return at, lane < on
	})
}

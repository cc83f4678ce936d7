package silicon

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed tail_h100.csv
var tailH100CSV string

// FrameEnd is how a frame of the volume renderer ended on an H100, of whose rays none ends early: medians of five
// launches, times in parts of that from the first workgroup's begin to the last one's end.
type FrameEnd struct {
	VolumePoint         // View, X, Y and FrameSeconds
	Voxels      int     // along an edge of the volume: of 128, a ray goes through eight in a row, and all lie in the L2
	Tail        float64 // after the first SM had nothing left to do, 0 to 1
	Half        float64 // when half of the workgroups had ended; those that miss the volume do at once
	Three       float64 // likewise three quarters
	Nine        float64 // and nine tenths
	Middle      float64 // references a second from a tenth to six tenths, over those of the whole, each warp's spread evenly over its life

	// Of 128 voxels alone, by counters in one more launch each: requests a cycle of the L2, each for sectors of
	// one line, and sectors of each, on average over the frame.
	Lines, Sectors float64
}

// TextureByChance is what the L2 answers of references to a texture at places by chance, from all SMs, few of
// which their L1s have: requests a cycle, and sectors of each.
type TextureByChance struct {
	Where          string // "texel": one; "anywhere": the eight around it; "two sectors", "four sectors": of one plane, where a line's sectors meet
	Lines, Sectors float64
}

// H100FrameEnds returns what tail_h100.csv has. The error says which line is damaged.
func H100FrameEnds() (frames []FrameEnd, chance []TextureByChance, err error) {
	for i, line := range strings.Split(strings.TrimSpace(tailH100CSV), "\n") {
		p := pairs{file: "tail_h100.csv", line: i + 1, columns: strings.Split(line, ",")}
		switch p.columns[0] {
		case "tail":
			frames = append(frames, p.frameEnd())
		case "chance":
			if p.head("chance", 4); p.err == nil {
				chance = append(chance, TextureByChance{p.columns[1], p.float(2, "lines"), p.float(3, "sectors")})
			}
		default:
			p.err = fmt.Errorf("silicon: %s: line %d is of %q, want tail or chance", p.file, p.line, p.columns[0])
		}
		if p.err != nil {
			return nil, nil, p.err
		}
	}
	return frames, chance, nil
}

func (p *pairs) frameEnd() (f FrameEnd) {
	counted := len(p.columns) == 14
	if counted {
		p.head("tail", 14)
	} else {
		p.head("tail", 12)
	}
	if p.err != nil {
		return f
	}
	f = FrameEnd{VolumePoint: VolumePoint{FrameSeconds: p.float(4, "ms") / 1e3}, Voxels: int(p.float(3, "voxels")),
		Tail: p.float(6, "tail"), Half: p.float(8, "half"), Three: p.float(9, "three"), Nine: p.float(10, "nine"), Middle: p.float(11, "middle")}
	p.float(5, "span_us")
	p.float(7, "quarter")
	if counted {
		f.Lines, f.Sectors = p.float(12, "lines"), p.float(13, "sectors")
	}
	p.place(&f.VolumePoint)
	return f
}

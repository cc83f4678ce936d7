package silicon

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// TexturePattern is one trilinear reference of a wavefront to a texture of 1024³ bytes, as an
// H200 counted it.
type TexturePattern struct {
	Name  string
	At    [32][3]float32 // of each lane, in texels
	Asked int            // sectors, anew by each two lanes
	Tags  int            // passes of the tags
	Data  int            // passes of the data
	Fresh int            // sectors that came from the L2, with empty caches
	Hit   float64        // cycles of a CU for each when 32 wavefronts ask for the same again and again; 0: not timed
}

//go:embed texture_counters.csv
var textureCountersCSV string

//go:embed texture_lanes.csv
var textureLanesCSV string

//go:embed texture.csv
var textureCSV string

// H200Textures returns the patterns of texture_counters.csv. The error says which line of
// which file is damaged.
func H200Textures() ([]TexturePattern, error) {
	lanes := map[string][32][3]float32{}
	rows, err := table("texture_lanes.csv", textureLanesCSV, 97)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		f := fields{file: "texture_lanes.csv", row: r}
		var at [32][3]float32
		for i := range 96 {
			at[i/3][i%3] = float32(f.float(1 + i))
		}
		if f.err != nil {
			return nil, f.err
		}
		lanes[r[0]] = at
	}
	hits, err := textureHits()
	if err != nil {
		return nil, err
	}
	rows, err = table("texture_counters.csv", textureCountersCSV, 8)
	if err != nil {
		return nil, err
	}
	var out []TexturePattern
	for i, r := range rows[1:] {
		f := fields{file: "texture_counters.csv", row: r}
		p := TexturePattern{Name: r[0], Asked: f.int(2), Tags: f.int(4), Data: f.int(5), Fresh: f.int(6)}
		base := 256.5 + float32(f.float(1))
		at, ok := lanes[p.Name]
		if f.err != nil {
			return nil, f.err
		}
		if !ok {
			return nil, fmt.Errorf("silicon: texture_counters.csv: line %d is of %q, want one of texture_lanes.csv", i+2, p.Name)
		}
		for lane := range at {
			for axis := range at[lane] {
				p.At[lane][axis] = base + at[lane][axis]
			}
		}
		if r[1] == "0.25" {
			p.Hit = hits[p.Name]
		}
		out = append(out, p)
	}
	return out, nil
}

// textureHits returns the times of references that hit, by pattern.
func textureHits() (map[string]float64, error) {
	out := map[string]float64{}
	for i, line := range strings.Split(strings.TrimSpace(textureCSV), "\n") {
		rest, ok := strings.CutPrefix(line, "hit,lanes=")
		name, rest, _ := strings.Cut(rest, ",")
		if !ok || !strings.Contains(rest, "waves=32,cus=1,") {
			continue
		}
		_, value, _ := strings.Cut(rest, "cycles=")
		cycles, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil, fmt.Errorf("silicon: texture.csv: line %d is %q, want cycles=a number", i+1, line)
		}
		out[name] = cycles
	}
	return out, nil
}

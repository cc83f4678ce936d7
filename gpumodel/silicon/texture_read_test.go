package silicon

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// texturePattern is one trilinear reference of a wavefront to a texture of 1024³ bytes, as an
// H200 counted it.
type texturePattern struct {
	Name     string
	At       [32][3]float32 // of each lane, in texels
	Asked    int            // sectors, anew by each two lanes
	Tags     int            // passes of the tags
	Data     int            // passes of the data
	Fresh    int            // sectors that came from the L2, with empty caches
	Requests int            // to the L2 for them
	Hit      float64        // cycles of a CU for each when 32 wavefronts ask for the same again and again; 0: not timed
}

//go:embed texture_counters.csv
var textureCountersCSV string

//go:embed texture_lanes.csv
var textureLanesCSV string

//go:embed texture.csv
var textureCSV string

// h200Textures returns the patterns of texture_counters.csv. The error says which line of
// which file is damaged.
func h200Textures() ([]texturePattern, error) {
	lanes, err := textureLanes()
	if err != nil {
		return nil, err
	}
	hits, err := textureHits()
	if err != nil {
		return nil, err
	}
	rows, err := table("texture_counters.csv", textureCountersCSV, 8)
	if err != nil {
		return nil, err
	}
	var out []texturePattern
	for i, r := range rows[1:] {
		f := fields{file: "texture_counters.csv", row: r}
		p := texturePattern{Name: r[0], Asked: f.int(2), Tags: f.int(4), Data: f.int(5), Fresh: f.int(6), Requests: f.int(7)}
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

// textureLanes returns the lanes' offsets, by pattern.
func textureLanes() (map[string][32][3]float32, error) {
	rows, err := table("texture_lanes.csv", textureLanesCSV, 97)
	lanes := map[string][32][3]float32{}
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
	return lanes, err
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

// textureInside is what 4 warps of each of so many workgroups of inside.cu found when all of
// them sampled at a pattern of lanes, 64 times each, for the second time.
type textureInside struct {
	Name          string
	At            [32][3]float32 // of each lane, in texels from where the pattern is put
	Workgroups    int
	Waves         int     // of a CU: all that are resident
	Cube          int     // the pattern is put by chance into a cube of so many texels a side; 0: at one place
	Taken, Done   float64 // cycles of a reference until its coordinates had been read, and until its result was there
	EachReference float64 // cycles of the CU for each of its references
}

// h200Inside returns the rows of inside.csv, without those of single warps. The error says
// which line is damaged.
func h200Inside() ([]textureInside, error) {
	lanes, err := textureLanes()
	if err != nil {
		return nil, err
	}
	var out []textureInside
	for i, line := range strings.Split(strings.TrimSpace(insideCSV), "\n") {
		p := pairs{file: "inside.csv", line: i + 1, columns: strings.Split(line, ",")}
		if p.columns[0] == "ends" {
			continue
		}
		p.head("inside", 14)
		if p.err != nil {
			return nil, p.err
		}
		in := textureInside{
			Name:       strings.TrimPrefix(p.columns[1], "lanes="),
			Workgroups: int(p.float(2, "blocks")), Waves: int(p.float(3, "waves_of_cu")),
			Taken: p.float(5, "taken"), Done: p.float(6, "done"), EachReference: p.float(8, "cycles_per_cu_ref"),
		}
		var ok bool
		if p.columns[4] != "cube=0" {
			in.Cube = int(p.float(4, "cube"))
		}
		if in.At, ok = lanes[in.Name]; !ok && p.err == nil {
			p.err = fmt.Errorf("silicon: inside.csv: line %d is of %q, want one of texture_lanes.csv", i+1, in.Name)
		}
		if p.err != nil {
			return nil, p.err
		}
		out = append(out, in)
	}
	return out, nil
}

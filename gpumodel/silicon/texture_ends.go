package silicon

import (
	_ "embed"
	"fmt"
	"strings"

	"lanebook/gpumodel"
)

// TextureEnds is how long the wavefronts of a full SM took of which each asked 64 times for a pattern of
// lanes in a texture: cycles from its own first clock read, the mean of each workgroup's four, in the order of workgroups.
type TextureEnds struct {
	Name            string // of the pattern
	Cube            int    // patterns are put by chance into one of so many texels a side; 0: at one place
	Chip            [16]float64
	Preset, Variant [16]float64 // by the model of the H200 as it is, and of its QueueVariant
}

var (
	//go:embed inside.csv
	insideCSV string
	//go:embed ends_inside_model.csv
	textureEndsCSV string
)

// QueueVariant returns a GPU of the H200's kind in which four references of each scheduler wait, in their order,
// for the texture unit, and in which a scheduler issues all that it does from its oldest wavefront. Both were chosen with three of
// TextureEnds' six rows in view, in which 32, 36 and 40 of 64 wavefronts go ahead: about as many as the unit holds there, and the
// loop, and four of each scheduler. In the other three it is no better than the preset. No preset has it, and an H200's
// multiply-adds by wavefronts and chains want schedulers that take turns.
func QueueVariant(d gpumodel.Device) gpumodel.Device {
	d.Texture.Ahead = 4 // [inside.csv], ends
	d.CU.Policy = gpumodel.Oldest
	return d
}

// CompareTextureEnds returns the six rows of inside.csv that say when wavefronts end, an H200's, beside the model. What
// the model gives is kept in ends_inside_model.csv; a test runs some of it anew. The error says which line of which file is damaged.
func CompareTextureEnds() ([]TextureEnds, error) {
	all, err := textureEnds()
	if err != nil {
		return nil, err
	}
	kept := strings.Split(strings.TrimSpace(textureEndsCSV), "\n")
	if len(kept) != len(all) {
		return nil, fmt.Errorf("silicon: ends_inside_model.csv has %d lines, want %d", len(kept), len(all))
	}
	for i := range all {
		r := &all[i]
		p := pairs{file: "ends_inside_model.csv", line: i + 1, columns: strings.Split(kept[i], ",")}
		p.head("model", 3+2*len(r.Preset))
		if p.err == nil && (p.columns[1] != "lanes="+r.Name || p.columns[2] != fmt.Sprintf("cube=%d", r.Cube)) {
			p.err = fmt.Errorf("silicon: ends_inside_model.csv: line %d is %q, want %s, cube=%d", i+1, kept[i], r.Name, r.Cube)
		}
		for k := range r.Preset {
			r.Preset[k] = p.float(3+k, "preset")
			r.Variant[k] = p.float(3+len(r.Preset)+k, "variant")
		}
		if p.err != nil {
			return nil, p.err
		}
	}
	return all, nil
}

// textureEnds returns the rows without the model.
func textureEnds() (all []TextureEnds, err error) {
	for i, line := range strings.Split(strings.TrimSpace(insideCSV), "\n") {
		columns := strings.Split(line, ",")
		if columns[0] != "ends" {
			continue
		}
		f := fields{file: "inside.csv", row: columns}
		r := TextureEnds{}
		if len(columns) != 4+4*len(r.Chip) {
			return nil, fmt.Errorf("silicon: inside.csv: line %d has %d columns, want the ends of %d wavefronts after 4", i+1, len(columns), 4*len(r.Chip))
		}
		r.Name = strings.TrimPrefix(columns[1], "lanes=")
		if n, err := fmt.Sscanf(columns[3], "cube=%d", &r.Cube); n != 1 {
			return nil, fmt.Errorf("silicon: inside.csv: line %d, column %q, want cube=a number: %w", i+1, columns[3], err)
		}
		for k := range 4 * len(r.Chip) {
			r.Chip[k/4] += f.float(4+k) / 4
		}
		if f.err != nil {
			return nil, f.err
		}
		all = append(all, r)
	}
	return all, nil
}

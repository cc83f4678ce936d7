package silicon

import (
	_ "embed"
	"fmt"
	"strings"
)

// TextureWaits is where the 64 wavefronts of a full SM are of which each asks again and again for a
// pattern of lanes in a texture.
type TextureWaits struct {
	Name                  string // of the pattern
	Cube                  int    // see TextureInside
	Chip, Preset, Variant Waits  // of an H100; by its model, and by its QueueVariant
}

// Waits are numbers of 64 wavefronts, on average over the time of each.
type Waits struct {
	Issue float64 // whose reference has not issued
	Read  float64 // whose reference has, but its coordinates have not been read
	Unit  float64 // whose reference the unit has
	Other float64 // between two references
}

//go:embed waits_h100.csv
var waitsH100CSV string

//go:embed waits_model.csv
var waitsModelCSV string

// CompareTextureWaits returns 18 rows of waits_h100.csv, six patterns that hit, that lie in 16 MB and in 1 GB, with
// what the model gives. That is kept in waits_model.csv; a test runs some of it anew. The error says which
// line of which file is damaged.
func CompareTextureWaits() ([]TextureWaits, error) {
	all, err := textureWaits()
	if err != nil {
		return nil, err
	}
	kept := strings.Split(strings.TrimSpace(waitsModelCSV), "\n")
	if len(kept) != len(all) {
		return nil, fmt.Errorf("silicon: waits_model.csv has %d lines, want %d", len(kept), len(all))
	}
	for i := range all {
		r := &all[i]
		p := pairs{file: "waits_model.csv", line: i + 1, columns: strings.Split(kept[i], ",")}
		p.head("model", 11)
		if p.err == nil && (p.columns[1] != "lanes="+r.Name || p.columns[2] != fmt.Sprintf("cube=%d", r.Cube)) {
			p.err = fmt.Errorf("silicon: waits_model.csv: line %d is %q, want %s, cube=%d", i+1, kept[i], r.Name, r.Cube)
		}
		for k, w := range []*Waits{&r.Preset, &r.Variant} {
			*w = Waits{p.float(3+4*k, "issue"), p.float(4+4*k, "read"), p.float(5+4*k, "unit"), p.float(6+4*k, "other")}
		}
		if p.err != nil {
			return nil, p.err
		}
	}
	return all, nil
}

// All returns the four in their order.
func (w Waits) All() [4]float64 { return [4]float64{w.Issue, w.Read, w.Unit, w.Other} }

// textureWaits returns the rows without the model.
func textureWaits() (all []TextureWaits, err error) {
	some := map[string]bool{"same": true, "y*1": true, "y*4": true, "z*4": true, "plane13.2*1.00": true, "random64.0": true}
	for i, line := range strings.Split(strings.TrimSpace(waitsH100CSV), "\n") {
		p := pairs{file: "waits_h100.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head("waits", 9)
		if p.err != nil {
			return nil, p.err
		}
		r := TextureWaits{Name: strings.TrimPrefix(p.columns[1], "lanes=")}
		if n, err := fmt.Sscanf(p.columns[3], "cube=%d", &r.Cube); n != 1 {
			return nil, fmt.Errorf("silicon: waits_h100.csv: line %d, column %q, want cube=a number: %w", i+1, p.columns[3], err)
		}
		if p.float(2, "waves_of_cu") != 64 || !some[r.Name] {
			continue
		}
		r.Chip = waitsOf(p.float(4, "sent"), p.float(5, "taken"), p.float(6, "done"), p.float(7, "turn"))
		if p.err != nil {
			return nil, p.err
		}
		all = append(all, r)
	}
	return all, nil
}

// waitsOf returns where 64 wavefronts are of which a reference takes so many cycles until it has issued, until
// its coordinates are read and its result is there, and from one to the next.
func waitsOf(sent, taken, done, turn float64) Waits {
	each := 64 / turn
	return Waits{sent * each, (taken - sent) * each, (done - taken) * each, (turn - done) * each}
}

package silicon

import (
	_ "embed"
	"fmt"
	"strings"
)

// TextureWaits is where the wavefronts of an SM are of which each asks again and again for a
// pattern of lanes in a texture.
type TextureWaits struct {
	Name                  string // of the pattern
	Cube                  int    // patterns are put by chance into one of so many texels a side; 0: at one place
	Wavefronts            int    // of the SM
	Chip, Preset, Variant Waits  // of an H100; by its model, and by its QueueVariant
}

// Waits are how many wavefronts are so far with a reference, on average over the SMs: until the last wavefront
// has ended where all hit, and where they wait for memory, with which SMs do not end together, over the time of each.
type Waits [5]float64

// What a wavefront is at, in Waits.
const (
	WaitIssue  = iota // its reference has not issued
	WaitRead          // it has, but its coordinates have not been read
	WaitResult        // the unit has them, and the result is not there
	WaitTurn          // between two references
	WaitEnded         // it has ended; only where all hit
)

//go:embed waits_h100.csv
var waitsH100CSV string

//go:embed waits_model.csv
var waitsModelCSV string

// CompareTextureWaits returns 18 rows of waits_h100.csv, 64 wavefronts and six patterns that hit, that lie in 16 MB and
// in 1 GB, with what the model gives. That is kept in waits_model.csv; a test runs some of it anew. The error says which
// line of which file is damaged.
func CompareTextureWaits() ([]TextureWaits, error) {
	all, err := comparedWaits()
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
		p.head("model", 13)
		if p.err == nil && (p.columns[1] != "lanes="+r.Name || p.columns[2] != fmt.Sprintf("cube=%d", r.Cube)) {
			p.err = fmt.Errorf("silicon: waits_model.csv: line %d is %q, want %s, cube=%d", i+1, kept[i], r.Name, r.Cube)
		}
		for k := range r.Chip {
			r.Preset[k], r.Variant[k] = p.fromZero(3+k, "preset"), p.fromZero(8+k, "variant")
		}
		if p.err != nil {
			return nil, p.err
		}
	}
	return all, nil
}

// comparedWaits are those rows without the model.
func comparedWaits() (some []TextureWaits, err error) {
	all, err := textureWaits()
	for _, r := range all {
		switch r.Name {
		case "same", "y*1", "y*4", "z*4", "plane13.2*1.00", "random64.0":
			if r.Wavefronts == 64 {
				some = append(some, r)
			}
		}
	}
	return some, err
}

// textureWaits returns all rows without the model.
func textureWaits() (all []TextureWaits, err error) {
	for i, line := range strings.Split(strings.TrimSpace(waitsH100CSV), "\n") {
		p := pairs{file: "waits_h100.csv", line: i + 1, columns: strings.Split(line, ",")}
		if p.head("waits", 9); p.err != nil {
			return nil, p.err
		}
		r := TextureWaits{Name: strings.TrimPrefix(p.columns[1], "lanes="), Wavefronts: int(p.float(2, "waves_of_cu")), Cube: int(p.fromZero(3, "cube"))}
		r.Chip = r.waits(p.float(4, "sent"), p.float(5, "taken"), p.float(6, "done"), p.float(7, "turn"), p.float(8, "last")/256)
		if p.err != nil {
			return nil, p.err
		}
		all = append(all, r)
	}
	return all, nil
}

// waits returns where wavefronts are of which a reference takes so many cycles until it has issued, its coordinates are
// read and its result is there, and a turn so many, on average and of the last to end.
func (r *TextureWaits) waits(sent, taken, done, turn, last float64) (w Waits) {
	if r.Cube > 0 {
		last = turn
	}
	at := [...]float64{0, sent, taken, done, turn, last}
	for i := range w {
		w[i] = float64(r.Wavefronts) * (at[i+1] - at[i]) / last
	}
	return w
}

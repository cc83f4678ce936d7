package silicon

import _ "embed"

//go:embed vr_unit.csv
var volumeUnitCSV string

// FrameTexture is what Nsight counted in all SMs of an H200 during a frame, most of it in their texture units. Fours are groups
// of four lanes, 0 to 3 and so on, of which one or more ask: a reference of all 32 lanes has eight.
type FrameTexture struct {
	VolumePoint           // View, X, Y and FrameSeconds
	Cycles        float64 // in which an SM has a warp
	Warps         float64 // on average in one that has any, 0 to 64
	Fours         float64
	Passes        float64 // through the data
	Sectors, Hits float64 // asked for, two lanes by two; of them, those that the L1 had
	Waits, Queues float64 // cycles of warps that wait for a reference (or a load), and for a place in the unit's way
}

// H200FrameTextures returns the rows of vr_unit.csv, in the file's order. The error says
// which row is damaged.
func H200FrameTextures() ([]FrameTexture, error) {
	rows, err := table("vr_unit.csv", volumeUnitCSV, 14)
	if err != nil {
		return nil, err
	}
	var out []FrameTexture
	for i, r := range rows[1:] {
		f := fields{file: "vr_unit.csv", row: r}
		u := FrameTexture{VolumePoint: f.frame(i + 2)}
		var warps float64
		for k, to := range []*float64{3: &u.Cycles, 4: &u.Fours, 6: &u.Passes, 8: &u.Sectors, 9: &u.Hits, 10: &warps, 12: &u.Waits, 13: &u.Queues} {
			if to == nil {
				continue
			}
			if *to = f.float(k); !(*to > 0) {
				f.fail(k, "a count of 1 or more")
			}
		}
		if f.err != nil {
			return nil, f.err
		}
		u.Warps = warps / u.Cycles
		out = append(out, u)
	}
	return out, nil
}

// frame reads the first three columns of a row of what was counted in frames: view, workgroup and nanoseconds.
func (f *fields) frame(line int) (v VolumePoint) {
	p := pairs{file: f.file, line: line, columns: []string{"vr", "view=" + f.row[0], "tb=" + f.row[1]}}
	p.place(&v)
	v.FrameSeconds = f.float(2) / 1e9
	if f.err == nil {
		f.err = p.err
	}
	return v
}

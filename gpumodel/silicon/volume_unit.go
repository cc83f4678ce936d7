package silicon

import _ "embed"

//go:embed vr_unit.csv
var volumeUnitCSV string

// FrameUnit is what was counted in the SMs of an H200 during a frame. Numbers of references are those of all 32 lanes, or as
// many lanes of others, four by four.
type FrameUnit struct {
	VolumePoint           // View, X, Y and FrameSeconds
	SMCycles      float64 // in which an SM had a warp, of all SMs
	References    float64
	TagPasses     float64 // of the texture units' tags
	DataPasses    float64 // of their data
	Sectors, Hits float64 // asked for, two lanes by two; of them, those that the L1 had
	Warps         float64 // on average in an SM that has any
	Waits, Queues float64 // cycles of warps that wait for a reference; before one, for a place in the unit's way
}

// H200FrameUnits returns the rows of vr_unit.csv, in the file's order. The error says which row is damaged.
func H200FrameUnits() ([]FrameUnit, error) {
	rows, err := table("vr_unit.csv", volumeUnitCSV, 14)
	if err != nil {
		return nil, err
	}
	var out []FrameUnit
	for i, r := range rows[1:] {
		p := pairs{file: "vr_unit.csv", line: i + 2, columns: []string{"vr", "view=" + r[0], "tb=" + r[1]}}
		f := fields{file: "vr_unit.csv", row: r}
		u := FrameUnit{VolumePoint: VolumePoint{FrameSeconds: f.float(2) / 1e9}}
		p.place(&u.VolumePoint)
		u.SMCycles, u.References = f.float(3), f.float(4)/8 // a cycle for four lanes
		u.TagPasses, u.DataPasses, u.Sectors, u.Hits = f.float(5), f.float(6), f.float(8), f.float(9)
		u.Warps, u.Waits, u.Queues = f.float(10)/u.SMCycles, f.float(12), f.float(13)
		if p.err != nil {
			return nil, p.err
		}
		if f.err != nil {
			return nil, f.err
		}
		out = append(out, u)
	}
	return out, nil
}

package silicon

import _ "embed"

var (
	//go:embed vr_few.csv
	volumeFewCSV string
	//go:embed vr_back.csv
	volumeBackCSV string
)

// FewBlocks is a part of a frame of an H200: so many blocks for each SM, from the middle of the picture on, alone.
type FewBlocks struct {
	VolumePoint // View, X, Y and, of this part, FrameSeconds
	Blocks      int
	References  int // that a warp's first lane has a part in
	Longest     int // of one warp
}

// H200FewBlocks returns the rows of vr_few.csv, in the file's order: 1, 2, 4, 8, 12 and 16 blocks of each SM, and whole frames, with
// Blocks = 0. The error says which row is damaged.
func H200FewBlocks() (all []FewBlocks, err error) {
	return parts("vr_few.csv", volumeFewCSV, 7, func(f *fields, p VolumePoint) FewBlocks {
		p.FrameSeconds = f.float(3) / 1e3
		return FewBlocks{p, f.int(2), f.int(5), f.int(6)}
	})
}

// FrameOrder is in which order references of four of an H200's SMs come back in such a part: Overtaking are those that do more
// than 50 cycles before one that was asked for earlier. Counted are those that a warp's first lane has a part in.
type FrameOrder struct {
	VolumePoint            // View, X, Y and, of this part, FrameSeconds
	Blocks                 int
	References, Overtaking int
	Cycles                 [3]int // from asking until it is there: a tenth of the references take fewer, half, nine tenths
}

// H200FrameOrders returns the rows of vr_back.csv, in the file's order. The error says which row is damaged.
func H200FrameOrders() (all []FrameOrder, err error) {
	return parts("vr_back.csv", volumeBackCSV, 9, func(f *fields, p VolumePoint) FrameOrder {
		p.FrameSeconds = f.float(3) / 1e3
		return FrameOrder{p, f.int(2), f.int(4), f.int(5), [3]int{f.int(6), f.int(7), f.int(8)}}
	})
}

// parts reads rows of which the first two columns are a view and a workgroup.
func parts[T any](file, text string, columns int, read func(*fields, VolumePoint) T) (all []T, err error) {
	rows, err := table(file, text, columns)
	if err != nil {
		return nil, err
	}
	for i, r := range rows[1:] {
		f := fields{file: file, row: r}
		var v VolumePoint
		p := pairs{file: file, line: i + 2, columns: []string{"vr", "view=" + r[0], "tb=" + r[1]}}
		p.place(&v)
		if p.err != nil {
			return nil, p.err
		}
		if all = append(all, read(&f, v)); f.err != nil {
			return nil, f.err
		}
	}
	return all, nil
}

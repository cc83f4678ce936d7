package tracing

import (
	"fmt"
	"math/bits"

	"lanebook/charts"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/tracing/volume"
)

// VolumeParts is the table of which voxels of the volume lie together in memory, as an H100 lays them out, by how much
// of it, and how far from one the next lie whose lines share a set of an H200's L1.
func VolumeParts() (charts.Figure, error) {
	d := gpu.H200()
	v, err := d.Texture.Layout.Volume(0, [3]int{10, 10, 10})
	if err != nil {
		return charts.Figure{}, err
	}
	t := charts.Table{Columns: []charts.Column{{Head: "voxels share"}, {Head: "bytes", Numeric: true}, {Head: "x", Numeric: true}, {Head: "y", Numeric: true}, {Head: "z", Numeric: true}, {Head: "seen by"}}}
	for _, part := range []struct {
		name  string
		bytes uint32
		size  string
		by    string
	}{
		{"a sector", 32, "32", "texture_counters.csv"},
		{"two sectors, one above the other", 64, "64", "texture.csv"},
		{"a line", 128, "128", "texture_counters.csv"},
		{"a block's plane", 512, "512", "layout.csv"},
		{"a block", 8 << 10, "8 KB", "layout.csv"},
		{"a turn of translation", 32 << 10, "32 KB", "pages.csv, layout.csv"},
		{"a row of blocks", 128 << 10, "128 KB", "layout.csv"},
		{"a page", 16 << 20, "16 MB", "pages.csv, layout.csv"},
	} {
		row := []string{part.name, part.size}
		for axis := range 3 {
			n := 1
			for _, offset := range v.Bits[axis] {
				if offset < part.bytes && bits.OnesCount32(offset) == 1 {
					n *= 2
				}
			}
			row = append(row, fmt.Sprint(n))
		}
		t.Rows = append(t.Rows, append(row, part.by))
	}
	set := silicon.H200TextureSets()
	row := []string{"a set of the L1, the next in x, y and z", "–"}
	for axis := range 3 {
		next := 0
		for i, offset := range v.Bits[axis] {
			if offset >= 128 && set.Set(uint64(offset)/128) == set.Set(0) {
				next = i
				break
			}
		}
		if next == 0 {
			row = append(row, "none")
		} else {
			row = append(row, fmt.Sprint(next))
		}
	}
	t.Rows = append(t.Rows, append(row, "sets.csv, layout.csv"))
	return charts.Figure{
		Title:   "Which voxels lie together",
		Series:  []charts.Series{t},
		Caption: fmt.Sprintf("A volume of %d³ bytes as an H100 lays it out, from a multiple of 16 MB on: how many voxels along x, y and z. The last row is of the first voxel: how many voxels on, along each axis alone, another line lies in the same set; that hangs on where the volume lies, here on a multiple of 1 GB.", volume.Side),
		Alt:     "Table of parts of memory from a sector of 32 bytes, 16 voxels along x and 2 along y, to a page of 16 MB, 1024 by 1024 voxels and 16 planes deep, and the next voxels whose lines share a set of the L1.",
	}, nil
}

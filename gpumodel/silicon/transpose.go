package silicon

import (
	_ "embed"
	"fmt"
	"math"
	"strings"

	"lanebook/gpumodel"
)

// TransposeTime is one of the H200's timed transposes of a square matrix: one lane
// for each element, workgroups of Tile × Tile lanes.
type TransposeTime struct {
	Name         string // "tile16pad"
	Size         int    // of the matrix, in elements
	Element      gpumodel.Bytes
	Tile         int
	Pad          int
	Naive        bool // without the LDS: stored down columns
	Milliseconds float64
}

// PartTime is a part of a transpose, timed alone with the same workgroups.
type PartTime struct {
	Name         string // "launch", "copy", "read", "write", "scatter" or "gather"
	Size         int    // of the matrix
	Element      gpumodel.Bytes
	Tile         int
	Workgroups   int
	Milliseconds float64
}

//go:embed transpose.csv
var transposeCSV string

//go:embed tiles.csv
var tilesCSV string

// The matrix of transpose.csv and tiles.csv, of floats.
const (
	floatsSize = 8192
	floatBytes = 4
)

// H200Transposes returns the nine timed transposes of 8192 × 8192 floats. The error
// says which row of the embedded file is damaged.
func H200Transposes() ([]TransposeTime, error) { return transposes(transposeCSV) }

// complexTransposes returns the timed transposes of so many complex numbers squared, 2 × 4
// bytes each, through tiles.
func complexTransposes(size int) ([]TransposeTime, error) {
	times, err := H200FFT()
	var out []TransposeTime
	for _, t := range times {
		if t.Kernel == "transpose" && t.Rows == 0 && t.Size == size {
			name := fmt.Sprintf("tile%d", t.Tile) + [...]string{"", "pad"}[t.Pad]
			out = append(out, TransposeTime{Name: name, Size: t.Size, Element: 8, Tile: t.Tile, Pad: t.Pad, Milliseconds: t.Microseconds / 1e3})
		}
	}
	if len(out) == 0 && err == nil {
		err = fmt.Errorf("silicon: no transpose of %d² complex numbers was timed, want 1024, 2048, 4096 or 8192", size)
	}
	return out, err
}

// H200Parts returns the parts of transposes that were timed alone, of floats and of
// complex numbers.
func H200Parts() ([]PartTime, error) {
	all, err := parts(tilesCSV)
	if err != nil {
		return nil, err
	}
	times, err := H200FFT()
	names := map[string]string{"empty": "launch", "copy": "copy"}
	for _, t := range times {
		if name := names[t.Kernel]; name != "" {
			all = append(all, PartTime{name, t.Size, 8, t.Tile, (t.Size / t.Tile) * (t.Size / t.Tile), t.Microseconds / 1e3})
		}
	}
	return all, err
}

func transposes(text string) ([]TransposeTime, error) {
	var out []TransposeTime
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		p := pairs{file: "transpose.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head("transpose", 4)
		t := TransposeTime{Size: floatsSize, Element: floatBytes, Milliseconds: p.float(2, "ms")}
		if p.err != nil {
			return nil, p.err
		}
		t.Name = p.columns[1]
		shape, padded := strings.CutSuffix(t.Name, "pad")
		if padded {
			t.Pad = 1
		}
		t.Naive = strings.HasPrefix(shape, "naive")
		if _, err := fmt.Sscanf(strings.TrimPrefix(strings.TrimPrefix(shape, "naive"), "tile"), "%d", &t.Tile); err != nil || t.Tile < 1 || t.Tile > 32 {
			return nil, fmt.Errorf("silicon: transpose.csv: line %d, column 2 = %q, want naive or tile, 1 to 32, and pad or nothing", i+1, t.Name)
		}
		out = append(out, t)
	}
	return out, nil
}

func parts(text string) ([]PartTime, error) {
	var out []PartTime
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if strings.HasPrefix(line, "info,") || strings.HasPrefix(line, "clock,") {
			continue
		}
		p := pairs{file: "tiles.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head(p.columns[0], 4)
		t := PartTime{Size: floatsSize, Element: floatBytes, Tile: int(p.float(1, "tile")), Workgroups: int(p.float(2, "blocks")), Milliseconds: p.float(3, "ms")}
		if p.err != nil {
			return nil, p.err
		}
		t.Name = p.columns[0]
		out = append(out, t)
	}
	return out, nil
}

// TransposeComparison is the model of transposes beside the measurement.
type TransposeComparison struct {
	Rows  []TransposeRow
	Worst float64 // of |model − measured| / measured
}

// TransposeRow is one transpose of a TransposeComparison, its parts in milliseconds.
type TransposeRow struct {
	TransposeTime
	Launch     float64 // the empty kernel's time: workgroups alone
	Memory     float64 // the copy's, or the scattered store's, without the empty kernel's
	Banks      float64 // the passes through the LDS
	Hidden     bool    // those are hidden behind the launch, and Banks is 0
	Workgroups int
	Passes     int // of one workgroup
	Ideal      int // of them, those needed without a conflict
	Model      float64
	Error      float64 // (model − measured) / measured
}

// CompareTransposes models the nine transposes of floats on the device, see
// ModelTranspose.
func CompareTransposes(device gpumodel.Device) (TransposeComparison, error) {
	return compareTransposes(device, H200Transposes)
}

// CompareComplexTransposes models the eight transposes of so many complex numbers
// squared, 1024, 2048, 4096 or 8192, see ModelTranspose.
func CompareComplexTransposes(device gpumodel.Device, size int) (TransposeComparison, error) {
	return compareTransposes(device, func() ([]TransposeTime, error) { return complexTransposes(size) })
}

func compareTransposes(device gpumodel.Device, measured func() ([]TransposeTime, error)) (TransposeComparison, error) {
	times, err := measured()
	if err != nil {
		return TransposeComparison{}, err
	}
	var all TransposeComparison
	for _, t := range times {
		tile := gpumodel.Array{Rows: t.Tile, Columns: t.Tile, Element: t.Element, Pad: t.Pad}
		row, err := modelTranspose(device, tile, t.Size, t.Naive)
		if err != nil {
			return TransposeComparison{}, err
		}
		row.TransposeTime = t
		row.Error = (row.Model - t.Milliseconds) / t.Milliseconds
		all.Rows = append(all.Rows, row)
		all.Worst = max(all.Worst, math.Abs(row.Error))
	}
	return all, nil
}

// ModelTranspose models the transpose of a square matrix of so many elements through a
// tile on the whole H200, by parts, of which the first two are measured, not computed:
//
//	time = launch + memory + passes · workgroups / (CUs · clock)
//
// Launch is what an empty kernel of the same workgroups takes, and memory what a
// copy of the same shape takes beyond that (for the naive one, a kernel that
// stores down columns): both measured, in tiles.csv and fft.csv. The passes are the
// model's. They add up, for the workgroups that share a CU start together, reach their
// barrier together and queue for the banks together; where the next ones'
// loads overlap the queue the law reads high.
//
// Where workgroups come too slowly for any of it to be felt, launch alone
// counts: memory is then 0 by measurement, and the passes are hidden if the CU
// serves them before its next workgroup comes:
//
//	passes ≤ launch · CUs · clock / workgroups, and memory less than a hundredth of launch
//
// Of the row, Milliseconds and Error are left 0. Its error says that the tile is not
// one for this device, or that the parts were not measured: they were of 8192² floats,
// and of 1024² to 8192² complex numbers, through tiles of 4, 8, 16 and 32.
func ModelTranspose(device gpumodel.Device, tile gpumodel.Array, size int) (TransposeRow, error) {
	return modelTranspose(device, tile, size, false)
}

func modelTranspose(device gpumodel.Device, tile gpumodel.Array, size int, naive bool) (TransposeRow, error) {
	row := TransposeRow{TransposeTime: TransposeTime{Size: size, Element: tile.Element, Tile: tile.Rows, Pad: tile.Pad, Naive: naive}}
	parts, err := H200Parts()
	if err != nil {
		return row, err
	}
	part := func(name string) (p PartTime) {
		if err == nil {
			p, err = partOf(parts, name, row.TransposeTime)
		}
		return p
	}
	launch, moved := part("launch"), PartTime{}
	if naive {
		moved = part("scatter")
	} else {
		moved = part("copy")
	}
	if err != nil {
		return row, err
	}
	row.Launch, row.Workgroups = launch.Milliseconds, launch.Workgroups
	row.Memory = max(0, moved.Milliseconds-launch.Milliseconds)
	if !naive {
		tally, err := device.LDS.Tally(tile, gpumodel.Turn()...)
		if err != nil {
			return row, err
		}
		row.Passes, row.Ideal = tally.Passes, tally.Ideal
		row.Banks = float64(tally.Passes) * float64(launch.Workgroups) / (float64(device.CUs) * float64(device.Clock)) * 1e3
		if row.Hidden = row.Banks <= row.Launch && row.Memory < row.Launch/100; row.Hidden {
			row.Banks = 0
		}
	}
	row.Model = row.Launch + row.Memory + row.Banks
	return row, nil
}

func partOf(parts []PartTime, name string, t TransposeTime) (PartTime, error) {
	for _, p := range parts {
		if p.Name == name && p.Size == t.Size && p.Element == t.Element && p.Tile == t.Tile {
			return p, nil
		}
	}
	return PartTime{}, fmt.Errorf("silicon: no %s was timed of %d² elements of %d bytes through tiles of %d", name, t.Size, t.Element, t.Tile)
}

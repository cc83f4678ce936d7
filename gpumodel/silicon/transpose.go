package silicon

import (
	_ "embed"
	"fmt"
	"math"
	"strings"

	"lanebook/gpumodel"
)

// TransposeTime is one of the H200's timed transposes: 8192 × 8192 4-byte
// elements, one lane for each, workgroups of Tile × Tile lanes.
type TransposeTime struct {
	Name         string // "tile16pad"
	Tile         int
	Pad          int
	Naive        bool // without the LDS: stored down columns
	Milliseconds float64
}

// PartTime is a part of a transpose, timed alone with the same workgroups.
type PartTime struct {
	Name         string // "launch", "copy", "read", "write", "scatter" or "gather"
	Tile         int
	Workgroups   int
	Milliseconds float64
}

//go:embed transpose.csv
var transposeCSV string

//go:embed tiles.csv
var tilesCSV string

// H200Transposes returns the nine timed transposes. The error says which row of
// the embedded file is damaged.
func H200Transposes() ([]TransposeTime, error) { return transposes(transposeCSV) }

// H200Parts returns the parts of transposes that were timed alone.
func H200Parts() ([]PartTime, error) { return parts(tilesCSV) }

func transposes(text string) ([]TransposeTime, error) {
	var out []TransposeTime
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		p := pairs{file: "transpose.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head("transpose", 4)
		t := TransposeTime{Milliseconds: p.float(2, "ms")}
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
		t := PartTime{Tile: int(p.float(1, "tile")), Workgroups: int(p.float(2, "blocks")), Milliseconds: p.float(3, "ms")}
		if p.err != nil {
			return nil, p.err
		}
		t.Name = p.columns[0]
		out = append(out, t)
	}
	return out, nil
}

// TransposeComparison is the model of the nine transposes beside the measurement.
type TransposeComparison struct {
	Rows  []TransposeRow
	Worst float64 // of |model − measured| / measured
}

// TransposeRow is one transpose of a TransposeComparison, its parts in milliseconds.
type TransposeRow struct {
	TransposeTime
	Launch float64 // the empty kernel's time: workgroups alone
	Memory float64 // the copy's, or the scattered store's, without the empty kernel's
	Banks  float64 // the passes through the LDS
	Passes int     // of one workgroup
	Ideal  int     // of them, those needed without a conflict
	Model  float64
	Error  float64 // (model − measured) / measured
}

// CompareTransposes models the transposes on the device by parts, of which the first
// two are measured, not computed:
//
//	time = launch + memory + passes · workgroups / (CUs · clock)
//
// Launch is what an empty kernel of the same workgroups takes, and memory what a
// copy of the same shape takes beyond that (for the naive one, a kernel that
// stores down columns): both measured, in tiles.csv. The passes are the model's.
// They add up, for the workgroups that share a CU start together, reach their
// barrier together and queue for the banks together; where the next ones'
// loads overlap the queue the law reads high.
//
// Where workgroups come too slowly for any of it to be felt, launch alone
// counts: memory is then 0 by measurement, and the passes are hidden if the CU
// serves them before its next workgroup comes:
//
//	passes ≤ launch · CUs · clock / workgroups, and memory less than a hundredth of launch
func CompareTransposes(device gpumodel.Device) (TransposeComparison, error) {
	times, err := H200Transposes()
	if err != nil {
		return TransposeComparison{}, err
	}
	parts, err := H200Parts()
	if err != nil {
		return TransposeComparison{}, err
	}
	var all TransposeComparison
	for _, t := range times {
		row, err := transposeRow(device, t, parts)
		if err != nil {
			return TransposeComparison{}, err
		}
		all.Rows = append(all.Rows, row)
		all.Worst = max(all.Worst, math.Abs(row.Error))
	}
	return all, nil
}

func transposeRow(device gpumodel.Device, t TransposeTime, parts []PartTime) (TransposeRow, error) {
	row := TransposeRow{TransposeTime: t}
	launch, err := partOf(parts, "launch", t.Tile)
	if err != nil {
		return row, err
	}
	name := "copy"
	if t.Naive {
		name = "scatter"
	}
	moved, err := partOf(parts, name, t.Tile)
	if err != nil {
		return row, err
	}
	row.Launch = launch.Milliseconds
	row.Memory = max(0, moved.Milliseconds-launch.Milliseconds)
	if !t.Naive {
		tile := gpumodel.Array{Rows: t.Tile, Columns: t.Tile, Element: 4, Pad: t.Pad}
		tally, err := device.LDS.Tally(tile, gpumodel.Turn()...)
		if err != nil {
			return row, err
		}
		row.Passes, row.Ideal = tally.Passes, tally.Ideal
		row.Banks = float64(tally.Passes) * float64(launch.Workgroups) / (float64(device.CUs) * float64(device.Clock)) * 1e3
		if row.Banks <= row.Launch && row.Memory < row.Launch/100 {
			row.Banks = 0
		}
	}
	row.Model = row.Launch + row.Memory + row.Banks
	row.Error = (row.Model - t.Milliseconds) / t.Milliseconds
	return row, nil
}

func partOf(parts []PartTime, name string, tile int) (PartTime, error) {
	for _, p := range parts {
		if p.Name == name && p.Tile == tile {
			return p, nil
		}
	}
	return PartTime{}, fmt.Errorf("silicon: tiles.csv has no %s of tile %d", name, tile)
}

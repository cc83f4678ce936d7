package silicon

import (
	_ "embed"
	"fmt"
	"math"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// RooflinePoint is one row of roofline.csv: streams of single precision with so many
// multiply-adds for what they load.
type RooflinePoint struct {
	GPU            string
	FlopsPerByte   float64
	FlopsPerSecond float64
	BytesPerSecond float64
	Clock          gpumodel.Hertz // while it ran
	Watts          float64
}

//go:embed roofline.csv
var rooflineCSV string

// Rooflines returns the rows in the file's order. The error says which row of the embedded
// file is damaged.
func Rooflines() ([]RooflinePoint, error) {
	rows, err := table("roofline.csv", rooflineCSV, 7)
	if err != nil {
		return nil, err
	}
	var out []RooflinePoint
	for _, r := range rows[1:] {
		f := fields{file: "roofline.csv", row: r}
		out = append(out, RooflinePoint{r[0], f.float(1), f.float(3) * 1e9, f.float(2) * 1e9, gpumodel.Hertz(f.float(4)) * gpumodel.MHz, f.float(5)})
		if f.err != nil {
			return nil, f.err
		}
	}
	return out, nil
}

// RooflineRow is a point with the roof above it, once at the clock that the GPU had before
// its power was at its limit, once at the clock that was measured beside the point.
type RooflineRow struct {
	RooflinePoint
	AtNominal, AtMeasured float64 // flops a second
}

// lanesOf are lanes of single-precision multiply-adds, and lanes for which an instruction can
// issue, in a cycle of a CU (SM); 0 where unknown.
type lanesOf struct {
	ladder      string
	lanes, slot float64
}

var roofs = map[string]lanesOf{
	"A100-40": {"a100", 64, 128},   // [GA100]
	"A40":     {"a40", 128, 128},   // [GA102]
	"L40":     {"l40", 128, 128},   // as A40
	"H200":    {"gh200", 128, 128}, // [H100]
	"MI300X":  {"mi300x", 128, 0},  // [ROCm]; of its issue slots nothing is said here
}

// CompareRoofline sets a roofline above each point:
//
//	flops = min(intensity · bandwidth, 2 · CUs · clock · min(lanes of FP32, part · issue slots))
//
// Of each GPU the bandwidth is set from the first row, MI300X's nominal clock is its vendor's.
// The part of the issue slots that multiply-adds have in the loop is set from the last row of
// the H200; all else is unseen.
func CompareRoofline() ([]RooflineRow, error) {
	points, err := Rooflines()
	if err != nil {
		return nil, err
	}
	first, part := map[string]RooflinePoint{}, 0.0
	for _, p := range points {
		if _, ok := first[p.GPU]; !ok {
			first[p.GPU] = p
		}
		if p.GPU == "H200" {
			part = p.FlopsPerSecond / (2 * 132 * float64(p.Clock) * roofs["H200"].slot)
		}
	}
	var rows []RooflineRow
	for _, p := range points {
		of, ok := roofs[p.GPU]
		ladder, known := gpu.Ladder(of.ladder)
		if !ok || !known {
			return nil, fmt.Errorf("silicon: roofline.csv: GPU = %q, want one of which the lanes are known", p.GPU)
		}
		lanes := of.lanes
		if of.slot > 0 {
			lanes = min(lanes, part*of.slot)
		}
		top := func(clock gpumodel.Hertz) float64 {
			return math.Min(p.FlopsPerByte*first[p.GPU].BytesPerSecond, 2*float64(ladder.CUs)*float64(clock)*lanes)
		}
		nominal := first[p.GPU].Clock
		if p.GPU == "MI300X" { // at its limit of power from the first row on
			nominal = 2100 * gpumodel.MHz // [ROCm]
		}
		rows = append(rows, RooflineRow{p, top(nominal), top(p.Clock)})
	}
	return rows, nil
}

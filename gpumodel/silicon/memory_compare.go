package silicon

import (
	_ "embed"
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/memory"
)

// ChaseRow is one point of the pointer chase with what the model gives, in cycles.
type ChaseRow struct {
	ChasePoint
	ModelL1, ModelPastL1 float64
}

// CompareChase runs the H200's pointer chase on the memory system of its preset.
func CompareChase() ([]ChaseRow, error) {
	points, err := H200Chase()
	if err != nil {
		return nil, err
	}
	return compareChase(gpu.H200(), points)
}

func compareChase(d gpumodel.Device, points []ChasePoint) ([]ChaseRow, error) {
	var rows []ChaseRow
	for _, p := range points {
		first, second, err := memory.Chase(d, p.Size)
		if err != nil {
			return nil, err
		}
		rows = append(rows, ChaseRow{p, first, second})
	}
	return rows, nil
}

// BandwidthRow is one point of the bandwidth with what the model gives.
type BandwidthRow struct {
	BandwidthPoint
	Model float64 // bytes a second
}

//go:embed littles_model.csv
var littlesModelCSV string

// CompareBandwidth returns points of the H200 or the H100 with what the model gives, as
// littles_model.csv keeps it. A test runs some of it anew.
func CompareBandwidth(gpu string, points []BandwidthPoint) ([]BandwidthRow, error) {
	model, err := kept("littles_model.csv", littlesModelCSV, "model", names(points, func(p BandwidthPoint) string { return p.name(gpu) }))
	if err != nil {
		return nil, err
	}
	rows := make([]BandwidthRow, len(points))
	for i, p := range points {
		rows[i] = BandwidthRow{p, model[i] * 1e6}
	}
	return rows, nil
}

func (p BandwidthPoint) name(gpu string) string {
	return fmt.Sprintf("%s,sms=%d,threads=%d,unroll=%d", gpu, p.CUs, p.Lanes, p.Unroll)
}

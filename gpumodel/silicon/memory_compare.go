package silicon

import (
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
	var rows []ChaseRow
	for _, p := range points {
		first, second, err := memory.Chase(gpu.H200(), p.Size)
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

// CompareBandwidth runs the H200's reading of memory on the memory system of its
// preset, with every CU in detail.
func CompareBandwidth() ([]BandwidthRow, error) {
	points, err := H200Bandwidth()
	if err != nil {
		return nil, err
	}
	d := gpu.H200()
	var rows []BandwidthRow
	for _, p := range points {
		b, err := memory.Bandwidth(d, d.CUs, memory.H200Streaming(p.Lanes/d.Lanes, p.Unroll))
		if err != nil {
			return nil, err
		}
		rows = append(rows, BandwidthRow{p, b * float64(d.Clock)})
	}
	return rows, nil
}

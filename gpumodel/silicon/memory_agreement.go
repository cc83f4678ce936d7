package silicon

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

func memoryAgreements() ([]Agreement, error) {
	all, err := h200Memory()
	if err != nil {
		return nil, err
	}
	points, err := H200Globals()
	if err != nil {
		return nil, err
	}
	cycles, err := RunGlobals(gpu.H200(), points)
	if err != nil {
		return nil, err
	}
	c := Agreement{Subject: "memory, loads of one CU by stride", On: "H200", Unit: "cycles", Bar: 0.05, OfMean: true,
		Set: 4, From: "cycles of a line that is fetched and of a pass of a lone wavefront, bytes that come to one CU, how far the L2's slices are apart; the banks are the LDS's"}
	for i, p := range points {
		what := fmt.Sprintf("stride %d, %d wavefronts, through the L1", p.Stride, p.Wavefronts)
		if p.PastL1 {
			what = fmt.Sprintf("stride %d, %d wavefronts, past the L1", p.Stride, p.Wavefronts)
		}
		c.Points = append(c.Points, Compared{what, float64(p.Cycles), float64(cycles[i])})
	}
	return append(all, c), nil
}

func h200Memory() ([]Agreement, error) {
	chase, err := H200Chase()
	if err != nil {
		return nil, err
	}
	all, err := memoryOf(gpu.H200(), chase, H200Bandwidth, H200BandwidthOfFew)
	if err != nil {
		return nil, err
	}
	all[0].Set, all[0].From = 5, "latencies of the L1, the L2, its far half and the DRAM; what of a copy stays in the L2"
	all[1].Set = 4
	all[1].From = "rate of the DRAM, its channels and their interleave, how long reads wait for it; the reading loop is its machine code"
	return all, nil
}

// memoryOf sets a GPU's latency by footprint, and its bandwidth by bytes in flight of all CUs and
// of few, against the model: no number is set.
func memoryOf(d gpumodel.Device, points []ChasePoint, all, few func() ([]BandwidthPoint, error)) ([]Agreement, error) {
	rows, err := compareChase(d, points)
	if err != nil {
		return nil, err
	}
	b, err := bandwidthAgreement(d, all)
	if err != nil {
		return nil, err
	}
	b.Subject, b.From = "memory, bandwidth by bytes in flight", "none"
	c, err := bandwidthAgreement(d, few)
	c.Subject, c.OfMean, c.From = "memory, bandwidth of 1 and 33 CUs", true, "none"
	return []Agreement{chaseAgreement(d.Name, rows), b, c}, err
}

// chaseAgreement lacks what was set.
func chaseAgreement(on string, rows []ChaseRow) Agreement {
	a := Agreement{Subject: "memory, latency by footprint", On: on, Unit: "cycles", Bar: 0.05, From: "none"}
	for _, r := range rows {
		a.Points = append(a.Points, Compared{size(r.Size) + ", through the L1", r.L1, r.ModelL1}, Compared{size(r.Size) + ", past the L1", r.PastL1, r.ModelPastL1})
	}
	return a
}

// bandwidthAgreement lacks the words.
func bandwidthAgreement(d gpumodel.Device, measured func() ([]BandwidthPoint, error)) (Agreement, error) {
	points, err := measured()
	if err != nil {
		return Agreement{}, err
	}
	rows, err := CompareBandwidth(d.Name, points)
	a := Agreement{On: d.Name, Unit: "GB/s", Bar: 0.10}
	for _, r := range rows {
		what := fmt.Sprintf("%d CUs, %d bytes in flight, %d loads of a lane", r.CUs, r.InFlight, r.Unroll)
		a.Points = append(a.Points, Compared{what, r.BytesPerSecond / 1e9, r.Model / 1e9})
	}
	return a, err
}

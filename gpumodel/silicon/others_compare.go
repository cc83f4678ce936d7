package silicon

import (
	"fmt"
	"math"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// OtherAgreements sets the presets against what others measured of the LDS and the L1 of
// eleven GPUs; see the package's documentation for whose the files are.
func OtherAgreements() ([]Agreement, error) {
	var all []Agreement
	for _, f := range []func() ([]Agreement, error){conflictAgreement, latencyAgreements, swapAgreement, strideAgreements, gcnAgreements} {
		a, err := f()
		if err != nil {
			return nil, err
		}
		all = append(all, a...)
	}
	return all, nil
}

func conflictAgreement() ([]Agreement, error) {
	sweeps, err := LDSSweeps()
	if err != nil {
		return nil, err
	}
	d := gpu.MI300X()
	a := Agreement{Subject: "bank conflicts of strides", On: "MI300X", Unit: "conflicts", Absolute: true,
		From: "none; but strides cannot tell which lanes are together"}
	for _, s := range sweeps {
		if s.Conflicts < 0 {
			continue
		}
		service, err := d.LDS.Serve(gpumodel.Stride(s.Width, d.Lanes, 0, s.Stride))
		if err != nil {
			return nil, err
		}
		a.Points = append(a.Points, Compared{fmt.Sprintf("%d bytes, %d apart", s.Width, s.Stride), float64(s.Conflicts), float64(64 * service.Conflicts)})
	}
	return []Agreement{a}, nil
}

func latencyAgreements() ([]Agreement, error) {
	rows, err := LDSLatencies()
	if err != nil {
		return nil, err
	}
	d := gpu.MI300X()
	latency := Agreement{Subject: "latency of the LDS", On: "MI308X", Unit: "cycles", Bar: 0.10, Set: 1, From: "both loads without a conflict; stride 8 is doubtful"}
	interval := Agreement{Subject: "interval of LDS loads", On: "MI308X", Unit: "cycles", Bar: 0.05, From: "none", Again: true}
	for _, r := range rows {
		step := gpumodel.Bytes(r.Width)
		var n int
		if _, err := fmt.Sscanf(r.Case, "stride of %d words", &n); err == nil {
			step = gpumodel.Bytes(4 * n)
		} else if _, err := fmt.Sscanf(r.Case, "stride of %d elements", &n); err == nil {
			step = gpumodel.Bytes(n) * r.Width
		}
		load := gpumodel.Instruction{Kind: gpumodel.Local, Dst: 1, Access: gpumodel.Stride(r.Width, d.Lanes, 0, step)}
		tl, err := d.Run(gpumodel.Workload{Workgroups: 1, Wavefronts: 1, Record: 1, Stream: gpumodel.Program{Body: []gpumodel.Instruction{load}, Times: 1}.Workload(1, 1).Stream})
		if err != nil {
			return nil, err
		}
		alone, err := d.LDS.Alone(load.Access)
		if err != nil {
			return nil, err
		}
		what := fmt.Sprintf("%d bytes, %s", r.Width, r.Case)
		if !math.IsNaN(r.Latency) {
			latency.Points = append(latency.Points, Compared{what, r.Latency, float64(tl.Issues[0].Done - tl.Issues[0].Cycle)})
		}
		if !math.IsNaN(r.Interval) {
			interval.Points = append(interval.Points, Compared{what, r.Interval, float64(alone)})
		}
	}
	return []Agreement{latency, interval}, nil
}

func swapAgreement() ([]Agreement, error) {
	swaps, err := GTX480Swaps()
	if err != nil {
		return nil, err
	}
	d := gpu.GTX480()
	a := Agreement{Subject: "loads and stores of the LDS alike", On: "GTX 480", Unit: "lanes per cycle", Bar: 0.05, Set: 2, From: "two cycles of a pass, a pass more of 16-byte loads"}
	for _, s := range swaps {
		load := gpumodel.Stride(s.Width, d.Lanes, 0, s.Width)
		store := load
		store.Op = gpumodel.Store
		both, err := d.LDS.Together(load, store)
		if err != nil {
			return nil, err
		}
		a.Points = append(a.Points, Compared{fmt.Sprintf("%d bytes in a row", s.Width), s.PerClock, float64(2*d.Lanes) / float64(both)})
	}
	return []Agreement{a}, nil
}

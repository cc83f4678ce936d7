package silicon

import (
	_ "embed"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
)

// FermiPoint is one row of gpumembench's loads of 4 bytes on a GTX 480 whose SMs are full: 90
// workgroups of 256 lanes. Each has Step rows of 256 elements, through which its warps go round;
// a load's address waits for the load before.
type FermiPoint struct {
	Step     int
	Clamp    int            // where not 0, workgroups begin at their first element mod Clamp
	Size     gpumodel.Bytes // of all rows
	PerCycle float64        // lanes' loads of one CU in a cycle, measured
	Model    float64        // CompareFermi's
}

// Level returns the level from which nearly all of its loads come by the vendor's sizes: "L1" up
// to three quarters of it, "L2" from one and a half L1s to three quarters of the L2, "DRAM" from
// one and a half L2s on; "" between.
func (p FermiPoint) Level() string {
	c := gpu.GTX480().Caches
	l1, l2 := float64(c.L1.Size()), float64(c.L2.Size())
	of, all := float64(p.Step*fermiGroups*fermiLanes*4), float64(p.Size)
	switch {
	case min(of, all) <= 0.75*l1:
		return "L1"
	case of >= 1.5*l1 && all <= 0.75*l2:
		return "L2"
	case all >= 1.5*l2:
		return "DRAM"
	}
	return ""
}

//go:embed gtx480_cache.csv
var gtx480CacheCSV string

// FermiLoads returns the rows of gtx480_cache.csv, without what the model gives.
func FermiLoads() ([]FermiPoint, error) {
	rows, err := table("gtx480_cache.csv", gtx480CacheCSV, 9)
	if err != nil {
		return nil, err
	}
	var out []FermiPoint
	for _, r := range rows[1:] {
		f := fields{file: "gtx480_cache.csv", row: r}
		p := FermiPoint{Step: f.int(3), Clamp: f.int(4), Size: gpumodel.Bytes(f.int(5)), PerCycle: f.float(8)}
		if f.err != nil {
			return nil, f.err
		}
		out = append(out, p)
	}
	return out, nil
}

const (
	fermiLanes  = 256  // of a workgroup
	fermiGroups = 6    // on a CU
	fermiClock  = 1550 // MHz of that card's shaders, where the preset has 1400
	fermiLoop   = 64   // loads in the loop
)

// CompareFermi runs them on the preset, at the clock of that card: the loop once, in which lines
// come for the first time, and twice. What lies between is set against the cycles that lie
// between. No number of the preset is from them.
func CompareFermi() ([]FermiPoint, error) {
	points, err := FermiLoads()
	if err != nil {
		return nil, err
	}
	d := gpu.GTX480()
	clock := fermiClock * gpumodel.MHz
	d.Caches.DRAM.BytesPerCycle *= float64(d.Clock) / float64(clock)
	d.Clock = clock
	for i := range points {
		p := &points[i]
		var cycles [2]gpumodel.Cycles
		for j := range cycles {
			r, err := chip.Run(p.launch(d, j+1), chip.Options{})
			if err != nil {
				return nil, err
			}
			cycles[j] = r.Cycles
		}
		p.Model = float64(fermiGroups*fermiLanes*fermiLoop) / float64(cycles[1]-cycles[0])
	}
	return points, nil
}

// launch is the loop of a row, so many times.
func (p FermiPoint) launch(d gpumodel.Device, times int) chip.Launch {
	return chip.Launch{Device: d, Workgroups: fermiGroups * d.CUs, Wavefronts: fermiLanes / d.Lanes, Resident: fermiGroups,
		Streams: func(int) func(int, int) gpumodel.Stream {
			return func(workgroup, wavefront int) gpumodel.Stream {
				first := p.Step * workgroup * fermiLanes
				if p.Clamp > 0 {
					first %= p.Clamp
				}
				const pointer, loaded gpumodel.Register = 1, 2
				var body []gpumodel.Instruction
				for i := range fermiLoop {
					at := gpumodel.Bytes(4 * (first + wavefront*d.Lanes + i%p.Step*fermiLanes))
					body = append(body,
						gpumodel.Instruction{Kind: gpumodel.Global, Dst: loaded, Src: gpumodel.Sources{pointer}, Lanes: gpumodel.AllLanes(d.Lanes), Access: gpumodel.Stride(4, d.Lanes, at, 4)},
						gpumodel.Instruction{Kind: gpumodel.FP32, Dst: pointer, Src: gpumodel.Sources{pointer, loaded}, Lanes: gpumodel.AllLanes(d.Lanes)})
				}
				return gpumodel.Program{Body: body, Times: times}.Start()
			}
		}}
}

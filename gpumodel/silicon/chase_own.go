package silicon

import (
	"math"
	"sync"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// OwnChases returns our own pointer chases of an H200 and an H100 on the presets, as ChaseRuns
// does others' on the ladders. What sets the H200's plateaus and moves its steps was set from
// probes of that GPU, some of it from this chase; of the H100 nothing was. Source is "ours".
// The runs are not to be changed; they take seconds the first time.
func OwnChases() ([]ChaseRun, error) {
	c := &ownChases
	c.once.Do(func() { c.runs, c.err = runOwnChases() })
	return c.runs, c.err
}

// ownChases is as allChases.
var ownChases struct {
	once sync.Once
	runs []ChaseRun
	err  error
}

func runOwnChases() ([]ChaseRun, error) {
	var runs []ChaseRun
	for _, of := range []struct {
		device gpumodel.Device
		points func() ([]ChasePoint, error)
		ladder string
		set    bool
	}{
		{gpu.H200(), H200Chase, "h200", true},
		{gpu.H100(), func() ([]ChasePoint, error) { return chase("h100_latency.csv", h100LatencyCSV) }, "h100", false},
	} {
		points, err := of.points()
		if err != nil {
			return nil, err
		}
		rows, err := compareChase(of.device, points)
		if err != nil {
			return nil, err
		}
		ladder, _ := gpu.Ladder(of.ladder)
		r := ChaseRun{Chase: Chase{Source: "ours", GPU: of.device.Name, Clock: of.device.Clock}, Ladder: ladder, Set: of.set}
		for _, p := range rows {
			r.Sizes, r.Measured, r.Model = append(r.Sizes, float64(p.Size)), append(r.Measured, p.L1), append(r.Model, p.ModelL1)
		}
		r.ownRungs()
		runs = append(runs, r)
	}
	return runs, nil
}

// ownRungs finds plateaus and steps of our own chase, which goes through a buffer once before it
// is timed up to 1 MB, and not at all from 4 MB on: there half of all lines come from the far
// half of the L2 for the first time, and so the step to that plateau has no place.
func (r *ChaseRun) ownRungs() {
	for _, p := range []struct {
		name     string
		from, to float64
	}{
		{"L1", 0, 192 << 10},
		{"L2", 320 << 10, 1 << 20},
		{"L2, beyond a half", 4 << 20, 16 << 20},
		{"DRAM", 512 << 20, math.Inf(1)},
	} {
		r.Plateaus = append(r.Plateaus, Rung{Name: p.name, From: p.from, To: p.to, Set: r.Set,
			Measured: middle(r.Sizes, r.Measured, p.from, p.to), Model: middle(r.Sizes, r.Model, p.from, p.to)})
	}
	r.step(r.Plateaus[0], r.Plateaus[1], r.Set)
	r.step(r.Plateaus[2], r.Plateaus[3], r.Set)
}

// step appends the step from one plateau to another.
func (r *ChaseRun) step(below, p Rung, set bool) {
	s := Rung{Name: p.Name, From: below.To, To: p.From, Set: set}
	at, modelAt := 0, 0
	s.Measured, at = crossing(r.Sizes, r.Measured, (below.Measured+p.Measured)/2)
	s.Model, modelAt = crossing(r.Sizes, r.Model, (below.Model+p.Model)/2)
	s.SameGap = at == modelAt
	if at > 0 {
		s.Gap = r.Sizes[at] / r.Sizes[at-1]
	}
	r.Steps = append(r.Steps, s)
}

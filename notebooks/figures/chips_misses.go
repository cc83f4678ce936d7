//go:build !js

package figures

import (
	"fmt"
	"slices"

	"lanebook/gpumodel/silicon"
)

// chipMiss is one number of a GPU that the model has not quite.
type chipMiss struct {
	gpu, what, unit string
	measured, model float64
	from            string // whether the model was set from it, in words: "yes", "no"
}

func (m chipMiss) error() float64 { return m.model/m.measured - 1 }

// write writes a number with its unit.
func (m chipMiss) write(x float64) string {
	switch {
	case m.unit != "bytes":
		return fmt.Sprintf("%.0f %s", x, m.unit)
	case x >= 1<<20:
		return fmt.Sprintf("%.1f MB", x/(1<<20))
	}
	return fmt.Sprintf("%.0f KB", x/(1<<10))
}

// Whether the model was set from a number.
const (
	fromIt  = "yes"
	unseen  = "no"
	asScale = "as scale" // a stencil, to the law of streams
	inPart  = "in part"  // a limit of the same rows
)

func told(set bool) string {
	if set {
		return fromIt
	}
	return unseen
}

// chipMisses are all numbers of all GPUs that have a model, by kind.
type chipMisses struct {
	inL2, free, roofs, streams, steps, plateaus []chipMiss
	fine                                        []chipMiss // of the unseen steps those between sizes that are nearer than the bar
	same                                        int        // unseen steps that are between the same two sizes
	gap                                         float64    // between two sizes around a step, of half of them at least
}

// stepBar is how far off the place of a step may be.
const stepBar = 0.10

func allMisses() (all chipMisses, err error) {
	for _, add := range []func() error{all.addLadders, all.addStreams, all.addCached, all.addRoofs} {
		if err := add(); err != nil {
			return all, err
		}
	}
	return all, nil
}

func (all *chipMisses) addLadders() error {
	runs, err := silicon.ChaseRuns()
	if err != nil {
		return err
	}
	var gaps []float64
	for _, r := range runs {
		name := r.GPU + " (" + r.Source + ")"
		for _, p := range r.Plateaus {
			all.plateaus = append(all.plateaus, chipMiss{name, "latency of " + p.Name, "cycles", p.Measured, p.Model, told(p.Set)})
		}
		for _, s := range r.Steps {
			m := chipMiss{name, "step to " + s.Name, "bytes", s.Measured, s.Model, told(s.Set)}
			if all.steps = append(all.steps, m); s.Set {
				continue
			}
			if gaps = append(gaps, s.Gap); s.Gap <= 1+stepBar {
				all.fine = append(all.fine, m)
			}
			if s.SameGap {
				all.same++
			}
		}
	}
	slices.Sort(gaps)
	all.gap = gaps[len(gaps)/2]
	return nil
}

func (all *chipMisses) addStreams() error {
	fits, err := silicon.FitStreams()
	if err != nil {
		return err
	}
	for _, f := range fits {
		for k, kernel := range silicon.StreamKernels {
			from := told(f.Set[k])
			if silicon.LikeScale(k) {
				from = asScale
			}
			for i, p := range f.Points {
				all.streams = append(all.streams, chipMiss{f.GPU + " (" + f.Date + ")", fmt.Sprintf("%s at %.3g %%", kernel, p.Occupancy), "GB/s", p.BytesPerSecond[k] / 1e9, f.Model[i][k] / 1e9, from})
			}
		}
	}
	return nil
}

func (all *chipMisses) addCached() error {
	cached, err := silicon.CompareCached()
	if err != nil {
		return err
	}
	const read = 1
	for _, r := range cached {
		m := chipMiss{r.GPU, fmt.Sprintf("read of %d KB in the L2 at %.3g %%", r.Size/2>>10, r.Occupancy), "GB/s", r.BytesPerSecond[read] / 1e9, r.Model / 1e9, unseen}
		if r.Limited {
			free := m
			free.model = r.Free / 1e9
			all.free = append(all.free, free)
			m.from = inPart
		}
		all.inL2 = append(all.inL2, m)
	}
	return nil
}

func (all *chipMisses) addRoofs() error {
	roofs, err := silicon.CompareRoofline()
	if err != nil {
		return err
	}
	for i, r := range roofs {
		first := i == 0 || roofs[i-1].GPU != r.GPU
		last := r.GPU == "H200" && (i+1 == len(roofs) || roofs[i+1].GPU != r.GPU)
		all.roofs = append(all.roofs, chipMiss{r.GPU, fmt.Sprintf("roof at %.4g flops per byte", r.FlopsPerByte), "Gflops", r.FlopsPerSecond / 1e9, r.AtMeasured / 1e9, told(first || last)})
	}
	return nil
}

// from returns those of which the model was set so.
func from(how string, all []chipMiss) []chipMiss {
	return slices.DeleteFunc(slices.Clone(all), func(m chipMiss) bool { return m.from != how })
}

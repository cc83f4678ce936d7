//go:build !js

package figures

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// L2Keeps draws what kernels that are launched again and again read from DRAM, by how much they touch: what the L2 has not kept.
func L2Keeps() (charts.Figure, error) {
	all, err := silicon.KeptLaunches()
	if err != nil {
		return charts.Figure{}, err
	}
	kinds := []string{"reads", "copies", "inplace"}
	words := map[string]string{"reads": "read", "copies": "copied", "inplace": "changed in place"}
	model, chip := map[string]*charts.Line{}, map[string]*charts.Line{}
	for i, kind := range kinds {
		tone := []charts.Tone{charts.Tone1, charts.Tone2, charts.Tone3}[i]
		model[kind] = &charts.Line{Name: words[kind], Tone: tone}
		marks := hollow(words[kind]+", H200", tone)
		chip[kind] = &marks
	}
	off, worst, n := 0.0, 0.0, 0
	for _, l := range all {
		if model[l.Kind] == nil || l.Footprint > 64<<20 {
			continue
		}
		asked := l.Footprint
		if l.Kind == "copies" {
			asked /= 2
		}
		share := func(bytes gpumodel.Bytes) float64 { return 100 * float64(bytes) / float64(asked) }
		mb := float64(l.Footprint >> 20)
		line := model[l.Kind]
		line.X, line.Y = append(line.X, mb), append(line.Y, share(l.ModelRead))
		mark(chip[l.Kind], mb, share(l.Read), fmt.Sprintf("%s, %.0f MB\n%.1f MB from DRAM, the model %.1f\n%.2f µs, the model %.2f", words[l.Kind], mb, float64(l.Read)/1e6, float64(l.ModelRead)/1e6, l.Measured, l.Model))
		d := math.Abs(float64(l.Read-l.ModelRead)) / 1e6
		off, worst, n = off+d, max(worst, d), n+1
	}
	f := charts.Figure{
		Name:    "l2-keeps",
		Title:   "What an L2 of 60 MB keeps until the next launch",
		Caption: fmt.Sprintf("Of what a kernel reads, the part that comes from DRAM when it has just run before. Marks: an H200, by Nsight; lines: the model, by two rules that these counts led to, and no number from them; it is %.1f MB off on average, %.1f at worst, of %d launches. A copy reads half of its megabytes and writes the other.", off/float64(n), worst, n),
		Alt:     "Three lines, and marks on them or near, rise from 0 at 32 megabytes to all at 56; those of what is changed in place rise first.",
		Note:    "Floats by fours, blocks of 256 lanes, each launched twelve times (keep.cu, keep.csv).",
		X:       charts.Axis{Label: "touched by the kernel", Unit: "MB"},
		Y:       charts.Axis{Label: "of what it reads, from DRAM", Unit: "%"},
	}
	for _, kind := range kinds {
		f.Series = append(f.Series, *model[kind])
	}
	for _, kind := range kinds {
		f.Series = append(f.Series, *chip[kind])
	}
	return f, nil
}

// SliceMix draws how many lines an H200's L2 takes while it sends others.
func SliceMix() (charts.Figure, error) {
	all, err := silicon.SliceMixes()
	if err != nil {
		return charts.Figure{}, err
	}
	d := gpu.H200()
	l2 := &d.Caches.L2
	whole, part := hollow("whole lines, H200", charts.Tone1), hollow("a sector of each, H200", charts.Tone2)
	for _, m := range all {
		perCycle := m.Measured * 1e-6 * float64(d.Clock) / silicon.MixTurns // cycles of a turn
		if m.InPlace {
			continue
		}
		to := &whole
		if m.Sectors == 1 {
			to = &part
		} else if m.Sectors < 4 {
			continue
		}
		mark(to, m.Loads/perCycle, m.Stores/perCycle, fmt.Sprintf("%.0f lines loaded, %.0f stored of a turn: %.1f µs, the law %.1f", m.Loads, m.Stores, m.Measured, m.Model(d)))
	}
	law := func(name string, tone charts.Tone, sectors int) charts.Line {
		line := charts.Line{Name: name, Tone: tone}
		for loads := 0; loads <= 64; loads++ {
			m := silicon.SliceMix{Loads: float64(loads), Stores: float64(64 - loads), Sectors: sectors, Masked: sectors < 4}
			cycles := m.Model(d) * 1e-6 * float64(d.Clock) / silicon.MixTurns
			line.X, line.Y = append(line.X, m.Loads/cycles), append(line.Y, m.Stores/cycles)
		}
		return line
	}
	return charts.Figure{
		Name:    "slice-mix",
		Title:   "An L2 sends and takes side by side",
		Caption: fmt.Sprintf("What the 96 slices of an H200's L2 send and take in a cycle, of warps that only load, only store, or do both. Lines: a stored line keeps its slice for %.1f cycles, a loaded one for %.2f, while its data leave by a path of their own. If they took turns, a straight line would join the ends.", l2.StoreLineCycles+4*l2.StoreSectorCycles, 1/l2.LinesPerTurn),
		Alt:     "Two bent lines with marks near them: of whole lines from 19 stored a cycle, with hardly fewer up to 20 loaded, to 37 loaded; of single sectors a straight line from 39 to 82.",
		Note:    "16 MB and less, by times until the last warp has ended, at 1980 MHz (l2mix.cu, l2mix.csv).",
		X:       charts.Axis{Label: "lines loaded a cycle"},
		Y:       charts.Axis{Label: "lines stored a cycle"},
		Series:  []charts.Series{law("whole lines", charts.Tone1, 4), law("a sector of each", charts.Tone2, 1), whole, part},
	}, nil
}

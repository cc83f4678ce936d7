package volume

import (
	_ "embed"
	"fmt"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
)

// firstOfFew is the workgroup with which vr_few.csv's parts of a frame begin: in the middle of the picture.
const firstOfFew = 4096

// FewOnChip returns how many seconds so many workgroups of a frame for each CU take, 1 to 31, from the middle of the picture on,
// or with 0 all of it, with all of each ray, as an H200 ran them (silicon.H200FewBlocks). No number is from it. The error says what
// is wrong with the GPU or the workgroups.
func FewOnChip(d gpumodel.Device, v View, s gpumodel.Shape, each int, o chip.Options) (seconds float64, err error) {
	n := chipSize * chipSize / max(1, s.Lanes())
	first, workgroups := firstOfFew, each*d.CUs
	if each == 0 {
		first, workgroups = 0, n
	}
	if each < 0 || first+workgroups > n {
		return 0, fmt.Errorf("volume: %d workgroups of %v for each of %d CUs, want 0, for all, or no more than there are from the %dth on", each, s, d.CUs, firstOfFew)
	}
	k, resident, err := launch(d, v, s, None, 0, nil)
	if err != nil {
		return 0, err
	}
	r, err := chip.Run(chip.Launch{
		Device: d, Workgroups: workgroups, Wavefronts: k.Wavefronts, Resident: resident,
		Streams: func(int) func(int, int) gpumodel.Stream {
			return func(workgroup, wavefront int) gpumodel.Stream { return k.Stream(first+workgroup, wavefront) }
		},
	}, o)
	if err != nil {
		return 0, err
	}
	return r.Seconds, nil
}

// Few is a part of a frame of an H200 in seconds: Preset by its preset, Overtaking where textures see the L1's sets, whose places move,
// 2048 lines of an SM may be on their way for the assumed 512, and references overtake and keep their places.
type Few struct {
	View               View
	Shape              gpumodel.Shape
	Blocks             int // workgroups of each SM; 0: the whole frame
	Preset, Overtaking float64
}

//go:embed few.csv
var fewCSV string

// Fews returns what few.csv has, at five views: one and four workgroups of each SM, of four shapes, and whole frames, but three of the
// slowest. A test runs one of them anew.
func Fews() (all []Few, err error) {
	for i, line := range strings.Split(strings.TrimSpace(fewCSV), "\n")[1:] {
		var f Few
		v, s := &f.View, &f.Shape
		if _, err := fmt.Sscanf(line, "%g/%g/%g,%dx%d,%d,%g,%g", &v.Alpha, &v.Beta, &v.Gamma, &s.X, &s.Y, &f.Blocks, &f.Preset, &f.Overtaking); err != nil {
			return nil, fmt.Errorf("volume: few.csv: line %d: %q, want view, shape, workgroups and two times: %w", i+2, line, err)
		}
		f.Preset, f.Overtaking = f.Preset/1e3, f.Overtaking/1e3
		all = append(all, f)
	}
	return all, nil
}

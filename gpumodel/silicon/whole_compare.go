package silicon

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
)

// WholeRow is a whole kernel beside the model of the whole GPU.
type WholeRow struct {
	WholeTime
	chip.Report
	Error float64 // (model − measured) / measured
}

// again makes the caches what they are for a kernel that was launched before, as on the
// H200, where each was 18 times. For one that touches more than twice the L2 that is
// full of other lines, as a copy leaves them.
func again(device gpumodel.Device, o chip.Options, workgroups int, touches gpumodel.Bytes) chip.Options {
	if touches > 2*device.Caches.L2.Size() {
		o.Full = writtenByCopy(&device.Caches.L2)
	} else {
		o.Before = workgroups
	}
	return o
}

// writtenByCopy is the share of an L2's lines that a copy of more than it holds leaves as
// written. Of two halves that both keep what one asks the other for, or stores in it, each
// has half a line more of every line that is read and of every line that is stored, as read.
func writtenByCopy(l2 *gpumodel.L2) float64 {
	if l2.Far > 0 && l2.StoreCopies {
		return 1 / 3.0
	}
	return 1 / 2.0
}

// RunWhole runs a whole kernel on a whole GPU, whose caches are as an earlier launch has
// left them.
func RunWhole(device gpumodel.Device, t WholeTime, o chip.Options) (WholeRow, error) {
	k, err := t.Launch()
	if err != nil {
		return WholeRow{}, err
	}
	return runWhole(device, t, k, o)
}

// RunTranspose is RunWhole of a transpose, through tiles of any size and padding that the
// device has room for.
func RunTranspose(device gpumodel.Device, t TransposeTime, o chip.Options) (WholeRow, error) {
	w := t.Whole()
	planned := transposePlan
	if t.Naive {
		planned = naivePlan
	}
	p, err := planned(w)
	if err != nil {
		return WholeRow{}, err
	}
	k, err := p.launch("transposes.sass", transposesSASS)
	if err != nil {
		return WholeRow{}, err
	}
	return runWhole(device, w, k, o)
}

func runWhole(device gpumodel.Device, t WholeTime, k WholeKernel, o chip.Options) (WholeRow, error) {
	occupancy, err := device.Occupancy(k.Need)
	if err != nil {
		return WholeRow{}, fmt.Errorf("%s: %w", t.Name, err)
	}
	r, err := chip.Run(chip.Launch{
		Device: device, Workgroups: k.Workgroups, Wavefronts: k.Wavefronts, Resident: occupancy.Workgroups,
		Streams: func(int) func(int, int) gpumodel.Stream { return k.Stream },
	}, again(device, o, k.Workgroups, t.touches()))
	if err != nil {
		return WholeRow{}, fmt.Errorf("%s: %w", t.Name, err)
	}
	return WholeRow{t, r, r.Seconds*1e6/t.Microseconds - 1}, nil
}

// Whole returns the transpose as a whole kernel: of one element a lane, whose machine code
// is whole.cu's for tiles of 16 but for constants, and the naive one with workgroups of
// 32 × 32 lanes.
func (t TransposeTime) Whole() WholeTime {
	w := WholeTime{Kernel: "transpose", Element: t.Element, Tile: t.Tile, Pad: t.Pad, Rows: t.Tile, Width: t.Size, Height: t.Size, Microseconds: t.Milliseconds * 1e3}
	w.Name = fmt.Sprintf("%s,tile=%d,pad=%d,rows=%d,w=%d,h=%[5]d", w.typed(), t.Tile, t.Pad, t.Tile, t.Size)
	if t.Naive {
		w.Kernel, w.Tile = "naive", 0
		w.Name = fmt.Sprintf("naive,type=float,rows=%d,w=%d,h=%[2]d", t.Tile, t.Size)
	}
	return w
}

// wholes returns all whole kernels: those of whole.csv, and the transposes of
// transpose.csv.
func wholes() ([]WholeTime, error) {
	all, err := H200Whole()
	if err != nil {
		return nil, err
	}
	transposes, err := H200Transposes()
	return withTransposes(all, transposes), err
}

func withTransposes(all []WholeTime, transposes []TransposeTime) []WholeTime {
	for _, t := range transposes {
		all = append(all, t.Whole())
	}
	return all
}

// touches returns how many bytes of memory the kernel touches.
func (t WholeTime) touches() gpumodel.Bytes {
	switch n := gpumodel.Bytes(t.N); t.Kernel {
	case "copy", "saxpy":
		return 2 * n * max(t.Element, 4)
	case "strided":
		return 4 * n * gpumodel.Bytes(1+t.Stride)
	case "transpose", "naive":
		return 2 * gpumodel.Bytes(t.Width) * gpumodel.Bytes(t.Height) * t.Element
	}
	return 0
}

package silicon

import (
	"cmp"
	"fmt"

	"lanebook/gpumodel"
)

// wholeWavefront is how many lanes a wavefront of the H200 has.
const wholeWavefront = 32

// outAt is where the second array of a whole kernel begins, in bytes; the first is at 0.
// whole.cu has A there and B here.
const outAt gpumodel.Bytes = 1 << 32

// plan is how whole.cu launches a kernel, and what the kernel does with its parameters.
type plan struct {
	code           string // its name in whole.sass or transposes.sass
	gridX, gridY   int    // workgroups
	blockX, blockY int    // lanes of a workgroup
	lds            gpumodel.Bytes
	reaches        []reach // of its accesses, in the listing's order
	taken          []int   // how often each jump is, in the listing's order
	more           int     // lanes of the grid, from its first, in whose wavefronts takenMore holds instead
	takenMore      []int
}

// reach is which byte an access names: in lane (x, y) of workgroup (X, Y), in a turn of
// the loop,
//
//	base + groupX·X + groupY·Y + laneX·x + laneY·y + turn·turns before
type reach struct{ base, groupX, groupY, laneX, laneY, turn gpumodel.Bytes }

// wholePlans are the kernels of whole.cu, by WholeTime.Kernel.
var wholePlans = map[string]func(WholeTime) (plan, error){
	"empty": emptyPlan, "copy": copyPlan, "strided": stridedPlan, "saxpy": saxpyPlan,
	"transpose": transposePlan, "naive": naivePlan, "flops": flopsPlan,
}

// must returns an error that names the parameter, unless it is from least on and a
// multiple of unit.
func (t WholeTime) must(name string, value, least, unit int) error {
	if value >= least && value%unit == 0 {
		return nil
	}
	wish := fmt.Sprintf("%d or more", least)
	if unit > 1 {
		wish += fmt.Sprintf(" and a multiple of %d", unit)
	}
	return fmt.Errorf("silicon: %s: %s = %d, want %s", t.Kernel, name, value, wish)
}

// typed returns the name in the listings of a kernel of an element type.
func (t WholeTime) typed() string {
	for name, size := range elementTypes {
		if size == t.Element {
			return t.Kernel + ",type=" + name
		}
	}
	return fmt.Sprintf("%s of elements of %d bytes", t.Kernel, t.Element)
}

func (t WholeTime) line() plan {
	return plan{code: t.Kernel, gridX: t.Workgroups, gridY: 1, blockX: t.Lanes, blockY: 1}
}

// along is the reach of element i·stride for lane i of the grid.
func (p plan) along(base gpumodel.Bytes, stride gpumodel.Bytes) reach {
	return reach{base: base, groupX: stride * gpumodel.Bytes(p.blockX), laneX: stride}
}

func emptyPlan(t WholeTime) (plan, error) {
	return t.line(), cmp.Or(t.must("Workgroups", t.Workgroups, 1, 1), t.must("Lanes", t.Lanes, 1, 1))
}

// copyPlan: 256 lanes of a workgroup, an element each. The jump is the check of the
// bounds, which nobody fails.
func copyPlan(t WholeTime) (plan, error) {
	t.Workgroups, t.Lanes = t.N/256, 256
	p := t.line()
	p.code, p.taken = t.typed(), []int{0}
	p.reaches = []reach{p.along(0, t.Element), p.along(outAt, t.Element)}
	return p, t.must("N", t.N, 256, 256)
}

func stridedPlan(t WholeTime) (plan, error) {
	t.Workgroups, t.Lanes = t.N/256, 256
	p := t.line()
	p.taken = []int{0}
	p.reaches = []reach{p.along(0, gpumodel.Bytes(4*t.Stride)), p.along(outAt, 4)}
	return p, cmp.Or(t.must("N", t.N, 256, 256), t.must("Stride", t.Stride, 1, 1))
}

// saxpyPlan: every lane goes on by the lanes of the grid. All lanes of a wavefront take
// the same number of turns, for N is a multiple of 32. Its jumps are the exit of those
// who have none, and the way back.
func saxpyPlan(t WholeTime) (plan, error) {
	if err := cmp.Or(t.must("N", t.N, wholeWavefront, wholeWavefront), t.must("Workgroups", t.Workgroups, 1, 1),
		t.must("Lanes", t.Lanes, wholeWavefront, wholeWavefront), t.must("LDS", int(t.LDS), 0, 1)); err != nil {
		return plan{}, err
	}
	p := t.line()
	p.lds = t.LDS
	lanes := t.Workgroups * t.Lanes
	x, y := p.along(0, 4), p.along(outAt, 4)
	x.turn, y.turn = gpumodel.Bytes(4*lanes), gpumodel.Bytes(4*lanes)
	p.reaches = []reach{x, y, y}
	turns := t.N / lanes
	p.more, p.takenMore = t.N%lanes, []int{0, turns}
	if p.taken = []int{0, turns - 1}; turns == 0 {
		p.taken = []int{1, 0}
	}
	return p, nil
}

// transposePlan: a tile by Tile × Rows lanes, each with every Rows-th element of its
// column: all are loaded, stored to the LDS, and after the barrier loaded and stored.
func transposePlan(t WholeTime) (plan, error) {
	if err := cmp.Or(t.must("Tile", t.Tile, 1, 1), t.must("Rows", t.Rows, 1, 1), t.must("Pad", t.Pad, 0, 1)); err != nil {
		return plan{}, err
	}
	p := plan{
		code:  fmt.Sprintf("%s,tile=%d,pad=%d,rows=%d", t.typed(), t.Tile, t.Pad, t.Rows),
		gridX: t.Width / t.Tile, gridY: t.Height / t.Tile, blockX: t.Tile, blockY: t.Rows,
	}
	if t.Rows == t.Tile { // an element a lane: the code differs in constants alone
		p.code = fmt.Sprintf("%s,tile=16,pad=%d,rows=16", t.typed(), min(t.Pad, 1))
	}
	e, w, h := t.Element, gpumodel.Bytes(t.Width), gpumodel.Bytes(t.Height)
	tile, pitch := gpumodel.Bytes(t.Tile), gpumodel.Bytes(t.Tile+t.Pad)
	p.lds = e * tile * pitch
	each := []reach{ // with what the next element of a lane adds, in place of a turn
		{groupX: e * tile, groupY: e * tile * w, laneX: e, laneY: e * w, turn: e * w},
		{laneX: e, laneY: e * pitch, turn: e * pitch},
		{laneX: e * pitch, laneY: e, turn: e},
		{base: outAt, groupX: e * tile * h, groupY: e * tile, laneX: e, laneY: e * h, turn: e * h},
	}
	for _, r := range each {
		step := r.turn
		r.turn = 0
		for j := 0; j < t.Tile; j += t.Rows {
			one := r
			one.base += gpumodel.Bytes(j) * step
			p.reaches = append(p.reaches, one)
		}
	}
	return p, cmp.Or(t.must("Width", t.Width, t.Tile, t.Tile), t.must("Height", t.Height, t.Tile, t.Tile))
}

// naivePlan: 32 × 8 lanes of a workgroup, or as many Rows, an element each.
func naivePlan(t WholeTime) (plan, error) {
	rows := cmp.Or(t.Rows, 8)
	if err := t.must("Rows", rows, 1, 1); err != nil {
		return plan{}, err
	}
	p := plan{code: t.typed(), gridX: t.Width / 32, gridY: t.Height / rows, blockX: 32, blockY: rows}
	e, w, h := t.Element, gpumodel.Bytes(t.Width), gpumodel.Bytes(t.Height)
	p.reaches = []reach{
		{groupX: e * 32, groupY: e * gpumodel.Bytes(rows) * w, laneX: e, laneY: e * w},
		{base: outAt, groupX: e * 32 * h, groupY: e * gpumodel.Bytes(rows), laneX: e * h, laneY: e},
	}
	return p, cmp.Or(t.must("Width", t.Width, 32, 32), t.must("Height", t.Height, rows, rows))
}

// flopsPlan: what the compiler made of the loop is one of 16 turns of the source, while
// more than 12 are left of those in fours; 8 turns, once, if more than 4 are left; a
// loop of 4; and one of single turns, for what N has beyond a multiple of 4.
func flopsPlan(t WholeTime) (plan, error) {
	p := t.line()
	p.reaches = []reach{p.along(outAt, 4)}
	yes := map[bool]int{true: 1}
	fours, ones := t.N&^3, t.N&3
	sixteens := max(0, fours-12+15) / 16
	left := fours - 16*sixteens
	eight := left > 4
	if eight {
		left -= 8
	}
	skip := left == 0 // only after 16 or 8
	p.taken = []int{
		0,                  // 0090: N < 1
		yes[fours == 0],    // 0100
		0,                  // 0160: no fours, which 0100 has seen
		yes[sixteens == 0], // 0190
		max(0, sixteens-1), // 05e0: back
		yes[!eight],        // 0600
		yes[skip],          // 0850
		max(0, left/4-1),   // 0990: back
		yes[ones == 0],     // 09b0
		max(0, ones-1),     // 0a30: back
	}
	return p, cmp.Or(t.must("N", t.N, 1, 1), t.must("Workgroups", t.Workgroups, 1, 1), t.must("Lanes", t.Lanes, 1, 1))
}

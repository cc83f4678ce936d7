package whatif

import (
	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

// turn is kernels.Transpose for any width of its elements, its addresses written
// down instead of found by running it: the kernels' machinery would be a tenth of
// the program that pages load. A test holds it to the running kernel.
type turn struct {
	width, height int // of the matrix
	rows          int // of lanes in a workgroup
	tile          gpumodel.Array
}

// step is what the lanes of a wavefront do at once: the elements that they load
// from the matrix and store to the tile and, after the barrier, load from the tile
// and store to the transpose; −1 where a lane does nothing.
type step struct{ input, store, load, output []int }

// grid is the number of workgroups across and down.
func (t turn) grid() (x, y int) {
	return kernel.Cover(t.width, t.tile.Columns), kernel.Cover(t.height, t.tile.Rows)
}

// steps returns what a wavefront of a workgroup does, row of the tile after row.
func (t turn) steps(group kernel.Point, wavefront, lanes int) []step {
	edge, first := t.tile.Columns, wavefront*lanes
	lanes = min(lanes, edge*t.rows-first)
	var all []step
	for row := 0; row < edge; row += t.rows {
		var s step
		for n := first; n < first+lanes; n++ {
			lx, ly := n%edge, n/edge+row
			input, store, load, output := -1, -1, -1, -1
			if x, y := group.X*edge+lx, group.Y*edge+ly; x < t.width && y < t.height {
				input, store = y*t.width+x, t.at(ly, lx)
			}
			if x, y := group.Y*edge+lx, group.X*edge+ly; x < t.height && y < t.width {
				output, load = y*t.height+x, t.at(lx, ly)
			}
			s.input, s.store = append(s.input, input), append(s.store, store)
			s.load, s.output = append(s.load, load), append(s.output, output)
		}
		all = append(all, s)
	}
	return all
}

// at is the element of the tile's memory in a row and column.
func (t turn) at(row, column int) int { return int(t.tile.Offset(row, column) / t.tile.Element) }

// indices are all that a workgroup touches, as kernels.Transpose reports it.
func (t turn) indices(group kernel.Point, lanes int) kernels.Indices {
	g := kernels.Indices{Group: group}
	for w := range kernel.Cover(t.tile.Columns*t.rows, lanes) {
		for _, s := range t.steps(group, w, lanes) {
			g.Input, g.TileStore = append(g.Input, s.input...), append(g.TileStore, s.store...)
			g.TileLoad, g.Output = append(g.TileLoad, s.load...), append(g.Output, s.output...)
		}
	}
	return g
}

// program is a wavefront's loads, stores and barrier.
func (t turn) program(group kernel.Point, wavefront, lanes int) gpumodel.Program {
	const first = 1 // register
	width := t.tile.Element
	out := (gpumodel.Bytes(t.width*t.height)*width + 255) &^ 255
	var before, after []gpumodel.Instruction
	for i, s := range t.steps(group, wavefront, lanes) {
		r := gpumodel.Register(first + i)
		before = appendMove(before, r, gpumodel.Global, accessTo(gpumodel.Load, width, 0, s.input, lanes))
		before = appendMove(before, r, gpumodel.Local, accessTo(gpumodel.Store, width, 0, s.store, lanes))
		after = appendMove(after, r, gpumodel.Local, accessTo(gpumodel.Load, width, 0, s.load, lanes))
		after = appendMove(after, r, gpumodel.Global, accessTo(gpumodel.Store, width, out, s.output, lanes))
	}
	barrier := gpumodel.Instruction{Kind: gpumodel.Barrier, Lanes: gpumodel.AllLanes(lanes)}
	return gpumodel.Program{Before: append(before, barrier), After: after}
}

// appendMove appends a load to a register, or a store from it, of the active lanes.
func appendMove(list []gpumodel.Instruction, r gpumodel.Register, kind gpumodel.Kind, a gpumodel.Access) []gpumodel.Instruction {
	if a.Active == 0 {
		return list
	}
	in := gpumodel.Instruction{Kind: kind, Lanes: a.Active, Access: a}
	if a.Op == gpumodel.Load {
		in.Dst = r
	} else {
		in.Src[0] = r
	}
	return append(list, in)
}

func accessTo(op gpumodel.Op, width, base gpumodel.Bytes, elements []int, lanes int) gpumodel.Access {
	a := gpumodel.Access{Op: op, Width: width, Addr: make([]gpumodel.Bytes, lanes)}
	for lane, e := range elements {
		if e >= 0 {
			a.Addr[lane] = base + gpumodel.Bytes(e)*width
			a.Active |= 1 << lane
		}
	}
	return a
}

// cost is what a transpose takes.
type cost struct {
	layout      string
	bytes       gpumodel.Bytes  // of LDS, of a workgroup
	store, load gpumodel.Tally  // of the tile, all workgroups
	sectors     int             // blocks of 32 bytes of global memory, read and written
	cycles      gpumodel.Cycles // of one CU that does it all
}

func (c cost) conflicts() int { return c.store.Passes - c.store.Ideal + c.load.Passes - c.load.Ideal }

// cost runs the transpose on one CU of the device.
func (t turn) cost(d gpumodel.Device) (cost, error) {
	across, down := t.grid()
	waves := kernel.Cover(t.tile.Columns*t.rows, d.Lanes)
	programs := make([]gpumodel.Program, across*down*waves)
	c := cost{layout: t.tile.Name(), bytes: t.tile.Size()}
	for i := range programs {
		group := kernel.Point{X: i / waves % across, Y: i / waves / across}
		programs[i] = t.program(group, i%waves, d.Lanes)
		for _, part := range [][]gpumodel.Instruction{programs[i].Before, programs[i].After} {
			if err := c.count(d, part); err != nil {
				return cost{}, err
			}
		}
	}
	run, err := d.Run(gpumodel.Workload{
		Workgroups: across * down, Wavefronts: waves,
		Stream: func(group, wave int) gpumodel.Stream { return programs[group*waves+wave].Start() },
	})
	c.cycles = run.Cycles
	return c, err
}

// count adds what some instructions take of the banks and of global memory.
func (c *cost) count(d gpumodel.Device, list []gpumodel.Instruction) error {
	for _, in := range list {
		switch in.Kind {
		case gpumodel.Local:
			s, err := d.LDS.Serve(in.Access)
			if err != nil {
				return err
			}
			tally := &c.store
			if in.Access.Op == gpumodel.Load {
				tally = &c.load
			}
			tally.Passes += s.Passes
			tally.Ideal += s.Ideal
		case gpumodel.Global:
			c.sectors += blocks(in.Access, 32)
		}
	}
	return nil
}

// blocks is how many aligned blocks of so many bytes the active lanes touch.
func blocks(a gpumodel.Access, size gpumodel.Bytes) int {
	n := 0
	var seen [64]gpumodel.Bytes
next:
	for lane, address := range a.Addr {
		if !a.Active.Has(lane) {
			continue
		}
		for _, s := range seen[:n] {
			if s == address/size {
				continue next
			}
		}
		seen[n] = address / size
		n++
	}
	return n
}

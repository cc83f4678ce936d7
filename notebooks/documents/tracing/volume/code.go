package volume

import "lanebook/gpumodel"

// code is the renderer's kernel, instruction by instruction. Methods differ by what they
// insert, and by nothing else.
type code struct {
	setup   []gpumodel.Instruction // of a ray: as much as a turn without its references, which is assumed
	turn    []gpumodel.Instruction // of the loop
	storing []gpumodel.Instruction // the same, where both timestamps are stored
	copying []gpumodel.Instruction // of 32 timestamps from the LDS to global memory
	end     []gpumodel.Instruction
}

// What a turn's first and last instructions are for, each of which needs the one before.
const (
	coordinates = 5 // assumed: before the reference, into consecutive registers
	shift       = 4 // assumed: after the first clock read, for where it goes
	sum         = 2 // after the second: the difference, and its sum
	transfer    = 2 // from the voxels to a place in the transfer function's table
)

// Registers of the kernel. Instructions that need the one before share a register; each of the
// others writes one of its own, which nothing reads.
const (
	last gpumodel.Register = 1 + iota
	voxels
	color
	before
	after
	test
	own
)

// Places in the code where a wavefront's stream has something to fill in.
const (
	atVolume int32 = 1 + iota
	atFirst
	atSecond
	atCopy
	atPicture
)

// list is code that is being written.
type list []gpumodel.Instruction

func (l *list) add(k gpumodel.Kind, to gpumodel.Register, from ...gpumodel.Register) *gpumodel.Instruction {
	in := gpumodel.Instruction{Kind: k, Dst: to}
	copy(in.Src[:], from)
	*l = append(*l, in)
	return &(*l)[len(*l)-1]
}

// chain adds n instructions, of which each needs the one before, and the first more.
func (l *list) chain(n int, more ...gpumodel.Register) {
	for i := range n {
		if i > 0 {
			more = nil
		}
		l.add(gpumodel.FP32, last, append(more, last)...)
	}
}

// spread adds n of a chain, and between them others that need nothing.
func (l *list) spread(n, others int) {
	for i := range n {
		l.chain(1)
		for k := others * i / n; k < others*(i+1)/n; k++ {
			l.add(gpumodel.FP32, own+gpumodel.Register(k))
		}
	}
}

// code returns the kernel by a method.
func (g *Renderer) code(m Method) *code {
	var setup, copying, end list
	if m != None {
		setup.add(gpumodel.Clock, before)
		end.add(gpumodel.Clock, after)
	}
	setup.spread(g.Dependent, g.Instructions-g.Dependent)
	copying.chain(3) // assumed: two indices and a comparison
	copying.add(gpumodel.Branch, gpumodel.NoRegister, last)
	copying.add(gpumodel.Local, own).Access = gpumodel.Access{Op: gpumodel.Load, Width: 4, Active: gpumodel.AllLanes(32), Addr: inRow[:]}
	copying.add(gpumodel.Global, gpumodel.NoRegister, own).Line = atCopy
	end.add(gpumodel.Global, gpumodel.NoRegister, last).Line = atPicture
	return &code{setup, g.turn(m, InRegisters), g.turn(m, g.Placement), copying, end}
}

// inRow are 32 words in a row, and inTable what the lanes ask the transfer function's table
// for: an entry and the next one, all the same.
var inRow, inTable = func() (row, table [32]gpumodel.Bytes) {
	for i := range row {
		row[i], table[i] = gpumodel.Bytes(4*i), tableAt
	}
	return row, table
}()

// turn returns a turn of the loop, which stores its timestamps there.
func (g *Renderer) turn(m Method, p Placement) (l list) {
	if m != None {
		l.add(gpumodel.Clock, before)
		l.chain(shift, before)
	}
	l.chain(coordinates)
	l.add(gpumodel.Texture, voxels, last).Line = atVolume
	switch m {
	case Fence:
		l.add(gpumodel.Fence, gpumodel.NoRegister)
	case Dummy:
		l.add(gpumodel.FP32, test, voxels)
		l.add(gpumodel.Branch, gpumodel.NoRegister, test)
	}
	if m != None {
		l.add(gpumodel.Clock, after)
		l.chain(sum, before, after)
	}
	if kind := [Placements]gpumodel.Kind{InLDS: gpumodel.Local, InGlobal: gpumodel.Global}[p]; m != None && p != InRegisters {
		l.add(kind, gpumodel.NoRegister, before).Line = atFirst
		l.add(kind, gpumodel.NoRegister, after).Line = atSecond
	}
	l.chain(transfer, voxels)
	l.add(gpumodel.Texture, color, last).Access = gpumodel.Access{Op: gpumodel.Load, Width: 16, Active: gpumodel.AllLanes(32), Addr: inTable[:]}
	l.chain(1, color)
	l.spread(g.Dependent-coordinates-transfer-2, g.Instructions-g.Dependent) // blend, count
	l.add(gpumodel.Branch, gpumodel.NoRegister, last)
	return l
}

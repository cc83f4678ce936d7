// Package emulate executes machine code for sm_90 as a GPU does, all lanes of all wavefronts,
// on memory of its own: so a kernel that is there as cuobjdump -sass prints it, and as nothing
// else, can be timed on a whole GPU, with the addresses that it comes to itself.
//
//	var m emulate.Memory
//	x, y := m.Function("x", 4<<20, nil), m.Function("y", 4<<20, nil)
//	e, err := emulate.Launch{Kernel: &file.Kernels[0], Grid: gpumodel.Shape{X: 4096}, Workgroup: gpumodel.Shape{X: 256},
//		Memory: &m, Arguments: emulate.Arguments(x, y, float32(2), int32(1<<20))}.Start()
//	report, err := e.Time(gpu.H200(), chip.Options{})
//
// What an instruction computes is NVIDIA's to say and nowhere written down in full; this is
// what the names of the instruction set reference and the code of compilers leave no doubt
// about, and silicon confirmed: package silicon's tests compare what kernels write with what an
// H200 wrote. Special functions are exact to a unit or two in the last place, not bit by bit.
package emulate

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/sass"
)

// Launch is a kernel of machine code and what it is launched with.
type Launch struct {
	Kernel          *sass.Kernel
	Grid, Workgroup gpumodel.Shape
	Local           gpumodel.Bytes // shared memory of a workgroup, declared and given at the launch together; 0 to 232448
	Registers       int            // of a lane, as many as the code uses or more; 0: those, rounded up to 8
	Arguments       []byte         // see the function Arguments
	Memory          *Memory        // that the arguments point to
}

// The places of a kernel's constants, the first bank's, on Hopper. Source: what compilers for
// sm_90 read, see whole.cu and whole.sass of package silicon.
const (
	constantShape     = 0x00  // of a workgroup, x, y and z
	constantGrid      = 0x0c  // likewise
	constantStack     = 0x28  // where a lane's own memory ends
	constantArguments = 0x210 // the kernel's
)

// Limits of a launch. Source: CUDA C++ Programming Guide, compute capability 9.0.
const (
	lanes       = 32
	mostLanes   = 1024
	mostLocal   = 227 << 10
	mostBytes   = 4096 // of arguments; compute capability 7.0 and later may have more
	aluLatency  = 4    // cycles, and from one instruction to the next: see package sass
	aluInterval = 2
	localBase   = 1 << 10 // where shared memory begins, after what the system keeps
	stackBytes  = 1 << 10 // of each lane, from the stack's end down; more is a fault
)

// What a launch may have been given too little of; errors wrap them.
var (
	ErrArguments = errors.New("want all of the kernel's arguments")
	ErrLocal     = errors.New("want as much shared memory as the kernel uses")
	ErrMemory    = errors.New("want it inside of a buffer")
)

// Code is a kernel ready to run. Streams for any number of CUs may be read side by side.
type Code struct {
	launch    Launch
	name      string
	steps     []step
	constants []byte
	rows      int // registers of a wavefront, uniform ones among them
	registers int
	alone     bool     // it goes by what atomic operations return, or adds floating-point numbers
	Assumed   []string // in words, what is not computed as the GPU does
}

// Start prepares a launch. The error says what is wrong with it. An instruction that cannot be
// executed ends the run when a wavefront comes to it.
func (l Launch) Start() (*Code, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	c := &Code{launch: l, name: l.Kernel.Name, constants: l.constants()}
	highest := Registers(l.Kernel) - 1
	switch c.registers = l.Registers; {
	case c.registers == 0:
		c.registers = min((highest+1+7)/8*8, 255)
	case c.registers <= highest:
		return nil, fmt.Errorf("launch: Registers = %d, want %d at least: so many does the code use", c.registers, highest+1)
	}
	d := decoder{code: c, machine: sass.Hopper(), registers: highest + 16} // a row beyond those that are named: of pairs and quadruples
	c.rows = d.registers + uniforms
	c.steps = make([]step, len(l.Kernel.Code))
	for i := range l.Kernel.Code {
		if err := d.decode(i); err != nil { // which is told when it is reached: compilers write ways that are never gone
			c.steps[i].do = func(*wave, uint32) error { return err }
		}
	}
	return c, nil
}

// Registers returns how many registers of a lane the kernel's code uses: the number after the highest that it names. Of
// those that it names by the first of several, the others do not count.
func Registers(k *sass.Kernel) int {
	highest := 0
	for i := range k.Code {
		for _, o := range k.Code[i].Operands {
			highest = max(highest, highestOf(o))
		}
	}
	return highest + 1
}

func highestOf(o sass.Operand) int {
	switch {
	case o.Kind == sass.Register && o.Number != sass.Zero:
		return int(o.Number)
	case o.Kind == sass.Memory && o.Base != sass.Zero:
		return int(o.Base)
	}
	return 0
}

// check says what is wrong with a launch, and fills in a memory.
func (l *Launch) check() (err error) {
	bad := func(field string, value any, want string) {
		err = errors.Join(err, fmt.Errorf("launch: %s = %v, want %s", field, value, want))
	}
	if l.Kernel == nil || len(l.Kernel.Code) == 0 {
		return errors.New("launch: Kernel has no code, want an instruction at least")
	}
	for _, s := range []struct {
		field string
		gpumodel.Shape
		most gpumodel.Shape
	}{{"Grid", l.Grid, gpumodel.Shape{X: math.MaxInt32, Y: 65535, Z: 65535}}, {"Workgroup", l.Workgroup, gpumodel.Shape{X: 1024, Y: 1024, Z: 64}}} {
		f := s.Filled()
		if f.X < 1 || f.Y < 1 || f.Z < 1 || f.X > s.most.X || f.Y > s.most.Y || f.Z > s.most.Z {
			bad(s.field, s.Shape, "1 to "+s.most.String())
		}
	}
	if err == nil && l.Workgroup.Lanes() > mostLanes {
		bad("Workgroup", l.Workgroup, fmt.Sprintf("%d lanes at most", mostLanes))
	}
	if err == nil && l.Grid.Lanes() > math.MaxInt32 {
		bad("Grid", l.Grid, fmt.Sprintf("%d workgroups at most", math.MaxInt32))
	}
	if l.Local < 0 || l.Local > mostLocal {
		bad("Local", l.Local, fmt.Sprintf("0 to %d", mostLocal))
	}
	if l.Registers < 0 || l.Registers > 255 {
		bad("Registers", l.Registers, "0 to 255")
	}
	if len(l.Arguments) > mostBytes {
		bad("len(Arguments)", len(l.Arguments), fmt.Sprintf("%d at most", mostBytes))
	}
	if l.Memory == nil {
		l.Memory = &Memory{}
	}
	return err
}

// constants returns the first bank.
func (l *Launch) constants() []byte {
	b := make([]byte, constantArguments+len(l.Arguments))
	for i, s := range []gpumodel.Shape{l.Workgroup.Filled(), l.Grid.Filled()} {
		for k, n := range []int{s.X, s.Y, s.Z} {
			binary.LittleEndian.PutUint32(b[[]int{constantShape, constantGrid}[i]+4*k:], uint32(n))
		}
	}
	binary.LittleEndian.PutUint32(b[constantStack:], stackBytes)
	copy(b[constantArguments:], l.Arguments)
	return b
}

// Need returns what a CU must have room for with each workgroup.
func (c *Code) Need() gpumodel.Need {
	return gpumodel.Need{Lanes: c.launch.Workgroup.Lanes(), Registers: c.registers, LDS: c.launch.Local}
}

// Workgroups returns how many the grid has.
func (c *Code) Workgroups() int { return c.launch.Grid.Lanes() }

// Wavefronts returns how many a workgroup has.
func (c *Code) Wavefronts() int { return (c.launch.Workgroup.Lanes() + lanes - 1) / lanes }

// Streams returns the function that gives one CU its wavefronts' instructions, as
// chip.Launch.Streams wants it. A wavefront executes as its stream is read.
func (c *Code) Streams() func(workgroup, wavefront int) gpumodel.Stream {
	live := map[int]*group{}
	var idle []*group
	return func(workgroup, wavefront int) gpumodel.Stream {
		g := live[workgroup]
		if g == nil {
			if n := len(idle); n > 0 {
				g, idle = idle[n-1], idle[:n-1]
			} else {
				g = newGroup(c)
			}
			g.begin(workgroup)
			g.ended = func() { delete(live, workgroup); idle = append(idle, g) }
			live[workgroup] = g
		}
		return &g.waves[wavefront]
	}
}

// Time runs the launch on a whole GPU, with no more workgroups on a CU than Resident of the options, if that is set.
// Of and Pick must not be. With Lines, what line n of the report cost is instruction n of the kernel's, from 1. Of a
// kernel that goes by what atomic operations on global memory return, or that adds floating-point numbers there,
// Threads is 1, for with more the order is not defined.
func (c *Code) Time(d gpumodel.Device, o chip.Options) (chip.Report, error) {
	if d.Lanes != lanes {
		return chip.Report{}, fmt.Errorf("launch: Device has wavefronts of %d lanes, want %d: machine code for sm_90", d.Lanes, lanes)
	}
	room, err := d.Occupancy(c.Need())
	switch {
	case err != nil:
		return chip.Report{}, err
	case room.Workgroups == 0:
		return chip.Report{}, fmt.Errorf("launch: a workgroup of %d lanes, %d registers each, and %d bytes of LDS does not fit on a CU of %s", c.Need().Lanes, c.Need().Registers, c.Need().LDS, d.Name)
	}
	if c.alone {
		o.Threads = 1
	}
	resident := room.Workgroups
	if o.Resident > 0 {
		resident, o.Resident = min(resident, o.Resident), 0
	}
	d = asCompiled(d)
	r, err := chip.Run(chip.Launch{
		Device: d, Workgroups: c.Workgroups(), Wavefronts: c.Wavefronts(), Resident: resident,
		Streams: func(int) func(int, int) gpumodel.Stream { return c.Streams() },
	}, o)
	r.Occupancy = room
	return r, err
}

// asCompiled returns the device with what machine code asks of it besides: FP32 in two halves, of which one multiplies whole numbers
// and both together compute with pairs of halves, an ALU beside them, tensor cores, banks of registers, schedulers that stay with a
// wavefront until it waits and then take the oldest, and queues with as many places as a scheduler has wavefronts. The
// policy and the queues were chosen with listed_waits_h200.csv and listed_h200.csv of package silicon in view, in which
// Oldest is as good where it was tried; no number is from the kernels of everyday.sass.
func asCompiled(d gpumodel.Device) gpumodel.Device {
	d = d.Clone()
	for i, u := range d.CU.Units {
		if slices.Contains(u.Kinds, gpumodel.FP32) {
			d.CU.Units[i].Kinds, d.CU.Units[i].Count = append(u.Kinds, gpumodel.Multiply, gpumodel.Packed), 2*u.Count
		}
	}
	d.CU.Units = append(d.CU.Units, gpumodel.Unit{Name: sass.ALU.String(), Kinds: []gpumodel.Kind{gpumodel.Integer}, Count: 1},
		gpumodel.Unit{Name: sass.Tensor.String(), Kinds: []gpumodel.Kind{gpumodel.Matrix}, Count: 1})
	for _, k := range []gpumodel.Kind{gpumodel.Integer, gpumodel.Multiply, gpumodel.Packed} {
		d.CU.Latency[k], d.CU.Interval[k] = aluLatency, aluInterval
	}
	d.CU.Latency[gpumodel.Matrix], d.CU.Interval[gpumodel.Matrix] = 1, 1 // each says how long: Busy, Later
	d.CU.Latency[gpumodel.Scalar] = 1                                    // likewise
	d.CU.Ports = gpumodel.Cycles(sass.Hopper().Ports)
	d.CU.Policy, d.CU.LocalQueue, d.CU.GlobalQueue = gpumodel.GreedyOldest, d.Wavefronts, d.Wavefronts
	return d
}

// number reads an immediate value of whole numbers.
func number(s string) (uint32, bool) {
	if n, err := strconv.ParseInt(s, 0, 64); err == nil {
		return uint32(n), true
	}
	n, err := strconv.ParseUint(s, 0, 64)
	return uint32(n), err == nil
}

// real reads an immediate value of floating point; one in hexadecimal is its bits.
func real(s string, size int) (uint64, bool) {
	if strings.HasPrefix(strings.TrimLeft(s, "+-"), "0x") {
		n, ok := number(s)
		return uint64(n), ok
	}
	switch strings.TrimLeft(s, "+-") {
	case "QNAN", "SNAN":
		s = "NaN"
	case "INF":
		s = strings.TrimPrefix(s, "+")
	}
	f, err := strconv.ParseFloat(s, size)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	if size == 32 {
		return uint64(math.Float32bits(float32(f))), true
	}
	return math.Float64bits(f), true
}

// has reports whether a name has a modifier.
func has(mods []string, any ...string) bool {
	return slices.ContainsFunc(any, func(m string) bool { return slices.Contains(mods, m) })
}

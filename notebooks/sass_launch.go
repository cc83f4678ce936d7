package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
	"lanebook/gpumodel/sass/emulate"
)

// launchFlags are the flags of a kernel that is launched on a whole GPU.
type launchFlags struct {
	asked       bool // -grid is given
	grid, block gpumodel.Shape
	shared      gpumodel.Bytes // of a block, declared and given at the launch together
	registers   int            // of a lane; 0: as package emulate estimates them
	arguments   []emulate.Argument
	device      gpumodel.Device
	warm        bool // as after a launch before
	lines       bool // each instruction is reported, too
}

// Limits of a grid and a block, by dimension. Source: CUDA C++ Programming Guide, compute
// capability 9.0.
var (
	mostGrid  = gpumodel.Shape{X: math.MaxInt32, Y: 1<<16 - 1, Z: 1<<16 - 1}
	mostBlock = gpumodel.Shape{X: 1024, Y: 1024, Z: 64}
)

func (l *launchFlags) define(flags *flag.FlagSet) {
	l.block, l.device = gpumodel.Shape{X: 256}, gpu.H200()
	flags.Func("grid", "launch one kernel on the whole GPU with so many `blocks`: 4096, 64x64 or 8x8x4", func(s string) (err error) {
		l.asked = true
		l.grid, err = shape(s, mostGrid)
		return err
	})
	flags.Func("block", "the `lanes` of a block: 256, 32x8 or 8x8x4 (default 256)", func(s string) (err error) {
		l.block, err = shape(s, mostBlock)
		return err
	})
	flags.Func("arg", "the kernel's next `argument`, such as buffer:16M or int:5; once for each, in their order", func(s string) error {
		a, err := emulate.ParseArgument(s)
		l.arguments = append(l.arguments, a)
		return err
	})
	flags.Func("shared", "`bytes` of shared memory of a block, declared and given at the launch together (default 0)", func(s string) (err error) {
		l.shared, err = gpumodel.ParseBytes(s)
		return err
	})
	flags.IntVar(&l.registers, "registers", 0, "how many `registers` a lane has; 0: estimated from the code")
	flags.Func("gpu", "the `GPU`: "+strings.Join(launchable(), " or ")+" (default h200)", func(id string) error {
		d, err := gpu.ByID(id)
		if err == nil && slices.Contains(launchable(), id) {
			l.device = d
			return nil
		}
		return fmt.Errorf("want one of %s", strings.Join(launchable(), ", "))
	})
	flags.BoolVar(&l.lines, "lines", false, "also each instruction: how often it issues, with how many lanes, and for what warps wait before it")
	flags.BoolVar(&l.warm, "warm", false, "with caches as an earlier launch of the same has left them")
}

// launchable are the IDs of the GPUs that machine code with 32 lanes can be timed on, all of them.
func launchable() (ids []string) {
	for _, d := range gpu.All() {
		if d.Lanes == 32 && d.Caches.Known() && d.Dispatch != (gpumodel.Dispatch{}) {
			ids = append(ids, d.ID)
		}
	}
	slices.Reverse(ids) // the latest first
	return ids
}

// check says which flags contradict each other, or ask for more than the GPU has.
func (l *launchFlags) check(flags *flag.FlagSet) (err error) {
	launch := []string{"arg", "block", "gpu", "lines", "registers", "shared", "warm"}
	loops := []string{"address", "addresses", "from", "inner", "stride", "to", "warps"}
	flags.Visit(func(f *flag.Flag) {
		switch {
		case !l.asked && slices.Contains(launch, f.Name):
			err = errors.Join(err, fmt.Errorf("-%s is of a launch, want -grid with it", f.Name))
		case l.asked && slices.Contains(loops, f.Name):
			err = errors.Join(err, fmt.Errorf("-grid launches all of a kernel, which computes its own addresses: -%s cannot be given with it", f.Name))
		}
	})
	limits := &l.device.Limits
	bad := func(is bool, flag string, value any, most int, of string) {
		if is {
			err = errors.Join(err, fmt.Errorf("-%s is %v, want %d %s at most", flag, value, most, of))
		}
	}
	bad(l.block.Lanes() > limits.WorkgroupLanes, "block", l.block, limits.WorkgroupLanes, "lanes")
	bad(l.shared > l.device.LDS.Size, "shared", l.shared, int(l.device.LDS.Size), "bytes")
	bad(l.registers > limits.RegistersPerLane, "registers", l.registers, limits.RegistersPerLane, "registers")
	if l.registers < 0 {
		err = errors.Join(err, fmt.Errorf("-registers is %d, want 1 to %d, or 0 to estimate them", l.registers, limits.RegistersPerLane))
	}
	return err
}

// run launches the kernel and writes what it took, in words or as JSON.
func (l *launchFlags) run(ctx context.Context, file *sass.File, k *sass.Kernel, coded bool, stdout *bufio.Writer, stderr io.Writer) error {
	var m emulate.Memory
	var arguments []any
	for i, a := range l.arguments {
		arguments = append(arguments, a.In(&m, fmt.Sprintf("-arg %d", i+1)))
	}
	code, err := emulate.Launch{Kernel: k, Grid: l.grid, Workgroup: l.block, Local: l.shared, Registers: l.registers, Arguments: emulate.Arguments(arguments...), Memory: &m}.Start()
	if err != nil {
		return l.advise(err)
	}
	said := launchProgress{to: stderr, next: time.Now().Add(2 * time.Second), before: l.warm}
	o := chip.Options{Stop: ctx.Err, Progress: said.at}
	if l.warm {
		o.Before = code.Workgroups()
	}
	if l.lines {
		o.Lines = len(k.Code)
	}
	r, err := code.Time(l.device, o)
	said.end()
	if err != nil {
		return l.advise(err)
	}
	out := l.json(file, k, code, &r)
	if coded {
		return encode(stdout, out)
	}
	out.write(stdout, &r)
	return nil
}

// advise adds to what is wrong with a launch which flag says it.
func (l *launchFlags) advise(err error) error {
	for _, of := range []struct {
		lack error
		flag string
	}{
		{emulate.ErrLocal, "-shared says how many bytes of shared memory a block has, declared and given at the launch together"},
		{emulate.ErrArguments, "-arg gives one, in the kernel's order"},
		{emulate.ErrMemory, "-arg buffer:BYTES says how large one is"},
	} {
		if errors.Is(err, of.lack) {
			return fmt.Errorf("%w\n%s", err, of.flag)
		}
	}
	return err
}

// launchProgress says of a run that takes long how many blocks have ended: in one line of a
// terminal, elsewhere every ten seconds.
type launchProgress struct {
	to     io.Writer
	next   time.Time // when it may say something again
	before bool      // they are of the launch before
	last   int       // blocks
	shown  bool      // on a terminal
}

func (p *launchProgress) at(blocks, of int) {
	p.before, p.last = p.before && blocks >= p.last, blocks
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	text := fmt.Sprintf("%d of %d blocks", blocks, of)
	if p.before {
		text += " of the launch before"
	}
	if p.shown = isTerminal(p.to); p.shown {
		p.next = now.Add(time.Second)
		fmt.Fprintf(p.to, "\r\x1b[K%s", text) // erases the line from its beginning
		return
	}
	p.next = now.Add(10 * time.Second)
	fmt.Fprintln(p.to, text)
}

// end erases what a terminal shows.
func (p *launchProgress) end() {
	if p.shown {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
}

// shape reads 4096, 64x64 or 8x8x4.
func shape(text string, most gpumodel.Shape) (gpumodel.Shape, error) {
	s, err := gpumodel.ParseShape(text)
	if f := s.Filled(); err != nil || f.X > most.X || f.Y > most.Y || f.Z > most.Z {
		return s, fmt.Errorf("want one to three numbers, such as 256, 32x8 or 8x8x4, of 1 to %d, %d and %d", most.X, most.Y, most.Z)
	}
	return s, nil
}

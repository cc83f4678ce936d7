package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
)

// sassCommand is "sass": machine code in, what its loops cost out, or a launch of one kernel.
func sassCommand(ctx context.Context, args []string, stdin io.Reader, to, stderr io.Writer) (err error) {
	stdout := bufio.NewWriter(to)
	defer func() { err = errors.Join(err, stdout.Flush()) }()
	f, err := parseSass(args, stderr)
	if err != nil {
		return err
	}
	file, err := readSass(ctx, f.file, stdin)
	if err != nil {
		return err
	}
	if !f.json {
		for _, left := range file.LeftOut() {
			fmt.Fprintf(stdout, "left out: %s\n", left)
		}
	}
	kernels, err := f.kernels(&file)
	if err != nil {
		return err
	}
	if f.launch.asked {
		return f.launch.run(ctx, &file, kernels[0], f.json, stdout, stderr)
	}
	out := sassJSON{File: file.Name, Skipped: file.Skipped, Kernels: []kernelJSON{}}
	for _, e := range file.Refused {
		out.Refused = append(out.Refused, e.Error())
	}
	failed := 0
	for _, k := range kernels {
		one, missed, err := f.report(ctx, k, stdout)
		if err != nil {
			return err
		}
		failed += missed
		out.Kernels = append(out.Kernels, one)
	}
	if f.json {
		if err := encode(stdout, out); err != nil {
			return err
		}
	}
	if failed+len(file.Refused) > 0 {
		return fmt.Errorf("%s: %d of what was asked for could not be run, %d kernels were refused", file.Name, failed, len(file.Refused))
	}
	return nil
}

// report runs what is asked for of a kernel. It returns it for programs, and of how many parts
// there is nothing; but with -json it writes each, as soon as it is there.
func (f *sassFlags) report(ctx context.Context, k *sass.Kernel, stdout *bufio.Writer) (one kernelJSON, failed int, err error) {
	one = kernelJSON{Name: k.Name, Instructions: len(k.Code), Derived: k.Derived, Parts: []partJSON{}}
	if !f.json {
		fmt.Fprintf(stdout, "%s: %d instructions, %d loops\n", k.Name, len(k.Code), len(k.Loops))
	}
	parts, err := f.parts(ctx, k)
	if err != nil {
		return one, 0, err
	}
	if len(parts) == 0 && !f.json {
		fmt.Fprintf(stdout, "  no loop; -from 0x%04x -to 0x%04x says what it costs once\n\n", k.Code[0].Address, k.Code[len(k.Code)-1].Address)
	}
	for _, p := range parts {
		problem := p.run(f.counts())
		if err := ctx.Err(); err != nil {
			return one, 0, err
		}
		if problem != nil {
			failed++
		}
		if one.Parts = append(one.Parts, p.json(problem)); !f.json {
			if err := errors.Join(p.write(stdout, problem, f.warps), stdout.Flush()); err != nil {
				return one, 0, err
			}
		}
	}
	return one, failed, nil
}

// readSass reads the listing, of standard input if its name is -.
func readSass(ctx context.Context, name string, stdin io.Reader) (sass.File, error) {
	if name != "-" {
		text, err := os.ReadFile(name)
		if err != nil {
			return sass.File{}, err
		}
		return sass.Read(name, string(text))
	}
	var text []byte
	done := make(chan error, 1)
	go func() {
		var err error
		text, err = io.ReadAll(stdin)
		done <- err
	}()
	select {
	case <-ctx.Done():
		return sass.File{}, ctx.Err()
	case err := <-done:
		if err != nil {
			return sass.File{}, err
		}
	}
	return sass.Read("standard input", string(text))
}

// parts returns what of a kernel is to be run: its loops, or what -from and -to say.
func (f *sassFlags) parts(ctx context.Context, k *sass.Kernel) (all []sassPart, err error) {
	l := sass.Launch{Device: gpu.H200(), Kernel: k, Times: map[int64]int{}, Stop: ctx.Err}
	for _, loop := range k.Loops {
		l.Times[k.Code[loop.To].Address] = f.inner
	}
	if f.stride != 1 {
		l.Access = sass.Strided(f.stride)
	}
	if err := f.addresses.Into(&l); err != nil {
		return nil, err
	}
	if f.given {
		part := sassPart{launch: l, loop: sass.Loop{To: len(k.Code) - 1}, once: true}
		if part.loop.From, err = place(k, "-from", f.from, 0); err == nil {
			part.loop.To, err = place(k, "-to", f.to, len(k.Code)-1)
		}
		if err == nil && part.loop.To < part.loop.From {
			err = fmt.Errorf("-from is %s, -to is %s, want a higher one", f.from, f.to)
		}
		part.launch.From, part.launch.To = part.loop.From, part.loop.To+1
		return []sassPart{part}, err
	}
	for _, loop := range k.Loops {
		all = append(all, sassPart{launch: l, loop: loop})
	}
	return all, nil
}

// place returns where the instruction of an address is, of none the given place.
func place(k *sass.Kernel, flag, address string, none int) (int, error) {
	if address == "" {
		return none, nil
	}
	at, err := strconv.ParseInt(strings.TrimPrefix(address, "0x"), 16, 64)
	i := slices.IndexFunc(k.Code, func(in sass.Instruction) bool { return in.Address == at })
	if err != nil || i < 0 {
		return 0, fmt.Errorf("%s is %s, want the address of an instruction of %s, 0x%04x to 0x%04x", flag, address, k.Name, k.Code[0].Address, k.Code[len(k.Code)-1].Address)
	}
	return i, nil
}

// sassPart is a loop, or straight code, with what was found of it.
type sassPart struct {
	launch  sass.Launch
	loop    sass.Loop
	once    bool
	reports []sass.Report
}

// run reports the part with each number of warps. The error says why it cannot be run.
func (p *sassPart) run(counts []int) error {
	for _, wavefronts := range counts {
		r, err := sass.Report{}, error(nil)
		if p.once {
			r, err = sass.Hopper().Once(p.launch, wavefronts)
		} else {
			r, err = sass.Hopper().Report(p.launch, p.loop, wavefronts)
		}
		if err != nil {
			p.reports = nil
			if errors.Is(err, sass.ErrLong) {
				return fmt.Errorf("%w: lower -inner or -warps", err)
			}
			return err
		}
		p.reports = append(p.reports, r)
	}
	return nil
}

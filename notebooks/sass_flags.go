package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"lanebook/gpumodel/sass"
)

// sassUsage is what "sass" prints when it is asked for help.
const sassUsage = `usage: go run ./notebooks sass [flags] FILE

Reads machine code for sm_90, as cuobjdump -sass or nvdisasm -hex print it (- is standard
input), and says of every loop of every kernel what a turn costs on an H200's SM, by warps
per scheduler: cycles, issue slots, units, what limits it, and why warps wait, beside the
listing. With -warps it says of that many all reasons, the control fields in words, and who
issues when. With -from and -to it says what the code between costs that runs once.

-address and -addresses say what an access to shared memory asks for, by the address of its
instruction: 0x310=stride:4 (lanes are 4 of its widths apart), 0x310=broadcast,
0x310=list:0,128,256 (bytes, lane by lane), 0x310=random:7 (in 32 KB; 7 is the seed).

With -grid one kernel is executed, all lanes of all its blocks, and timed on a whole GPU:

  go run ./notebooks sass -kernel saxpy -grid 4096 -block 256 -arg buffer:4M -arg buffer:4M \
    -arg float:2 -arg int:1048576 FILE

An -arg is buffer:SIZE (bytes, also with K, M or G; it reads zeros and forgets what is
written), buffer:SIZE=iota (word i is i), buffer:SIZE=random:N (words below N, by a hash of
i), buffer:SIZE=float:1.5 (in all words), int:5 or uint:5 (4 bytes), long:5 (8), float:2.5,
double:2.5, or null (8 bytes of 0).

The exit status is 0 if all that was asked for was run, 1 if a kernel was refused (with -grid:
the one asked for) or a loop or launch could not be run, 2 if the command line is wrong.

-json writes one object: file, skipped (other GPUs whose code was not read), refused (why,
one for each kernel that was left out), kernels. A kernel has name, instructions, derived (no
encodings: stalls and barriers are derived) and parts, its loops or what -from and -to ask
for. A part has from and to (addresses of its first and last instruction), loop, depth (loops
around it), problem (why it was not run), code and reports. An instruction of code has
address, line (of the file), text, opcode, unit, assumed (not measured) and control: stall,
yield, write and read (barriers, null for none), wait (barriers), reuse (operands). A report
has warps (per scheduler), cycles (of a turn of all of them), issue (share of the issue
slots), limit, units (unit, load), lines and assumed (in words). A line has address, issued
(times a turn), waited (cycles of one warp before it) and stalls (the same by reason).

With -grid the object is of the launch: file, skipped, refused, kernel, instructions, gpu,
grid and block (x, y, z), shared (bytes of a block), registers (of a lane; estimated: from
the code), warm, seconds (all of it), launch (seconds of them), cycles (of the rest), clock
(Hz, on average), tail (cycles at the end in which not every SM has work), limits (part, used: of what it
can do, 1 is all), occupancy (blocks and warps that an SM has room for, most: warps, limiters),
kinds (kind of instruction, issued: by warps), issue (the share of their cycles in which warps
issue), stalls (reason, share: in which they wait for it; branch is also for an SM's first
instructions and constants), passes (of shared memory's banks), conflicts (among them), l1 and
l2 (sectors asked for, hits: their share), read and written (bytes, DRAM), lines (with -lines,
of each instruction: address, text, issued, lanes of one time, stalls as above, before it),
assumed and unknown (in words).

`

// sassFlags are the command's flags.
type sassFlags struct {
	json, given            bool // given: -from or -to is
	kernel, from, to, file string
	inner, stride, warps   int
	addresses              sass.Addresses
	launch                 launchFlags
}

// parseSass reads the command line; flags may also follow FILE.
func parseSass(args []string, stderr io.Writer) (f sassFlags, err error) {
	flags := flag.NewFlagSet("sass", flag.ContinueOnError)
	flags.SetOutput(stderr)
	f.addresses = sass.Addresses{}
	flags.BoolVar(&f.json, "json", false, "write JSON")
	flags.StringVar(&f.kernel, "kernel", "", "only the kernel of this `name`, or those whose names it is a part of")
	flags.IntVar(&f.inner, "inner", 1, "`turns` of loops inside a loop")
	flags.IntVar(&f.stride, "stride", 1, "shared memory: neighbouring lanes are so many `words` of their width apart, 0 to 64; 1 has no conflicts")
	flags.IntVar(&f.warps, "warps", 0, "only so many `warps` per scheduler, 1 to 16, and more about them")
	flags.StringVar(&f.from, "from", "", "not loops, but once what stands from this `address` on")
	flags.StringVar(&f.to, "to", "", "… up to the instruction at this `address`")
	flags.Func("address", "an `entry` of what an access asks for, such as 0x310=stride:4; also several times", f.addresses.Set)
	flags.Func("addresses", "a `file` of such entries, one a line", func(name string) error {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		return f.addresses.Read(file)
	})
	f.launch.define(flags)
	flags.Usage = func() { fmt.Fprint(stderr, sassUsage); flags.PrintDefaults() }
	var files []string
	for rest := args; ; rest = flags.Args()[1:] {
		if err := flags.Parse(rest); errors.Is(err, flag.ErrHelp) {
			return f, err
		} else if err != nil {
			return f, errUsage
		}
		if flags.NArg() == 0 {
			break
		}
		files = append(files, flags.Arg(0))
	}
	if len(files) != 1 {
		flags.Usage()
		return f, errUsage
	}
	f.file, f.given = files[0], f.from != "" || f.to != ""
	if f.inner < 1 || f.inner > 1<<10 || f.stride < 0 || f.stride > 64 {
		return f, misuse{fmt.Errorf("-inner is %d, -stride is %d, want 1 to %d and 0 to 64", f.inner, f.stride, 1<<10)}
	}
	if f.warps < 0 || f.warps > sass.Hopper().Wavefronts {
		return f, misuse{fmt.Errorf("-warps is %d, want 1 to %d", f.warps, sass.Hopper().Wavefronts)}
	}
	if err := f.launch.check(flags); err != nil {
		return f, misuse{err}
	}
	return f, nil
}

// kernels returns those that are asked for: the one of that name, or all whose names it is a
// part of.
func (f *sassFlags) kernels(file *sass.File) (chosen []*sass.Kernel, err error) {
	var names []string
	for i := range file.Kernels {
		k := &file.Kernels[i]
		names = append(names, k.Name)
		if strings.Contains(k.Name, f.kernel) {
			chosen = append(chosen, k)
		}
	}
	if i := slices.IndexFunc(chosen, func(k *sass.Kernel) bool { return k.Name == f.kernel }); i >= 0 {
		chosen = chosen[i : i+1]
	}
	switch {
	case len(chosen) == 0:
		return nil, fmt.Errorf("%s: no kernel's name has %q in it, want one of its %d: %s", file.Name, f.kernel, len(names), some(names))
	case len(chosen) > 1 && (f.given || f.launch.asked || len(f.addresses) > 0):
		names = names[:0]
		for _, k := range chosen {
			names = append(names, k.Name)
		}
		why := "addresses are of one kernel"
		if f.launch.asked {
			why = "-grid launches one kernel"
		}
		return nil, fmt.Errorf("%s: %s, want -kernel with one of these %d: %s", file.Name, why, len(names), some(names))
	}
	return chosen, nil
}

// some returns the first of many names.
func some(names []string) string {
	const most = 20
	said := strings.Join(names[:min(len(names), most)], ", ")
	if len(names) > most {
		said += ", …"
	}
	return said
}

// counts are the warps per scheduler to run.
func (f *sassFlags) counts() []int {
	if f.warps > 0 {
		return []int{f.warps}
	}
	return []int{1, 2, 4, 8, 16}
}

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

The exit status is 0 if all that was asked for was run, 1 if a kernel was refused or a loop
could not be run, 2 if the command line is wrong.

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

`

// sassFlags are the command's flags.
type sassFlags struct {
	json, given            bool // given: -from or -to is
	kernel, from, to, file string
	inner, stride, warps   int
	addresses              sass.Addresses
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
		return f, fmt.Errorf("-inner is %d, -stride is %d, want 1 to %d and 0 to 64", f.inner, f.stride, 1<<10)
	}
	if f.warps < 0 || f.warps > sass.Hopper().Wavefronts {
		return f, fmt.Errorf("-warps is %d, want 1 to %d", f.warps, sass.Hopper().Wavefronts)
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
	case len(chosen) > 1 && (f.given || len(f.addresses) > 0):
		names = names[:0]
		for _, k := range chosen {
			names = append(names, k.Name)
		}
		return nil, fmt.Errorf("%s: addresses are of one kernel, want -kernel with one of these %d: %s", file.Name, len(names), some(names))
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

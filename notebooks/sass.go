package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
	"lanebook/notebooks/figures"
)

// sassUsage is what "sass" prints when it is asked for help.
const sassUsage = `usage: go run ./notebooks sass [flags] FILE

Reads machine code for sm_90, as cuobjdump -sass or nvdisasm -hex print it, and says of
every loop of every kernel what a turn costs on an H200's SM, by warps per scheduler:
cycles, issue slots, units, what limits it, and why warps wait, beside the listing. With
-warps it says of that many all reasons, the control fields in words, and who issues when.

`

// loopJSON is one loop in the output of -json.
type loopJSON struct {
	Kernel  string        `json:"kernel"`
	From    string        `json:"from"` // address of the loop's first instruction
	To      string        `json:"to"`   // and of its jump
	Derived bool          `json:"derived"`
	Problem string        `json:"problem,omitempty"` // why it was not run: a jump through a register
	Reports []sass.Report `json:"reports"`
}

// sassCommand is "sass": machine code in, what its loops cost out.
func sassCommand(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("sass", flag.ContinueOnError)
	flags.SetOutput(stderr)
	asJSON := flags.Bool("json", false, "write JSON")
	kernel := flags.String("kernel", "", "only this `name`d kernel")
	inner := flags.Int("inner", 1, "`turns` of loops inside a loop")
	conflicts := flags.Int("stride", 1, "shared memory: neighbouring lanes are so many `words` of their width apart, 0 to 64; 1 has no conflicts")
	warps := flags.Int("warps", 0, "only so many `warps` per scheduler, 1 to 16, and more about them")
	flags.Usage = func() { fmt.Fprint(stderr, sassUsage); flags.PrintDefaults() }
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return err
	} else if err != nil {
		return errUsage
	}
	if flags.NArg() != 1 {
		flags.Usage()
		return errUsage
	}
	if *inner < 1 || *inner > 1<<10 || *conflicts < 0 || *conflicts > 64 {
		return fmt.Errorf("-inner is %d, -stride is %d, want 1 to %d and 0 to 64", *inner, *conflicts, 1<<10)
	}
	if *warps < 0 || *warps > sass.Hopper().Wavefronts {
		return fmt.Errorf("-warps is %d, want 1 to %d", *warps, sass.Hopper().Wavefronts)
	}
	counts := []int{1, 2, 4, 8, 16}
	if *warps > 0 {
		counts = []int{*warps}
	}
	text, err := os.ReadFile(flags.Arg(0))
	if err != nil {
		return err
	}
	file, err := sass.Read(flags.Arg(0), string(text))
	if err != nil {
		return err
	}
	loops, found := []loopJSON{}, false
	for i := range file.Kernels {
		k := &file.Kernels[i]
		if *kernel != "" && k.Name != *kernel {
			continue
		}
		found = true
		l := sass.Launch{Device: gpu.H200(), Kernel: k, Times: map[int64]int{}}
		for _, loop := range k.Loops {
			l.Times[k.Code[loop.To].Address] = *inner
		}
		if *conflicts != 1 {
			l.Access = sass.Strided(*conflicts)
		}
		if !*asJSON {
			fmt.Fprintf(stdout, "%s: %d instructions, %d loops\n", k.Name, len(k.Code), len(k.Loops))
		}
		for _, loop := range k.Loops {
			one := loopJSON{Kernel: k.Name, From: address(k, loop.From), To: address(k, loop.To), Derived: k.Derived}
			for _, wavefronts := range counts {
				r, err := sass.Hopper().Report(l, loop, wavefronts)
				if err != nil {
					one.Problem = err.Error()
					break
				}
				one.Reports = append(one.Reports, r)
			}
			if loops = append(loops, one); !*asJSON {
				writeLoop(stdout, k, loop, &one)
				if *warps > 0 && one.Problem == "" {
					if err := writeTrace(stdout, l, loop, *warps); err != nil {
						return err
					}
				}
			}
		}
	}
	switch {
	case !found:
		return fmt.Errorf("%s: no kernel %q, want one of its %d", flags.Arg(0), *kernel, len(file.Kernels))
	case *asJSON:
		out := json.NewEncoder(stdout)
		out.SetIndent("", " ")
		return out.Encode(loops)
	}
	return nil
}

func address(k *sass.Kernel, i int) string { return fmt.Sprintf("0x%04x", k.Code[i].Address) }

// writeLoop writes what a loop costs: by warps, and beside its listing.
func writeLoop(w io.Writer, k *sass.Kernel, loop sass.Loop, l *loopJSON) {
	fmt.Fprintf(w, "\nloop %s to %s, %d instructions\n", l.From, l.To, loop.To-loop.From+1)
	if l.Problem != "" {
		fmt.Fprintf(w, "  not run: %s\n\n", l.Problem)
		return
	}
	fmt.Fprintln(w, "  warps per scheduler   cycles a turn   issue slots   limit")
	for _, r := range l.Reports {
		fmt.Fprintf(w, "  %19d   %13.1f   %9.0f %%   %s\n", r.Wavefronts, r.Cycles, 100*r.Issue, r.Limit)
	}
	last := &l.Reports[len(l.Reports)-1]
	fmt.Fprintf(w, "  units with %d warps:", last.Wavefronts)
	for _, u := range last.Loads {
		fmt.Fprintf(w, " %s %.0f %%;", u.Unit, 100*u.Load)
	}
	if len(l.Reports) == 1 {
		writeLines(w, k, loop, last)
		return
	}
	one, many := &l.Reports[0], &l.Reports[3]
	fmt.Fprintf(w, "\n\n  cycles that a warp waits before each instruction, with %d and %d warps per scheduler\n", one.Wavefronts, many.Wavefronts)
	for i := range one.Lines {
		in := &k.Code[loop.From+i]
		alone, why := one.Lines[i].Waited()
		beside, why2 := many.Lines[i].Waited()
		fmt.Fprintf(w, "  %6.1f %-18s %6.1f %-18s  %04x %v  %v\n", alone, stallName(alone, why), beside, stallName(beside, why2), in.Address, in.Control, in)
	}
	writeAssumed(w, one)
}

func writeAssumed(w io.Writer, r *sass.Report) {
	for _, a := range r.Assumed {
		fmt.Fprintf(w, "  assumed: %s\n", a)
	}
	fmt.Fprintln(w)
}

// writeLines writes the listing with all reasons for which a warp waits, and with the
// control fields in words.
func writeLines(w io.Writer, k *sass.Kernel, loop sass.Loop, r *sass.Report) {
	fmt.Fprintf(w, "\n\n  cycles that a warp waits before each instruction, with %d warps per scheduler\n", r.Wavefronts)
	for i := range r.Lines {
		in := &k.Code[loop.From+i]
		cycles, _ := r.Lines[i].Waited()
		fmt.Fprintf(w, "  %6.1f  %04x %-9v %v\n", cycles, in.Address, in.Opcode.Unit, in)
		var why []string
		for s, n := range r.Lines[i].Stalls {
			if n >= 0.05 {
				why = append(why, fmt.Sprintf("%v %.1f", sass.Stall(s), n))
			}
		}
		for _, said := range []string{strings.Join(why, ", "), k.Words(loop.From + i)} {
			if said != "" {
				fmt.Fprintf(w, "%14s%s\n", "", said)
			}
		}
	}
	writeAssumed(w, r)
}

// writeTrace draws the first cycles of a turn with letters.
func writeTrace(w io.Writer, l sass.Launch, loop sass.Loop, wavefronts int) error {
	t, err := sass.Hopper().Trace(l, loop, wavefronts, 1)
	if err != nil {
		return err
	}
	f := figures.CodeTimeline(l.Kernel, t, 96)
	f.Name = "trace"
	fmt.Fprintln(w, charts.Text(f))
	return nil
}

func stallName(cycles float64, why sass.Stall) string {
	if cycles < 0.05 {
		return ""
	}
	return why.String()
}

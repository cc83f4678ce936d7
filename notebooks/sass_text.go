package main

import (
	"fmt"
	"io"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel/sass"
	"lanebook/notebooks/figures"
)

// write writes what a part costs: by warps, and beside its listing. With one number of warps
// it says all of them.
func (p *sassPart) write(w io.Writer, problem error, warps int) error {
	k := p.launch.Kernel
	what, cycles := "loop", "cycles a turn"
	if p.once {
		what, cycles = "code", "cycles, once"
	}
	fmt.Fprintf(w, "\n%s %s to %s, %d instructions\n", what, address(k, p.loop.From), address(k, p.loop.To), p.loop.To-p.loop.From+1)
	if problem != nil {
		fmt.Fprintf(w, "  not run: %v\n\n", problem)
		return nil
	}
	fmt.Fprintf(w, "  warps per scheduler   %s   issue slots   limit\n", cycles)
	for _, r := range p.reports {
		fmt.Fprintf(w, "  %19d   %13.1f   %9.0f %%   %s\n", r.Wavefronts, r.Cycles, 100*r.Issue, r.Limit)
	}
	last := &p.reports[len(p.reports)-1]
	fmt.Fprintf(w, "  units with %d warps:", last.Wavefronts)
	for _, u := range last.Loads {
		fmt.Fprintf(w, " %s %.0f %%;", u.Unit, 100*u.Load)
	}
	if warps > 0 {
		writeLines(w, k, p.loop, last)
		if p.once {
			return nil
		}
		return writeTrace(w, p.launch, p.loop, warps)
	}
	p.writeWaits(w)
	return nil
}

// writeWaits writes the listing with the cycles that a warp waits, alone and beside others.
func (p *sassPart) writeWaits(w io.Writer) {
	k := p.launch.Kernel
	one, many := &p.reports[0], &p.reports[3]
	fmt.Fprintf(w, "\n\n  cycles that a warp waits before each instruction, with %d and %d warps per scheduler\n", one.Wavefronts, many.Wavefronts)
	for i := range one.Lines {
		in := &k.Code[p.loop.From+i]
		alone, why := one.Lines[i].Waited()
		beside, why2 := many.Lines[i].Waited()
		fmt.Fprintf(w, "  %6.1f %-18s %6.1f %-18s  %04x %v  %v\n", alone, stallName(alone, why), beside, stallName(beside, why2), in.Address, in.Control, in)
	}
	writeAssumed(w, one.Assumed)
}

func writeAssumed(w io.Writer, assumed []string) {
	for _, a := range assumed {
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
	writeAssumed(w, r.Assumed)
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

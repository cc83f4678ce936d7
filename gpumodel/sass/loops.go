package sass

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Loop is a jump backwards and what it repeats: Code[From] to Code[To], the jump.
type Loop struct {
	From, To int // of several jumps back to one place the last
	Depth    int // how many other loops of the kernel are around it
}

// link finds the targets of jumps, and with them the loops. It returns what is wrong.
func (k *Kernel) link(r *reader) string {
	for i := range k.Code {
		in := &k.Code[i]
		if in.Opcode.Unit != Branches || len(in.Operands) == 0 {
			continue
		}
		o := in.Operands[len(in.Operands)-1]
		switch {
		case o.Kind == Special:
			if problem := in.table(r); problem != "" {
				return problem
			}
		case o.Kind == Label:
			at, ok := r.labels[o.Value]
			if !ok {
				break // a function elsewhere, or (.text.NAME+0x10)
			}
			if at == len(k.Code) {
				return r.nowhere(in, o.Value)
			}
			in.Target = at
		case o.Kind == Immediate && (in.Opcode.Name == "BRA" || in.Opcode.Name == "JMP" || in.Opcode.Name == "CALL"):
			address, err := strconv.ParseInt(strings.TrimPrefix(o.Value, "0x"), 16, 64)
			at, ok := slices.BinarySearchFunc(k.Code, address, func(in Instruction, a int64) int { return int(in.Address - a) })
			if err == nil && ok {
				in.Target = at
			} else if in.Opcode.Name == "BRA" {
				return r.nowhere(in, o.Value)
			}
		}
		if in.Opcode.Name == "BRA" && in.Target >= 0 && in.Target < i && (in.guarded() || k.leads(in.Target, i)) {
			k.loop(Loop{From: in.Target, To: i})
		}
	}
	for i := range k.Loops {
		for _, l := range k.Loops {
			if l != k.Loops[i] && l.From <= k.Loops[i].From && l.To >= k.Loops[i].To {
				k.Loops[i].Depth++
			}
		}
	}
	return ""
}

// loop adds a loop. Jumps back to one place are one loop, that of the last: the others go on
// to the next turn before it ends.
func (k *Kernel) loop(l Loop) {
	for i := range k.Loops {
		if k.Loops[i].From == l.From {
			k.Loops = append(k.Loops[:i], k.Loops[i+1:]...)
			break
		}
	}
	k.Loops = append(k.Loops, l)
}

// leads reports whether the code at a place can come to a later one. Code that the compiler
// puts behind an exit, for lanes that part (BRA.DIV), jumps back without being a loop.
func (k *Kernel) leads(from, to int) bool {
	open, landed := true, map[int]bool{}
	for i := from; i < to; i++ {
		if open = open || landed[i]; !open {
			continue
		}
		in := &k.Code[i]
		switch in.Opcode.Name {
		case "BRX", "BRXU", "JMX", "JMXU":
			if in.Targets == nil {
				return true // for all that is known
			}
		}
		if in.Opcode.Unit != Branches {
			continue
		}
		if !strings.Contains(in.Name, ".DIV") {
			landed[in.Target] = true
			for _, t := range in.Targets {
				landed[t] = true
			}
		}
		open = in.guarded() || in.Opcode.Name == "CALL" || in.Opcode.Name == "BREAK" || in.Opcode.Name == "BPT"
	}
	return open || landed[to]
}

// table finds the places of a jump through a table, BRX R2 -0x190 (*"BRANCH_TARGETS .L_x_1,.L_x_2"*),
// as nvdisasm lists them.
func (in *Instruction) table(r *reader) string {
	_, list, ok := strings.Cut(in.text, `(*"BRANCH_TARGETS `)
	list, _, closed := strings.Cut(list, `"*)`)
	if !ok || !closed {
		return ""
	}
	for name := range strings.SplitSeq(list, ",") {
		at, ok := r.labels[strings.TrimSpace(name)]
		if !ok || at == len(r.kernel.Code) {
			return r.nowhere(in, name)
		}
		in.Targets = append(in.Targets, at)
	}
	return ""
}

func (r *reader) nowhere(in *Instruction, target string) string {
	r.address, r.line = fmt.Sprintf("%04x", in.Address), in.Line
	return fmt.Sprintf("a jump to %s, want the address or label of an instruction of its kernel", target)
}

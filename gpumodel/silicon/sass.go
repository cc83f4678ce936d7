package silicon

import (
	"fmt"
	"strconv"
	"strings"

	"lanebook/gpumodel"
)

// predicates and uniforms are the first registers that stand for those of the
// disassembly, beyond its 255 ordinary ones.
const (
	predicates = 300
	uniforms   = 400
)

// disassembled reads the instructions of a kernel between two clock reads, as
// cuobjdump -sass shows them: an address and an instruction a line, one branch
// backwards, which is taken so many times. Every access to shared memory is the
// given one, as a load or a store. Reads of constants before the loop are left
// out: they are there before the clock is read a second time.
func disassembled(lines []string, times int, access gpumodel.Access) (gpumodel.Program, error) {
	var all []gpumodel.Instruction
	at := map[string]int{} // index of the instruction at an address
	from, to := -1, -1     // the loop
	for _, line := range lines {
		address, text, _ := strings.Cut(line, " ")
		at["0x"+strings.TrimLeft(address, "0")] = len(all)
		in, err := instruction(text, access)
		if err != nil {
			return gpumodel.Program{}, fmt.Errorf("silicon: instruction at %s: %w", address, err)
		}
		if in.Kind == gpumodel.Branch {
			target := text[strings.LastIndex(text, " ")+1:]
			back, ok := at[target]
			if !ok || from >= 0 {
				return gpumodel.Program{}, fmt.Errorf("silicon: branch at %s to %s, want one, backwards", address, target)
			}
			from, to = back, len(all)+1
		}
		if in.Kind != gpumodel.Exit { // a constant
			all = append(all, in)
		}
	}
	if from < 0 {
		return gpumodel.Program{}, fmt.Errorf("silicon: no branch in %d instructions, want one, backwards", len(lines))
	}
	return gpumodel.Program{Before: all[:from], Body: all[from:to], Times: times, After: all[to:]}, nil
}

// instruction reads one instruction: an optional predicate, its name with
// suffixes, and its operands, the destination first where there is one. A
// constant's is an Exit.
func instruction(text string, access gpumodel.Access) (gpumodel.Instruction, error) {
	in := gpumodel.Instruction{Lanes: gpumodel.AllLanes(32)}
	var guard gpumodel.Register
	if rest, ok := strings.CutPrefix(text, "@"); ok {
		p, after, _ := strings.Cut(rest, " ")
		guard, text = register(p), after
	}
	name, operands, _ := strings.Cut(text, " ")
	base, _, _ := strings.Cut(name, ".")
	var registers []gpumodel.Register
	for _, o := range strings.Split(operands, ",") {
		registers = append(registers, register(strings.Trim(strings.TrimSpace(o), "[]-|!")))
	}
	switch base {
	case "FFMA", "FADD", "FMUL", "IMAD", "IADD3", "VIADD", "LEA", "LOP3", "ISETP", "MOV", "HFMA2", "SHF":
		in.Kind = gpumodel.FP32
	case "DFMA":
		in.Kind = gpumodel.FP64
	case "MUFU":
		in.Kind = gpumodel.SFU
	case "LDS", "STS":
		in.Kind, in.Access = gpumodel.Local, access
		in.Access.Op, in.Access.Width = gpumodel.Load, width(name)
		if base == "STS" {
			in.Access.Op = gpumodel.Store
		}
	case "BAR":
		in.Kind = gpumodel.Barrier
	case "BRA":
		in.Kind, in.Src[0] = gpumodel.Branch, guard
		return in, nil
	case "CS2R":
		in.Kind = gpumodel.Clock
	case "LDC", "ULDC":
		in.Kind = gpumodel.Exit
		return in, nil
	default:
		return in, fmt.Errorf("%q, want one of those that the loops use", name)
	}
	if base != "STS" && base != "BAR" {
		in.Dst, registers = registers[0], registers[1:]
	}
	k := 0
	for _, r := range registers {
		if r != gpumodel.NoRegister && k < len(in.Src) {
			in.Src[k] = r
			k++
		}
	}
	return in, nil
}

// width is how many bytes of a lane an access moves.
func width(name string) gpumodel.Bytes {
	switch {
	case strings.HasSuffix(name, ".64"):
		return 8
	case strings.HasSuffix(name, ".128"):
		return 16
	}
	return 4
}

// register is the number of a register: R7, P0, UR4, an address as R7+0x80; none for
// constants, immediate values and the registers that hold nothing.
func register(name string) gpumodel.Register {
	name, _, _ = strings.Cut(name, "+")
	for _, file := range []struct {
		letter string
		first  int
	}{{"UR", uniforms}, {"R", 1}, {"P", predicates}} {
		if n, err := strconv.Atoi(strings.TrimPrefix(name, file.letter)); err == nil && strings.HasPrefix(name, file.letter) {
			return gpumodel.Register(file.first + n)
		}
	}
	return gpumodel.NoRegister
}

package silicon

import (
	"fmt"
	"slices"
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
// backwards, which is taken so many times. access gives the access at an offset in
// bytes from where a wavefront's register points, to shared or to global memory.
// Reads of constants are left out: they are there before they are needed.
func disassembled(lines []string, times int, access func(offset gpumodel.Bytes) gpumodel.Access) (gpumodel.Program, error) {
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

// kinds are the units that execute the instructions in use, by the instruction's name
// without its suffixes. A constant's is an Exit.
var kinds = map[string]gpumodel.Kind{
	"FFMA": gpumodel.FP32, "FADD": gpumodel.FP32, "IMAD": gpumodel.FP32, "IADD3": gpumodel.FP32, "VIADD": gpumodel.FP32,
	"LEA": gpumodel.FP32, "LOP3": gpumodel.FP32, "ISETP": gpumodel.FP32, "MOV": gpumodel.FP32, "HFMA2": gpumodel.FP32,
	"SHF": gpumodel.FP32, "PLOP3": gpumodel.FP32, "FSETP": gpumodel.FP32, "BSSY": gpumodel.FP32, "BSYNC": gpumodel.FP32, "I2FP": gpumodel.FP32, "S2R": gpumodel.Scalar, "S2UR": gpumodel.Scalar,
	"UMOV": gpumodel.FP32, "ULEA": gpumodel.FP32, "R2UR": gpumodel.FP32, "UIMAD": gpumodel.FP32, "USHF": gpumodel.FP32,
	"FMUL": gpumodel.FP32, "FMNMX": gpumodel.FP32, "FSEL": gpumodel.FP32,
	"FCHK": gpumodel.SFU, "F2I": gpumodel.SFU, "TEX": gpumodel.Texture, "CALL": gpumodel.FP32, "NOP": gpumodel.FP32, "MEMBAR": gpumodel.Texture,
	"DFMA": gpumodel.FP64, "MUFU": gpumodel.SFU, "LDS": gpumodel.Local, "STS": gpumodel.Local, "LDG": gpumodel.Global, "STG": gpumodel.Global,
	"BAR": gpumodel.Barrier, "BRA": gpumodel.Branch, "CS2R": gpumodel.Clock, "LDC": gpumodel.Exit, "ULDC": gpumodel.Exit,
}

// stores are the names of the stores: they write no register.
var stores = map[string]bool{"STS": true, "STG": true}

// instruction reads one instruction: an optional predicate, its name with
// suffixes, and its operands, the destination first where there is one.
func instruction(text string, access func(gpumodel.Bytes) gpumodel.Access) (gpumodel.Instruction, error) {
	in := gpumodel.Instruction{Lanes: gpumodel.AllLanes(32)}
	var guard gpumodel.Register
	if rest, ok := strings.CutPrefix(text, "@"); ok {
		p, after, _ := strings.Cut(rest, " ")
		guard, text = register(p), after
	}
	name, rest, _ := strings.Cut(text, " ")
	base, _, _ := strings.Cut(name, ".")
	var ok bool
	if in.Kind, ok = kinds[base]; !ok {
		return in, fmt.Errorf("%q, want one of those that the loops use", name)
	}
	if in.Kind == gpumodel.Branch {
		in.Src[0] = guard
		return in, nil
	}
	registers, offset := operands(rest)
	if in.Kind == gpumodel.Local || in.Kind == gpumodel.Global {
		in.Access = access(offset)
		in.Access.Op, in.Access.Width = gpumodel.Load, width(name)
		if stores[base] {
			in.Access.Op = gpumodel.Store
		}
	}
	if !stores[base] && base != "BAR" {
		in.Dst, registers = registers[0], registers[1:]
	}
	registers = slices.DeleteFunc(registers, func(r gpumodel.Register) bool { return r == gpumodel.NoRegister })
	copy(in.Src[:], registers)
	return in, nil
}

// operands reads the registers of an instruction, and the offset of the address among
// them: [R4+0x80], desc[UR8][R6.64]. There is one operand at least.
func operands(list string) (registers []gpumodel.Register, offset gpumodel.Bytes) {
	for o := range strings.SplitSeq(list, ",") {
		if i := strings.LastIndex(o, "["); i >= 0 {
			var more string
			o, more, _ = strings.Cut(strings.Trim(o[i:], "[]"), "+")
			if n, err := strconv.ParseInt(more, 0, 64); err == nil { // else a register, or nothing
				offset = gpumodel.Bytes(n)
			}
		}
		registers = append(registers, register(strings.Trim(o, " -|!")))
	}
	return registers, offset
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

// listing returns the instructions of one of the kernels in a file of them: a line
// with its name and a colon, then a line for each.
func listing(file, text, name string) ([]string, error) {
	_, code, ok := strings.Cut("\n"+text, "\n"+name+":\n\t")
	if !ok {
		return nil, fmt.Errorf("silicon: no loop %q in %s", name, file)
	}
	code, _, _ = strings.Cut(code, ":") // the next loop's name is not an instruction
	lines := strings.Split(code, "\n\t")
	last := len(lines) - 1
	lines[last], _, _ = strings.Cut(lines[last], "\n")
	return lines, nil
}

// register is the number of a register: R7, R6.64, P0, UR4; none for constants,
// immediate values and the registers that hold nothing.
func register(name string) gpumodel.Register {
	name = strings.TrimSuffix(name, ".64")
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

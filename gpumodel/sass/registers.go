package sass

import (
	"strings"

	"lanebook/gpumodel"
)

// registers returns the registers that the instruction reads and writes.
func (in *Instruction) registers() (sources, results []regName) {
	add := func(to []regName, kind OperandKind, number int16, words int) []regName {
		for w := range words {
			if number != Zero {
				to = append(to, regName{kind, number + int16(w)})
			}
		}
		return to
	}
	if in.Guard.Kind != NoOperand {
		sources = add(sources, in.Guard.Kind, in.Guard.Number, 1)
	}
	place := 0 // of a source, as registersOf counts
	for i, o := range in.Operands {
		words := 1
		switch o.Kind {
		case Memory, Constant:
			if o.Wide {
				words = 2
			}
			sources = add(sources, Register, o.Base, words)
			sources = add(sources, UniformRegister, o.Uniform, 1)
			place++
			continue
		case Register, UniformRegister:
			words = in.returns()
		case Predicate, UniformPredicate:
		default:
			place++
			continue
		}
		if in.writes() && (i == 0 || i == 1 && in.second(o)) {
			results = add(results, o.Kind, o.Number, words)
			continue
		}
		if o.Kind == Register {
			words = in.takes(place, o)
		}
		if o.Kind == Register || o.Kind == UniformRegister {
			place++
		}
		sources = add(sources, o.Kind, o.Number, words)
	}
	return sources, results
}

// second reports whether the second operand is a destination too: a predicate beside a result,
// or a result behind a predicate.
func (in *Instruction) second(o Operand) bool {
	if o.Kind == Register {
		return in.Operands[0].Kind == Predicate && in.Opcode.Name != "FCHK"
	}
	return o.Kind == Predicate || o.Kind == UniformPredicate
}

// returns is how many registers in a row a result fills.
func (in *Instruction) returns() int {
	switch name := in.Opcode.Name; {
	case name == "LDSM":
		_, _, matrices := in.local()
		return matrices
	case name == "HMMA" || name == "IMMA" || name == "BMMA":
		return in.registersOf(2) // as many as are added to
	case name == "DMMA":
		return 4 // two doubles
	case strings.HasSuffix(name, "GMMA"): // of 64 rows a lane of 128 has half of one column
		if n := int(in.interval()); strings.Contains(in.Name, ".F32") || name == "IGMMA" {
			return n
		} else {
			return n / 2
		}
	case in.Opcode.Unit == FP64 || name == "IMAD.WIDE" || name == "CS2R" && !strings.HasSuffix(in.Name, ".32"):
		return 2
	case in.Opcode.Unit == XU:
		if parts := strings.Split(in.Name, "."); len(parts) > 1 && strings.HasSuffix(parts[1], "64") && (parts[1] != "F64" || parts[0] != "F2I") {
			return 2 // F2F.F64.F32, F2I.S64, I2F.F64
		}
		return 1
	case in.Opcode.Unit >= LSU:
		return max(1, in.Width()/4)
	}
	return 1
}

// takes is how many registers in a row a source in a place stands for.
func (in *Instruction) takes(place int, o Operand) int {
	switch name := in.Opcode.Name; {
	case o.Wide:
		return 2
	case name == "STSM":
		_, _, matrices := in.local()
		return matrices
	case in.Opcode.Unit == XU && (strings.HasSuffix(in.Name, ".F64") || strings.HasPrefix(name, "F2I") && strings.Contains(in.Name, ".F64")):
		if strings.HasPrefix(name, "I2F") {
			return 1
		}
		return 2
	case name == "DMMA":
		return [...]int{2, 2, 4}[min(place, 2)]
	case in.Opcode.Unit == LSU || in.Opcode.Unit == Global:
		return max(1, in.Width()/4)
	case place < 3:
		return in.registersOf(place)
	}
	return 1
}

// Reads returns what the banks of registers read for the i'th instruction when it issues, where the code is gone through in
// order. Accesses of more than one register read theirs later.
func (m *Machine) Reads(code []Instruction, i int) (n gpumodel.Reads) {
	in := &code[i]
	if u := in.Opcode.Unit; (u == LSU || u == Global) && len(in.sent()) > 1 {
		return n
	}
	n.Fresh = in.reads(nil)
	if j := keeper(code, i); j >= 0 {
		n.Kept, n.Back = in.reads(&code[j]), uint8(i-j)
	}
	if in.Opcode.math() {
		n.Math = 1
	}
	if name := in.Opcode.Name; (name == "HMMA" || name == "IMMA" || name == "BMMA") && in.Opcode.Interval == 6 {
		n.Both, n.Math = m.ProductReads, m.ProductMath
	}
	return n
}

// reads counts the registers that the instruction reads of the even and of the odd bank.
func (in *Instruction) reads(before *Instruction) (n [2]uint8) {
	for _, register := range in.read(before) {
		n[register&1]++
	}
	if in.wide() {
		n[0], n[1] = 2*n[0], 2*n[1]
	}
	return n
}

// wide reports whether the instruction is a product of which more than 32 bits are wanted:
// those go through twice.
func (in *Instruction) wide() bool { return strings.HasPrefix(in.Opcode.Name, "IMAD.") }

// read returns the registers that the instruction reads. One that several operands name is
// read once, and one that the instruction before kept in the same operand's place not at all.
func (in *Instruction) read(before *Instruction) (all []int16) {
	var mine, kept [3]Operand
	in.places(&mine)
	if before != nil {
		before.places(&kept)
	}
	for i, o := range mine {
		if o.Kind != Register || kept[i].Kind == Register && kept[i].Reuse && kept[i].Number == o.Number {
			continue
		}
		twice := false
		for j, p := range mine[:i] {
			twice = twice || p.Kind == Register && p.Number == o.Number && !(kept[j].Kind == Register && kept[j].Reuse && kept[j].Number == o.Number)
		}
		if twice {
			continue
		}
		for w := range in.registersOf(i) {
			all = append(all, o.Number+int16(w))
		}
	}
	return all
}

// registersOf returns how many registers the operand in a place stands for.
func (in *Instruction) registersOf(place int) int {
	switch name := in.Opcode.Name; {
	case in.Opcode.Unit == FP64 || in.wide() && place == 2:
		return 2
	case name == "HMMA" || name == "IMMA": // a lane's share: of 16×16 halves 4 registers, of 16×8 2, of 16×8 sums 4, as halves 2
		large := strings.Contains(in.Name, ".16816") && name == "HMMA" || strings.Contains(in.Name, ".16832") || strings.HasSuffix(in.Name, ".1688.F32.TF32")
		words := [3]int{2, 1, 4}
		if large {
			words = [3]int{4, 2, 4}
		}
		if strings.HasSuffix(in.Name, ".F16") {
			words[2] = 2
		}
		return words[place]
	}
	return 1
}

// places returns the source registers by the place of their operand, from 0.
func (in *Instruction) places(to *[3]Operand) {
	place := 0
	for i, o := range in.Operands {
		if o.Kind == Predicate || o.Kind == UniformPredicate || i == 0 && in.writes() || i == 1 && in.writes() && in.Operands[0].Kind == Predicate {
			continue
		}
		if o.Kind == Memory {
			o.Kind, o.Number = Register, o.Base
		}
		if place < len(to) && o.Kind == Register && o.Number != Zero {
			to[place] = o
		}
		if place++; place == len(to) {
			return
		}
	}
}

package sass

import (
	"fmt"
	"strconv"
	"strings"
)

// OperandKind is what an operand is.
type OperandKind uint8

// The kinds of operands.
const (
	NoOperand        OperandKind = iota
	Register                     // R7, RZ
	UniformRegister              // UR4, URZ
	Predicate                    // P0, PT
	UniformPredicate             // UP0, UPT
	Immediate                    // 0x10, 16, -0.5, +INF
	Constant                     // c[0x0][0x210]
	Memory                       // [R2.64+0x8], desc[UR4][R2.64]
	Special                      // SR_CLOCKLO, B0, SB0, 2D: what only the opcode understands
	Label                        // `(.L_x_0)
)

// Operand is one operand. Of Memory and Constant the registers are those of the address.
type Operand struct {
	Kind     OperandKind
	Wide     bool   // two registers in a row: R4.64
	Reuse    bool   // it stays for the next instruction
	Negated  bool   // -R4, !P0 or ~R4
	Absolute bool   // |R4|
	Number   int16  // of the register or predicate; Zero for RZ, URZ, PT and UPT
	Base     int16  // Memory: the register of the address; Zero: none
	Uniform  int16  // Memory: the uniform register of the address, or of Constant's bank; Zero: none
	Offset   int64  // Memory and Constant: bytes
	Value    string // Immediate, Special and Label: as written
}

// Zero is the Number of a register that holds nothing, and of a predicate that is true.
const Zero = -1

// operand reads an operand and returns what is wrong with it.
func operand(s string) (o Operand, problem string) {
	o.Number, o.Base, o.Uniform = Zero, Zero, Zero
	whole := s
	for s != "" && (s[0] == '-' || s[0] == '!' || s[0] == '~' || s[0] == '|') {
		if s[0] == '-' && len(s) > 1 && (s[1] >= '0' && s[1] <= '9') || strings.HasPrefix(s, "-INF") || strings.HasPrefix(s, "-QNAN") {
			break
		}
		o.Negated, o.Absolute = o.Negated || s[0] != '|', o.Absolute || s[0] == '|'
		s = s[1:]
	}
	if i := strings.IndexByte(s, '|'); i >= 0 {
		s = s[:i] + s[i+1:]
	}
	if s == "" {
		return o, fmt.Sprintf("operand %q, want a register, a number or an address", whole)
	}
	switch c := s[0]; {
	case strings.HasPrefix(s, "`("):
		o.Kind, o.Value = Label, strings.Trim(s, "`()")
	case c == '[' || strings.HasPrefix(s, "desc[") || strings.HasPrefix(s, "gdesc[") || strings.HasPrefix(s, "tmem["):
		o.Kind = Memory
		return o, o.address(s)
	case strings.HasPrefix(s, "c[") || strings.HasPrefix(s, "cx["):
		o.Kind = Constant
		return o, o.address(s)
	case c >= '0' && c <= '9' || c == '-' || c == '+':
		o.Kind, o.Value = Immediate, s
		if strings.HasSuffix(s, "D") || strings.HasPrefix(s, "2D") || strings.HasPrefix(s, "3D") || strings.HasPrefix(s, "1D") { // a texture's shape
			o.Kind = Special
		}
	default:
		o.Kind, o.Number = register(s)
		if o.Kind == Special {
			o.Value = s
			break
		}
		o.Wide = strings.Contains(s, ".64")
		o.Reuse = strings.HasSuffix(s, ".reuse") || strings.Contains(s, ".reuse.")
	}
	return o, ""
}

// address reads the registers and offsets in an operand's brackets.
func (o *Operand) address(s string) string {
	for rest := s; ; {
		open := strings.IndexByte(rest, '[')
		if open < 0 {
			return ""
		}
		described := open > 0 && strings.HasSuffix(rest[:open], "desc")
		end := strings.IndexByte(rest[open:], ']')
		if end < 0 {
			return fmt.Sprintf("operand %q, want brackets that close", s)
		}
		inside := rest[open+1 : open+end]
		rest = rest[open+end+1:]
		for inside != "" {
			part := inside
			if i := strings.IndexByte(inside[1:], '+'); i >= 0 {
				part, inside = inside[:i+1], inside[i+1:]
			} else {
				inside = ""
			}
			if !o.term(strings.TrimPrefix(part, "+"), described) {
				return fmt.Sprintf("%q in operand %q, want a register or an offset", part, s)
			}
		}
	}
}

// term takes one term of an address and reports whether it is one.
func (o *Operand) term(part string, described bool) bool {
	if n, err := strconv.ParseInt(part, 0, 64); err == nil {
		o.Offset = n
		return true
	}
	switch kind, number := register(part); kind {
	case Register:
		if number != Zero {
			o.Base, o.Wide = number, strings.Contains(part, ".64")
		}
		return true
	case UniformRegister:
		if !described && number != Zero {
			o.Uniform = number
		}
		return true
	case Special: // attributes and handles of instructions that are not timed by it
		return part != ""
	}
	return false
}

// register reads a register's name, with what follows a point; a name that is none is
// Special.
func register(s string) (OperandKind, int16) {
	if i := strings.IndexByte(s, '.'); i >= 0 {
		s = s[:i]
	}
	kind, most := Register, 254
	switch {
	case strings.HasPrefix(s, "UR"):
		kind, s, most = UniformRegister, s[2:], 62
	case strings.HasPrefix(s, "UP"):
		kind, s, most = UniformPredicate, s[2:], 6
	case strings.HasPrefix(s, "R"):
		s = s[1:]
	case strings.HasPrefix(s, "P"):
		kind, s, most = Predicate, s[1:], 6
	default:
		return Special, Zero
	}
	if s == "Z" && (kind == Register || kind == UniformRegister) || s == "T" && (kind == Predicate || kind == UniformPredicate) {
		return kind, Zero
	}
	n, err := strconv.ParseUint(s, 10, 8)
	if err != nil || int(n) > most {
		return Special, Zero
	}
	return kind, int16(n)
}

package sass

import (
	"fmt"
	"strings"
)

// Instruction is one machine instruction.
type Instruction struct {
	Address  int64     // in its kernel, bytes
	Line     int       // of the listing
	Guard    Operand   // its predicate, @!P0; of kind NoOperand when it has none
	Name     string    // with modifiers: LOP3.LUT
	Opcode   *Opcode   // what executes it
	Operands []Operand // in the listing's order, the destinations first
	Words    [2]uint64 // the encoding, low word first; zero when the listing has none
	Control  Control   // from the encoding, or derived
	Target   int       // of a jump: index in Kernel.Code; −1: not a jump, or one whose target the listing does not show
	Targets  []int     // of a jump through a table: the same of each of its places; nil: the listing does not say
	text     string    // as listed
}

// String returns the instruction as the listing has it.
func (in *Instruction) String() string { return in.text }

// Control is what the compiler says of an instruction's issue, bits 105 to 125 of its
// encoding. Barriers are numbered 0 to 5, NoBarrier is none. Source: the README of the
// H200's code measurements; the fields are Maxwell's (Scott Gray, maxas), in Volta's place
// (Jia and others, "Dissecting the NVIDIA Volta GPU Architecture", 2018).
type Control struct {
	Stall uint8 // cycles until the wavefront's next instruction may issue, 0 to 15; a derived one up to 255
	Yield bool  // the scheduler turns to another wavefront next, if one is ready
	Write uint8 // barrier that is released when the results have arrived
	Read  uint8 // barrier that is released when the sources have been read
	Wait  uint8 // barriers that must be released before it issues, bit by bit
	Reuse uint8 // operands that stay for the next instruction, bit by bit
}

// NoBarrier is a Control's Write or Read when there is none.
const NoBarrier = 7

// control reads the fields of an encoding's high word. A cleared bit means yield.
func control(high uint64) Control {
	c := high >> 41
	return Control{
		Stall: uint8(c & 15), Yield: c>>4&1 == 0, Write: uint8(c >> 5 & 7), Read: uint8(c >> 8 & 7),
		Wait: uint8(c >> 11 & 63), Reuse: uint8(c >> 17 & 15),
	}
}

// String writes the fields as in "S04 Y W0 R- 01----": stall, yield, barriers, wait mask.
func (c Control) String() string {
	b := []byte(fmt.Sprintf("S%02d - W- R- ------", c.Stall))
	if c.Yield {
		b[4] = 'Y'
	}
	if c.Write < 6 {
		b[7] = '0' + c.Write
	}
	if c.Read < 6 {
		b[10] = '0' + c.Read
	}
	for i := range 6 {
		if c.Wait>>i&1 == 1 {
			b[12+i] = '0' + byte(i)
		}
	}
	return string(b)
}

// parse reads an instruction's text and returns what is wrong with it.
func (in *Instruction) parse(text string) string {
	in.text, in.Target = text, -1
	in.Control = Control{Write: NoBarrier, Read: NoBarrier}
	if rest, ok := strings.CutPrefix(text, "@"); ok {
		guard, after, _ := strings.Cut(rest, " ")
		var problem string
		if in.Guard, problem = operand(guard); problem != "" || in.Guard.Kind != Predicate && in.Guard.Kind != UniformPredicate {
			return fmt.Sprintf("guard @%s, want a predicate", guard)
		}
		text = strings.TrimLeft(after, " ")
	}
	name, rest, _ := strings.Cut(text, " ")
	in.Name = name
	if name == "" {
		return "no instruction, want one"
	}
	if in.Opcode = opcodeOf(name); in.Opcode == nil {
		return fmt.Sprintf("opcode %q, want one of Hopper's (sm_90)", name)
	}
	if rest = strings.TrimSpace(rest); rest == "" {
		return ""
	}
	in.Operands = make([]Operand, 0, strings.Count(rest, ",")+1)
	for rest != "" {
		end := comma(rest)
		if end < 0 {
			return fmt.Sprintf("operands %q, want brackets that close", rest)
		}
		o, problem := operand(strings.TrimSpace(rest[:end]))
		if problem != "" {
			return problem
		}
		in.Operands = append(in.Operands, o)
		if end == len(rest) {
			break
		}
		if rest = strings.TrimSpace(rest[end+1:]); rest == "" {
			return "operands that end with a comma, want one more"
		}
	}
	return ""
}

// comma returns where the first operand ends: at a comma outside of brackets, or at the
// end; −1 if a bracket does not close.
func comma(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '[', '{', '(':
			depth++
		case ']', '}', ')':
			depth--
		case ',':
			if depth == 0 {
				return i
			}
		}
	}
	if depth != 0 {
		return -1
	}
	return len(s)
}

package sass

import (
	"fmt"
	"strconv"
	"strings"
)

// comment reads a line that begins with an address, or the second half of an encoding.
func (r *reader) comment(text string) string {
	inside, rest, ok := strings.Cut(text[2:], "*/")
	if !ok {
		return "a comment that does not end, want */"
	}
	if word, ok := strings.CutPrefix(strings.TrimSpace(inside), "0x"); ok {
		if !r.half {
			return "half an encoding without the instruction that it is of, want that on the line before"
		}
		r.half = false
		high, err := strconv.ParseUint(word, 16, 64)
		if err != nil || len(word) != 16 {
			return fmt.Sprintf("encoding %q, want its second 64 bits, 16 hexadecimal digits", word)
		}
		r.encoding(r.last().Words[0], high)
		return ""
	}
	if !isHex(inside) {
		return stray(text) // maybe a comment of another kind
	}
	text, rest, ok = strings.Cut(rest, ";")
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, ".") { // data, in other sections
		return ""
	}
	if !ok {
		r.address = inside
		return fmt.Sprintf("%q, want an instruction that ends with ;", text)
	}
	if problem := r.instruction(inside, text); problem != "" || r.passes {
		return problem
	}
	rest = strings.TrimSpace(rest)
	if rest == "" {
		return ""
	}
	word, ok := strings.CutPrefix(rest, "/* 0x")
	word, _, closed := strings.Cut(word, " ")
	if !ok || !closed {
		return fmt.Sprintf("%q after the instruction, want its encoding, /* 0x… */", rest)
	}
	return r.words(word)
}

// short reads a line of the short form.
func (r *reader) short(address, rest string) string {
	text, word, coded := strings.Cut(rest, "\t")
	if problem := r.instruction(address, strings.TrimSpace(text)); problem != "" || !coded || r.passes {
		return problem
	}
	return r.words(strings.ReplaceAll(strings.TrimSpace(word), " ", ""))
}

// words reads an encoding: 64 bits, of which the other half is on the next line, or 128,
// high word first, whose zeros in front may be left out.
func (r *reader) words(word string) string {
	if len(word) == 16 {
		low, err := strconv.ParseUint(word, 16, 64)
		if err != nil {
			return fmt.Sprintf("encoding %q, want hexadecimal digits", word)
		}
		r.last().Words[0], r.half = low, true
		return ""
	}
	if len(word) > 16 && len(word) <= 32 {
		high, err := strconv.ParseUint(word[:len(word)-16], 16, 64)
		low, err2 := strconv.ParseUint(word[len(word)-16:], 16, 64)
		if err == nil && err2 == nil {
			r.encoding(low, high)
			return ""
		}
	}
	return fmt.Sprintf("encoding %q, want 16 or 32 hexadecimal digits", word)
}

// encoding gives the latest instruction its encoding, and its control fields.
func (r *reader) encoding(low, high uint64) {
	in := r.last()
	in.Words, in.Control = [2]uint64{low, high}, control(high)
	r.coded++
}

func (r *reader) last() *Instruction { return &r.kernel.Code[len(r.kernel.Code)-1] }

// size is an instruction's, in bytes: 128 bits since Volta.
const size = 16

// instruction adds an instruction to the kernel.
func (r *reader) instruction(address, text string) string {
	r.address = address
	switch {
	case r.kernel == nil:
		return "an instruction of no kernel, want a line \"Function : NAME\" or \"NAME:\" before it"
	case r.half:
		return "the instruction before has half an encoding, want /* 0x… */ on a line of its own"
	}
	at, err := strconv.ParseInt(address, 16, 64)
	if err != nil {
		return fmt.Sprintf("address %q, want at most 63 bits", address)
	}
	if n := len(r.kernel.Code); n > 0 && at != r.last().Address+size {
		return fmt.Sprintf("it comes after 0x%04x, want 0x%04x: lines are missing, damaged or out of order", r.last().Address, r.last().Address+size)
	} else if n == 0 && r.whole && at != 0 {
		return "it is the first of its kernel, want 0x0000: lines are missing or damaged"
	}
	in := Instruction{Address: at, Line: r.line}
	if problem := in.parse(text); problem != "" {
		refused := r.error(problem)
		refused.Kernel = r.kernel.Name
		r.file.Refused = append(r.file.Refused, refused)
		r.drop()
		return ""
	}
	r.kernel.Code = append(r.kernel.Code, in)
	return ""
}

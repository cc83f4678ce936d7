package sass

import (
	"fmt"
	"strconv"
	"strings"
)

// reader is a place in a listing.
type reader struct {
	file    File
	kernel  *Kernel
	section bool // the kernel began with nvdisasm's .text label: further names are labels
	labels  map[string]int
	line    int
	address string // of the latest instruction, for errors
	half    bool   // the latest instruction lacks the second half of its encoding
	coded   int    // instructions with an encoding
	whole   bool   // the listing has all of the kernel: it begins at 0
	passes  bool   // lines are passed over: of a kernel that is refused, or of another GPU
	other   bool   // … that of all kernels until the GPU is named again
	ptx     bool   // there is PTX
}

func (r *reader) error(problem string) *Error {
	return &Error{r.file.Name, r.line, "", r.address, problem}
}

// read takes a line and returns what is wrong with it.
func (r *reader) read(line string) string {
	if i := strings.Index(line, "//"); i >= 0 { // nvdisasm's: sections, source lines, life ranges of registers
		line = line[:i]
	}
	line = strings.TrimRight(line, " \t")
	text := strings.TrimLeft(line, " \t")
	switch {
	case text == "":
		return ""
	case strings.HasPrefix(text, "/*"):
		if r.passes {
			return ""
		}
		return r.comment(text)
	case strings.HasPrefix(text, "Function : "):
		return r.begin(strings.TrimSpace(text[len("Function : "):]), false)
	}
	if gpu, ok := named(text); ok {
		return r.gpu(gpu, strings.HasPrefix(text, ".headerflags"))
	}
	if name, ok := strings.CutSuffix(text, ":"); ok && !strings.ContainsAny(name, " \t") {
		return r.label(name)
	}
	if text[0] == '.' { // what assemblers are told
		r.ptx = r.ptx || strings.HasPrefix(text, ".version ") || strings.Contains(text, ".entry ")
		return ""
	}
	if r.passes {
		return ""
	}
	if end := strings.IndexAny(text, " \t"); end > 0 && (line != text || text[end] == '\t') && isHex(text[:end]) {
		if rest := strings.TrimLeft(text[end+1:], " \t"); !strings.HasPrefix(rest, "/*") { // not a number before cuobjdump's line
			return r.short(text[:end], rest)
		}
	}
	return stray(text)
}

// label begins a kernel or names the next instruction.
func (r *reader) label(name string) string {
	kernel, section := strings.CutPrefix(name, ".text.")
	switch {
	case section:
		return r.begin(kernel, true)
	case r.passes && r.section:
		return ""
	case strings.HasPrefix(name, "."), strings.HasPrefix(name, "$"), r.section && r.kernel != nil && len(r.kernel.Code) > 0:
		if r.kernel != nil {
			r.labels[name] = len(r.kernel.Code)
		}
		return ""
	}
	return r.begin(name, false)
}

// begin ends the kernel before and begins another.
func (r *reader) begin(name string, section bool) string {
	if r.other {
		return ""
	}
	if r.kernel != nil && len(r.kernel.Code) == 0 && !r.passes { // nvdisasm gives the name twice
		r.kernel.Name, r.section, r.whole = name, section, section
		return ""
	}
	if problem := r.finish(); problem != "" {
		return problem
	}
	r.file.Kernels = append(r.file.Kernels, Kernel{Name: name, file: r.file.Name})
	r.kernel, r.section, r.labels, r.address = &r.file.Kernels[len(r.file.Kernels)-1], section, map[string]int{}, ""
	r.whole = section
	return ""
}

// drop leaves out the kernel that is being read, and the rest of its lines.
func (r *reader) drop() {
	if r.kernel != nil {
		r.file.Kernels = r.file.Kernels[:len(r.file.Kernels)-1]
	}
	r.kernel, r.passes, r.half, r.coded, r.address = nil, true, false, 0, ""
}

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
		return r.encoding(r.last().Words[0], high)
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
			return r.encoding(low, high)
		}
	}
	return fmt.Sprintf("encoding %q, want 16 or 32 hexadecimal digits", word)
}

// encoding gives the latest instruction its encoding, and its control fields.
func (r *reader) encoding(low, high uint64) string {
	in := r.last()
	in.Words, in.Control = [2]uint64{low, high}, control(high)
	r.coded++
	return ""
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

// finish ends a kernel: jumps find their targets, and loops are found.
func (r *reader) finish() string {
	k := r.kernel
	r.passes, r.section = false, false
	if k == nil {
		return ""
	}
	coded := r.coded
	r.coded = 0
	switch {
	case len(k.Code) == 0:
		return fmt.Sprintf("kernel %s has no instructions, want one at least", k.Name)
	case r.half:
		return "half an encoding, want /* 0x… */ on the next line"
	case coded != 0 && coded != len(k.Code):
		return fmt.Sprintf("kernel %s has %d encodings for %d instructions, want all or none", k.Name, coded, len(k.Code))
	}
	if problem := k.link(r); problem != "" {
		return problem
	}
	if k.Derived = coded == 0; k.Derived {
		k.derive()
	}
	r.kernel = nil
	return ""
}

func isHex(s string) bool {
	if len(s) < 3 || len(s) > 16 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f') {
			return false
		}
	}
	return true
}

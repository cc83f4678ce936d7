package sass

import (
	"fmt"
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

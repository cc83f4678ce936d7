package sass

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// decoded returns a text as UTF-8, without the mark that says which encoding it has.
func decoded(text string) string {
	var order binary.ByteOrder
	switch {
	case strings.HasPrefix(text, "\xff\xfe"):
		order = binary.LittleEndian
	case strings.HasPrefix(text, "\xfe\xff"):
		order = binary.BigEndian
	default:
		return strings.TrimPrefix(text, "\ufeff")
	}
	units := make([]uint16, 0, len(text)/2)
	for b := []byte(text[2:]); len(b) > 1; b = b[2:] {
		units = append(units, order.Uint16(b))
	}
	return string(utf16.Decode(units))
}

// named returns the GPU that a line of a listing says its code is for, such as sm_90a.
func named(line string) (gpu string, ok bool) {
	switch {
	case strings.HasPrefix(line, "code for "):
		return strings.TrimSpace(line[len("code for "):]), true
	case strings.HasPrefix(line, "arch = sm_"):
		return strings.TrimSpace(line[len("arch = "):]), true
	case strings.HasPrefix(line, ".target"):
		gpu, _, _ = strings.Cut(strings.TrimSpace(line[len(".target"):]), ",") // PTX: sm_80, debug
		return gpu, gpu != ""
	case strings.HasPrefix(line, ".headerflags"):
		for word := range strings.FieldsSeq(strings.Trim(line[len(".headerflags"):], "\t @\"")) {
			if n, ok := strings.CutPrefix(word, "EF_CUDA_SM"); ok && n != "" && n[0] >= '1' && n[0] <= '9' {
				return "sm_" + n, true
			}
		}
	}
	return "", false
}

// gpu takes the name of the GPU that what follows is code for: of the kernel that has begun,
// as cuobjdump's flags say it, or of all until the next name.
func (r *reader) gpu(name string, flags bool) string {
	ours := name == "sm_90" || name == "sm_90a"
	if !ours && !slices.Contains(r.file.Skipped, name) {
		r.file.Skipped = append(r.file.Skipped, name)
	}
	if flags && r.kernel != nil && len(r.kernel.Code) == 0 {
		if r.whole = true; !ours {
			r.drop()
		}
		return ""
	}
	if problem := r.finish(); problem != "" {
		return problem
	}
	if r.other = !ours; r.other {
		r.drop()
	}
	return ""
}

// LeftOut says in words what of the listing was not read: code for other GPUs, and kernels
// that are refused.
func (f *File) LeftOut() (all []string) {
	if len(f.Skipped) > 0 {
		all = append(all, "code for "+strings.Join(f.Skipped, ", "))
	}
	for _, e := range f.Refused {
		all = append(all, e.Error())
	}
	return all
}

// nothing says what a listing without a kernel holds, and how to make one that has some.
func (r *reader) nothing() string {
	switch {
	case r.ptx:
		return "PTX, which is not machine code yet, want that: ptxas -arch sm_90 FILE.ptx -o FILE.cubin, then cuobjdump -sass FILE.cubin"
	case len(r.file.Skipped) > 0:
		return fmt.Sprintf("code for %s, want sm_90 or sm_90a: cuobjdump -arch sm_90 -sass FILE", strings.Join(r.file.Skipped, ", "))
	}
	return "no kernel, want the output of cuobjdump -sass or of nvdisasm -hex"
}

// stray takes a line that is none of a listing's. It is wrong if it holds an instruction, for
// that would be lost.
func stray(line string) string {
	for word := range strings.FieldsFuncSeq(line, func(c rune) bool { return c == ' ' || c == '\t' || c == ';' }) {
		if word[0] < 'A' || word[0] > 'Z' || opcodeOf(word) == nil {
			continue
		}
		want := "want /*0010*/ before it, or 0010 and a tab"
		switch {
		case strings.Contains(line, "+") && strings.Contains(line, ">:"):
			want = "as a debugger prints it, want the output of cuobjdump -sass"
		case line == word || strings.HasPrefix(line, word) || line[0] == '@':
			want = "without addresses, as Compiler Explorer prints it: want the output of cuobjdump -sass, or of nvdisasm -hex"
		}
		return fmt.Sprintf("%q holds %s where no instruction is read, %s", shortened(line), word, want)
	}
	if open := strings.Index(line, "/*"); open >= 0 {
		if inside, _, ok := strings.Cut(line[open+2:], "*/"); ok && isHex(inside) && line[0] != '/' {
			return fmt.Sprintf("%q, want the address first", shortened(line))
		}
	}
	return ""
}

// shortened returns the beginning of a line that may be long.
func shortened(line string) string {
	if len(line) > 60 {
		return line[:60] + "…"
	}
	return line
}

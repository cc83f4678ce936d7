package sass

import (
	"bufio"
	"compress/gzip"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel/gpu"
)

// LANEBOOK_SASS names listings, such as a library's, also compressed by gzip: what of them is
// refused is printed, by opcode and by mistake, with how often, and none may be. Kernels are read one by one, as
// they come, so that a listing of gigabytes fits.
func TestLibraries(t *testing.T) {
	files := os.Getenv("LANEBOOK_SASS")
	if files == "" {
		t.Skip("LANEBOOK_SASS names no listings")
	}
	for name := range strings.SplitSeq(files, ":") {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		var text io.Reader = file
		if strings.HasSuffix(name, ".gz") {
			if text, err = gzip.NewReader(file); err != nil {
				t.Fatal(err)
			}
		}
		c := coverage{opcodes: map[string]int{}, mistakes: map[string]int{}, jumps: map[string]int{}}
		lines := bufio.NewScanner(text)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			if strings.Contains(lines.Text(), "Function : ") {
				c.kernel()
			}
			c.text.WriteString(lines.Text() + "\n")
		}
		if c.kernel(); lines.Err() != nil {
			t.Fatal(lines.Err())
		}
		t.Logf("%s: %d bytes, %d kernels, %d instructions of %d opcodes; %d refused %v; %d loops, %d can be run %v", name, c.bytes, c.kernels, c.instructions, len(c.opcodes), c.refused, c.mistakes, c.loops, c.followed, c.jumps)
		for _, n := range slices.Sorted(maps.Keys(c.opcodes)) {
			if opcodeOf(n) == nil {
				t.Errorf("%s: %s refused, %d times", name, n, c.opcodes[n])
			} else if opcodeOf(n).Assumed {
				t.Logf("  %s: %d times, assumed", n, c.opcodes[n])
			}
		}
		if c.refused > 0 {
			t.Errorf("%s: %d kernels refused", name, c.refused)
		}
	}
}

// coverage is what has been seen of a library.
type coverage struct {
	text                                  strings.Builder // of the kernel so far
	kernels, refused, instructions, bytes int
	loops, followed                       int
	opcodes, mistakes, jumps              map[string]int
}

var codeLine = regexp.MustCompile(`(?m)^\s+/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+ )?\s*([A-Z][A-Z0-9_.]*)`)

// kernel reads what has come of a kernel.
func (c *coverage) kernel() {
	text := c.text.String()
	c.text.Reset()
	c.bytes += len(text)
	if !strings.Contains(text, "Function : ") {
		return
	}
	for _, m := range codeLine.FindAllStringSubmatch(text, -1) {
		name, _, _ := strings.Cut(m[1], ".")
		c.opcodes[name]++
		c.instructions++
	}
	f, err := Read("x", text)
	if err != nil {
		c.refused++
		c.mistakes[err.(*Error).Problem]++
		return
	}
	c.kernels += len(f.Kernels)
	m, device := Hopper(), gpu.H200()
	for i := range f.Kernels {
		for _, loop := range f.Kernels[i].Loops {
			c.loops++
			l := Launch{Device: device, Kernel: &f.Kernels[i], From: loop.From, To: loop.To + 1}
			if _, _, err := l.steps(&m); err == nil {
				c.followed++
			} else {
				c.jumps[jumpName.FindString(err.Error())]++
			}
		}
	}
}

var jumpName = regexp.MustCompile(`BRXU?|JMXU?|BRA|CALL|RET|[a-z]+: .*`)

package silicon

import (
	_ "embed"
	"strings"
)

// TutorialTime is one of package kernels' tutorial kernels, as tutorials.cu has it, timed
// on the whole H200 by two runs of that program.
type TutorialTime struct {
	Name                string // "reduction scattered", "… interleaved", "… sequential", "… pairs", "stencil", "product", and these with " local"
	Size                int    // as the kernel's; 256 lanes of a workgroup, of stencils a radius of 8
	Microseconds, Again float64
}

//go:embed tutorials.csv
var tutorialsCSV string

// H200Tutorials returns the tutorials' kernels. The error says which line of the embedded
// file is damaged.
func H200Tutorials() ([]TutorialTime, error) {
	var out []TutorialTime
	for i, line := range strings.Split(strings.TrimSpace(tutorialsCSV), "\n") {
		p := pairs{file: "tutorials.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head("tutorial", 5)
		t := TutorialTime{Size: int(p.float(2, "n")), Microseconds: p.float(3, "us"), Again: p.float(4, "again")}
		if p.err != nil {
			return nil, p.err
		}
		t.Name = p.columns[1]
		out = append(out, t)
	}
	return out, nil
}

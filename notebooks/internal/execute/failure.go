package execute

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is how a cell failed.
type Kind string

// The kinds of failure.
const (
	Compile      Kind = "does not compile"
	Panicked     Kind = "panicked"
	Exited       Kind = "exited with an error"
	LostPipe     Kind = "lost an output" // the cell's status is ok all the same
	BadCommand   Kind = "has a failing command"
	TimedOut     Kind = "timed out"
	WantsInput   Kind = "wants input"
	KernelDied   Kind = "killed its kernel"
	KernelFailed Kind = "confused its kernel"
	NotPortable  Kind = "has an output of this machine only"
	BadOutput    Kind = "has an output that cannot be kept"
	TooMuch      Kind = "puts out too much"
)

// CellError says which cell of a notebook failed and why. Its text is one
// "notebook.ipynb cell 7 line 3: message" for each fault, with the source line
// below it. Cells are counted as the [7] beside them does in JupyterLab, VS Code
// and on GitHub: from 1, without prose and blank cells.
type CellError struct {
	Notebook string // file name
	Kind     Kind
	Faults   []Fault // at least one
}

// Fault is one place where a cell is at fault.
type Fault struct {
	Cell    int    // from 1
	Line    int    // in the cell, from 1; 0 when unknown
	Message string // may have several lines
	Source  string // that line; the cell's first of Go when the line is unknown
}

func (e *CellError) Error() string {
	var b strings.Builder
	for i, f := range e.Faults {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s cell %d", e.Notebook, f.Cell)
		if f.Line > 0 {
			fmt.Fprintf(&b, " line %d", f.Line)
		}
		fmt.Fprintf(&b, ": %s\n\t%s", strings.ReplaceAll(f.Message, "\n", "\n\t"), strings.TrimSpace(f.Source))
	}
	return b.String()
}

// fail makes the error and looks up the source lines.
func (r *run) fail(kind Kind, faults ...Fault) error {
	for i := range faults {
		f := &faults[i]
		if f.Cell < 1 || f.Cell > len(r.cells) {
			continue
		}
		f.Source = sourceLine(r.cells[f.Cell-1].Source, f.Line)
	}
	return &CellError{r.name, kind, faults}
}

// sourceLine is one line of a cell or, for line 0, the first that says something.
func sourceLine(source string, line int) string {
	lines := strings.Split(strings.TrimRight(source, "\n"), "\n")
	if line == 0 {
		line = 1 + slices.IndexFunc(lines, func(l string) bool { return l != "" && !strings.HasPrefix(l, "%") })
	}
	return lines[max(0, min(line, len(lines))-1)]
}

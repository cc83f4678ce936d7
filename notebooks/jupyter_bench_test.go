package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"lanebook/notebooks/internal/nb"
)

// BenchmarkNbconvert executes and publishes each notebook in a fresh clone, beside
// what Jupyter's own command does with the same kernel, in turns:
//
//	JUPYTER_PYTHON=venv/bin/python go test -run '^$' -bench Nbconvert/03 -benchtime 1x ./notebooks
//
// "cold" has neither outputs nor a kernel, "warm" nothing to do, "changed" a new last
// line in one cell. nbconvert keeps nothing and executes all three times. The module
// cache is warm. The last number is how many times as long nbconvert takes.
func BenchmarkNbconvert(b *testing.B) {
	python := os.Getenv("JUPYTER_PYTHON")
	if python == "" {
		b.Skip("JUPYTER_PYTHON does not name a Python with nbconvert")
	}
	p, err := openProject(".", nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Setenv("JUPYTER_DATA_DIR", b.TempDir())
	clone := filepath.Join(b.TempDir(), "lanebook")
	timed(b, exec.Command("git", "clone", "--quiet", p.root, clone))
	for _, path := range p.paths {
		path = filepath.Join(clone, "notebooks", filepath.Base(path))
		for _, way := range []string{"cold", "warm", "changed"} {
			b.Run(title(path)+"/"+way, func(b *testing.B) {
				var ours, theirs time.Duration
				for i := range b.N {
					switch way {
					case "cold":
						b.Setenv("XDG_CACHE_HOME", b.TempDir()) // the kernel
						os.RemoveAll(filepath.Join(clone, ".lanebook"))
					case "changed":
						addLine(b, path, fmt.Sprintf("// changed %d", i))
					}
					ours += timed(b, command(clone, title(path)))
					timed(b, command(clone, "-install"))
					theirs += timed(b, exec.Command(python, "-m", "nbconvert", "--execute", "--to", "notebook", "--output-dir", b.TempDir(), path))
				}
				b.ReportMetric(ours.Seconds()/float64(b.N), "lanebook-s")
				b.ReportMetric(theirs.Seconds()/float64(b.N), "nbconvert-s")
				b.ReportMetric(float64(theirs)/float64(ours), "times")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

func timed(b *testing.B, cmd *exec.Cmd) time.Duration {
	b.Helper()
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	return time.Since(began)
}

// addLine adds a line to the last code cell of a notebook.
func addLine(b *testing.B, path, line string) {
	b.Helper()
	book, err := nb.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	for i := len(book.Cells) - 1; i >= 0; i-- {
		if c := &book.Cells[i]; c.Type == nb.Code {
			c.Source += "\n" + line
			break
		}
	}
	if err := nb.WriteFile(path, book); err != nil {
		b.Fatal(err)
	}
}

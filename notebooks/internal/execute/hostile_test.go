package execute

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"lanebook/notebooks/internal/nb"
)

// hostileCells do what a cell should not. Each runs after setup.
var hostileCells = map[string]string{
	"removes its folder":    "%%\nos.RemoveAll(os.TempDir())\nfmt.Println(\"gone\")",
	"removes its program":   "%%\nos.Remove(os.Args[0])\nfmt.Println(\"gone\")",
	"closes its streams":    "%%\nos.Stdout.Close()\nos.Stderr.Close()\nos.Stdin.Close()",
	"kills its group":       "%%\nsyscall.Kill(0, syscall.SIGKILL)\ntime.Sleep(time.Hour)",
	"stops its kernel":      "%%\nsyscall.Kill(os.Getppid(), syscall.SIGSTOP)\ntime.Sleep(time.Hour)",
	"overflows its stack":   "func deep(n int) int { return deep(n+1) + 1 }\n%%\nfmt.Println(deep(0))",
	"exits with zero":       "%%\ngo fmt.Println(\"perhaps\")\nos.Exit(0)",
	"exits with much":       "%%\nos.Exit(256 + 7)",
	"ignores signals":       "import \"os/signal\"\n%%\nsignal.Ignore()\ntime.Sleep(time.Hour)",
	"leaves a writer":       "import \"os/exec\"\n%%\ncmd := exec.Command(\"sh\", \"-c\", \"while :; do echo on; done\")\ncmd.Stdout = os.Stdout\ncmd.Start()",
	"leaves many":           "!for i in 1 2 3 4 5 6 7 8; do setsid sleep 1000 >/dev/null 2>&1 & done",
	"prints NUL":            "%%\nfmt.Print(\"a\\x00b\\x1b[31mred\\x1b]0;title\\x07\\r\\n\")",
	"prints a notebook":     "%%\nfmt.Println(`{\"cells\":[],\"nbformat\":4}`)\nfmt.Println(`<IDS|MSG>`)",
	"shows nothing":         "%%\ngonbui.SendData(&protocol.DisplayData{})\ngonbui.Sync()",
	"shows an odd type":     "%%\ngonbui.SendData(&protocol.DisplayData{Data: map[protocol.MIMEType]any{\"\": \"x\", \"a b\": \"y\"}})\ngonbui.Sync()",
	"writes into its pipe":  "%%\nf, _ := os.OpenFile(os.Getenv(\"GONB_PIPE\"), os.O_WRONLY, 0)\nf.WriteString(\"nonsense\")\nf.Close()",
	"forgets all":           "%reset\n%%\nfmt.Println(1)",
	"goes elsewhere":        "%cd /\n%%\nfmt.Println(1)",
	"edits its notebook":    "%%\nos.WriteFile(\"x.ipynb\", []byte(\"{\"), 0o644)",
	"no Go at all":          "%%\n\x01 ÿ ≠ \u202e",
	"a second main":         "func main() {}\nfunc main() {}",
	"another package":       "package other\n%%\nfmt.Println(1)",
	"unclosed string":       "%%\nfmt.Println(`",
	"an unknown magic":      "%%nonsense\nfmt.Println(1)",
	"a bare percent":        "%",
	"a bare exclamation":    "!",
	"a line that continues": "!echo \\",
}

// TestHostileCells: whatever a cell does, the run ends in time, with a *CellError or
// with a notebook that can be read. It takes every fourth cell, and all of them with
// LANEBOOK_FULL=1.
func TestHostileCells(t *testing.T) {
	for i, name := range slices.Sorted(maps.Keys(hostileCells)) {
		if i%4 != 0 && os.Getenv("LANEBOOK_FULL") != "1" {
			continue
		}
		cell := hostileCells[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opt := options(t)
			opt.Timeout = 8 * time.Second
			began := time.Now()
			result, err := Run(t.Context(), filepath.Join(t.TempDir(), "x.ipynb"), notebook(setup, cell), opt)
			took := time.Since(began)
			if took > time.Minute {
				t.Errorf("it took %v", took)
			}
			var failed *CellError
			if errors.As(err, &failed) {
				t.Logf("%.1f s, %s: %v", took.Seconds(), failed.Kind, err)
				return
			} else if err != nil {
				t.Fatalf("error is %v, want a *CellError", err)
			}
			data, err := result.Notebook.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := nb.Read(data); err != nil {
				t.Errorf("written, but not to be read: %v\n%s", err, data)
			}
			t.Logf("%.1f s, passes: %+v", took.Seconds(), result.Notebook.Cells[1].Outputs)
		})
	}
}

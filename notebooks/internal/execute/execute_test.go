package execute

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lanebook/notebooks/internal/kernel"
	"lanebook/notebooks/internal/nb"
)

// findTools gives the tools, built, and has what setup imports compiled, so that
// no cell of a test waits long for the compiler.
var findTools = sync.OnceValues(func() (kernel.Tools, error) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		return kernel.Tools{}, err
	}
	tools, err := kernel.FindTools(context.Background(), root)
	if err != nil {
		return tools, err
	}
	if err := tools.Build(context.Background(), func(string) {}); err != nil {
		return tools, err
	}
	_, err = Run(context.Background(), "warm.ipynb", notebook(setup, "%%\ngonbui.Sync()\n_ = protocol.MIMETextPlain"), Options{Tools: tools, Timeout: 10 * time.Minute})
	return tools, err
})

// notebook makes a notebook: a cell that begins with "#" is prose.
func notebook(cells ...string) *nb.Notebook {
	book := &nb.Notebook{Minor: 5}
	for i, source := range cells {
		cell := nb.Cell{ID: fmt.Sprintf("c%d", i), Type: nb.Code, Source: source}
		if strings.HasPrefix(source, "#") {
			cell.Type = nb.Markdown
		}
		book.Cells = append(book.Cells, cell)
	}
	return book
}

func options(t *testing.T) Options {
	t.Helper()
	tools, err := findTools()
	if err != nil {
		t.Fatal(err)
	}
	return Options{Tools: tools, Timeout: time.Minute}
}

// setup is the first cell of every notebook here.
const setup = "%noautoget\nimport (\n\t\"fmt\"\n\t\"log\"\n\t\"os\"\n\t\"syscall\"\n\t\"time\"\n\n\t\"github.com/janpfeifer/gonb/gonbui\"\n\t\"github.com/janpfeifer/gonb/gonbui/protocol\"\n)"

func TestRunTwiceGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	book := notebook("# Prose", setup, "  \n", "%%\nfmt.Println(\"one\")\ngonbui.DisplayHTML(\"<b>shown</b>\")\ngonbui.Sync()\nfmt.Println(\"two\")",
		"%%\nfor i := range 100 {\n\tfmt.Println(i)\n\tfmt.Fprintf(os.Stderr, \"\\x1b[31m%d\\x1b[0m\\n\", i)\n}")
	var written [2][]byte
	for i := range written {
		var cells []string
		opt := options(t)
		opt.Progress = func(done, all int) { cells = append(cells, fmt.Sprint(done, "/", all)) }
		result, err := Run(t.Context(), "a.ipynb", book, opt)
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{"0/3", "1/3", "2/3", "3/3"}; !reflect.DeepEqual(cells, want) {
			t.Errorf("progress is %q, want %q", cells, want)
		}
		for _, want := range []string{"fmt", "os", "github.com/janpfeifer/gonb/gonbui"} {
			if !slices.Contains(result.Imports, want) {
				t.Errorf("imports are %q, want %s among them", result.Imports, want)
			}
		}
		if written[i], err = result.Notebook.Bytes(); err != nil {
			t.Fatal(err)
		}
		checkOutputs(t, result.Notebook)
	}
	if !bytes.Equal(written[0], written[1]) {
		t.Errorf("first:\n%s\nsecond:\n%s", written[0], written[1])
	}
	if book.Cells[3].Outputs != nil {
		t.Error("the notebook given was changed")
	}
}

// TestShown: what a cell says of its progress is told as it comes, and in its output only at last.
func TestShown(t *testing.T) {
	t.Parallel()
	opt := options(t)
	var shown []string
	opt.Shown = func(text string) { shown = append(shown, text) }
	show := "gonbui.SendData(&protocol.DisplayData{DisplayID: \"p\", Data: map[protocol.MIMEType]any{protocol.MIMETextPlain: %q}})\n"
	result, err := Run(t.Context(), "a.ipynb", notebook(setup, "%%\n"+fmt.Sprintf(show+show, "1 of 2 parts", "")+"gonbui.Sync()\nfmt.Println(\"done\")"), opt)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"1 of 2 parts", ""}; !reflect.DeepEqual(shown, want) {
		t.Errorf("shown are %q, want %q", shown, want)
	}
	if text, _ := result.Notebook.Cells[1].Outputs[0].Content("text/plain"); text != "" {
		t.Errorf("the output keeps %q", text)
	}
}

func checkOutputs(t *testing.T, book *nb.Notebook) {
	t.Helper()
	for i, want := range []int{0, 1, 0, 2, 3} { // prose and blank cells are not counted
		if got := book.Cells[i].ExecutionCount; got != want {
			t.Errorf("cell %d: count is %d, want %d", i, got, want)
		}
	}
	shown := book.Cells[3].Outputs
	if len(shown) != 2 || shown[0].Text != "one\ntwo\n" {
		t.Fatalf("outputs are %+v, want stdout in one piece and a display", shown)
	}
	if html, _ := shown[1].Content("text/html"); html != "<b>shown</b>" {
		t.Errorf("display is %q", html)
	}
	streams := book.Cells[4].Outputs
	if len(streams) != 2 || streams[0].Name != "stdout" || streams[1].Name != "stderr" || streams[0].Text != streams[1].Text {
		t.Errorf("outputs are %+v, want 0 to 99 on stdout and, without colour, on stderr", streams)
	}
}

// readsInput is how a cell fails that reads its standard input.
var readsInput = map[bool]Kind{true: WantsInput, false: TimedOut}[runtime.GOOS == "linux"]

// TestFailures has one notebook for each way to fail; the error must say where.
func TestFailures(t *testing.T) {
	for name, c := range map[string]struct {
		cells []string // after setup, which is cell 1
		kind  Kind
		want  string // the error's text, or its beginning where it ends with …
	}{
		"compiler": {[]string{"# Prose", "%%\nfmt.Println(1)\n\tfmt.Println(lanes * 2)"}, Compile,
			"x.ipynb cell 2 line 3: undefined: lanes\n\tfmt.Println(lanes * 2)"},
		"several": {[]string{"%%\na := 1\nvar s string = 2\n_ = s"}, Compile,
			"x.ipynb cell 2 line 2: declared and not used: a\n\ta := 1\nx.ipynb cell 2 line 3: cannot use 2 (untyped int constant) as string value in variable declaration\n\tvar s string = 2"},
		"syntax": {[]string{"%%\nfmt.Println(1"}, Compile,
			"x.ipynb cell 2 line 2: missing ',' before newline in argument list…"},
		"import": {[]string{"import \"lanebook/nowhere\"\n%%\nnowhere.Go()"}, Compile,
			"x.ipynb cell 2 line 1: module lanebook@latest found…"},
		"panic": {[]string{"%%\nvar banks []int\nfmt.Println(banks[5])"}, Panicked,
			"x.ipynb cell 2 line 3: panic: runtime error: index out of range [5] with length 0\n\tfmt.Println(banks[5])"},
		"panic in an earlier cell": {[]string{"func f() {\n\tpanic(fmt.Errorf(\"no bank %d\", 33))\n}", "%%\nf()"}, Panicked,
			"x.ipynb cell 2 line 2: panic: no bank 33 (called by cell 3)\n\tpanic(fmt.Errorf(\"no bank %d\", 33))"},
		"deadlock": {[]string{"%%\nvar c chan int\n<-c"}, Panicked,
			"x.ipynb cell 2 line 3: panic: all goroutines are asleep - deadlock!\n\t<-c"},
		"log.Fatal": {[]string{"%%\nlog.SetFlags(0)\nlog.Fatal(\"no such device\")"}, Exited,
			"x.ipynb cell 2: exit status 1: no such device\n\tlog.SetFlags(0)"},
		"exit with a place": {[]string{"%%\nlog.SetFlags(log.Llongfile)\nlog.Fatal(\"no such device\")"}, Exited,
			"x.ipynb cell 2 line 3: exit status 1: no such device\n\tlog.Fatal(\"no such device\")"},
		"killed": {[]string{"%%\nsyscall.Kill(os.Getpid(), syscall.SIGKILL)\ntime.Sleep(time.Hour)"}, Exited,
			"x.ipynb cell 2: signal: killed\n\tsyscall.Kill(os.Getpid(), syscall.SIGKILL)"},
		"pipe": {[]string{"type odd struct{ A int }", "%%\ngonbui.SendData(&protocol.DisplayData{\n\tData: map[protocol.MIMEType]any{\"text/plain\": odd{1}},\n})"}, LostPipe,
			"x.ipynb cell 3: an output was lost: …"},
		"pipe to the kernel": {[]string{"import \"encoding/gob\"\ntype odd struct{ A int }", "%%\ngob.Register(odd{})\ngonbui.SendData(&protocol.DisplayData{\n\tData: map[protocol.MIMEType]any{\"text/plain\": odd{1}},\n})\ntime.Sleep(time.Second)"}, LostPipe,
			"x.ipynb cell 3: an output was lost: failed to parse message: gob: …"},
		"request without content": {[]string{"%%\ngonbui.SendData(&protocol.DisplayData{\n\tData: map[protocol.MIMEType]any{protocol.MIMEJupyterInput: \"?\"},\n})\ngonbui.Sync()"}, LostPipe,
			"x.ipynb cell 2: an output was lost: A MIMEJupyterInput sent to GONB_PIPE without…"},
		"number as text": {[]string{"%%\ngonbui.SendData(&protocol.DisplayData{\n\tData: map[protocol.MIMEType]any{\"text/plain\": 7},\n})\ngonbui.Sync()"}, BadOutput,
			"x.ipynb cell 2: puts out what no notebook can hold: data[\"text/plain\"]: text is neither a string nor a list of strings\n\tgonbui.SendData(&protocol.DisplayData{"},
		"map as text": {[]string{"import \"encoding/gob\"\n%%\ngob.Register(map[string]any{})\ngonbui.SendData(&protocol.DisplayData{\n\tData: map[protocol.MIMEType]any{\"text/plain\": map[string]any{\"banks\": 32}},\n})\ngonbui.Sync()"}, BadOutput,
			"x.ipynb cell 2: puts out what no notebook can hold: data[\"text/plain\"]: …"},
		"endless line": {[]string{"%%\nlong := string(bytes.Repeat([]byte{120}, 1<<16))\nfor {\n\tos.Stdout.WriteString(long)\n}"}, TooMuch,
			"x.ipynb cell 2: puts out more than 16 MB, the most that is kept: print less, or write a file\n\tlong := string(bytes.Repeat([]byte{120}, 1<<16))"},
		"bytes": {[]string{"%%\nos.Stdout.WriteString(\"bank \\xff\\n\")"}, BadOutput,
			"x.ipynb cell 2: puts out bytes that are not UTF-8, which the kernel replaces…"},
		"bytes as HTML": {[]string{"%%\ngonbui.DisplayHTML(\"<b>\\xff</b>\")\ngonbui.Sync()"}, BadOutput,
			"x.ipynb cell 2: puts out bytes that are not UTF-8, which the kernel replaces…"},
		"shell": {[]string{"!exit 3"}, BadCommand,
			"x.ipynb cell 2 line 1: exit status 3\n\t!exit 3"},
		"killed shell": {[]string{"!kill -9 $$"}, BadCommand,
			"x.ipynb cell 2 line 1: signal: killed\n\t!kill -9 $$"},
		"script": {[]string{"%%bash\nexit 3"}, BadCommand,
			"x.ipynb cell 2 line 1: exit status 3\n\t%%bash"},
		"command": {[]string{"// prose\n%nonsense"}, BadCommand,
			"x.ipynb cell 2 line 2: \"%nonsense\" unknown or not implemented yet.\n\t%nonsense"},
		"input": {[]string{"%%\ngonbui.RequestInput(\"name?\", false)\ntime.Sleep(time.Hour)"}, WantsInput,
			"x.ipynb cell 2: the cell asks for input…"},
		"stdin": {[]string{"import \"bufio\"\n%%\nfmt.Println(bufio.NewReader(os.Stdin).ReadString(10))"}, readsInput,
			"x.ipynb cell 2: …"},
		"stdin of a shell": {[]string{"!read line"}, readsInput,
			"x.ipynb cell 2: …"},
		"stdin of another session": {[]string{"!setsid -w cat"}, readsInput,
			"x.ipynb cell 2: …"},
		"stdin by poll": {[]string{"import \"golang.org/x/sys/unix\"\n%%\nunix.Poll([]unix.PollFd{{Events: unix.POLLIN}}, -1)"}, readsInput,
			"x.ipynb cell 2: …"},
		"stdin by select": {[]string{"import \"golang.org/x/sys/unix\"\n%%\nvar set unix.FdSet\nset.Set(0)\nunix.Select(1, &set, nil, nil, nil)"}, readsInput,
			"x.ipynb cell 2: …"},
		"stdin of a shell with a limit": {[]string{"!read -t 600 line"}, readsInput,
			"x.ipynb cell 2: …"},
		"hang": {[]string{"%%\ntime.Sleep(time.Hour)"}, TimedOut,
			"x.ipynb cell 2: still running after 8s, so it was ended (-timeout sets the limit)\n\ttime.Sleep(time.Hour)"},
		"kernel": {[]string{"%%\nsyscall.Kill(os.Getppid(), syscall.SIGKILL)\ntime.Sleep(time.Hour)"}, KernelDied,
			"x.ipynb cell 2: the kernel died (signal: killed)\n\tsyscall.Kill(os.Getppid(), syscall.SIGKILL)"},
		"place": {[]string{"%%\ndir, _ := os.Getwd()\nfmt.Println(\"working in\", dir)\nfmt.Println(\"binary\", os.Args[0])"}, NotPortable,
			"x.ipynb cell 2: its output names a place of this machine: \"binary …"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opt := options(t)
			if c.kind == TimedOut || c.kind == readsInput {
				opt.Timeout = 8 * time.Second
			}
			book := notebook(slices.Concat([]string{setup}, c.cells)...)
			_, err := Run(t.Context(), filepath.Join(t.TempDir(), "x.ipynb"), book, opt)
			var failed *CellError
			if !errors.As(err, &failed) {
				t.Fatalf("error is %v, want a *CellError", err)
			}
			if failed.Kind != c.kind {
				t.Errorf("kind is %q, want %q", failed.Kind, c.kind)
			}
			want, open := strings.CutSuffix(c.want, "…")
			if got := err.Error(); got != want && !(open && strings.HasPrefix(got, want)) {
				t.Errorf("error is\n%s\nwant\n%s", got, c.want)
			}
			if text := err.Error(); strings.Contains(text, "lanebook-") && c.kind != NotPortable {
				t.Errorf("error names a temporary folder:\n%s", text)
			}
		})
	}
}

func TestPackageThatDoesNotCompile(t *testing.T) {
	t.Parallel()
	opt := options(t)
	opt.Tools.Root = t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module lanebook\n\ngo 1.25\n", "model/model.go": "package model\n\nvar Banks = lanes\n",
	} {
		path := filepath.Join(opt.Tools.Root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, err := Run(t.Context(), "x.ipynb", notebook("%noautoget\nimport \"lanebook/model\"", "%%\n_ = model.Banks"), opt)
	const want = "x.ipynb cell 2: package lanebook/model does not compile:\n\tmodel/model.go:3:13: undefined: lanes\n\t_ = model.Banks"
	if err == nil || err.Error() != want {
		t.Errorf("error is\n%v\nwant\n%s", err, want)
	}
}

func TestInterruptionIsNoCellsFault(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	opt := options(t)
	opt.Progress = func(done, _ int) {
		if done == 1 {
			stop()
		}
	}
	_, err := Run(ctx, "x.ipynb", notebook(setup, "%%\ntime.Sleep(time.Hour)"), opt)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
}

func TestWorkingFolderIsTheNotebooks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "data.csv"), []byte("1,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	result, err := Run(t.Context(), filepath.Join(dir, "x.ipynb"), notebook(setup, "%%\ndata, err := os.ReadFile(\"data.csv\")\nfmt.Print(string(data), err)"), options(t))
	if err != nil {
		t.Fatal(err)
	}
	if got := result.Notebook.Cells[1].Outputs; len(got) != 1 || got[0].Text != "1,2\n<nil>" {
		t.Errorf("outputs are %+v, want the file", got)
	}
}

package kernel

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lanebook/notebooks/internal/nb"
)

// findTools gives the tools that this module pins, built.
var findTools = sync.OnceValues(func() (Tools, error) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		return Tools{}, err
	}
	tools, err := FindTools(context.Background(), root)
	if err != nil {
		return Tools{}, err
	}
	return tools, tools.Build(context.Background(), func(string) {})
})

func start(t *testing.T) *Kernel {
	t.Helper()
	tools, err := findTools()
	if err != nil {
		t.Fatal(err)
	}
	k, err := Start(t.Context(), tools, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeClean(t, k) })
	return k
}

// closeClean closes the kernel and finds nothing of it left.
func closeClean(t *testing.T, k *Kernel) {
	t.Helper()
	if err := k.Close(); err != nil {
		t.Errorf("closing the kernel: %v", err)
	}
	if _, err := os.Stat(k.dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder %s is still there: %v", k.dir, err)
	}
	await(t, "the kernel's processes to end", func() bool { return !alive(t, k.cmd.Process.Pid) })
}

// alive reports whether a process of the group is still running; one that has
// ended and only waits to be collected is not.
func alive(t *testing.T, group int) bool {
	t.Helper()
	out, err := exec.Command("ps", "-A", "-o", "pgid=,stat=").Output()
	if err != nil {
		t.Skipf("no ps to look for processes: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) == 2 && fields[0] == fmt.Sprint(group) && !strings.HasPrefix(fields[1], "Z") {
			return true
		}
	}
	return false
}

// await polls until ok, for at most 20 seconds.
func await(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited too long for %s", what)
		}
	}
}

// runCell executes a cell that must succeed.
func runCell(t *testing.T, k *Kernel, source string) *Reply {
	t.Helper()
	reply, err := k.Execute(t.Context(), source)
	if err != nil {
		t.Fatalf("%s\n%v", source, err)
	}
	if !reply.OK {
		t.Fatalf("%s\n%s: %s", source, reply.EName, reply.EValue)
	}
	return reply
}

func TestExecute(t *testing.T) {
	t.Parallel()
	k := start(t)
	if reply := runCell(t, k, "%noautoget\nimport (\n\t\"fmt\"\n\n\t\"lanebook/charts\"\n)"); len(reply.Outputs) != 0 || reply.ExecutionCount != 1 {
		t.Errorf("imports: [%d] with %d outputs, want [1] without", reply.ExecutionCount, len(reply.Outputs))
	}
	reply := runCell(t, k, "%%\nfmt.Println(charts.Log2)\nfmt.Fprintln(os.Stderr, \"careful\")")
	var stdout, stderr string
	for _, out := range reply.Outputs {
		switch out.Name {
		case "stdout":
			stdout += out.Text
		case "stderr":
			stderr += out.Text
		}
	}
	if stdout != "log2\n" || stderr != "careful\n" {
		t.Errorf("stdout is %q, stderr is %q, want log2 and careful", stdout, stderr)
	}
	paths, err := k.Imports()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"fmt", "lanebook/charts", "os"} { // goimports found os
		if !slices.Contains(paths, want) {
			t.Errorf("imports are %q, want %s among them", paths, want)
		}
	}
}

// TestReadersGopls: a kernel that executes does not start the gopls of the reader's PATH.
func TestReadersGopls(t *testing.T) {
	dir := t.TempDir()
	started := filepath.Join(dir, "started")
	if err := os.WriteFile(filepath.Join(dir, "gopls"), []byte("#!/bin/sh\n: >'"+started+"'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	runCell(t, start(t), "%%\nprintln(1)") // long enough after the start
	if _, err := os.Stat(started); err == nil {
		t.Error("the kernel has started gopls")
	}
}

func TestDisplaysAreUpdated(t *testing.T) {
	t.Parallel()
	k := start(t)
	first := runCell(t, k, "%noautoget\nimport \"github.com/janpfeifer/gonb/gonbui\"\n%%\n"+
		"gonbui.UpdateHTML(\"a\", \"<i>before</i>\")\ngonbui.DisplayHTML(\"<b>fixed</b>\")\ngonbui.Sync()")
	second := runCell(t, k, "%%\ngonbui.UpdateHTML(\"a\", \"<i>after</i>\")\ngonbui.Sync()")
	if len(first.Outputs) != 2 || len(second.Outputs) != 0 {
		t.Fatalf("%d and %d outputs, want 2 and 0", len(first.Outputs), len(second.Outputs))
	}
	for i, want := range []string{"<i>after</i>", "<b>fixed</b>"} {
		if got, _ := first.Outputs[i].Content("text/html"); got != want || first.Outputs[i].Type != nb.DisplayData {
			t.Errorf("output %d is %s %q, want %q", i, first.Outputs[i].Type, got, want)
		}
	}
}

func TestDeath(t *testing.T) {
	t.Parallel()
	k := start(t)
	_, err := k.Execute(t.Context(), "%noautoget\nimport (\"os\"; \"syscall\"; \"time\")\n%%\n"+
		"syscall.Kill(os.Getppid(), syscall.SIGKILL)\ntime.Sleep(time.Hour)")
	var death *DeathError
	if !errors.As(err, &death) || death.Status != "signal: killed" {
		t.Fatalf("error is %v, want that the kernel was killed", err)
	}
	if death.Log != "" {
		t.Errorf("its log is %q, want nothing: it had nothing to complain of", death.Log)
	}
	// The cell outlived its kernel. Closing must end it.
	if !alive(t, k.cmd.Process.Pid) {
		t.Error("the cell has ended too: nothing is left to test")
	}
}

func TestHangingCellIsEnded(t *testing.T) {
	t.Parallel()
	k := start(t)
	late := errors.New("too late")
	ctx, cancel := context.WithTimeoutCause(t.Context(), 2*time.Second, late)
	defer cancel()
	_, err := k.Execute(ctx, "%noautoget\nimport (\"os\"; \"os/signal\"; \"time\")\n%%\nsignal.Ignore(os.Interrupt)\ntime.Sleep(time.Hour)")
	if !errors.Is(err, late) {
		t.Errorf("error is %v, want %v", err, late)
	}
}

// TestChildInItsOwnSession has a cell start a program that leaves the kernel's process
// group, as daemons do.
func TestChildInItsOwnSession(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("found by /proc, which is Linux's")
	}
	t.Parallel()
	pid := ""
	sleeping := func() bool {
		state, _ := exec.Command("ps", "-o", "stat=", "-p", pid).Output()
		return len(state) > 0 && state[0] != 'Z'
	}
	t.Run("its life", func(t *testing.T) {
		reply := runCell(t, start(t), "%noautoget\nimport (\"fmt\"; \"os/exec\"; \"syscall\")\n%%\ncmd := exec.Command(\"sleep\", \"1000\")\n"+
			"cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}\ncmd.Start()\nfmt.Println(cmd.Process.Pid)")
		if pid = strings.TrimSpace(reply.Outputs[0].Text); !sleeping() {
			t.Fatalf("process %s is not running: nothing to test", pid)
		}
	})
	if sleeping() {
		t.Errorf("process %s is still running", pid)
		exec.Command("kill", pid).Run()
	}
}

func TestInputIsRefused(t *testing.T) {
	t.Parallel()
	k := start(t)
	_, err := k.Execute(t.Context(), "%noautoget\nimport (\"time\"; \"github.com/janpfeifer/gonb/gonbui\")\n%%\ngonbui.RequestInput(\"name? \", false)\ntime.Sleep(time.Hour)")
	if !errors.Is(err, ErrInput) {
		t.Errorf("error is %v, want %v", err, ErrInput)
	}
}

func TestMissingTool(t *testing.T) {
	tools, err := findTools()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(tools.Dir, "gonb"), filepath.Join(dir, "gonb")); err != nil {
		t.Fatal(err)
	}
	tools.Dir = dir
	k, err := Start(t.Context(), tools, t.TempDir())
	if err == nil {
		k.Close()
	}
	if err == nil || !strings.HasPrefix(err.Error(), "goimports is missing") {
		t.Errorf("error is %v, want that goimports is missing", err)
	}
}

func TestKernelThatWillNotStart(t *testing.T) {
	tools, err := findTools()
	if err != nil {
		t.Fatal(err)
	}
	tools.Root = filepath.Join(t.TempDir(), "no-module-here")
	k, err := Start(t.Context(), tools, t.TempDir())
	if err == nil {
		closeClean(t, k)
	}
	var death *DeathError
	if !errors.As(err, &death) || !strings.Contains(err.Error(), "no-module-here") {
		t.Errorf("error is %v, want the kernel's words on the missing folder", err)
	}
}

// TestGuard kills a process that has a kernel, and finds that the kernel and
// its folder go too.
func TestGuard(t *testing.T) {
	t.Parallel()
	owner := exec.Command(os.Args[0], "-test.run=^TestGuardOwner$")
	owner.Env = append(owner.Environ(), "LANEBOOK_GUARD_OWNER=1")
	stdout, err := owner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := owner.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	var group int
	var dir string
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if _, scan := fmt.Sscanf(line, "%d %s", &group, &dir); err != nil || scan != nil {
		t.Fatalf("the owner says %q, %v", line, err)
	}
	if !alive(t, group) {
		t.Fatal("the kernel is not running")
	}
	owner.Process.Kill()
	owner.Wait()
	await(t, "the kernel to end", func() bool { return !alive(t, group) })
	await(t, "its folder to go", func() bool { _, err := os.Stat(dir); return errors.Is(err, os.ErrNotExist) })
}

// TestGuardOwner is the process that TestGuard kills, and no test by itself.
func TestGuardOwner(t *testing.T) {
	if os.Getenv("LANEBOOK_GUARD_OWNER") == "" {
		t.Skip("only TestGuard needs it")
	}
	tools, err := findTools()
	if err != nil {
		t.Fatal(err)
	}
	k, err := Start(t.Context(), tools, os.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(k.cmd.Process.Pid, k.dir)
	io.Copy(io.Discard, os.Stdin) // until it is killed
}

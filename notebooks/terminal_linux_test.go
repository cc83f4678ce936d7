package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// terminal returns both ends of a terminal of its own.
func terminal(t *testing.T) (screen, tty *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no terminals here: ", err)
	}
	t.Cleanup(func() { screen.Close() })
	raw, err := screen.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var number, unlocked int32
	var failed syscall.Errno
	raw.Control(func(fd uintptr) {
		for request, value := range map[uintptr]*int32{syscall.TIOCSPTLCK: &unlocked, syscall.TIOCGPTN: &number} {
			if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(unsafe.Pointer(value))); errno != 0 {
				failed = errno
			}
		}
	})
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil || failed != 0 {
		t.Skip("no terminals here: ", failed, err)
	}
	return screen, tty
}

// TestBenchOnATerminal: the program that times a kernel says on a terminal, in one line that
// it writes again and again, how much is done. Ctrl-C ends it: it erases the line, says so,
// and has put nothing out.
func TestBenchOnATerminal(t *testing.T) {
	program := filepath.Join(t.TempDir(), "bench")
	if out, err := exec.Command("go", "build", "-o", program, "./new/bench").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	screen, tty := terminal(t)
	var stdout bytes.Buffer
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "TERM=xterm")
	cmd.Stdout, cmd.Stderr = &stdout, tty
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	tty.Close()
	seen, interrupted := "", false
	for piece := make([]byte, 256); ; {
		n, err := screen.Read(piece)
		if seen += string(piece[:n]); !interrupted && strings.Count(seen, " of 100 %") >= 2 {
			interrupted = true
			cmd.Process.Signal(os.Interrupt)
		}
		if err != nil { // all have closed the terminal
			break
		}
	}
	cmd.Wait()
	const again = "\r\x1b[K"
	first, _, _ := strings.Cut(strings.TrimPrefix(seen, again), again)
	if cmd.ProcessState.ExitCode() != 1 || stdout.Len() > 0 || !strings.HasPrefix(seen, again) || !strings.HasSuffix(first, " of 100 %") || !strings.HasSuffix(seen, again+"interrupted\r\n") || strings.Count(seen, "\n") != 1 {
		t.Errorf("exit status %d, %d bytes on standard output; the terminal has %q, want one line written again, erased, and interrupted", cmd.ProcessState.ExitCode(), stdout.Len(), seen)
	}
}

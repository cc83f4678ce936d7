package kernel

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"github.com/go-zeromq/zmq4"

	"lanebook/notebooks/internal/atomicfile"
)

// DeathError says that the kernel's process ended by itself.
type DeathError struct {
	Status string // "exit status 2", "signal: killed"
	Log    string // the last complaints that it logged; may be empty
}

func (e *DeathError) Error() string {
	return strings.TrimSuffix("the kernel died ("+e.Status+")\n"+e.Log, "\n")
}

// Close ends the kernel and every process it started, and removes its folder.
func (k *Kernel) Close() error {
	k.cancel()
	for _, socket := range []zmq4.Socket{k.shell, k.iopub, k.stdin} {
		if socket != nil {
			socket.Close() // the peer is about to be killed: nothing to lose
		}
	}
	if k.cmd != nil {
		syscall.Kill(-k.cmd.Process.Pid, syscall.SIGKILL) // fails when none is left
		<-k.exited
	}
	k.guard.finish()
	if k.release == nil {
		return nil
	}
	return k.release()
}

// makeDir makes the kernel's folder. The sockets lie in it.
func (k *Kernel) makeDir() (err error) {
	if k.dir, k.release, err = atomicfile.TempDir(atomicfile.SocketParent(44), "lanebook-gonb-"); err != nil {
		return err
	}
	for _, dir := range []string{k.tmp(), k.failed(), k.noGopls()} {
		if err = os.Mkdir(dir, 0o700); err != nil {
			return err
		}
	}
	// GoNB starts the gopls that it finds, which then reads the whole module, for seconds
	// and in hundreds of megabytes; nobody types here. Without this, it finds the reader's.
	if err = os.WriteFile(filepath.Join(k.noGopls(), "gopls"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		return err
	}
	connection, err := json.Marshal(map[string]any{
		"transport": "ipc", "ip": k.address(""), "signature_scheme": "hmac-sha256", "key": string(k.key),
		"shell_port": shellPort, "iopub_port": iopubPort, "stdin_port": stdinPort, "control_port": 4, "hb_port": 5,
	})
	if err != nil {
		return err
	}
	return os.WriteFile(k.connectionFile(), connection, 0o600)
}

// The sockets' numbers in the connection file.
const (
	shellPort = iota + 1
	iopubPort
	stdinPort
)

func (k *Kernel) tmp() string            { return filepath.Join(k.dir, "tmp") }
func (k *Kernel) failed() string         { return filepath.Join(k.dir, "failed") }
func (k *Kernel) noGopls() string        { return filepath.Join(k.dir, "path") }
func (k *Kernel) bashEnv() string        { return filepath.Join(k.dir, "bash") }
func (k *Kernel) connectionFile() string { return filepath.Join(k.dir, "kernel-1.json") }

// address is the path of a socket, given its "-port".
func (k *Kernel) address(port string) string { return filepath.Join(k.dir, "socket") + port }

// spawn starts the process, the leader of a group of its own: the programs that
// cells become are in the group too, and end with it.
func (k *Kernel) spawn(tools Tools, dir string) error {
	logFile, err := os.Create(filepath.Join(k.dir, "log"))
	if err != nil {
		return err
	}
	defer logFile.Close() // the process has its own handle
	line := tools.Command(k.connectionFile())
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "TMPDIR="+k.tmp(), "GOTMPDIR=", "BASH_ENV="+k.bashEnv())
	env := tools.Env()
	env["PATH"] = k.noGopls() + string(os.PathListSeparator) + env["PATH"]
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	cmd.Stdout, cmd.Stderr = logFile, logFile
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	k.cmd = cmd
	go func() {
		cmd.Wait() // the state is kept in cmd
		close(k.exited)
	}()
	if k.guard, err = startGuard(cmd.Process.Pid, k.dir); err != nil {
		return err
	}
	return os.WriteFile(k.bashEnv(), fmt.Appendf(nil, bashScript, cmd.Process.Pid), 0o600)
}

// bashScript is what bash runs before the command of a cell. The kernel tells only on
// stderr, where the command may say the same, that one has failed: this keeps a file of
// each that has not ended well. It is for children of the kernel, not for theirs.
const bashScript = `unset BASH_ENV
if [ "$PPID" = %d ]; then
	_lanebook="${BASH_SOURCE%%/*}/failed/$$"
	: >"$_lanebook"
	trap '[ "$?" = 0 ] && rm -f "$_lanebook"' EXIT
fi
`

// commandFailed reports whether a command for bash has failed since it was last called.
func (k *Kernel) commandFailed() (bool, error) {
	files, err := os.ReadDir(k.failed())
	for _, file := range files {
		err = errors.Join(err, os.Remove(filepath.Join(k.failed(), file.Name())))
	}
	return len(files) > 0, err
}

// death says how the process ended, once it has.
func (k *Kernel) death() error {
	const most = 20 // lines
	var last []string
	text := k.log()
	for line := range strings.Lines(Plain(text[min(k.quiet, len(text)):])) {
		if !chatter.MatchString(line) {
			last = append(last, strings.TrimRight(line, "\n"))
		}
	}
	last = last[max(0, len(last)-most):]
	return &DeathError{Status: k.cmd.ProcessState.String(), Log: strings.TrimSpace(strings.Join(last, "\n"))}
}

// chatter is a line that the kernel logs as information or warning, or of the gopls that
// it is not to have.
var chatter = regexp.MustCompile("^([IW]\\d{4} |E.*started `gopls`)")

// log is what the kernel has logged so far.
func (k *Kernel) log() string {
	text, _ := os.ReadFile(filepath.Join(k.dir, "log")) // without it, the status must do
	return string(text)
}

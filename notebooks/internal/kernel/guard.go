package kernel

import (
	"io"
	"os/exec"
	"strconv"
	"syscall"
)

// guard cleans up after a kernel when this process ends without doing so, be it
// by SIGKILL. It is a shell that waits for the end of its input, which only this
// process holds open.
type guard struct {
	cmd  *exec.Cmd
	hold io.Closer
}

// guardScript gets a process group and a folder. Processes that are being killed
// may still make files, hence the second attempt.
const guardScript = `read -r _; kill -s KILL -- "-$1"; rm -rf -- "$2" || { sleep 1; rm -rf -- "$2"; }`

func startGuard(group int, dir string) (*guard, error) {
	cmd := exec.Command("/bin/sh", "-c", guardScript, "lanebook-guard", strconv.Itoa(group), dir)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // out of reach of Ctrl-C
	hold, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &guard{cmd, hold}, nil
}

// dismiss ends the guard without it doing anything.
func (g *guard) dismiss() {
	if g == nil {
		return
	}
	g.cmd.Process.Kill() // before its input ends
	g.cmd.Wait()
	g.hold.Close()
}

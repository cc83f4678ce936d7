package kernel

import (
	"io"
	"os/exec"
	"strconv"
	"syscall"
)

// guard ends what a kernel has started and removes its folder, when it is told to or
// when this process ends, be it by SIGKILL. It is a shell that waits for the end of
// its input, which only this process holds open.
type guard struct {
	cmd  *exec.Cmd
	hold io.Closer
}

// guardScript gets a process group and a folder. A program of a cell may have left the
// group, but has inherited TMPDIR, which Linux tells. Processes that are being killed
// may still make files, hence several attempts.
const guardScript = `read -r _
for try in 1 2 3 4 5 6 7 8; do
	kill -s KILL -- "-$1"
	left=$(grep -lzsxF "TMPDIR=$2/tmp" /proc/[0-9]*/environ)
	for p in $left; do p=${p#/proc/}; kill -s KILL "${p%/environ}"; done
	rm -rf -- "$2" && [ -z "$left" ] && exit
	sleep 0.1
done`

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

// finish lets the guard do its work, and returns when it is done.
func (g *guard) finish() {
	if g == nil {
		return
	}
	g.hold.Close()
	g.cmd.Wait()
}

package kernel

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// readsInput reports whether a program, of whatever session, is waiting to read from a
// pipe that the kernel holds the other end of: it gives every program such a pipe for its
// standard input, and puts nothing into it.
func (k *Kernel) readsInput() bool {
	pipes := map[string]bool{}
	fds, _ := filepath.Glob(filepath.Join("/proc", strconv.Itoa(k.cmd.Process.Pid), "fd", "*"))
	for _, fd := range fds {
		if target, _ := os.Readlink(fd); strings.HasPrefix(target, "pipe:") {
			pipes[target] = true
		}
	}
	reading := fmt.Sprintf("%d 0x0 ", syscall.SYS_READ) // from descriptor 0
	programs, _ := filepath.Glob("/proc/[0-9]*")
	for _, program := range programs {
		if stdin, _ := os.Readlink(filepath.Join(program, "fd", "0")); !pipes[stdin] {
			continue
		}
		threads, _ := filepath.Glob(filepath.Join(program, "task", "*", "syscall"))
		for _, thread := range threads {
			if call, _ := os.ReadFile(thread); strings.HasPrefix(string(call), reading) {
				return true
			}
		}
	}
	return false
}

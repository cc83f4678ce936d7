package kernel

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// readsInput reports whether a program of the kernel's group is waiting to read from
// a pipe that the kernel holds the other end of: it gives every program such a pipe
// for its standard input, and puts nothing into it.
func (k *Kernel) readsInput() bool {
	group := strconv.Itoa(k.cmd.Process.Pid)
	pipes := map[string]bool{}
	fds, _ := filepath.Glob(filepath.Join("/proc", group, "fd", "*"))
	for _, fd := range fds {
		if target, _ := os.Readlink(fd); strings.HasPrefix(target, "pipe:") {
			pipes[target] = true
		}
	}
	reading := fmt.Sprintf("%d 0x0 ", syscall.SYS_READ) // from descriptor 0
	programs, _ := filepath.Glob("/proc/[0-9]*")
	for _, program := range programs {
		stat, _ := os.ReadFile(filepath.Join(program, "stat")) // 7 (name) state parent group …
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		if len(fields) < 3 || fields[2] != group {
			continue
		}
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

package kernel

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
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
	programs, _ := filepath.Glob("/proc/[0-9]*")
	for _, program := range programs {
		if stdin, _ := os.Readlink(filepath.Join(program, "fd", "0")); !pipes[stdin] {
			continue
		}
		threads, _ := filepath.Glob(filepath.Join(program, "task", "*", "syscall"))
		for _, thread := range threads {
			if call, _ := os.ReadFile(thread); waitsForInput(program, string(call)) {
				return true
			}
		}
	}
	return false
}

// poll and selects are system calls that newer architectures do not have.
var poll, selects = -1, -1

func init() {
	if runtime.GOARCH == "amd64" {
		poll, selects = 7, 23
	}
}

// waitsForInput reports whether a system call, as Linux shows that of a thread, waits to
// read from descriptor 0, and from no other: that one may still have something.
func waitsForInput(program, call string) bool {
	var number int
	var first, second uint64
	if _, err := fmt.Sscanf(call, "%d 0x%x 0x%x", &number, &first, &second); err != nil {
		return false // it is running
	}
	const pollfd, readable = 8, 1 // a descriptor of 4 bytes, the wish of 2, the answer of 2
	switch number {
	case syscall.SYS_READ:
		return first == 0
	case poll, syscall.SYS_PPOLL:
		list := memory(program, first, second*pollfd)
		for i := 0; i < len(list); i += pollfd {
			if list[i+4]&readable == 0 || binary.NativeEndian.Uint32(list[i:]) != 0 {
				return false
			}
		}
		return len(list) > 0
	case selects, syscall.SYS_PSELECT6:
		set := memory(program, second, (first+7)/8)
		return strings.TrimRight(string(set), "\x00") == "\x01"
	}
	return false
}

// memory is what a program has at an address; nothing if that cannot be read, or is
// longer than a list of descriptors should be.
func memory(program string, address, length uint64) []byte {
	if length > 1<<16 {
		return nil
	}
	file, err := os.Open(filepath.Join(program, "mem"))
	if err != nil {
		return nil
	}
	defer file.Close()
	bytes := make([]byte, length)
	if _, err := file.ReadAt(bytes, int64(address)); err != nil {
		return nil
	}
	return bytes
}

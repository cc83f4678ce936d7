package kernel

import (
	"fmt"
	"math/bits"
	"path/filepath"
	"runtime"
	"strings"

	"lanebook/gpumodel"
)

// Fault is what a kernel did wrong, and where.
type Fault struct {
	Kernel    string // its name
	Workgroup Point  // position in the grid
	Wavefront int    // in the workgroup
	Lane      int    // in the workgroup: x + X·(y + Y·z); −1 if it concerns the whole wavefront
	File      string // of the kernel's source, without its folder; empty if unknown
	Line      int    // 0 if unknown
	Message   string // what went wrong
}

// Error returns all of it in one line, such as
//
//	transpose: workgroup (1,0,0), lane 5: transpose.go:41: load of input[64], want 0 to 63
func (f *Fault) Error() string {
	who := fmt.Sprintf("lane %d", f.Lane)
	if f.Lane < 0 {
		who = fmt.Sprintf("wavefront %d", f.Wavefront)
	}
	where := ""
	if f.File != "" {
		where = fmt.Sprintf("%s:%d: ", f.File, f.Line)
	}
	return fmt.Sprintf("%s: workgroup %v, %s: %s%s", f.Kernel, f.Workgroup, who, where, f.Message)
}

// refuse ends the launch at the line that is being executed. A lane of −1
// stands for the whole wavefront.
func (w *Wavefront) refuse(lane int, format string, args ...any) {
	f := w.newFault(w.kernelLine(), lane, format, args...)
	if w.group.unwritten != nil { // the likelier reason for all that followed
		f = w.group.unwritten
	}
	w.end(f)
}

// end ends the launch. The panic unwinds the kernel; live recovers it.
func (w *Wavefront) end(f *Fault) {
	if w.m.err == nil {
		w.m.err = f
	}
	panic(f)
}

func (w *Wavefront) newFault(pc uintptr, lane int, format string, args ...any) *Fault {
	f := &Fault{Kernel: w.m.name(), Workgroup: w.Group, Wavefront: w.Index, Lane: lane, Message: fmt.Sprintf(format, args...)}
	f.File, f.Line = source(pc)
	if lane >= 0 {
		f.Wavefront = lane / w.lanes
	}
	return f
}

// panicked records that the kernel's own code panicked.
func (w *Wavefront) panicked(p any) {
	defer func() { _ = recover() }() // refuse panics to unwind, but there is nothing left to unwind
	w.refuse(-1, "the kernel panicked: %v", p)
}

// foreign refuses the use of a value that belongs to another wavefront.
func (m *machine) foreign() {
	if m.current == nil {
		panic("kernel: a value is used outside the kernel that computed it")
	}
	m.current.refuse(-1, "a value of another wavefront is used: variables of a kernel are declared inside it")
}

// first returns the linear index in the workgroup of the first lane of a set.
func (w *Wavefront) first(set gpumodel.LaneMask) int {
	return w.Index*w.lanes + bits.TrailingZeros64(uint64(set))
}

// here notes the line of the kernel from which an operation of this package was
// called. The operation itself calls it.
func (w *Wavefront) here() { runtime.Callers(3, w.pc[:]) }

// mark does so only where the line would be recorded: it takes a while.
func (w *Wavefront) mark() {
	if w.m.record {
		runtime.Callers(3, w.pc[:])
	}
}

// arithmeticLine notes the same for arithmetic, whose operations call each other.
func (w *Wavefront) arithmeticLine() { w.pc[0] = w.kernelLine() }

// kernelLine returns the innermost place on the stack that belongs to neither
// this package nor the Go runtime: a line of the kernel. A panic leaves the
// frames of what panicked on the stack.
func (w *Wavefront) kernelLine() uintptr {
	var stack [32]uintptr
	for _, pc := range stack[:runtime.Callers(2, stack[:])] {
		inside, known := w.m.inside[pc]
		if !known {
			frame, _ := runtime.CallersFrames([]uintptr{pc}).Next()
			inside = strings.HasPrefix(frame.Function, "runtime.") || strings.HasPrefix(frame.Function, thisPackage)
			w.m.inside[pc] = inside
		}
		if !inside {
			return pc
		}
	}
	return 0
}

// thisPackage is how the names of this package's functions begin.
var thisPackage = func() string {
	pc, _, _, _ := runtime.Caller(0)
	name := runtime.FuncForPC(pc).Name()
	slash := strings.LastIndexByte(name, '/') + 1
	return name[:slash+strings.IndexByte(name[slash:], '.')+1]
}()

// source returns the file, without its folder, and the line of a place.
func source(pc uintptr) (file string, line int) {
	if pc == 0 {
		return "", 0
	}
	frame, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	return filepath.Base(frame.File), frame.Line
}

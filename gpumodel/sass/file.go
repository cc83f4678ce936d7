// Package sass reads NVIDIA's machine code (SASS) of compute capability 9.0, as
// cuobjdump -sass and nvdisasm -hex print it, and runs it on a model of the H200's CU
// (SM) that issues as the machine does: by the control fields that the compiler wrote
// into each instruction.
//
//	f, err := sass.Read("kernel.sass", text)
//	k := f.Kernels[0]
//	r, err := sass.Hopper().Run(sass.Launch{Device: gpu.H200(), Kernel: &k, Wavefronts: 16, …})
//
// A line's encoding, 128 bits in hexadecimal, says when its instruction may issue. A
// listing without encodings is read as well: its control fields are then derived, and
// Kernel.Derived says so.
package sass

import (
	"fmt"
	"strings"
)

// File is what a listing holds.
type File struct {
	Name    string
	Kernels []Kernel // in the order of the listing
	Refused []*Error // kernels that are left out for an instruction that Hopper does not have or that cannot be read
	Skipped []string // other GPUs whose code the listing holds too, such as sm_80: it was not read
}

// Kernel is the machine code of one kernel, with the functions that it calls.
type Kernel struct {
	Name    string
	Code    []Instruction // by rising address
	Loops   []Loop        // by the address of their branch
	Derived bool          // no encodings: Control of every instruction was derived from its operands
	file    string        // that it was read from, for errors
}

// Error says what is wrong with a listing or with its run, and where.
type Error struct {
	File    string
	Line    int    // from 1
	Kernel  string // if it is the matter of one
	Address string // of the instruction, in hexadecimal; empty if there is none yet
	Problem string // with what was wanted
}

// Error writes loops.sass:12: kernel k: instruction at 0x02f0: what is wrong, what was wanted.
func (e *Error) Error() string {
	at := ""
	if e.Kernel != "" {
		at = "kernel " + e.Kernel + ": "
	}
	if e.Address != "" {
		at += "instruction at 0x" + e.Address + ": "
	}
	return fmt.Sprintf("%s:%d: %s%s", e.File, e.Line, at, e.Problem)
}

// Read reads a listing; name is what errors call it. It takes what cuobjdump -sass and
// nvdisasm print, with the encodings or without, and the short form that lists an address,
// an instruction and maybe its encoding a line, under a name and a colon; also as UTF-16, as
// PowerShell writes it. Other lines of a listing, such as headers, are passed over if they
// hold no instruction, and so is code for other GPUs.
//
// A kernel with an instruction that Hopper does not have is left out, and File.Refused says
// so. The first mistake of another kind is the error, an *Error: a line that is damaged,
// addresses that do not rise by 0x10, a jump to nowhere, no kernel at all.
func Read(name, text string) (File, error) {
	r := reader{file: File{Name: name}}
	text = decoded(text)
	for len(text) > 0 {
		line := text
		if i := strings.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			text = ""
		}
		r.line++
		if problem := r.read(strings.TrimSuffix(line, "\r")); problem != "" {
			return File{}, r.error(problem)
		}
	}
	if problem := r.finish(); problem != "" {
		return File{}, r.error(problem)
	}
	if len(r.file.Kernels) > 0 {
		return r.file, nil
	}
	if len(r.file.Refused) > 0 {
		return File{}, r.file.Refused[0]
	}
	r.line, r.address = max(r.line, 1), ""
	return File{}, r.error(r.nothing())
}

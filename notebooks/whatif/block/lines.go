package block

import (
	"bytes"
	"encoding/binary"
)

// dropLines takes the names of source files and the numbers of lines out of a Go
// program, in place. Only the trace of a panic would tell them, behind each
// function's name, and they are a fourteenth of what a page loads. The linker has
// no flag for it: -s and -w leave this table, because the runtime reads the rest.
//
// It reports whether the program has the table as Go 1.20 to 1.26 write it; where
// not, the program stays as it is.
func dropLines(wasm []byte) bool {
	magic := []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8} // of the table in a program with 8-byte pointers
	for rest := wasm; ; rest = rest[1:] {
		i := bytes.Index(rest, magic)
		if i < 0 {
			return false
		}
		rest = rest[i:]
		if t, ok := readFunctions(rest); ok && t.dropLines() {
			return true
		}
	}
}

// functions is the table of a program's functions, runtime.pcHeader and what
// follows it. Its parts share the program's bytes.
type functions struct {
	files   []byte   // which files each package has, and their names
	steps   []byte   // by program counter: how the stack, the file, the line… of a function change
	records [][]byte // runtime._func of each function
}

// Offsets in a record, of 4-byte numbers. Those of steps are 0 where there is none.
const (
	recordName   = 4
	recordStack  = 16 // steps of the stack pointer
	recordFile   = 20 // steps of the file
	recordLine   = 24 // steps of the line
	recordCount  = 28 // how many more steps there are, from recordSteps on
	recordUnit   = 32 // the package's files
	recordStart  = 36 // the first line
	recordSteps  = 44
	mostMore     = 16
	mostRecords  = 1 << 20
	headerLength = 72
)

func number(b []byte, at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }

// readFunctions reads the table at the start of b, and reports whether all of it is
// as it should be.
func readFunctions(b []byte) (t functions, ok bool) {
	if len(b) < headerLength {
		return t, false
	}
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(b[8+8*i:]) }
	count, names, units, files, steps, list := word(0), word(3), word(4), word(5), word(6), word(7)
	if count > mostRecords || names < headerLength || units < names || files < units || steps < files || list < steps || list+8*count+4 > uint64(len(b)) || list > uint64(len(b)) {
		return t, false
	}
	t.files, t.steps = b[units:steps], b[steps:list]
	pairs, last := b[list:], 0 // of where a function begins, and where its record is
	for i := range int(count) {
		begin, at := number(pairs, 8*i), number(pairs, 8*i+4)
		if begin < last || at > len(pairs)-recordSteps {
			return t, false
		}
		last = begin
		r := pairs[at:]
		name, more := number(r, recordName), number(r, recordCount)
		if name >= int(units-names) || name > 0 && b[int(names)+name-1] != 0 || more > mostMore || len(r) < recordSteps+4*more {
			return t, false
		}
		t.records = append(t.records, r)
	}
	return t, count > 0
}

// dropLines clears what names files and lines. Steps that are the same stand in the
// table once, whatever they are of; those that the runtime needs stay.
func (t functions) dropLines() bool {
	needed := make([]bool, len(t.steps))
	for _, r := range t.records {
		wanted := []int{number(r, recordStack)}
		for i := range number(r, recordCount) {
			wanted = append(wanted, number(r, recordSteps+4*i))
		}
		for _, at := range wanted {
			end, ok := stepsEnd(t.steps, at)
			if !ok {
				return false
			}
			for i := at; i < end; i++ {
				needed[i] = true
			}
		}
	}
	for _, r := range t.records {
		for _, at := range []int{recordFile, recordLine, recordUnit, recordStart} {
			clear(r[at : at+4])
		}
	}
	for i := range t.steps {
		if !needed[i] {
			t.steps[i] = 0
		}
	}
	clear(t.files)
	return true
}

// stepsEnd returns where the steps end that begin at an offset: pairs of a change
// and of how far it reaches, up to a change of 0 that is not the first.
func stepsEnd(steps []byte, at int) (end int, ok bool) {
	if at == 0 {
		return 0, true
	}
	for first := true; at < len(steps); first = false {
		change, n := binary.Uvarint(steps[at:])
		if at += n; n <= 0 {
			return 0, false
		}
		if change == 0 && !first {
			return at, true
		}
		_, n = binary.Uvarint(steps[at:])
		if at += n; n <= 0 {
			return 0, false
		}
	}
	return 0, false
}

package block

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// joinSegments writes a WebAssembly program's initial memory as one segment. The
// Go linker leaves every few zeros out, and so cuts it into some 60,000: their
// addresses take more room, compressed, than the zeros would.
//
// Memory is zero before the segments are copied, so that the program starts as it
// would have. The error says what is not as the linker writes it.
func joinSegments(wasm []byte) ([]byte, error) {
	const header, data = 8, 11 // bytes of magic and version; a section's number
	if len(wasm) < header {
		return nil, errors.New("a WebAssembly program of less than 8 bytes")
	}
	out := wasm[:header:header]
	r := reader{rest: wasm[header:]}
	for len(r.rest) > 0 {
		kind := r.byte()
		section := r.bytes(int(r.unsigned()))
		if r.err != nil {
			return nil, r.err
		}
		if kind == data {
			joined, err := joinData(section)
			if err != nil {
				return nil, err
			}
			section = joined
		}
		out = binary.AppendUvarint(append(out, kind), uint64(len(section)))
		out = append(out, section...)
	}
	return out, nil
}

// mostMemory is how many bytes of initial memory are plausible.
const mostMemory = 64 << 20

// joinData is joinSegments for the data section alone.
func joinData(section []byte) ([]byte, error) {
	const i32const, end = 0x41, 0x0b
	r := reader{rest: section}
	first, memory := -1, []byte(nil)
	for range r.unsigned() {
		if flags, op := r.unsigned(), r.byte(); flags != 0 || op != i32const {
			return nil, fmt.Errorf("data segment of kind %d at the value of instruction %#x, want kind 0 at a constant", flags, op)
		}
		at := r.signed()
		if r.byte() != end || at < 0 || at > mostMemory {
			return nil, fmt.Errorf("data segment at %d, want a constant of 0 to %d", at, mostMemory)
		}
		bytes := r.bytes(int(r.unsigned()))
		if r.err != nil {
			return nil, r.err
		}
		if first < 0 || at < first {
			first = at
		}
		if end := at + len(bytes); end > len(memory) {
			memory = append(memory, make([]byte, end-len(memory))...)
		}
		copy(memory[at:], bytes) // a later one overwrites, as it would
	}
	if r.err != nil || first < 0 {
		return section, r.err
	}
	out := []byte{1, 0, i32const}
	out = append(appendSigned(out, first), end)
	out = binary.AppendUvarint(out, uint64(len(memory)-first))
	return append(out, memory[first:]...), nil
}

// reader reads WebAssembly's binary format. After an error it yields zeros.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) byte() byte {
	if b := r.bytes(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

func (r *reader) bytes(n int) []byte {
	if r.err != nil || n < 0 || n > len(r.rest) {
		r.err = errors.New("a WebAssembly program that is cut short")
		r.rest = nil
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) unsigned() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		n = len(r.rest) + 1 // cut short
	}
	r.bytes(n)
	return v
}

// signed reads a number whose last byte's bit 6 is its sign.
func (r *reader) signed() int {
	v, shift := 0, 0
	for {
		b := r.byte()
		v |= int(b&0x7f) << shift
		shift += 7
		if b&0x80 == 0 || shift > 56 {
			if b&0x40 != 0 {
				v -= 1 << shift
			}
			return v
		}
	}
}

// appendSigned appends a number of 0 or more so that signed reads it.
func appendSigned(out []byte, v int) []byte {
	for ; v > 0x3f; v >>= 7 {
		out = append(out, byte(v&0x7f)|0x80)
	}
	return append(out, byte(v))
}

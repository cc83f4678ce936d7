package emulate

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	"lanebook/gpumodel"
)

// Pointer is an address in global memory.
type Pointer uint64

// Memory is the global memory of launches: buffers that lie where a driver would have put
// them, each at a multiple of 512 bytes. The zero value is empty. Kernels may read
// and write it side by side; what they race for is theirs.
type Memory struct {
	buffers []buffer
	next    Pointer
	atomics sync.Mutex
}

// buffer is a piece of memory: with data, or computed word by word.
type buffer struct {
	name string
	at   Pointer
	size gpumodel.Bytes
	data []byte
	word func(i int) uint32
}

// first is the lowest address of a buffer: none is at 0, which kernels take for nothing.
const first = 1 << 21

// Upload returns a pointer to data, which is not copied: kernels change it. The name is for messages.
func (m *Memory) Upload(name string, data []byte) Pointer {
	return m.add(buffer{name: name, size: gpumodel.Bytes(len(data)), data: data})
}

// Function returns a pointer to memory of so many bytes of which word i is computed when it is
// read, and which forgets what is written: for launches of which only the time is wanted. A word
// of nil is 0.
func (m *Memory) Function(name string, bytes gpumodel.Bytes, word func(i int) uint32) Pointer {
	if word == nil {
		word = func(int) uint32 { return 0 }
	}
	return m.add(buffer{name: name, size: max(bytes, 0), word: word})
}

func (m *Memory) add(b buffer) Pointer {
	b.at = max(m.next, first)
	m.next = (b.at + Pointer(b.size) + 511) &^ 511
	m.buffers = append(m.buffers, b)
	return b.at
}

// find returns the buffer that holds all of the bytes at an address.
func (m *Memory) find(at Pointer, n int) (*buffer, int, error) {
	i, found := slices.BinarySearchFunc(m.buffers, at, func(b buffer, at Pointer) int {
		switch {
		case b.at > at:
			return 1
		case at >= b.at+Pointer(b.size):
			return -1
		}
		return 0
	})
	if !found || at+Pointer(n) > m.buffers[i].at+Pointer(m.buffers[i].size) {
		near := "there is no buffer"
		if i > 0 || found {
			if !found {
				i--
			}
			b := &m.buffers[i]
			near = fmt.Sprintf("the buffer before, %s, is from 0x%x to 0x%x", b.name, b.at, b.at+Pointer(b.size))
		}
		return nil, 0, fmt.Errorf("%d bytes at 0x%x: %w; %s", n, at, ErrMemory, near)
	}
	return &m.buffers[i], int(at - m.buffers[i].at), nil
}

// read returns up to four bytes at an address.
func (b *buffer) read(offset, n int) uint32 {
	if b.word != nil {
		return b.word(offset/4) >> (8 * (offset % 4)) & (1<<(8*n) - 1)
	}
	switch n {
	case 1:
		return uint32(b.data[offset])
	case 2:
		return uint32(binary.LittleEndian.Uint16(b.data[offset:]))
	}
	return binary.LittleEndian.Uint32(b.data[offset:])
}

// write changes up to four bytes.
func (b *buffer) write(offset, n int, v uint32) {
	switch {
	case b.word != nil:
	case n == 1:
		b.data[offset] = byte(v)
	case n == 2:
		binary.LittleEndian.PutUint16(b.data[offset:], uint16(v))
	default:
		binary.LittleEndian.PutUint32(b.data[offset:], v)
	}
}

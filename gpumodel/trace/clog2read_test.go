package trace

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"lanebook/gpumodel"
)

// ReadCLOG2 reads the states of a CLOG-2 file: what WriteCLOG2 wrote, exactly, or
// what MPE logged. Records that are not of states (messages, solo events) are passed
// over. Where the file does not say what clock its cycles have, they are
// nanoseconds. An error says at which byte of the file what is wrong.
func ReadCLOG2(r io.Reader) (Trace, error) {
	c := clogReader{in: bufio.NewReader(r), events: map[int32]int{}, open: map[clogLine][]int{}}
	c.trace.Clock = 1e9
	table, err := c.preamble()
	for err == nil {
		err = c.nextBlock()
	}
	switch {
	case err != io.EOF:
	case c.at != table:
		err = c.fault(c.at, "the table of communicators, want it at byte %d, as the preamble says", table)
	default:
		err = c.world()
	}
	if err == nil {
		err = c.closed()
	}
	if err != nil {
		return Trace{}, err
	}
	c.trace.Sort()
	if err := c.trace.check(); err != nil {
		return Trace{}, fmt.Errorf("trace: clog2: %d bytes read: %w", c.at, err)
	}
	return c.trace, nil
}

type clogReader struct {
	in        *bufio.Reader
	at        int64 // bytes read
	blockSize int
	block     bytes.Buffer
	trace     Trace
	events    map[int32]int      // event to 2 · state, + 1 for the end
	open      map[clogLine][]int // spans without an end yet, oldest first
}

// clogLine is where spans of one state begin and end in order.
type clogLine struct{ rank, thread, state int32 }

func (c *clogReader) fault(at int64, format string, args ...any) error {
	return fmt.Errorf("trace: clog2: byte %d: %s", at, fmt.Sprintf(format, args...))
}

// read appends size bytes of the file to the buffer.
func (c *clogReader) read(size int) ([]byte, error) {
	c.block.Reset()
	n, err := io.CopyN(&c.block, c.in, int64(size))
	c.at += n
	if err == io.EOF {
		return nil, c.fault(c.at, "the file ends, want %d bytes more", int64(size)-n)
	}
	return c.block.Bytes(), err
}

// preamble reads what is needed of the preamble and returns where the table of
// communicators begins.
func (c *clogReader) preamble() (table int64, err error) {
	p, err := c.read(clogPreambleSize)
	if err != nil {
		return 0, err
	}
	fields := strings.Split(string(p), "\x00")
	if fields[0] != clogVersion {
		return 0, c.fault(0, "version %.20q, want %s", fields[0], clogVersion)
	}
	at := int64(len(fields[0]) + 1)
	for i := 1; i < len(fields)-1; i += 2 {
		value := strings.TrimSpace(fields[i+1])
		n, numeric := strconv.Atoi(value)
		switch fields[i] {
		case "is_big_endian=", "is_finalzed=":
			if value != "TRUE" {
				return 0, c.fault(at, "%s%.20q, want TRUE", fields[i], value)
			}
		case "block_size=":
			if c.blockSize = n; numeric != nil || n < 256 || n > 1<<24 {
				return 0, c.fault(at, "block_size=%.20q, want 256 to %d", value, 1<<24)
			}
		case "commtable_fptr=":
			if i+3 >= len(fields) {
				return 0, c.fault(at, "commtable_fptr has %d numbers, want 3", len(fields)-i-1)
			}
			unit, err1 := strconv.Atoi(fields[i+2])
			rest, err2 := strconv.Atoi(fields[i+3])
			if errors.Join(numeric, err1, err2) != nil || n < 0 || n > 1<<20 || unit < 0 || unit > 1<<30 || rest < 0 || rest > 1<<30 {
				return 0, c.fault(at, "commtable_fptr=%.60q, want 3 numbers", fields[i+1:i+4])
			}
			if c.blockSize == 0 {
				return 0, c.fault(at, "no block_size, want it in the preamble")
			}
			return int64(n)*int64(unit) + int64(rest), nil
		}
		at += int64(len(fields[i]) + len(fields[i+1]) + 2)
	}
	return 0, c.fault(clogPreambleSize, "the preamble ends, want commtable_fptr in it")
}

// nextBlock reads a block; io.EOF says that it was the last.
func (c *clogReader) nextBlock() error {
	start := c.at
	b, err := c.read(c.blockSize)
	if err != nil {
		return err
	}
	for i := 0; ; {
		at := start + int64(i)
		if i+clogHeaderSize > len(b) {
			return c.fault(at, "the block ends, want a record that ends it")
		}
		h := b[i : i+clogHeaderSize]
		kind := int(int32(binary.BigEndian.Uint32(h[20:])))
		switch {
		case kind == clogEndLog:
			return io.EOF
		case kind == clogEndBlock:
			return nil
		case kind < 0 || kind >= clogTypes:
			return c.fault(at+20, "a record of type %d, want 0 to %d", kind, clogTypes-1)
		}
		i += clogHeaderSize
		if i+clogSizes[kind] > len(b) {
			return c.fault(at, "the block ends in a record of type %d", kind)
		}
		if err := c.record(at, kind, h, b[i:i+clogSizes[kind]]); err != nil {
			return err
		}
		i += clogSizes[kind]
	}
}

func (c *clogReader) record(at int64, kind int, header, body []byte) error {
	word := func(i int) int32 { return int32(binary.BigEndian.Uint32(body[4*i:])) }
	switch kind {
	case clogConstDef:
		if clogText(body[8:]) == clogClockName {
			c.trace.Clock = gpumodel.Hertz(word(1)) * 1e3
		}
	case clogStateDef:
		return c.define(at, word(1), word(2), State{Name: clogText(body[40:72])}, clogText(body[72:]))
	case clogBare, clogCargo:
		begin, known := c.events[word(0)]
		if !known {
			return nil // a solo event
		}
		return c.event(at, begin&1 == 0, int32(begin/2), header, body[8:])
	}
	return nil
}

// clogText returns the string in a field, up to its first zero byte.
func clogText(b []byte) string {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	return string(b)
}

func (c *clogReader) define(at int64, begin, end int32, s State, format string) error {
	for _, arg := range strings.Fields(format) {
		name, ok := strings.CutSuffix(arg, "=%l")
		if !ok {
			s.Args = nil // MPE knows other formats; their cargo is left alone
			break
		}
		s.Args = append(s.Args, name)
	}
	if err := s.check(); err != nil {
		return c.fault(at, "a state: %v", err)
	}
	_, known1 := c.events[begin]
	_, known2 := c.events[end]
	if known1 || known2 || begin == end {
		return c.fault(at, "state %q has events %d and %d, want two that no other has", s.Name, begin, end)
	}
	c.events[begin], c.events[end] = 2*len(c.trace.States), 2*len(c.trace.States)+1
	c.trace.States = append(c.trace.States, s)
	return nil
}

func (c *clogReader) event(at int64, begin bool, state int32, header, cargo []byte) error {
	time := math.Float64frombits(binary.BigEndian.Uint64(header))
	rank, thread := int32(binary.BigEndian.Uint32(header[12:])), int32(binary.BigEndian.Uint32(header[16:]))
	cycles := math.Round(time * float64(c.trace.Clock))
	if !(time >= 0 && cycles <= float64(MaxCycles)) {
		return c.fault(at, "time %v s, want 0 or more, and at most %d cycles of %v Hz", time, MaxCycles, float64(c.trace.Clock))
	}
	line := clogLine{rank, thread, state}
	if begin {
		s := Interval{CU: int(rank), Slot: int(thread), State: int(state), Start: gpumodel.Cycles(cycles), End: -1}
		for i := range c.trace.States[state].Args {
			if len(cargo) < MaxArgs*8 {
				return c.fault(at, "an event without cargo, want the arguments of state %q", c.trace.States[state].Name)
			}
			s.Args[i] = int64(binary.BigEndian.Uint64(cargo[8*i:]))
		}
		c.open[line] = append(c.open[line], len(c.trace.Spans))
		c.trace.Spans = append(c.trace.Spans, s)
		return nil
	}
	waiting := c.open[line]
	if len(waiting) == 0 {
		return c.fault(at, "state %q of rank %d, thread %d ends, want a beginning before", c.trace.States[state].Name, rank, thread)
	}
	s := &c.trace.Spans[waiting[0]]
	if s.End = gpumodel.Cycles(cycles); s.End <= s.Start {
		return c.fault(at, "state %q of rank %d, thread %d lasts from cycle %d to %d, want 1 cycle or more", c.trace.States[state].Name, rank, thread, s.Start, s.End)
	}
	c.open[line] = slices.Delete(waiting, 0, 1)
	return nil
}

// world reads the table of communicators.
func (c *clogReader) world() error {
	at := c.at
	b, err := c.read(4)
	if err != nil {
		return err
	}
	n := int32(binary.BigEndian.Uint32(b))
	if n < 1 || n > 1<<16 {
		return c.fault(at, "%d communicators, want 1 to %d", n, 1<<16)
	}
	if _, err = c.read(int(n) * 40); err != nil {
		return err
	}
	if _, err := c.in.ReadByte(); err != io.EOF {
		return c.fault(c.at, "more bytes, want the end of the file")
	}
	return nil
}

// closed finds a span that has not ended.
func (c *clogReader) closed() error {
	for _, s := range c.trace.Spans {
		if s.End < 0 {
			return c.fault(c.at, "the end, but state %q of rank %d, thread %d from cycle %d has none", c.trace.States[s.State].Name, s.CU, s.Slot, s.Start)
		}
	}
	return nil
}

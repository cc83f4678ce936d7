package trace

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// CLOG-2 as MPE's logging library lays it down (clog_record.h, clog_preamble.h,
// clog_commset.c of pmodels/mpe): a preamble of strings, blocks of records in
// order of time, and a table of communicators. Numbers are big-endian.
const (
	clogVersion      = "CLOG-02.44"
	clogPreambleSize = 1024
	clogBlockSize    = 64 << 10
	clogHeaderSize   = 24 // time, communicator, rank, thread, type of record

	// A state k is announced by a definition and has two events.
	clogFirstState = 300
	clogFirstEvent = 600

	clogClockName = "clock_khz" // the constant that holds Trace.Clock
)

// The types of record, and the sizes of what follows their headers.
const (
	clogEndLog = iota
	clogEndBlock
	clogStateDef
	clogEventDef
	clogConstDef
	clogBare
	clogCargo
	clogMessage
	clogCollective
	clogComm
	clogSource
	clogTimeShift
	clogTypes
)

var clogSizes = [clogTypes]int{
	clogStateDef: 112, clogEventDef: 104, clogConstDef: 40, clogBare: 8, clogCargo: 40,
	clogMessage: 24, clogCollective: 16, clogComm: 48, clogSource: 48, clogTimeShift: 8,
}

// Jumpshot's names of colours that stay apart in print and to the colour-blind.
var clogColours = []string{"DarkOrange", "SteelBlue", "SeaGreen", "orchid", "gold", "firebrick", "SkyBlue", "gray", "brown", "LightGreen", "purple", "pink", "black"}

// format returns the state's arguments as MPE writes them: %l is 8 bytes.
func (s State) format() string {
	var f strings.Builder
	for i, a := range s.Args {
		if i > 0 {
			f.WriteByte(' ')
		}
		f.WriteString(a + "=%l")
	}
	return f.String()
}

// WriteCLOG2 writes the trace in MPE's log format, version 2.44, which MPE's
// clog2print lists and its clog2TOslog2 makes ready for Jumpshot. A CU is a rank, a
// slot a thread of it. Times are seconds.
func WriteCLOG2(w io.Writer, t Trace) error {
	t, err := t.sorted()
	if err != nil {
		return err
	}
	ranks, threads := 1, 1
	for _, s := range t.Spans {
		ranks, threads = max(ranks, s.CU+1), max(threads, s.Slot+1)
	}
	c := clogWriter{block: make([]byte, 0, clogBlockSize)}
	for rank := range ranks {
		c.community(rank)
	}
	c.record(0, 0, 0, clogConstDef)
	c.ints(0, int32(float64(t.Clock)/1e3))
	c.text(clogClockName, 32)
	for i, s := range t.States {
		c.state(i, s)
	}
	c.events(t)
	c.endBlock(clogEndLog)
	out := bufio.NewWriter(w)
	out.Write(clogPreamble(ranks, threads, len(t.States), clogPreambleSize+c.full.Len()))
	out.Write(c.full.Bytes())
	out.Write(clogWorld())
	return out.Flush()
}

// clogPreamble returns the preamble: strings that end in a zero byte, names and
// values in turn. The table of communicators comes at the given byte.
func clogPreamble(ranks, threads, states, table int) []byte {
	const giga = 1 << 30
	fields := []string{clogVersion,
		"is_big_endian=", "TRUE ", "is_finalzed=", "TRUE ", // the spelling is MPE's
		"block_size=", strconv.Itoa(clogBlockSize), "num_buffered_blocks=", "128",
		"max_comm_world_size=", strconv.Itoa(ranks), "max_thread_count=", strconv.Itoa(threads),
		"known_eventID_start=", "0", "user_eventID_start=", strconv.Itoa(clogFirstEvent),
		"known_solo_eventID_start=", "-10", "user_solo_eventID_start=", "5000",
		"known_stateID_count=", "0", "user_stateID_count=", strconv.Itoa(states),
		"known_solo_eventID_count=", "0", "user_solo_eventID_count=", "0",
		"commtable_fptr=", strconv.Itoa(table / giga), strconv.Itoa(giga), strconv.Itoa(table % giga)}
	p := make([]byte, clogPreambleSize)
	copy(p, strings.Join(fields, "\x00"))
	return p
}

// clogWriter gathers records into blocks.
type clogWriter struct {
	full  bytes.Buffer // blocks that are full
	block []byte
}

// record begins a record, in a new block if this one has no room for it and for
// the header that ends a block.
func (c *clogWriter) record(time float64, rank, thread int, kind int32) {
	if len(c.block)+clogHeaderSize+clogSizes[kind]+clogHeaderSize > clogBlockSize {
		c.endBlock(clogEndBlock)
	}
	c.header(time, rank, thread, kind)
}

func (c *clogWriter) header(time float64, rank, thread int, kind int32) {
	c.block = binary.BigEndian.AppendUint64(c.block, math.Float64bits(time))
	c.ints(0, int32(rank), int32(thread), kind)
}

func (c *clogWriter) endBlock(kind int32) {
	c.header(0, 0, 0, kind)
	c.full.Write(c.block)
	c.full.Write(make([]byte, clogBlockSize-len(c.block)))
	c.block = c.block[:0]
}

func (c *clogWriter) ints(values ...int32) {
	for _, v := range values {
		c.block = binary.BigEndian.AppendUint32(c.block, uint32(v))
	}
}

// text appends a string in a field of size bytes.
func (c *clogWriter) text(s string, size int) {
	c.block = append(c.block, s...)
	c.block = append(c.block, make([]byte, size-len(s))...)
}

// community tells that a rank belongs to the world.
func (c *clogWriter) community(rank int) {
	c.record(0, rank, 0, clogComm)
	c.ints(0, 0, int32(rank), int32(rank)) // creation of the world; communicator; rank in it and in the world
	c.text("world", 32)
}

func (c *clogWriter) state(i int, s State) {
	c.record(0, 0, 0, clogStateDef)
	c.ints(clogFirstState+int32(i), clogFirstEvent+2*int32(i), clogFirstEvent+2*int32(i)+1, 0)
	c.text(clogColours[i%len(clogColours)], 24)
	c.text(s.Name, 32)
	c.text(s.format(), 40)
}

// events writes the beginnings and ends of all spans in order of time; at one
// moment ends come first, for something may begin where something ended.
func (c *clogWriter) events(t Trace) {
	type event struct {
		span  int
		begin bool
	}
	events := make([]event, 0, 2*len(t.Spans))
	for i := range t.Spans {
		events = append(events, event{i, true}, event{i, false})
	}
	moment := func(e event) int64 {
		if e.begin {
			return 2*int64(t.Spans[e.span].Start) + 1
		}
		return 2 * int64(t.Spans[e.span].End)
	}
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(moment(a), moment(b)) })
	for _, e := range events {
		s := t.Spans[e.span]
		id := clogFirstEvent + 2*int32(s.State)
		switch {
		case !e.begin:
			c.record(float64(s.End)/float64(t.Clock), s.CU, s.Slot, clogBare)
			c.ints(id+1, 0)
		case len(t.States[s.State].Args) == 0:
			c.record(float64(s.Start)/float64(t.Clock), s.CU, s.Slot, clogBare)
			c.ints(id, 0)
		default:
			c.record(float64(s.Start)/float64(t.Clock), s.CU, s.Slot, clogCargo)
			c.ints(id, 0)
			for _, a := range s.Args {
				c.block = binary.BigEndian.AppendUint64(c.block, uint64(a))
			}
		}
	}
}

// clogWorld returns the table of communicators: the world alone.
func clogWorld() []byte {
	c := clogWriter{}
	c.ints(1) // how many
	c.text("world", 32)
	c.ints(0, 1) // local number; within one group
	return c.block
}

package trace

import (
	"bufio"
	"io"
	"strconv"
)

// WriteChrome writes the trace in the trace event format (JSON) that Perfetto,
// ui.perfetto.dev, and Chrome's tracing page show: a process for each CU, a thread
// for each slot, a complete event for each span. Times are microseconds.
func WriteChrome(w io.Writer, t Trace) error {
	t, err := t.sorted()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.WriteString(`{"displayTimeUnit":"ns","traceEvents":[`)
	line := make([]byte, 0, 256)
	for i, s := range t.Spans {
		newCU := i == 0 || t.Spans[i-1].CU != s.CU
		line = line[:0]
		if i > 0 {
			line = append(line, ',')
		}
		if newCU {
			line = meta(line, "process_name", "CU ", s.CU, s)
		}
		if newCU || t.Spans[i-1].Slot != s.Slot {
			line = meta(line, "thread_name", "slot ", s.Slot, s)
		}
		line = t.event(line, s)
		out.Write(line)
	}
	out.WriteString("\n]}\n")
	return out.Flush()
}

func meta(line []byte, what, label string, number int, s Interval) []byte {
	line = append(line, "\n{\"ph\":\"M\",\"name\":\""+what+`","pid":`...)
	line = strconv.AppendInt(line, int64(s.CU), 10)
	line = append(line, `,"tid":`...)
	line = strconv.AppendInt(line, int64(s.Slot), 10)
	line = append(line, `,"args":{"name":"`+label...)
	line = strconv.AppendInt(line, int64(number), 10)
	return append(line, `"}},`...)
}

func (t Trace) event(line []byte, s Interval) []byte {
	state := t.States[s.State]
	micro := 1e6 / float64(t.Clock)
	line = append(line, "\n{\"ph\":\"X\",\"name\":"...)
	line = strconv.AppendQuote(line, state.Name) // printable ASCII: Go's quotes are JSON's
	line = append(line, `,"pid":`...)
	line = strconv.AppendInt(line, int64(s.CU), 10)
	line = append(line, `,"tid":`...)
	line = strconv.AppendInt(line, int64(s.Slot), 10)
	line = append(line, `,"ts":`...)
	line = strconv.AppendFloat(line, float64(s.Start)*micro, 'f', 6, 64)
	line = append(line, `,"dur":`...)
	line = strconv.AppendFloat(line, float64(s.End-s.Start)*micro, 'f', 6, 64)
	line = append(line, `,"args":{"length in cycles":`...)
	line = strconv.AppendInt(line, int64(s.End-s.Start), 10)
	for i, name := range state.Args {
		line = append(line, `,"`+name+`":`...)
		line = strconv.AppendInt(line, s.Args[i], 10)
	}
	return append(line, `}}`...)
}

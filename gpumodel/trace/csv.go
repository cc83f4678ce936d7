package trace

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"lanebook/gpumodel"
)

// csvHead is the row of column names. Arguments are written name=value, parted by
// blanks.
const csvHead = "cu,slot,state,start_cycle,end_cycle,arguments"

// clockPrefix starts the line that holds the clock, a comment to most readers.
const clockPrefix = "# clock_hz="

// WriteCSV writes the trace as a table, a row for each span, under a first line
// with the clock and a row of column names.
func WriteCSV(w io.Writer, t Trace) error {
	t, err := t.sorted()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s%s\n%s\n", clockPrefix, strconv.FormatFloat(float64(t.Clock), 'f', -1, 64), csvHead)
	rows := csv.NewWriter(out)
	for _, s := range t.Spans {
		state := t.States[s.State]
		var args []string
		for i, name := range state.Args {
			args = append(args, name+"="+strconv.FormatInt(s.Args[i], 10))
		}
		row := []string{strconv.Itoa(s.CU), strconv.Itoa(s.Slot), state.Name,
			strconv.FormatInt(int64(s.Start), 10), strconv.FormatInt(int64(s.End), 10), strings.Join(args, " ")}
		if err := rows.Write(row); err != nil {
			return err
		}
	}
	rows.Flush()
	return errors.Join(rows.Error(), out.Flush())
}

// ReadCSV reads what WriteCSV wrote. The states come in order of their first row.
// An error says in which line, and at which byte of the file, what is wrong.
func ReadCSV(r io.Reader) (Trace, error) {
	in := bufio.NewReader(r)
	first, err := in.ReadString('\n')
	if err != nil && err != io.EOF {
		return Trace{}, err
	}
	number, ok := strings.CutPrefix(strings.TrimRight(first, "\r\n"), clockPrefix)
	clock, err := strconv.ParseFloat(number, 64)
	if !ok || err != nil {
		return Trace{}, fmt.Errorf("trace: csv: line 1 (byte 0) is %.40q, want %s and a number", first, clockPrefix)
	}
	c := csvReader{rows: csv.NewReader(in), base: int64(len(first)), trace: Trace{Clock: gpumodel.Hertz(clock)}, states: map[string]int{}}
	c.rows.FieldsPerRecord = strings.Count(csvHead, ",") + 1
	c.rows.ReuseRecord = true
	if row, err := c.next(); err != nil || strings.Join(row, ",") != csvHead {
		return Trace{}, cmpErr(err, fmt.Errorf("trace: csv: line 2 (byte %d) is not %s", c.at, csvHead))
	}
	for {
		row, err := c.next()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = c.span(row)
		}
		if err != nil {
			return Trace{}, err
		}
	}
	c.trace.Sort()
	if err := c.trace.check(); err != nil {
		return Trace{}, fmt.Errorf("trace: csv: %d bytes read: %w", c.base+c.rows.InputOffset(), err)
	}
	return c.trace, nil
}

// cmpErr returns err unless it is nil or the end of the file, and else other.
func cmpErr(err, other error) error {
	if err == nil || err == io.EOF {
		return other
	}
	return err
}

type csvReader struct {
	rows   *csv.Reader
	base   int64 // bytes before the rows
	at     int64 // byte at which the current row begins
	trace  Trace
	states map[string]int
}

func (c *csvReader) next() ([]string, error) {
	c.at = c.base + c.rows.InputOffset()
	row, err := c.rows.Read()
	if err != nil && err != io.EOF {
		var p *csv.ParseError
		if errors.As(err, &p) {
			err = fmt.Errorf("trace: csv: line %d (byte %d), column %d: %w", p.Line+1, c.at, p.Column, p.Err)
		}
		return nil, err
	}
	return row, err
}

// fault says what is wrong with a column of the current row.
func (c *csvReader) fault(column int, value, wish string) error {
	line, _ := c.rows.FieldPos(column)
	return fmt.Errorf("trace: csv: line %d (byte %d): %s = %.40q, want %s",
		line+1, c.at, strings.Split(csvHead, ",")[column], value, wish)
}

func (c *csvReader) span(row []string) error {
	var numbers [5]int64
	for _, i := range []int{0, 1, 3, 4} {
		n, err := strconv.ParseInt(row[i], 10, 64)
		if most := int64(math.MaxInt32); err != nil || n < 0 || n > most && i < 3 {
			return c.fault(i, row[i], "a whole number of 0 or more")
		}
		numbers[i] = n
	}
	s := Interval{CU: int(numbers[0]), Slot: int(numbers[1]), Start: gpumodel.Cycles(numbers[3]), End: gpumodel.Cycles(numbers[4])}
	var names []string
	for i, arg := range strings.Fields(row[5]) {
		name, value, ok := strings.Cut(arg, "=")
		n, err := strconv.ParseInt(value, 10, 64)
		if i == MaxArgs || !ok || err != nil {
			return c.fault(5, row[5], fmt.Sprintf("at most %d of name=number", MaxArgs))
		}
		names = append(names, strings.Clone(name))
		s.Args[i] = n
	}
	i, known := c.states[row[2]]
	if !known {
		name := strings.Clone(row[2])
		i = len(c.trace.States)
		c.states[name] = i
		c.trace.States = append(c.trace.States, State{Name: name, Args: names})
	}
	if want := c.trace.States[i].Args; !slices.Equal(names, want) {
		return c.fault(5, row[5], fmt.Sprintf("the arguments %q, as before in this state", want))
	}
	s.State = i
	c.trace.Spans = append(c.trace.Spans, s)
	return nil
}

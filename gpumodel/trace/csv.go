package trace

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
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

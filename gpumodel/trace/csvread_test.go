package trace

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"lanebook/gpumodel"
)

// ReadCSV reads what WriteCSV wrote. The states come in order of their first row.
func ReadCSV(r io.Reader) (Trace, error) {
	in, err := io.ReadAll(r)
	if err != nil {
		return Trace{}, err
	}
	first, rest, _ := strings.Cut(string(in), "\n")
	var clock float64
	if _, err := fmt.Sscanf(first, clockPrefix+"%g", &clock); err != nil {
		return Trace{}, err
	}
	t := Trace{Clock: gpumodel.Hertz(clock)}
	rows, err := csv.NewReader(strings.NewReader(rest)).ReadAll()
	if err != nil || strings.Join(rows[0], ",") != csvHead {
		return t, fmt.Errorf("columns %q, want %s: %v", rows, csvHead, err)
	}
	for _, row := range rows[1:] {
		s := Interval{State: slices.IndexFunc(t.States, func(s State) bool { return s.Name == row[2] })}
		if _, err := fmt.Sscan(strings.Join([]string{row[0], row[1], row[3], row[4]}, " "), &s.CU, &s.Slot, &s.Start, &s.End); err != nil {
			return t, err
		}
		var names []string
		for i, arg := range strings.Fields(row[5]) {
			name, value, _ := strings.Cut(arg, "=")
			names = append(names, name)
			if _, err := fmt.Sscan(value, &s.Args[i]); err != nil {
				return t, err
			}
		}
		if s.State < 0 {
			s.State = len(t.States)
			t.States = append(t.States, State{Name: row[2], Args: names})
		}
		if !slices.Equal(names, t.States[s.State].Args) {
			return t, fmt.Errorf("arguments %q of %s, want %q", names, row[2], t.States[s.State].Args)
		}
		t.Spans = append(t.Spans, s)
	}
	return t, t.Validate()
}

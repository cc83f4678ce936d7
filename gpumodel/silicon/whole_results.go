package silicon

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"lanebook/gpumodel"
)

// WholeResult is a whole kernel beside the model of the whole GPU, as whole_model.csv
// keeps it: RunWhole of the preset H200, which takes seconds a kernel. Of the transposes
// of 8192² floats a tenth was run, see chip.Options.Sample.
type WholeResult struct {
	WholeTime
	Model  float64         // microseconds, with the launch
	Cycles gpumodel.Cycles // without it
	Part   string          // of the GPU, the most used: chip.Limit's
	Used   float64         // of what that part can do in Cycles, 0 to 1, or a little above
	Tail   gpumodel.Cycles // at the end, in which not every CU that had work still had it
}

// Error returns (model − measured) / measured.
func (r WholeResult) Error() float64 { return r.Model/r.Microseconds - 1 }

// Set reports whether a number of the preset was set from the row: the time of a launch
// and the dispatcher's interval are the empty kernels'. No other row set anything.
func (r WholeResult) Set() bool { return r.Kernel == "empty" }

//go:embed whole_model.csv
var wholeModelCSV string

// WholeResults returns the 44 whole kernels in the order of whole.csv, and the nine
// transposes of transpose.csv. A test runs the model anew and holds it to the file. The
// error says which line of which file is damaged.
func WholeResults() ([]WholeResult, error) {
	times, err := wholes()
	if err != nil {
		return nil, err
	}
	return wholeResults(times, wholeModelCSV)
}

func wholeResults(times []WholeTime, text string) ([]WholeResult, error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) != len(times) {
		return nil, fmt.Errorf("silicon: whole_model.csv has %d lines, want %d, as whole.csv and transpose.csv have together", len(lines), len(times))
	}
	out := make([]WholeResult, len(times))
	for i, line := range lines {
		r := &out[i]
		r.WholeTime = times[i]
		rest, ok := strings.CutPrefix(line, "model,"+r.Name+",")
		if !ok {
			return nil, fmt.Errorf("silicon: whole_model.csv: line %d is %q, want model,%s", i+1, line, r.Name)
		}
		if err := r.read(strings.Split(rest, ",")); err != nil {
			return nil, fmt.Errorf("silicon: whole_model.csv: line %d, %w", i+1, err)
		}
	}
	return out, nil
}

// read reads the columns that line has written after the name.
func (r *WholeResult) read(columns []string) error {
	names := [...]string{"us", "cycles", "part", "used", "tail"}
	if len(columns) != len(names) {
		return fmt.Errorf("%d columns after the name, want %d", len(columns), len(names))
	}
	for i, name := range names {
		value, ok := strings.CutPrefix(columns[i], name+"=")
		if name == "part" {
			if r.Part = value; !ok || value == "" {
				return fmt.Errorf("column %q, want part=a name", columns[i])
			}
			continue
		}
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || !ok || !(x >= 0) || name == "us" && x == 0 {
			return fmt.Errorf("column %q, want %s=a number of 0 or more, and us of more", columns[i], name)
		}
		switch name {
		case "us":
			r.Model = x
		case "cycles":
			r.Cycles = gpumodel.Cycles(x)
		case "used":
			r.Used = x
		case "tail":
			r.Tail = gpumodel.Cycles(x)
		}
	}
	return nil
}

// line is the row's line of whole_model.csv.
func (r WholeRow) line() string {
	most := r.Limits[0]
	return fmt.Sprintf("model,%s,us=%.3f,cycles=%d,part=%s,used=%.3f,tail=%d", r.Name, r.Seconds*1e6, r.Cycles, most.Part, most.Used, r.Tail)
}

// wholeAgreement has the rows that set nothing.
func wholeAgreement() ([]Agreement, error) {
	rows, err := WholeResults()
	if err != nil {
		return nil, err
	}
	a := Agreement{Subject: "whole kernels", On: "H200", Unit: "µs", Bar: 0.12, OfMean: true,
		From: "none: launch and dispatch are the empty kernels', all else other loops'"}
	for _, r := range rows {
		if !r.Set() {
			a.Points = append(a.Points, Compared{r.Name, r.Microseconds, r.Model})
		}
	}
	return []Agreement{a}, nil
}

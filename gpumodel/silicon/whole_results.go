package silicon

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"

	"lanebook/gpumodel"
)

// ChipResult is what the model of the whole GPU gives for a kernel of the preset H200, as
// whole_model.csv and fft_model.csv keep it, for it takes seconds to minutes a kernel.
type ChipResult struct {
	Model  float64         // microseconds, with the launch
	Cycles gpumodel.Cycles // without it
	Part   string          // the most used of issue slots, LDS banks, L2, DRAM and dispatch: chip.Limit's
	Used   float64         // of what that part can do in Cycles, 0 to 1, or a little above
	Tail   gpumodel.Cycles // at the end, in which not every CU that had work still had it
}

// WholeResult is a whole kernel beside the model: RunWhole. Of the transposes of 8192²
// floats a tenth was run, see chip.Options.Sample.
type WholeResult struct {
	WholeTime
	ChipResult
}

// Error returns (model − measured) / measured.
func (r WholeResult) Error() float64 { return r.Model/r.Microseconds - 1 }

// Set reports whether a number of the preset was set from the row: the time of a launch
// and the dispatcher's interval are the empty kernels'. No
// other row set anything, unless Dispatch.Cold, which was chosen within a range of other rows'.
func (r WholeResult) Set() bool { return r.Kernel == "empty" }

// wholePair is two whole kernels of which the first is faster on the GPU that was timed, or the two tie, for
// reasons that are known: near elements before far ones.
type wholePair struct{ Faster, Slower WholeResult }

// wholePairs returns every two of the rows that differ in one thing that tells which is
// faster: a padded tile before the same without; tiles of 16 and 32 before none; more
// resident workgroups before fewer; near elements before far ones.
func wholePairs(rows []WholeResult) (out []wholePair) {
	for _, a := range rows {
		for _, b := range rows {
			if inOrder(a, b) {
				out = append(out, wholePair{a, b})
			}
		}
	}
	return out
}

func inOrder(a, b WholeResult) bool {
	switch {
	case a.Kernel == "transpose" && b.Kernel == "transpose":
		return a.Element == b.Element && a.Width == b.Width && a.Tile == b.Tile && a.Pad > b.Pad
	case a.Kernel == "transpose" && b.Kernel == "naive":
		return a.Element == b.Element && a.Width == b.Width && a.Tile >= 16
	case a.Kernel == "saxpy" && b.Kernel == "saxpy":
		return a.LDS < b.LDS
	case a.Kernel == "strided" && b.Kernel == "strided":
		return a.Stride < b.Stride
	}
	return false
}

// apart returns by how much the second takes longer than the first, as a fraction, as measured and
// in the model.
func (p wholePair) apart() (measured, model float64) {
	return p.Slower.Microseconds/p.Faster.Microseconds - 1, p.Slower.Model/p.Faster.Model - 1
}

// kept reports whether the model has the two in the order that was measured, or tie where
// they do, within 2 %: two runs are 1.4 % apart on average on one day of the H200, 3.4 on two, and 3.3
// on the H100.
func (p wholePair) kept() bool {
	const tie = 0.02
	measured, model := p.apart()
	if math.Abs(measured) < tie {
		return math.Abs(model) <= tie
	}
	return measured < 0 == (model < 0) && model != 0
}

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
	chips, err := chipResults("whole_model.csv", text, names(times, func(t WholeTime) string { return t.Name }))
	if err != nil {
		return nil, err
	}
	out := make([]WholeResult, len(times))
	for i, t := range times {
		out[i] = WholeResult{t, chips[i]}
	}
	return out, nil
}

// chipResults reads a file of such results, a line for each name in their order.
func chipResults(file, text string, names []string) ([]ChipResult, error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) != len(names) {
		return nil, fmt.Errorf("silicon: %s has %d lines, want %d, one for each kernel", file, len(lines), len(names))
	}
	out := make([]ChipResult, len(names))
	for i, line := range lines {
		rest, ok := strings.CutPrefix(line, "model,"+names[i]+",")
		if !ok {
			return nil, fmt.Errorf("silicon: %s: line %d is %q, want model,%s", file, i+1, line, names[i])
		}
		if err := out[i].read(strings.Split(rest, ",")); err != nil {
			return nil, fmt.Errorf("silicon: %s: line %d, %w", file, i+1, err)
		}
	}
	return out, nil
}

// kept reads a file of results that are one number each, of more than 0, and returns those of
// some names. A line is a name, and column=the number.
func kept(file, text, column string, names []string) ([]float64, error) {
	all := map[string]float64{}
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		name, number, _ := strings.Cut(line, ","+column+"=")
		x, err := strconv.ParseFloat(number, 64)
		if err != nil || !(x > 0) {
			return nil, fmt.Errorf("silicon: %s: line %d is %q, want a name and %s=a number of more than 0", file, i+1, line, column)
		}
		all[name] = x
	}
	out := make([]float64, len(names))
	for i, name := range names {
		x, ok := all[name]
		if !ok {
			return nil, fmt.Errorf("silicon: %s has no line %s", file, name)
		}
		out[i] = x
	}
	return out, nil
}

// read reads the columns after the name.
func (r *ChipResult) read(columns []string) error {
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

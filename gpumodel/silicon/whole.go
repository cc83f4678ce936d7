package silicon

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"lanebook/gpumodel"
)

// WholeTime is a kernel of whole.cu on the whole H200, timed by events. A parameter that
// its Kernel has no use for is 0.
//
//	"empty"      nothing
//	"copy"       out[i] = in[i]
//	"strided"    out[i] = in[i·Stride], of floats
//	"saxpy"      y[i] = a·x[i] + y[i], of floats, every lane going on by all lanes of the grid
//	"transpose"  through a tile in the LDS
//	"naive"      a transpose that stores down columns
//	"flops"      N turns of four chained multiply-adds of floats, and a store
type WholeTime struct {
	Kernel        string
	Name          string         // the row's text up to the times: "copy,type=float,n=65536"
	Element       gpumodel.Bytes // of copies and transposes: 4, 8 or 16
	N             int            // elements; of "flops": turns
	Stride        int            // of "strided", in elements
	Tile, Pad     int            // of "transpose", in elements
	Rows          int            // of "transpose": rows of lanes of a workgroup, each of Tile lanes
	Width, Height int            // of what is transposed, in elements
	Workgroups    int            // where the row says it: of "empty", "saxpy" and "flops"
	Lanes         int            // of a workgroup, where the row says it
	LDS           gpumodel.Bytes // of "saxpy": of a workgroup, not used but taken
	Microseconds  float64        // median of 15
	Least         float64        // of them
}

//go:embed whole.csv
var wholeCSV string

// wholeColumns are the parameters of each kernel's rows, in their order. The times follow.
var wholeColumns = map[string][]string{
	"empty":     {"blocks", "threads"},
	"copy":      {"type", "n"},
	"strided":   {"n", "stride"},
	"saxpy":     {"n", "blocks", "threads", "lds_kb"},
	"transpose": {"type", "tile", "pad", "rows", "w", "h"},
	"naive":     {"type", "w", "h"},
	"flops":     {"n", "threads", "blocks"},
}

// elementTypes are the element types of whole.cu and their bytes.
var elementTypes = map[string]gpumodel.Bytes{"float": 4, "float2": 8, "float4": 16}

// H200Whole returns the 44 kernels that the whole H200 timed. The error says which line
// and column of the embedded file is damaged.
func H200Whole() ([]WholeTime, error) { return wholeTimes("whole.csv", wholeCSV) }

func wholeTimes(file, text string) ([]WholeTime, error) {
	var out []WholeTime
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		t, err := wholeTime(strings.Split(line, ","))
		if err != nil {
			return nil, fmt.Errorf("silicon: %s: line %d, %w", file, i+1, err)
		}
		out = append(out, t)
	}
	return out, nil
}

func wholeTime(row []string) (t WholeTime, err error) {
	if row[0] != "whole" {
		return t, fmt.Errorf("column 1 = %q, want whole", row[0])
	}
	if len(row) < 2 || wholeColumns[row[1]] == nil {
		return t, fmt.Errorf("column 2 of %q, want the name of a kernel", strings.Join(row, ","))
	}
	names := wholeColumns[row[1]]
	if want := 2 + len(names) + 2; len(row) != want {
		return t, fmt.Errorf("%d columns, want %d of %s", len(row), want, row[1])
	}
	t.Kernel, t.Name = row[1], strings.Join(row[1:len(row)-2], ",")
	for i, name := range names {
		if !t.set(name, row[2+i]) {
			return t, fmt.Errorf("column %d = %q, want %s=%s", 3+i, row[2+i], name, wholeWish(name))
		}
	}
	for i, to := range []*float64{&t.Microseconds, &t.Least} {
		column, name := len(row)-2+i, [...]string{"us", "min"}[i]
		value, ok := strings.CutPrefix(row[column], name+"=")
		if *to, err = strconv.ParseFloat(value, 64); err != nil || !ok || !(*to > 0) {
			return t, fmt.Errorf("column %d = %q, want %s=a number of more than 0", column+1, row[column], name)
		}
	}
	if t.Microseconds < t.Least {
		return t, fmt.Errorf("column %d: the median %v is below the least, %v", len(row)-1, t.Microseconds, t.Least)
	}
	return t, nil
}

// set reads one column of the parameters, and reports whether it was name=value.
func (t *WholeTime) set(name, column string) bool {
	value, ok := strings.CutPrefix(column, name+"=")
	if name == "type" {
		t.Element = elementTypes[value]
		return ok && t.Element > 0
	}
	n, err := strconv.Atoi(value)
	if !ok || err != nil || n < 0 || n == 0 && name != "pad" && name != "lds_kb" {
		return false
	}
	if name == "lds_kb" {
		t.LDS = gpumodel.Bytes(n) << 10
		return true
	}
	*map[string]*int{
		"n": &t.N, "stride": &t.Stride, "tile": &t.Tile, "pad": &t.Pad, "rows": &t.Rows,
		"w": &t.Width, "h": &t.Height, "blocks": &t.Workgroups, "threads": &t.Lanes,
	}[name] = n
	return true
}

func wholeWish(name string) string {
	switch name {
	case "type":
		return "float, float2 or float4"
	case "pad", "lds_kb":
		return "a number of 0 or more"
	}
	return "a number of 1 or more"
}

package silicon

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"lanebook/gpumodel/kernels"
)

// FFTTime is a kernel, or several in a row, of fft.cu that the H200 timed on a square
// picture of complex numbers of 2 × 4 bytes. What its Kernel has no use for is 0.
//
//	"rows", "columns"          the transform of every line in the LDS
//	"moverows", "movecolumns"  the same loads and stores with nothing between
//	"stages"                   every column, a launch for each stage, by way of global memory
//	"transpose", "naive"       through a tile; down columns
//	"empty", "copy"            a transpose's workgroups alone, and a copy by them
//	"whole, …"                 the two-dimensional transform: rows, and columns or transposes
type FFTTime struct {
	Kernel       string
	Size         int     // of the picture, and of each line
	Together     int     // neighbouring columns of a workgroup
	Tile, Pad    int     // of a transpose
	Rows         int     // of lanes, where a workgroup has fewer than Tile
	Microseconds float64 // median of 15
	Least        float64 // of them
}

// String names the kernel, without its size and times: "transpose, tile 4+1".
func (t FFTTime) String() string {
	name := t.Kernel
	if t.Together > 0 {
		name += fmt.Sprintf(", %d together", t.Together)
	}
	if t.Tile > 0 {
		name += fmt.Sprintf(", tile %d", t.Tile)
	}
	if t.Pad > 0 {
		name += fmt.Sprintf("+%d", t.Pad)
	}
	return name
}

// FFTCount is what Nsight Compute counted of a launch of "rows" or "columns", and how
// many registers the compiler gave it. Counted is false where Nsight did not run.
type FFTCount struct {
	Kernel                  string
	Size, Together          int
	Registers               int // of a lane
	Counted                 bool
	SectorsRead, SectorsPut int // of 32 bytes, asked of the L1 and stored
	LoadPasses, StorePasses int // of the LDS
	DRAMBytes               int
}

//go:embed fft.csv
var fftCSV string

//go:embed fft_counters.csv
var fftCountersCSV string

// H200FFT returns what fft.cu timed. The error says which row of the embedded file is
// damaged.
func H200FFT() ([]FFTTime, error) { return fftTimes("fft.csv", fftCSV) }

func fftTimes(file, text string) ([]FFTTime, error) {
	var out []FFTTime
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if strings.HasPrefix(line, "info,") || strings.HasPrefix(line, "check,") {
			continue
		}
		t, err := fftTime(strings.Split(line, ","))
		if err != nil {
			return nil, fmt.Errorf("silicon: %s: line %d: %w", file, i+1, err)
		}
		out = append(out, t)
	}
	return out, nil
}

func fftTime(columns []string) (t FFTTime, err error) {
	if len(columns) < 4 || columns[0] != "fft" {
		return t, fmt.Errorf("%q, want fft, a kernel, and numbers", columns[0])
	}
	t.Kernel, columns = columns[1], columns[2:]
	if t.Kernel == "whole" {
		t.Kernel, columns = t.Kernel+", "+columns[0], columns[1:]
	}
	whole := map[string]*int{"n": &t.Size, "c": &t.Together, "tile": &t.Tile, "pad": &t.Pad, "rows": &t.Rows}
	for _, column := range columns {
		name, value, _ := strings.Cut(column, "=")
		switch n := whole[name]; {
		case n != nil:
			*n, err = strconv.Atoi(value)
		case name == "us":
			t.Microseconds, err = strconv.ParseFloat(value, 64)
		case name == "min":
			t.Least, err = strconv.ParseFloat(value, 64)
		default:
			err = fmt.Errorf("want n, c, tile, pad, rows, us or min")
		}
		if err != nil {
			return t, fmt.Errorf("%q: %w", column, err)
		}
	}
	if t.Size < 1 || !(t.Least > 0) || !(t.Microseconds >= t.Least) {
		return t, fmt.Errorf("%s: n = %d, us = %v, min = %v, want all of them, and no median below the least", t.Kernel, t.Size, t.Microseconds, t.Least)
	}
	return t, nil
}

// H200FFTCounts returns what Nsight Compute and the compiler said of the line kernels.
func H200FFTCounts() ([]FFTCount, error) {
	rows, err := table("fft_counters.csv", fftCountersCSV, 9)
	if err != nil {
		return nil, err
	}
	var out []FFTCount
	for _, r := range rows[1:] { // after the head
		f := fields{file: "fft_counters.csv", row: r}
		c := FFTCount{Kernel: r[0], Size: f.int(1), Together: f.int(2), Registers: f.int(3), Counted: r[4] != ""}
		if c.Counted {
			c.SectorsRead, c.SectorsPut, c.LoadPasses, c.StorePasses, c.DRAMBytes = f.int(4), f.int(5), f.int(6), f.int(7), f.int(8)
		}
		if f.err != nil {
			return nil, f.err
		}
		out = append(out, c)
	}
	return out, nil
}

// Lines returns the kernel that the H200 ran, for the model to run.
func (c FFTCount) Lines() kernels.FFTLines {
	kernel, move := strings.CutPrefix(c.Kernel, "move")
	return kernels.FFTLines{Size: c.Size, Together: c.Together, Lanes: min(1024, 256*c.Together), Columns: kernel == "columns", Move: move}
}

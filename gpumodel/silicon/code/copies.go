package code

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"lanebook/gpumodel"
)

// Copy is one row of copies.csv: asynchronous copies of 16 bytes a lane from the L2, lane i
// from 16·i on, 128 by each wavefront.
type Copy struct {
	Kind       string // of the lanes' places in the LDS: "stride64", "swizzle", "padded", "column", "random", "near"
	Waiting    bool   // each wavefront waits for its copy before the next; else only for the last
	Wavefronts int
	Cycles     float64 // of each copy of each wavefront
	Alone      float64 // … of a lone wavefront at the same places; 0 of rows that do not wait
	Access     gpumodel.Access
}

// Fitted reports whether a number of the H200's gpumodel.Copies was set from the row.
func (c Copy) Fitted() bool {
	return c.Waiting && c.Wavefronts == 32 && (c.Kind == "stride64" || c.Kind == "stride128" || c.Kind == "stride512")
}

// copies.csv is what copies.cu printed on an NVIDIA H200 (driver 580.159.04, nvcc 13.0.88,
// 2026-11-23): one block on one SM, the least of five launches.
//
//go:embed copies.csv
var copiesCSV string

// H200Copies returns what the H200 took.
func H200Copies() ([]Copy, error) {
	var all []Copy
	alone := map[string]float64{} // by places
	for i, line := range strings.Split(strings.TrimSpace(copiesCSV), "\n")[1:] {
		row := strings.Split(line, ",")
		if len(row) != 5 || row[1] != "0" && row[1] != "1" {
			return nil, fmt.Errorf("silicon: copies.csv: row %d is %q, want 5 columns, the second 0 or 1", i+2, line)
		}
		warps, err := strconv.Atoi(row[2])
		cycles, err2 := strconv.ParseFloat(row[3], 64)
		c := Copy{Kind: row[0], Waiting: row[1] == "1", Wavefronts: warps, Cycles: cycles, Access: gpumodel.Access{
			Op: gpumodel.AsyncCopy, Width: 16, Active: gpumodel.AllLanes(32),
		}}
		for _, word := range strings.Fields(row[4]) {
			at, err3 := strconv.Atoi(word)
			if err3 != nil {
				err = err3
			}
			c.Access.Addr = append(c.Access.Addr, gpumodel.Bytes(at))
		}
		if err != nil || err2 != nil || len(c.Access.Addr) != 32 {
			return nil, fmt.Errorf("silicon: copies.csv: row %d is %q, want wavefronts, cycles and 32 places", i+2, line)
		}
		if c.Waiting {
			if c.Wavefronts == 1 { // it comes before the others
				alone[row[4]] = c.Cycles
			}
			c.Alone = alone[row[4]]
		}
		all = append(all, c)
	}
	return all, nil
}

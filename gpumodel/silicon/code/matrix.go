package code

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"lanebook/gpumodel"
)

// MatrixPoint is one row of matrix_atomic.csv: one matrix load or store, atomic or
// asynchronous copy of one wavefront.
type MatrixPoint struct {
	Kind    string // of addresses: "row48", "random"
	Name    string // "ldsm4", "stsmt1", "atom", "cas", "cpa8"; see the file
	Access  gpumodel.Access
	Passes  int     // what Nsight Compute counted, less what a lone instruction is counted beyond its passes; 0: nothing
	Latency float64 // cycles from one to the next of a dependent chain; for stores, between two issues
	Busy    float64 // cycles that each takes when 32 wavefronts issue them
}

//go:embed matrix_atomic.csv
var matrixCSV string

// operations are the instructions of matrix_atomic.csv: what they do to the LDS, bytes of
// a lane, and what the counter says beyond the passes. 64-bit additions (atom8) are loops,
// see sass.Tries.
var operations = map[string]struct {
	op     gpumodel.Op
	width  gpumodel.Bytes
	lanes  int
	beyond int // −1: the counter says nothing
}{
	"ldsm1": {gpumodel.LoadMatrix, 16, 8, 1}, "ldsm2": {gpumodel.LoadMatrix, 16, 16, 1}, "ldsm4": {gpumodel.LoadMatrix, 16, 32, 1},
	"ldsmt1": {gpumodel.LoadMatrix, 16, 8, 1}, "ldsmt4": {gpumodel.LoadMatrix, 16, 32, 1},
	"stsm2": {gpumodel.StoreMatrix, 16, 16, 1}, "stsm4": {gpumodel.StoreMatrix, 16, 32, 1}, "stsmt4": {gpumodel.StoreMatrix, 16, 32, 1},
	"atom": {gpumodel.Atomic, 4, 32, 1}, "red": {gpumodel.Atomic, 4, 32, 1}, "exch": {gpumodel.Atomic, 4, 32, 1}, "cas": {gpumodel.CompareSwap, 4, 32, 1},
	"atom8": {gpumodel.Atomic, 8, 32, 1},
	"cpa4":  {gpumodel.AsyncCopy, 4, 32, 4}, "cpa8": {gpumodel.AsyncCopy, 8, 32, 4}, "cpa16": {gpumodel.AsyncCopy, 16, 32, -1},
}

// H200Matrix returns what the H200 counted and took.
func H200Matrix() ([]MatrixPoint, error) {
	var all []MatrixPoint
	for i, line := range strings.Split(strings.TrimSpace(matrixCSV), "\n")[1:] {
		row := strings.Split(line, ",")
		if len(row) != 43 {
			return nil, fmt.Errorf("silicon: matrix_atomic.csv: row %d has %d columns, want 43", i+2, len(row))
		}
		o, ok := operations[row[2]]
		mask, err := strconv.ParseUint(row[3], 16, 32)
		latency, err2 := strconv.ParseFloat(row[9], 64)
		total, err3 := strconv.Atoi(row[5])
		busy, err4 := strconv.ParseFloat(row[10], 64)
		if !ok || err != nil || err2 != nil || err3 != nil || err4 != nil {
			return nil, fmt.Errorf("silicon: matrix_atomic.csv: row %d is %q, want an instruction, a mask, a count and a latency", i+2, strings.Join(row[:11], ","))
		}
		p := MatrixPoint{Kind: row[1], Name: row[2], Latency: latency, Busy: busy, Access: gpumodel.Access{
			Op: o.op, Width: o.width, Active: gpumodel.LaneMask(mask) & gpumodel.AllLanes(o.lanes), Addr: make([]gpumodel.Bytes, 32),
		}}
		if o.beyond >= 0 {
			p.Passes = total - o.beyond
		}
		for l := range p.Access.Addr {
			at, err := strconv.Atoi(row[11+l])
			if err != nil {
				return nil, fmt.Errorf("silicon: matrix_atomic.csv: row %d, lane %d: %q, want an offset", i+2, l, row[11+l])
			}
			p.Access.Addr[l] = gpumodel.Bytes(at)
		}
		all = append(all, p)
	}
	return all, nil
}

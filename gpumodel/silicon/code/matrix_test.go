package code

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
)

// chains are the cycles that a dependent chain of matrix_atomic.csv takes beyond the
// access's own latency: additions that make an address of what came. They are counted off
// the first row of each instruction, which is not scored; nor are stmatrix's latencies, for
// their law is from these rows.
func TestMatrix(t *testing.T) {
	points, err := h200Matrix()
	if err != nil {
		t.Fatal(err)
	}
	if len(points) != 254 {
		t.Fatalf("%d points, want 254", len(points))
	}
	lds := gpu.H200().LDS
	chain, worst := map[string]float64{}, map[string]float64{}
	equal, counted, scored, fitted := 0, 0, 0, 0
	for _, p := range points {
		if p.Name == "atom8" || p.Name == "cpa16" { // TestTries, TestWideCopies
			continue
		}
		s, err := lds.Serve(p.Access)
		if err != nil {
			t.Fatal(err)
		}
		if p.Passes > 0 {
			counted++
			if s.Passes == p.Passes {
				equal++
			} else {
				t.Errorf("%s, %s: %d passes, want %d, the counter", p.Name, p.Kind, s.Passes, p.Passes)
			}
		}
		cycles, err := lds.Latency(p.Access)
		switch {
		case p.Name == "red" || p.Name == "cpa4" || p.Name == "cpa8": // no law of their own
			continue
		case err != nil:
			t.Fatal(err)
		case p.Access.Op == gpumodel.StoreMatrix: // issue to issue: no chain
			registers := 1 + p.Access.Active.Count()/8 // an address and a row of each matrix
			cycles = max(cycles, float64(sass.Hopper().Register)*float64(registers))
		case chain[p.Name] == 0:
			chain[p.Name] = p.Latency - cycles
			continue
		}
		if p.Access.Op == gpumodel.StoreMatrix {
			fitted++
		} else {
			scored++
		}
		miss := math.Abs(cycles + chain[p.Name] - p.Latency)
		if worst[p.Name] = max(worst[p.Name], miss); miss > 2 {
			t.Errorf("%s, %s: %.1f cycles, want %.1f within 2", p.Name, p.Kind, cycles+chain[p.Name], p.Latency)
		}
	}
	t.Logf("passes equal the counter on %d of %d; latency of %d scored, of %d stmatrix fitted; worst by instruction: %v, beside chains of %v", equal, counted, scored, fitted, worst, chain)
}

// 64-bit additions: the counter's passes are those of all loads and tries; a dependent chain
// takes the loads' latencies, as the law of loads has them, and so many cycles a turn and
// beside. The two are counted off the first two rows, which are not scored. Where as many
// lanes end in every turn that is right within 2 cycles; where they end unevenly the H200
// takes up to 41 more from the third turn on, and this misses it.
func TestTries(t *testing.T) {
	points, err := h200Matrix()
	if err != nil {
		t.Fatal(err)
	}
	lds := gpu.H200().LDS
	var turns, rest [2]float64
	n, each, beside, worst := 0, 0.0, 0.0, map[bool]float64{}
	for _, p := range points {
		if p.Name != "atom8" {
			continue
		}
		tries, err := sass.Tries(lds, p.Access)
		if err != nil {
			t.Fatal(err)
		}
		passes, loads := 0, 0.0
		for _, try := range tries {
			s, err := lds.Serve(try.Load)
			if err != nil {
				t.Fatal(err)
			}
			cycles, err := lds.Latency(try.Load)
			if err != nil {
				t.Fatal(err)
			}
			passes += s.Passes + try.Passes
			loads += cycles
		}
		if passes != p.Passes {
			t.Errorf("%s: %d passes, want %d, the counter", p.Kind, passes, p.Passes)
		}
		if n++; n <= 2 {
			turns[n-1], rest[n-1] = float64(len(tries)), p.Latency-loads
			each = (rest[0] - rest[1]) / (turns[0] - turns[1])
			beside = rest[0] - each*turns[0]
			continue
		}
		miss := math.Abs(loads + each*float64(len(tries)) + beside - p.Latency)
		uneven := strings.HasPrefix(p.Kind, "random") || p.Kind == "mask"
		if worst[uneven] = max(worst[uneven], miss); miss > 2 {
			t.Logf("missed: %s, %d tries: off by %.1f cycles of %.1f, want within 2", p.Kind, len(tries), miss, p.Latency)
		}
		if miss > 2 && !uneven || miss > 45 {
			t.Errorf("%s: off by %.1f cycles of %.1f", p.Kind, miss, p.Latency)
		}
	}
	t.Logf("%d rows, passes equal; latency of %d scored, worst %.1f where lanes end evenly, %.1f elsewhere; %.1f cycles a turn beside its load, %.1f beside", n, n-2, worst[false], worst[true], each, beside)
}

// matrixPoint is one row of matrix_atomic.csv: one matrix load or store, atomic or
// asynchronous copy of one wavefront.
type matrixPoint struct {
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

// h200Matrix returns what the H200 counted and took.
func h200Matrix() ([]matrixPoint, error) {
	var all []matrixPoint
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
		p := matrixPoint{Kind: row[1], Name: row[2], Latency: latency, Busy: busy, Access: gpumodel.Access{
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

package silicon

import (
	_ "embed"
	"math"
)

// MI300AResult is a row of mi300a_kernels.csv beside the model.
type MI300AResult struct {
	MI300ATime
	ChipResult // of one die, which has a sixth of the work
}

// Error returns (model − measured) / measured, of the least time.
func (r MI300AResult) Error() float64 { return r.Model/r.Least - 1 }

// Set reports whether a number of the preset was set from the row: the time of a launch was.
func (r MI300AResult) Set() bool { return r.Kernel == "vectoradd" && r.N <= 8192 }

// Placed reports whether the arrays are larger than the Infinity Cache, so that the time
// depends on where memory was given: the two files then differ by up to seven times.
func (r MI300AResult) Placed() bool {
	n := r.N * r.N
	switch r.Kernel {
	case "vectoradd":
		n = r.N * 3 / 2
	case "fft1D_512":
		n = r.N
	case "matrixmultiplication":
		n = n * 3 / 2
	}
	return 8*n > 256<<20
}

//go:embed mi300a_model.csv
var mi300aModelCSV string

// MI300AResults returns the rows in the order of mi300a_kernels.csv. A test runs the model
// anew and holds it to the file. The error says which line of which file is damaged.
func MI300AResults() ([]MI300AResult, error) {
	times, err := MI300ATimes()
	if err != nil {
		return nil, err
	}
	var names []string
	at := map[string]int{}
	for _, t := range times {
		if _, ok := at[t.Name()]; !ok {
			at[t.Name()] = len(names)
			names = append(names, t.Name())
		}
	}
	chips, err := chipResults("mi300a_model.csv", mi300aModelCSV, names)
	if err != nil {
		return nil, err
	}
	out := make([]MI300AResult, len(times))
	for i, t := range times {
		out[i] = MI300AResult{t, chips[at[t.Name()]]}
	}
	return out, nil
}

// MI300AScore is how far the model is from rows that set nothing.
type MI300AScore struct {
	Rows     int
	Weighted float64 // sum of errors over sum of times: MGPUSim's "WMAPE", in which the longest count most
	Mean     float64 // of errors
	Within   int     // rows within 25 %
	Worst    MI300AResult
}

// ScoreMI300A scores those of the rows that take(row), each against its measured(row),
// microseconds.
func ScoreMI300A(rows []MI300AResult, take func(MI300AResult) bool, measured func(MI300AResult) float64) (s MI300AScore) {
	worst, off, all := -1.0, 0.0, 0.0
	for _, r := range rows {
		if r.Set() || !take(r) {
			continue
		}
		m := measured(r)
		e := math.Abs(r.Model/m - 1)
		s.Rows++
		s.Mean += e
		off, all = off+math.Abs(r.Model-m), all+m
		if e <= 0.25 {
			s.Within++
		}
		if e > worst {
			worst, s.Worst = e, r
		}
	}
	s.Weighted = off / all
	s.Mean /= float64(s.Rows)
	return s
}

package lds

import (
	"math"

	"lanebook/gpumodel"
)

// wordsInOnePass is the most words that one pass serves, over strides 1 to 128.
func wordsInOnePass(d gpumodel.Device) (float64, error) {
	most := 0
	for stride := gpumodel.Bytes(1); stride <= 128; stride++ {
		trace, err := d.LDS.Requests(gpumodel.Stride(4, d.Lanes, 0, 4*stride))
		if err != nil {
			return 0, err
		}
		served := map[int]int{}
		for _, r := range trace {
			served[r.Pass]++
			most = max(most, served[r.Pass])
		}
	}
	return float64(most), nil
}

// wordsInColumnPass is the most words that one pass of the column of A[64][columns] serves.
func wordsInColumnPass(d gpumodel.Device, columns int) (float64, error) {
	a, err := column(d, columns)
	if err != nil {
		return 0, err
	}
	trace, err := d.LDS.Requests(a)
	most, served := 0, map[int]int{}
	for _, r := range trace {
		served[r.Pass]++
		most = max(most, served[r.Pass])
	}
	return float64(most), err
}

// fewestPasses is the least that any stride from 1 to 128 words takes.
func fewestPasses(d gpumodel.Device) (float64, error) {
	fewest := math.Inf(1)
	for stride := gpumodel.Bytes(1); stride <= 128; stride++ {
		s, err := d.LDS.Serve(gpumodel.Stride(4, d.Lanes, 0, 4*stride))
		if err != nil {
			return 0, err
		}
		fewest = min(fewest, float64(s.Passes))
	}
	return fewest, nil
}

// column is the read of A[N][0] of an array A[64][columns] of 4-byte elements.
func column(d gpumodel.Device, columns int) (gpumodel.Access, error) {
	return gpumodel.Array{Rows: 64, Columns: columns, Element: 4}.Column(0, d.Lanes)
}

func columnPasses(d gpumodel.Device, columns int) (float64, error) {
	a, err := column(d, columns)
	if err != nil {
		return 0, err
	}
	s, err := d.LDS.Serve(a)
	return float64(s.Passes), err
}

func banksOfColumn(d gpumodel.Device, columns int) (float64, error) {
	a, err := column(d, columns)
	if err != nil {
		return 0, err
	}
	trace, err := d.LDS.Requests(a)
	banks := map[int]bool{}
	for _, r := range trace {
		banks[r.Bank] = true
	}
	return float64(len(banks)), err
}

// rowsInTurn counts the rows N of A[64][65] that start in bank N mod 32.
func rowsInTurn(d gpumodel.Device) (float64, error) {
	a, err := column(d, 65)
	if err != nil {
		return 0, err
	}
	trace, err := d.LDS.Requests(a)
	rows := 0
	for _, r := range trace {
		if r.Bank == r.Lane%32 { // lane N reads row N
			rows++
		}
	}
	return float64(rows), err
}

// bankOf is the bank of A[row][column] of A[64][65].
func bankOf(d gpumodel.Device, row, column int) (float64, error) {
	a := gpumodel.Stride(4, d.Lanes, gpumodel.Array{Rows: 64, Columns: 65, Element: 4}.Offset(row, column), 0)
	trace, err := d.LDS.Requests(a)
	if err != nil {
		return 0, err
	}
	return float64(trace[0].Bank), nil
}

func paddingGain(d gpumodel.Device) (float64, error) {
	plain, err := columnPasses(d, 64)
	if err != nil {
		return 0, err
	}
	padded, err := columnPasses(d, 65)
	return plain / padded, err
}

// paddingCost is the share of A[64][64] that one more element a row adds, in %.
func paddingCost() float64 {
	plain := gpumodel.Array{Rows: 64, Columns: 64, Element: 4}
	padded := plain
	padded.Pad = 1
	return 100 * float64(padded.Size()-plain.Size()) / float64(plain.Size())
}

func bytesPerLane(d gpumodel.Device, wavefronts int) float64 {
	return float64(d.LDS.Size) / float64(wavefronts*d.Lanes)
}

// together is the cycles a wavefront for n of them, each reading 64 words in a row.
func together(d gpumodel.Device, n int) (float64, error) {
	accesses := make([]gpumodel.Access, n)
	for i := range accesses {
		accesses[i] = gpumodel.Stride(4, d.Lanes, 0, 4)
	}
	cycles, err := d.LDS.Together(accesses...)
	return float64(cycles) / float64(n), err
}

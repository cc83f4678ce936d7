package silicon

import (
	_ "embed"
	"fmt"
	"strings"

	"lanebook/gpumodel"
)

// TransposeTime is one of the H200's timed transposes of a square matrix: one lane
// for each element, workgroups of Tile × Tile lanes.
type TransposeTime struct {
	Name         string // "tile16pad"
	Size         int    // of the matrix, in elements
	Element      gpumodel.Bytes
	Tile         int
	Pad          int
	Naive        bool // without the LDS: stored down columns
	Milliseconds float64
}

//go:embed transpose.csv
var transposeCSV string

// largestTransposed is the edge of transpose.csv's matrix of floats, in elements.
const largestTransposed = 8192

// H200Transposes returns the nine timed transposes of 8192 × 8192 floats. The error
// says which row of the embedded file is damaged.
func H200Transposes() ([]TransposeTime, error) { return transposes("transpose.csv", transposeCSV) }

// complexTransposes returns those of fft.cu's times that are transposes of 1024² to 8192²
// complex numbers, 2 × 4 bytes each, through tiles.
func complexTransposes(times []FFTTime) (out []TransposeTime) {
	for _, t := range times {
		if t.Kernel == "transpose" && t.Rows == 0 {
			name := fmt.Sprintf("tile%d", t.Tile) + [...]string{"", "pad"}[t.Pad]
			out = append(out, TransposeTime{Name: name, Size: t.Size, Element: 8, Tile: t.Tile, Pad: t.Pad, Milliseconds: t.Microseconds / 1e3})
		}
	}
	return out
}

func transposes(file, text string) ([]TransposeTime, error) {
	var out []TransposeTime
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		p := pairs{file: file, line: i + 1, columns: strings.Split(line, ",")}
		p.head("transpose", 4)
		t := TransposeTime{Size: largestTransposed, Element: 4, Milliseconds: p.float(2, "ms")}
		if p.err != nil {
			return nil, p.err
		}
		t.Name = p.columns[1]
		shape, padded := strings.CutSuffix(t.Name, "pad")
		if padded {
			t.Pad = 1
		}
		t.Naive = strings.HasPrefix(shape, "naive")
		if _, err := fmt.Sscanf(strings.TrimPrefix(strings.TrimPrefix(shape, "naive"), "tile"), "%d", &t.Tile); err != nil || t.Tile < 1 || t.Tile > 32 {
			return nil, fmt.Errorf("silicon: %s: line %d, column 2 = %q, want naive or tile, 1 to 32, and pad or nothing", file, i+1, t.Name)
		}
		out = append(out, t)
	}
	return out, nil
}

// TransposeResult is a transpose beside the model of the whole GPU.
type TransposeResult struct {
	TransposeTime
	ChipResult
}

// Error returns (model − measured) / measured.
func (r TransposeResult) Error() float64 { return r.Model/(1e3*r.Milliseconds) - 1 }

// TransposeResults returns the transposes of so many elements squared: of 8192² with
// elements of 4 bytes the nine of floats, and with elements of 8 bytes the eight of complex
// numbers, also of 1024², 2048² and 4096². Of those of 8192² a tenth was run, see
// chip.Options.Sample.
func TransposeResults(size int, element gpumodel.Bytes) ([]TransposeResult, error) {
	floats, err := H200Transposes()
	if err != nil {
		return nil, err
	}
	whole, err := WholeResults()
	if err != nil {
		return nil, err
	}
	complexes, results, err := fftResults()
	if err != nil {
		return nil, err
	}
	var out []TransposeResult
	add := func(t TransposeTime, r ChipResult) {
		if t.Size == size && t.Element == element {
			out = append(out, TransposeResult{t, r})
		}
	}
	for i, r := range whole[len(whole)-len(floats):] {
		add(floats[i], r.ChipResult)
	}
	for i, r := range results[len(results)-len(complexes):] {
		add(complexes[i], r)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("silicon: no transposes of %d² elements of %d bytes were timed", size, element)
	}
	return out, nil
}

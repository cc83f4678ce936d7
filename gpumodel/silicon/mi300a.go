package silicon

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed mi300a_kernels.csv
var mi300aKernelsCSV string

// MI300ATime is one row of mi300a_kernels.csv: a HIP program of MGPUSim's on an MI300A,
// timed by events after one launch that was not.
type MI300ATime struct {
	CUs     int    // as its source has it, 240 or 120: the GPU has 228, see doc.go for how far the two agree
	Kernel  string // "vectoradd", "matrixtranspose", "fft1D_512", "stencil2d", "matrixmultiplication", "simpleconvolution"
	Size    string // "1024x1024", "512x512_mask3"
	N       int    // its first number: elements, or rows
	Mask    int    // of a convolution, rows of weights; else 0
	Runs    int
	Average float64 // microseconds
	Least   float64 // microseconds
}

// MI300ATimes returns the rows in the order of the file. The error says which row is damaged.
func MI300ATimes() ([]MI300ATime, error) { return mi300aTimes(mi300aKernelsCSV) }

func mi300aTimes(text string) ([]MI300ATime, error) {
	rows, err := table("mi300a_kernels.csv", text, 7)
	if err != nil {
		return nil, err
	}
	var out []MI300ATime
	for _, r := range rows[1:] {
		f := fields{file: "mi300a_kernels.csv", row: r}
		t := MI300ATime{CUs: f.int(0), Kernel: r[1], Size: r[2], Runs: f.int(3), Average: 1000 * f.float(4), Least: 1000 * f.float(5)}
		digits := strings.IndexFunc(t.Size+" ", func(c rune) bool { return c < '0' || c > '9' })
		if t.N, err = strconv.Atoi(t.Size[:digits]); err != nil || t.N < 1 {
			f.fail(2, "a size of 1 or more")
		}
		if _, mask, ok := strings.Cut(t.Size, "_mask"); ok {
			if t.Mask, err = strconv.Atoi(mask); err != nil || t.Mask < 1 {
				f.fail(2, "a mask of 1 or more")
			}
		}
		if !(t.Least > 0 && t.Average >= t.Least) {
			f.fail(5, "a least time of more than 0, at most the average")
		}
		if f.err != nil {
			return nil, f.err
		}
		out = append(out, t)
	}
	return out, nil
}

// Name is the kernel and its size.
func (t MI300ATime) Name() string { return fmt.Sprintf("%s,%s", t.Kernel, t.Size) }

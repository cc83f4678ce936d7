package silicon

import (
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
)

// waitsOf is a line of listed_waits_told.csv: where warps are, in parts of 10000 of all their cycles: by what they do, issue
// or wait for one of gpumodel's reasons in their order, and by the instruction that they issue next, in the listing's.
func waitsOf(k *listedKernel, n int) (string, error) {
	e, err := k.start(n)
	if err != nil {
		return "", err
	}
	code, err := machineCode("listed.sass", listedListing, k.name)
	if err != nil {
		return "", err
	}
	r, err := e.Time(gpu.H200(), chip.Options{Lines: len(code.Code)})
	if err != nil {
		return "", err
	}
	all := float64(r.Issued)
	for _, cycles := range r.Stalls {
		all += float64(cycles)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "told,%s,n=%d,cycles=%d,%.0f", k.name, n, r.Cycles, math.Round(1e4*float64(r.Issued)/all))
	for _, cycles := range r.Stalls {
		fmt.Fprintf(&b, " %.0f", math.Round(1e4*float64(cycles)/all))
	}
	for i := range code.Code {
		l := &r.Lines[i+1]
		fmt.Fprintf(&b, "%c%.0f", ", "[min(i, 1)], math.Round(1e4*float64(l.Waited()+gpumodel.Cycles(l.Issued))/all))
	}
	return b.String(), nil
}

func TestListedWaitsTold(t *testing.T) {
	if os.Getenv("TELL") == "" {
		t.Skip()
	}
	kernels := listedKernels()
	lines := make([]string, 3*len(kernels))
	var group sync.WaitGroup
	next := make(chan int)
	for range 2 {
		group.Go(func() {
			for i := range next {
				k := &kernels[i/3]
				line, err := waitsOf(k, k.sizes[i%3])
				if err != nil {
					t.Error(err)
				}
				lines[i] = line
				t.Log(line[:60])
			}
		})
	}
	for s := range 3 { // the small ones first
		for i := s; i < len(lines); i += 3 {
			next <- i
		}
	}
	close(next)
	group.Wait()
	if err := os.WriteFile("listed_waits_told.csv", []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

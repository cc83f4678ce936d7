package silicon

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

// TutorialTime is one of package kernels' tutorial kernels, as tutorials.cu has it, timed
// on a whole GPU, the H200 by two runs of that program.
type TutorialTime struct {
	Name                string  // "reduction scattered", "… interleaved", "… sequential", "… pairs", "stencil", "product", and the last two with " local"
	Size                int     // as the kernel's; 256 lanes of a workgroup, of stencils a radius of 8
	Microseconds, Again float64 // Again: of the second run, where there was one, else the same
}

//go:embed tutorials.csv
var tutorialsCSV string

// H200Tutorials returns the tutorials' kernels. The error says which line of the embedded
// file is damaged.
func H200Tutorials() ([]TutorialTime, error) { return tutorialTimes("tutorials.csv", tutorialsCSV) }

func tutorialTimes(file, text string) ([]TutorialTime, error) {
	var out []TutorialTime
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		p := pairs{file: file, line: i + 1, columns: strings.Split(line, ",")}
		p.head("tutorial", 5)
		t := TutorialTime{Size: int(p.float(2, "n")), Microseconds: p.float(3, "us")}
		if t.Again = t.Microseconds; p.err == nil && strings.HasPrefix(p.columns[4], "min=") {
			p.float(4, "min")
		} else {
			t.Again = p.float(4, "again")
		}
		if p.err != nil {
			return nil, p.err
		}
		t.Name = p.columns[1]
		out = append(out, t)
	}
	return out, nil
}

// Launch returns the kernel and its launch, on arrays of its own that hold zeros. The error
// says what is wrong with its name or size.
func (t TutorialTime) Launch(d gpumodel.Device) (kernel.Launch, kernel.Kernel, error) {
	const lanes = 256
	var m kernel.GlobalMemory
	array := func(name string, n int) *kernel.Global[float32] {
		return kernel.NewGlobal[float32](&m, name, max(n, 0))
	}
	switch t.Name {
	case "reduction scattered", "reduction interleaved", "reduction sequential", "reduction pairs":
		p := kernels.Reduction{Size: t.Size, Lanes: lanes, Order: kernels.Sequential, Pairs: t.Name == "reduction pairs"}
		switch t.Name {
		case "reduction scattered":
			p.Order = kernels.Scattered
		case "reduction interleaved":
			p.Order = kernels.Interleaved
		}
		l, err := p.Launch(d)
		return l, p.Kernel(array("in", t.Size), array("out", t.Size/lanes)), err
	case "stencil", "stencil local":
		p := kernels.Stencil{Size: t.Size, Lanes: lanes, Radius: 8, Local: t.Name == "stencil local"}
		l, err := p.Launch(d)
		l.Registers = map[bool]int{false: 29, true: 24}[p.Local] // tutorials.sass
		return l, p.Kernel(array("in", t.Size+2*p.Radius), array("out", t.Size)), err
	case "product", "product local":
		p := kernels.Product{Size: t.Size, Edge: 16, Local: t.Name == "product local"}
		n := t.Size * t.Size
		l, err := p.Launch(d)
		l.Registers = 30 // tutorials.sass
		return l, p.Kernel(array("a", n), array("b", n), array("c", n)), err
	}
	return kernel.Launch{}, nil, fmt.Errorf("silicon: no tutorial's kernel %q, want one of tutorials.csv", t.Name)
}

// TutorialResult is a tutorial's kernel beside the model, as launched before: all its
// workgroups have been run twice.
type TutorialResult struct {
	TutorialTime
	ChipResult
}

// Error returns (model − measured) / measured, of the run that is nearer: 0 between the two.
func (r TutorialResult) Error() float64 {
	least, most := min(r.Microseconds, r.Again), max(r.Microseconds, r.Again)
	switch {
	case r.Model < least:
		return r.Model/least - 1
	case r.Model > most:
		return r.Model/most - 1
	}
	return 0
}

//go:embed tutorials_model.csv
var tutorialsModelCSV string

// TutorialResults returns the tutorials' kernels in the order of tutorials.csv, on which no
// number of the model was set. A test runs some of them anew and holds them to the file. The error says which line of which file is damaged.
func TutorialResults() ([]TutorialResult, error) {
	times, err := H200Tutorials()
	if err != nil {
		return nil, err
	}
	chips, err := chipResults("tutorials_model.csv", tutorialsModelCSV, names(times, TutorialTime.name))
	if err != nil {
		return nil, err
	}
	out := make([]TutorialResult, len(times))
	for i, t := range times {
		out[i] = TutorialResult{t, chips[i]}
	}
	return out, nil
}

// names are the rows' names in files of results.
func names[T any](rows []T, name func(T) string) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = name(r)
	}
	return out
}

func (t TutorialTime) name() string { return fmt.Sprintf("%s,n=%d", t.Name, t.Size) }

// TutorialPair is two forms of one tutorial's kernel at one size.
type TutorialPair struct{ Faster, Slower TutorialResult } // as both runs on the H200 have it

// Kept reports whether the model has them in the order of the H200.
func (p TutorialPair) Kept() bool { return p.Faster.Model < p.Slower.Model }

// TutorialPairs returns every two forms of one kernel at one size that the two runs on the
// H200 have in one order.
func TutorialPairs(all []TutorialResult) (out []TutorialPair) {
	for i, a := range all {
		for _, b := range all[:i] {
			if a.Size != b.Size || a.family() != b.family() {
				continue
			}
			pair := TutorialPair{a, b}
			if a.Microseconds > b.Microseconds {
				pair = TutorialPair{b, a}
			}
			if pair.Faster.Microseconds < pair.Slower.Microseconds && pair.Faster.Again < pair.Slower.Again {
				out = append(out, pair)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b TutorialPair) int { return a.Faster.Size - b.Faster.Size })
	return out
}

// family is the kernel of which this is a form.
func (t TutorialTime) family() string {
	first, _, _ := strings.Cut(t.Name, " ")
	return first
}

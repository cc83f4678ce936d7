package silicon

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

// AtomicTime is a whole kernel of atoms.cu: one that counts or adds up what many lanes have.
type AtomicTime struct {
	Kernel       string // "hist", "histl" (in the LDS), "sum", "sumw" (every wavefront adds), "scan"
	N            int    // elements
	Bins         int    // of a histogram, of numbers by chance; 0: of 256, of which 1024 elements in a row have the same
	Apart        int    // words from bin to bin in global memory; 0: 1. Only an H100 was asked
	Workgroups   int    // of 256 lanes; 0: as many as cover the elements
	Microseconds float64
}

// atomicLanes are those of a workgroup.
const atomicLanes = 256

// AtomicTimes returns the whole kernels of atoms.csv, or of the H100's. The error says which line
// is damaged, or that the GPU has none.
func AtomicTimes(device string) (times []AtomicTime, err error) {
	err = atomRows(device, func(p *pairs) {
		if p.columns[0] != "kernel" {
			return
		}
		t := AtomicTime{Kernel: p.columns[1], N: int(p.float(2, "n")), Microseconds: p.float(len(p.columns)-2, "us")}
		for i := 3; i < len(p.columns)-2 && p.err == nil; i++ {
			key, value, _ := strings.Cut(p.columns[i], "=")
			switch {
			case value == "runs":
			case key == "bins":
				t.Bins = int(p.float(i, key))
			case key == "apart":
				t.Apart = int(p.float(i, key))
			default:
				t.Workgroups = int(p.float(i, "blocks"))
			}
		}
		times = append(times, t)
	})
	return times, err
}

// name is the row's without its times.
func (t AtomicTime) name() string {
	name := fmt.Sprintf("%s,n=%d", t.Kernel, t.N)
	switch {
	case !strings.HasPrefix(t.Kernel, "hist"):
	case t.Bins == 0:
		name += ",bins=runs"
	default:
		name += ",bins=" + strconv.Itoa(t.Bins)
	}
	if t.Apart > 0 {
		name += ",apart=" + strconv.Itoa(t.Apart)
	}
	if t.Workgroups > 0 {
		name += ",blocks=" + strconv.Itoa(t.Workgroups)
	}
	return name
}

// Launch returns the kernel and its launch. The error says what is wrong with its numbers.
func (t AtomicTime) Launch(d gpumodel.Device) (kernel.Launch, kernel.Kernel, error) {
	var m kernel.GlobalMemory
	groups := t.Workgroups
	if groups == 0 {
		groups = t.N / atomicLanes
	}
	switch t.Kernel {
	case "hist", "histl":
		p := kernels.Histogram{Size: t.N, Bins: t.Bins, Apart: t.Apart, Lanes: atomicLanes, Local: t.Kernel == "histl", Workgroups: groups}
		number := func(i int) int32 { return int32(mixed(uint32(i)) % uint32(p.Bins)) }
		if t.Bins == 0 {
			p.Bins = 256
			number = func(i int) int32 { return int32(i / 1024 & 255) }
		}
		in, bins := kernel.Function(&m, "in", t.N, number), kernel.NewGlobal[int32](&m, "bins", p.Bins*max(1, p.Apart))
		l, err := p.Launch(d)
		return l, p.Kernel(in, bins), err
	case "sum", "sumw":
		p := kernels.Sum{Size: t.N, Lanes: atomicLanes, Workgroups: groups, Each: t.Kernel == "sumw"}
		l, err := p.Launch(d)
		return l, p.Kernel(zeros(&m, "in", t.N), kernel.NewGlobal[float32](&m, "out", 1)), err
	case "scan":
		p := kernels.Scan{Size: t.N, Lanes: atomicLanes}
		l, err := p.Launch(d)
		return l, p.Kernel(zeros(&m, "in", t.N), kernel.Forgetful(&m, "out", t.N, func(int) float32 { return 0 })), err
	}
	return kernel.Launch{}, nil, fmt.Errorf("silicon: no kernel %q with atomics, want one of atoms.csv", t.Kernel)
}

func zeros(m *kernel.GlobalMemory, name string, n int) *kernel.Global[float32] {
	return kernel.Function(m, name, n, func(int) float32 { return 0 })
}

// AtomicResult is a kernel beside the model, as launched before.
type AtomicResult struct {
	AtomicTime
	ChipResult
}

// Error returns (model − measured) / measured.
func (r AtomicResult) Error() float64 { return r.Model/r.Microseconds - 1 }

var (
	//go:embed atoms_model.csv
	atomsModelCSV string
	//go:embed atoms_h100_model.csv
	atomsH100ModelCSV string
)

// AtomicResults returns a GPU's whole kernels of atoms.cu, of which no time set a number. What the model
// gives is kept in files; a test runs some of it anew. The error says which line of which file is damaged.
func AtomicResults(device string) ([]AtomicResult, error) {
	times, err := AtomicTimes(device)
	if err != nil {
		return nil, err
	}
	of := atomFiles[device]
	chips, err := chipResults(of.model, *of.modelText, names(times, AtomicTime.name))
	if err != nil {
		return nil, err
	}
	out := make([]AtomicResult, len(times))
	for i, t := range times {
		out[i] = AtomicResult{t, chips[i]}
	}
	return out, nil
}

// mixed is mix of atoms.cu: a number by chance, always the same one of x.
func mixed(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	return x ^ x>>16
}

package silicon

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass/emulate"
)

//go:embed everyday.sass
var everydayListing string

// startEveryday makes the machine code of a kernel of everyday.cu ready to be launched.
func startEveryday(t EverydayTime) (*emulate.Code, error) {
	l, _, err := t.Launch(gpu.H100())
	if err != nil {
		return nil, err
	}
	n, apart := t.Size, 0
	name, _, _ := strings.Cut(t.Name, " ")
	fmt.Sscanf(t.Name, "bitonic %d", &apart)
	code, err := machineCode("everyday.sass", everydayListing, name)
	if err != nil {
		return nil, err
	}
	// What is passed, letter by letter: of z zeros are read, and what is written is forgotten; r has words by chance, d
	// such below n, e below 1<<18, p is sorted in place; n is the size, a how far partners are apart. Bytes of shared
	// memory are ptxas'.
	how := map[string]struct {
		arguments string
		local     gpumodel.Bytes
	}{
		"rows": {"zzzn", 0}, "columns": {"zzzn", 0}, "blur": {"zzzn", 0}, "options": {"zzzzz", 0}, "bodies": {"zzn", 4096}, "softmax": {"zz", 32}, "bitonic": {"pa", 0}, "sparse": {"dzzzn", 0},
		"scan": {"zz", 2048}, "structs": {"zz", 0}, "horner": {"zz", 0}, "julia": {"zn", 0}, "heat": {"zzn", 0}, "floyd": {"zn", 0}, "embed": {"ezz", 0}, "dot": {"zzzn", 32},
		"tiles": {"zzzn", 8192}, "lattice": {"zzn", 0}, "seven": {"zzn", 0}, "darts": {"z", 0}, "sorts": {"rz", 2048}, "bins": {"rzn", 1024}, "around": {"dzz", 0}, "running": {"zz", 0},
	}[name]
	var m emulate.Memory
	var arguments []any
	for _, a := range how.arguments {
		below := map[rune]uint32{'z': 0, 'r': 1<<31 - 1, 'd': uint32(n - 1), 'e': 1<<18 - 1}
		switch a {
		case 'n':
			arguments = append(arguments, int32(n))
		case 'a':
			arguments = append(arguments, int32(apart))
		case 'p':
			words := make([]byte, 4*n)
			for i := range n {
				binary.LittleEndian.PutUint32(words[4*i:], mixed(uint32(i))>>1)
			}
			arguments = append(arguments, m.Upload("p", words))
		case 'r':
			arguments = append(arguments, m.Function("r", 1<<28, func(i int) uint32 { return mixed(uint32(i)) >> 1 }))
		default:
			arguments = append(arguments, m.Function(string(a), 1<<28, func(i int) uint32 { return mixed(uint32(i)) & below[a] }))
		}
	}
	return emulate.Launch{
		Kernel: code, Grid: l.Grid, Workgroup: l.Workgroup, Local: how.local, Memory: &m, Arguments: emulate.Arguments(arguments...),
	}.Start()
}

// What everyday_code_model.csv has is what the model gives for the machine code, of an H100, launched before.
func TestEverydayCodeModel(t *testing.T) {
	var all []chipRun
	for _, k := range everyday() {
		all = append(all, chipRun{k.name(), func() (chip.Report, error) {
			e, err := startEveryday(k)
			if err != nil {
				return chip.Report{}, err
			}
			return e.Time(gpu.H100(), chip.Options{Before: e.Workgroups()})
		}})
	}
	holdResults(t, "everyday_code_model.csv", everydayCodeModelCSV, all, []string{"options,n=262144", "softmax,n=256", "sparse,n=65536", "julia,n=256", "embed,n=16384", "lattice,n=256"},
		[]string{"rows,n=1024", "bodies,n=2048", "bitonic 32,n=1048576", "scan,n=262144", "heat,n=1024", "dot,n=1048576", "darts,n=65536", "around,n=65536", "running,n=1024"})
}

// Oracle: an H100's clock, known before. The listings say what the Go functions say, which were told: that is how far a careful
// rewriting is from what a compiler makes, and how far a scheduler that takes all in turn is from one that stays with a warp.
func TestEverydayCode(t *testing.T) {
	all, err := EverydayResults()
	if err != nil {
		t.Fatal(err)
	}
	code, err := EverydayCode()
	if err != nil {
		t.Fatal(err)
	}
	var off, worst, asGo, apart float64
	n := float64(len(all))
	for i, r := range all {
		e := math.Abs(code[i]/r.Microseconds - 1)
		off, worst, asGo, apart = off+e/n, max(worst, e), asGo+math.Abs(r.Error())/n, apart+math.Abs(code[i]/r.Model-1)/n
	}
	t.Logf("%d kernels: %.1f %% off, worst %.0f; as Go functions %.1f; the two apart by %.1f", len(all), 100*off, 100*worst, 100*asGo, 100*apart)
	if off > 0.056 || worst > 0.206 || apart > 0.04 { // 0.055 before lines that cross the L2's halves took turns; worst 0.2 before stores and loads passed the L2 side by side
		t.Errorf("mean error %.3f, worst %.3f, apart by %.3f, want 0.056, 0.206, 0.04", off, worst, apart)
	}
}

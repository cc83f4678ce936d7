package silicon

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/sass"
	"lanebook/gpumodel/sass/emulate"
)

var (
	//go:embed executed.sass
	executedListing string
	//go:embed executed.csv
	executedCSV string
)

// machineCode returns a kernel of a listing.
func machineCode(file, text, name string) (*sass.Kernel, error) {
	f, err := sass.Read(file, text)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(f.Kernels, func(k sass.Kernel) bool { return k.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("silicon: no kernel %q in %s", name, file)
	}
	return &f.Kernels[i], nil
}

// execute runs a launch, one workgroup after the other, and shows every instruction; nothing is timed.
func execute(e *emulate.Code, show func(*gpumodel.Instruction)) error {
	streams := e.Streams()
	waves := make([]gpumodel.Stream, e.Wavefronts())
	for g := range e.Workgroups() {
		for i := range waves {
			waves[i] = streams(g, i)
		}
		for live := len(waves); live > 0; { // from barrier to barrier
			for i, w := range waves {
				for w != nil {
					var in gpumodel.Instruction
					if !w.Next(&in) {
						if err := w.(interface{ Err() error }).Err(); err != nil {
							return err
						}
						waves[i], w, live = nil, nil, live-1
						continue
					}
					if show != nil {
						show(&in)
					}
					if in.Kind == gpumodel.Barrier {
						break
					}
				}
			}
		}
	}
	return nil
}

// Oracle: an H200, nvcc 13.0.88, driver 580.159.04: all words that 22 kernels wrote, bit by bit. They divide, shift, compare, convert,
// shuffle, vote, part and meet, call, add atomically, and round in several ways.
func TestExecuted(t *testing.T) {
	f, err := sass.Read("executed.sass", executedListing)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(executedCSV), "\n")
	if len(lines) != 22 || len(f.Kernels) != 22 {
		t.Fatalf("%d kernels and what %d wrote, want 22", len(f.Kernels), len(lines))
	}
	words := 0
	for _, line := range lines {
		columns := strings.Split(line, ",")
		i := slices.IndexFunc(f.Kernels, func(k sass.Kernel) bool { return k.Name == columns[0] })
		in := make([]byte, 768*4)
		for i := range 768 {
			binary.LittleEndian.PutUint32(in[4*i:], mixed(uint32(i+1)))
		}
		var outs [2][]byte // of which the first is what the chip's was, all zero; what is the same in both was written
		for fill := range outs {
			outs[fill] = bytes.Repeat([]byte{byte(0x5a * fill)}, 4096*4)
			var m emulate.Memory
			e, err := emulate.Launch{Kernel: &f.Kernels[i], Workgroup: gpumodel.Shape{X: 256}, Local: 4096, Memory: &m, Arguments: emulate.Arguments(m.Upload("in", in), m.Upload("out", outs[fill]))}.Start()
			if err == nil {
				err = execute(e, nil)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for i, c := range columns[1:] {
			want, err := strconv.ParseUint(c, 16, 32)
			got, again := binary.LittleEndian.Uint32(outs[0][4*i:]), binary.LittleEndian.Uint32(outs[1][4*i:])
			if err != nil || got != uint32(want) {
				t.Errorf("%s: word %d is %x, the chip's %s", columns[0], i, got, c)
				break
			}
			if got == again {
				words++
			}
		}
	}
	if words += 10; words != 43680 { // those that atomic operations leave hang on what was there
		t.Errorf("%d words written as the chip wrote them, want 43680", words)
	}
}

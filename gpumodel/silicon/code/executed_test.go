package code

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/sass"
	"lanebook/gpumodel/sass/emulate"
)

//go:embed executed.sass
var executedListing string

// execute runs a kernel of executed.cu on a block of 256, reading its instructions in turn, and returns the words that it wrote.
func execute(k *sass.Kernel) ([]uint32, error) {
	in, out := make([]byte, 768*4), make([]byte, 4096*4)
	for i := range 768 {
		binary.LittleEndian.PutUint32(in[4*i:], mixed(uint32(i+1)))
	}
	var m emulate.Memory
	e, err := emulate.Launch{Kernel: k, Workgroup: gpumodel.Shape{X: 256}, Local: 4096, Memory: &m, Arguments: emulate.Arguments(m.Upload("in", in), m.Upload("out", out))}.Start()
	if err != nil {
		return nil, err
	}
	waves, arrived := make([]gpumodel.Stream, e.Wavefronts()), 0
	streams, waits := e.Streams(), make([]bool, e.Wavefronts())
	for i := range waves {
		waves[i] = streams(0, i)
	}
	for live := len(waves); live > 0; {
		for i, w := range waves {
			var in gpumodel.Instruction
			for w != nil && !waits[i] {
				if !w.Next(&in) {
					if err := w.(interface{ Err() error }).Err(); err != nil {
						return nil, err
					}
					waves[i], w, live = nil, nil, live-1
				} else if in.Kind == gpumodel.Barrier {
					waits[i], arrived = true, arrived+1
				}
			}
		}
		if arrived >= live {
			clear(waits)
			arrived = 0
		}
	}
	words := make([]uint32, 4096)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(out[4*i:])
	}
	return words, nil
}

func TestExecuted(t *testing.T) {
	f, err := sass.Read("executed.sass", executedListing)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("executed.csv")
	if err != nil {
		for i := range f.Kernels {
			if _, err := execute(&f.Kernels[i]); err != nil {
				t.Errorf("%v", err)
			}
		}
		return
	}
	for line := range strings.Lines(string(text)) {
		columns := strings.Split(strings.TrimSpace(line), ",")
		for i := range f.Kernels {
			k := &f.Kernels[i]
			if k.Name != columns[0] {
				continue
			}
			got, err := execute(k)
			if err != nil {
				t.Errorf("%v", err)
				continue
			}
			wrong := map[int]int{}
			for i, c := range columns[1:] {
				var want uint32
				fmt.Sscanf(c, "%x", &want)
				if got[i] != want {
					if wrong[i/256]++; wrong[i/256] == 1 {
						t.Logf("%s: result %d of lane %d is %x, the chip's %x", k.Name, i/256, i%256, got[i], want)
					}
				}
			}
			if len(wrong) > 0 {
				t.Errorf("%s: differ by result: %v", k.Name, wrong)
			}
		}
	}
}

func mixed(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	return x ^ x>>16
}

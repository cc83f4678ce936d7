package silicon_test

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
)

// machine executes the accesses of a whole launch: a register holds which element of the
// input, from 0, came into it.
type machine struct {
	t       *testing.T
	element gpumodel.Bytes
	read    map[gpumodel.Bytes]int // times that a byte of the input or output was the first of a load
	wrote   map[gpumodel.Bytes][]int
}

const outAt = gpumodel.Bytes(1) << 32

func (m *machine) run(k silicon.WholeKernel) {
	m.read, m.wrote = map[gpumodel.Bytes]int{}, map[gpumodel.Bytes][]int{}
	for g := range k.Workgroups {
		lds := map[gpumodel.Bytes]int{}
		streams := make([]gpumodel.Stream, k.Wavefronts)
		regs := make([][32]map[gpumodel.Register]int, k.Wavefronts)
		for w := range streams {
			streams[w] = k.Stream(g, w)
			for i := range regs[w] {
				regs[w][i] = map[gpumodel.Register]int{}
			}
		}
		for live := true; live; { // from barrier to barrier
			live = false
			for w, s := range streams {
				var in gpumodel.Instruction
				for s.Next(&in) {
					if lanes := min(32, k.Need.Lanes-32*w); in.Lanes != gpumodel.AllLanes(lanes) {
						m.t.Fatalf("lanes %#x, want %d", in.Lanes, lanes)
					}
					if in.Kind == gpumodel.Barrier {
						live = true
						break
					}
					m.do(&in, &regs[w], lds, k.Need.LDS)
				}
			}
		}
	}
}

func (m *machine) do(in *gpumodel.Instruction, regs *[32]map[gpumodel.Register]int, lds map[gpumodel.Bytes]int, size gpumodel.Bytes) {
	a := in.Access
	if in.Kind != gpumodel.Local && in.Kind != gpumodel.Global {
		return
	}
	if a.Width != m.element || a.Active != in.Lanes || len(a.Addr) != 32 {
		m.t.Fatalf("access %+v of lanes %#x, want %d bytes of each", a, in.Lanes, m.element)
	}
	data := in.Src[0] // the last source is what is stored
	for _, r := range in.Src {
		if r != gpumodel.NoRegister {
			data = r
		}
	}
	for i, at := range a.Addr {
		switch {
		case !a.Active.Has(i):
		case in.Kind == gpumodel.Local && (at < 0 || at > size-a.Width || at%a.Width != 0):
			m.t.Fatalf("LDS offset %d of %d", at, size)
		case in.Kind == gpumodel.Local && a.Op == gpumodel.Store:
			lds[at] = regs[i][data]
		case in.Kind == gpumodel.Local:
			element, ok := lds[at]
			if !ok {
				m.t.Fatalf("LDS offset %d is loaded before it is stored", at)
			}
			regs[i][in.Dst] = element
		case a.Op == gpumodel.Store:
			m.wrote[at] = append(m.wrote[at], regs[i][data])
		default:
			m.read[at]++
			regs[i][in.Dst] = int(at / m.element)
		}
	}
}

// expect holds a launch against its source: output element i is written once, from input
// element from(i) (−1: computed), and no others are; besides, read outputs are read once.
func (m *machine) expect(row silicon.WholeTime, element gpumodel.Bytes, elements int, from func(i int) int, inputs int, readsOut bool) {
	m.t.Helper()
	k, err := row.Launch()
	if err != nil {
		m.t.Fatal(err)
	}
	m.element = element
	m.run(k)
	if len(m.wrote) != elements {
		m.t.Errorf("%+v: %d elements written, want %d", row, len(m.wrote), elements)
	}
	for i := range elements {
		got := m.wrote[outAt+gpumodel.Bytes(i)*element]
		if len(got) != 1 || from(i) >= 0 && got[0] != from(i) {
			m.t.Fatalf("%+v: output %d is written from %v, want from %d once", row, i, got, from(i))
		}
		if source := from(i); source >= 0 && m.read[gpumodel.Bytes(source)*element] != 1 {
			m.t.Fatalf("%+v: input %d is read %d times, want once", row, source, m.read[gpumodel.Bytes(source)*element])
		}
		if at := outAt + gpumodel.Bytes(i)*element; readsOut && m.read[at] != 1 {
			m.t.Fatalf("%+v: output %d is read %d times, want once", row, i, m.read[at])
		}
	}
	if len(m.read) != inputs {
		m.t.Errorf("%+v: %d elements read, want %d", row, len(m.read), inputs)
	}
}

// What whole.cu's source reads and writes is what the streams do, element by element.
func TestWholeAccesses(t *testing.T) {
	m := &machine{t: t}
	for _, e := range []gpumodel.Bytes{4, 16} {
		m.expect(silicon.WholeTime{Kernel: "copy", Element: e, N: 768}, e, 768, func(i int) int { return i }, 768, false)
	}
	for _, s := range []int{1, 3, 32} {
		m.expect(silicon.WholeTime{Kernel: "strided", N: 512, Stride: s}, 4, 512, func(i int) int { return i * s }, 512, false)
	}
	for _, n := range []int{32, 96, 320, 384, 1000 * 32, 384 * 5, 384*5 + 64} { // of 384 lanes
		m.expect(silicon.WholeTime{Kernel: "saxpy", N: n, Workgroups: 3, Lanes: 128}, 4, n, func(int) int { return -1 }, 2*n, true)
		for i := range n {
			if m.read[gpumodel.Bytes(4*i)] != 1 {
				t.Fatalf("saxpy of %d: x[%d] is read %d times, want once", n, i, m.read[gpumodel.Bytes(4*i)])
			}
		}
	}
	const w, h = 64, 96
	turned := func(i int) int { return i%h*w + i/h } // out[x·h + y] = in[y·w + x]
	for _, e := range []gpumodel.Bytes{4, 8} {
		m.expect(silicon.WholeTime{Kernel: "naive", Element: e, Width: w, Height: h}, e, w*h, turned, w*h, false)
		for _, tile := range []int{4, 8, 16, 32} {
			for pad := 0; pad < 2 && (e == 8 || tile > 8); pad++ {
				row := silicon.WholeTime{Kernel: "transpose", Element: e, Tile: tile, Pad: pad, Rows: min(tile, 8+tile%32), Width: w, Height: h}
				m.expect(row, e, w*h, turned, w*h, false)
			}
		}
	}
	m.expect(silicon.WholeTime{Kernel: "flops", N: 5, Workgroups: 3, Lanes: 64}, 4, 192, func(int) int { return -1 }, 0, false)
}

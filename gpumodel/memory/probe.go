package memory

import (
	"container/heap"
	"fmt"
	"math/rand/v2"

	"lanebook/gpumodel"
)

// Chase returns the cycles of a load in a dependent chain through size bytes, one
// load in each line of 128 bytes in random order, as probe.cu's mode lat measures
// it: data just copied from the host, one pass or 16384 loads to warm the caches,
// then as many that are timed. first is through the L1; second after it, on the
// same data, past the L1.
func Chase(d gpumodel.Device, size gpumodel.Bytes) (first, second float64, err error) {
	const node = 128
	const address = 5 // cycles from a load's data to the address of the next, IMAD.WIDE
	if size < node || size > 1<<32 {
		return 0, 0, fmt.Errorf("memory: chase through %d bytes, want 128 to 2^32", size)
	}
	h, err := New(d, d.CUs) // a lone load has every CU's share
	if err != nil {
		return 0, 0, err
	}
	h.Copy(size)
	nodes := int(size / node)
	loads := min(max(nodes, 1024), 16384)
	order := rand.New(rand.NewPCG(3, 1)).Perm(nodes)
	now := 0.0
	pass := func(path Path) float64 {
		begin := 0.0
		for i := range 2 * loads {
			if i == loads {
				begin = now
			}
			line := [1]Line{{Address: uint64(order[i%nodes]) * node, Sectors: 1}}
			_, now = h.CU(0).Fetch(now, path, line[:])
			now += address
		}
		return (now - begin) / float64(loads)
	}
	first = pass(ByL1)
	second = pass(PastL1)
	return first, second, nil
}

// Streaming is a kernel that reads an array once, as probe.cu's mode bw: each
// wavefront sends Unroll loads of 512 bytes, 16 for each lane, waits for all and
// adds them up.
type Streaming struct {
	Wavefronts  int     // of each CU
	Unroll      int     // loads in flight of one wavefront
	IssueCycles float64 // from one load's issue to the next of the same wavefront
	TurnCycles  float64 // of a turn of the loop besides its loads
	AddCycles   float64 // to add up one load's data
}

// H200Streaming returns the kernel of probe.cu's mode bw, as an H200 executes it. Its
// cycles were fitted to [littles.csv], not counted in the machine code.
func H200Streaming(wavefronts, unroll int) Streaming {
	return Streaming{Wavefronts: wavefronts, Unroll: unroll, IssueCycles: 12, TurnCycles: 40, AddCycles: 24}
}

// Bandwidth returns the bytes that all CUs of the device together get in a cycle
// when each runs the kernel; cus of them are simulated in detail.
func Bandwidth(d gpumodel.Device, cus int, k Streaming) (float64, error) {
	if k.Wavefronts < 1 || k.Wavefronts > 64 || k.Unroll < 1 || k.Unroll > 64 {
		return 0, fmt.Errorf("memory: streaming with %d wavefronts, %d loads, want 1 to 64 of both", k.Wavefronts, k.Unroll)
	}
	h, err := New(d, cus)
	if err != nil {
		return 0, err
	}
	const warm, turns = 4, 16
	var queue streams
	for cu := range cus {
		for w := range k.Wavefronts {
			queue = append(queue, stream{at: float64(cu%7 + 5*w), cu: cu, wavefront: w})
		}
	}
	heap.Init(&queue)
	stride := uint64(d.CUs*k.Wavefronts) * 512
	moved, begin, end := 0, 0.0, 0.0
	var lines [4]Line
	for len(queue) > 0 {
		q := queue[0]
		place := uint64(q.cu*(d.CUs/cus)*k.Wavefronts+q.wavefront) * 512
		done := q.at
		for u := range k.Unroll {
			address := place + (uint64(q.turn*k.Unroll+u))*stride
			for i := range lines {
				lines[i] = Line{address + uint64(i)*128, 0xf}
			}
			_, at := h.CU(q.cu).Fetch(q.at+float64(u)*k.IssueCycles, PastL1, lines[:])
			done = max(done, at)
		}
		if q.turn == warm && begin == 0 {
			begin = q.at
		}
		if q.turn >= warm {
			moved += 512 * k.Unroll
			end = q.at
		}
		q.at = done + k.TurnCycles + k.AddCycles*float64(k.Unroll)
		if q.turn++; end > 0 && q.turn == warm+turns { // the first to end stops the clock, for then the load falls
			break
		}
		queue[0] = q
		heap.Fix(&queue, 0)
	}
	return float64(moved) / (end - begin) * float64(d.CUs) / float64(cus), nil
}

// stream is a wavefront of a Streaming, and the cycle of its next turn.
type stream struct {
	at            float64
	cu, wavefront int
	turn          int
}

type streams []stream

func (s streams) Len() int { return len(s) }
func (s streams) Less(i, j int) bool {
	a, b := s[i], s[j]
	if a.at != b.at {
		return a.at < b.at
	}
	return a.cu < b.cu || a.cu == b.cu && a.wavefront < b.wavefront
}
func (s streams) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
func (s *streams) Push(x any)   { *s = append(*s, x.(stream)) }
func (s *streams) Pop() any {
	old := *s
	x := old[len(old)-1]
	*s = old[:len(old)-1]
	return x
}

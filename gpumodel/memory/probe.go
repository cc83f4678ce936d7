package memory

import (
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
	for i := range h.caches.L1.Lines { // smaller buffers came before: sets have taken their lines one after another
		_, now = h.CU(0).Fetch(now, ByL1, []Line{{Address: 1<<40 + uint64(i)*node, Sectors: 1}})
	}
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

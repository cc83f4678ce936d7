package figuretest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"lanebook/gpumodel"
)

// Accesses are ways for so many lanes to load elements of an array.
func Accesses(t *testing.T, array gpumodel.Array, lanes int) map[string]gpumodel.Access {
	t.Helper()
	column, err := array.Column(0, lanes)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]gpumodel.Access{"column": column}
	for _, stride := range []gpumodel.Bytes{0, 1, 2, 3, 8} {
		all[fmt.Sprintf("stride %d", stride)] = gpumodel.Stride(array.Element, lanes, 0, stride*array.Element)
	}
	random := rand.New(rand.NewPCG(1, uint64(array.Element)))
	for i := range 2 {
		a := gpumodel.Stride(array.Element, lanes, 0, 0)
		for lane := range a.Addr {
			a.Addr[lane] = array.Element * gpumodel.Bytes(random.IntN(array.Rows*array.Columns))
		}
		if i%2 == 1 {
			a.Active &= gpumodel.LaneMask(random.Uint64()) | 1 // at least one lane asks
		}
		all[fmt.Sprintf("random %d", i)] = a
	}
	return all
}

// Served is what the model says of an access.
func Served(t *testing.T, d gpumodel.Device, a gpumodel.Access) ([]gpumodel.Request, gpumodel.Service) {
	t.Helper()
	requests, err := d.LDS.Requests(a)
	if err != nil {
		t.Fatal(err)
	}
	s, err := d.LDS.Serve(a)
	if err != nil {
		t.Fatal(err)
	}
	return requests, s
}

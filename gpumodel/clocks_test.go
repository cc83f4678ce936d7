package gpumodel_test

import (
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// By hand: at 2 GHz, and 1 while matrices are multiplied.
func TestSeconds(t *testing.T) {
	d := gpu.H200()
	d.CUs, d.Clock = 8, 2*gpumodel.GHz
	products := gpumodel.Clocks{Products: gpumodel.GHz, Wake: 1e-7}
	sag := gpumodel.Clocks{Sag: 0.01, Settle: 1e-5}
	for _, c := range []struct {
		clocks           gpumodel.Clocks
		cycles, products gpumodel.Cycles
		cus              int
		want             float64
	}{
		{gpumodel.Clocks{}, 2000, 1000, 8, 1e-6},
		{products, 0, 0, 0, 0},
		{products, 2000, 0, 8, 1e-6},
		{products, 2000, 1000, 8, 1.6e-6},
		{products, 2000, 2000, 8, 2.1e-6},
		{sag, 2e9, 0, 8, 1 + 1e-7},
		{sag, 2e9, 0, 4, 1 + 1e-7/8},
		{sag, 20000, 0, 8, 1e-5 + 1e-7*(1-1/math.E)},
		{sag, 20000, 500, 0, 1e-5},
	} {
		d.Clocks = c.clocks
		if got := d.Seconds(c.cycles, c.products, c.cus); math.Abs(got-c.want) > 1e-9*c.want {
			t.Errorf("%+v, %d cycles, %d of them with products, on %d CUs: %v s, want %v", c.clocks, c.cycles, c.products, c.cus, got, c.want)
		}
	}
	for _, wrong := range []gpumodel.Clocks{{Products: 3 * gpumodel.GHz}, {Products: 0.5}, {Wake: 1e-7}, {Sag: 0.1}, {Settle: 1e-5}, {Sag: 2, Settle: 1}, {Sag: math.NaN(), Settle: 1}} {
		if d.Clocks = wrong; d.Validate() == nil || !strings.Contains(d.Validate().Error(), "clocks: ") {
			t.Errorf("%+v: %v", wrong, d.Validate())
		}
	}
}

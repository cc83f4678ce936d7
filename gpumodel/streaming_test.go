package gpumodel_test

import (
	"math"
	"testing"

	"lanebook/gpumodel"
)

func TestStreaming(t *testing.T) {
	s := gpumodel.Streaming{Turnover: 200e-9, EachWavefront: 10e-9, Load: 300e-9, BytesPerSecond: 1000e9, Mixed: 800e9}
	answers, waits := s, s
	answers.Store = 100e-9
	waits.Wait, waits.WaitForStores = 600e-9, 1200e-9
	slow := s
	slow.LanesPerSecond = 10e9
	store := func(lanes float64) gpumodel.StreamKernel {
		return gpumodel.StreamKernel{Lanes: lanes, Wavefronts: 10, Element: 8, Stores: 1}
	}
	load := gpumodel.StreamKernel{Lanes: 6000, Wavefronts: 10, Element: 8, Loads: 1}
	for _, c := range []struct {
		name string
		s    gpumodel.Streaming
		k    gpumodel.StreamKernel
		want float64 // GB/s
	}{
		{"stores: 24000 bytes in 300 ns", s, store(3000), 80},
		{"which the wavefront waits for: in 400", answers, store(3000), 60},
		{"as much as memory takes", s, store(1e6), 1000},
		{"10 lanes start in a ns, of 8 bytes each", slow, store(1e6), 80},
		{"loads: 48000 bytes in 600 ns", s, load, 80},
		{"and 600 ns more of them when memory is always busy: x = 48000 / (600 + 0.6 x)", waits, load, 74.4563},
		{"a load and a store: at most the mix", s, gpumodel.StreamKernel{Lanes: 1e6, Wavefronts: 10, Element: 8, Loads: 1, Stores: 1}, 800},
		{"three loads and a store: half of it is mixed", s, gpumodel.StreamKernel{Lanes: 1e6, Wavefronts: 10, Element: 8, Loads: 3, Stores: 1}, 2 / (1/1000.0 + 1/800.0)},
		{"with waits: 96000 bytes, x = 96000 / (600 + 1.2 x)", waits, gpumodel.StreamKernel{Lanes: 6000, Wavefronts: 10, Element: 8, Loads: 1, Stores: 1}, 127.4917},
	} {
		if got := c.s.Bandwidth(c.k) / 1e9; math.Abs(got-c.want) > 1e-4 {
			t.Errorf("%s: %.4f GB/s, want %.4f", c.name, got, c.want)
		}
	}
}

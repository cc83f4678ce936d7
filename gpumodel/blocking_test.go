package gpumodel_test

import (
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance*math.Abs(want) }

func TestBlockingBound(t *testing.T) {
	for _, tt := range []struct {
		rows, columns int
		bandwidth     float64
		element       gpumodel.Bytes
		want          float64 // by hand: 2 · bandwidth / element · r·c / (r+c)
	}{
		{1, 1, 8e9, 8, 1e9}, {2, 4, 1.024e12, 8, 341.33e9}, {2, 4, 1e12, 8, 333.33e9}, {4, 4, 1.024e12, 8, 512e9}, {4, 4, 1.088e12, 8, 544e9}, {8, 8, 1.088e12, 4, 2176e9},
	} {
		b := gpumodel.Blocking{Rows: tt.rows, Columns: tt.columns}
		if got := b.Bound(tt.bandwidth, tt.element); !near(got, tt.want, 1e-4) {
			t.Errorf("%+v at %g: %g, want %g", b, tt.bandwidth, got, tt.want)
		}
	}
}

func TestGrapeTiling(t *testing.T) {
	g := gpu.GrapeTiling()
	if g.Validate() != nil || g.Slab() != 32 || g.Strip() != 8 || g.Resident() != 256 || g.PartialSums() != 16 {
		t.Errorf("%+v: slab %d, strip %d, %d resident, %d sums, want 32, 8, 256, 16", g, g.Slab(), g.Strip(), g.Resident(), g.PartialSums())
	}
	fermi := gpumodel.OuterTiling{Depth: 256, Width: 256, Blocks: 16, Processors: 32, Rows: 1}
	in, out, sums := fermi.Bandwidths(614.4e9, 8)
	if in != 9.6e9 || out != 9.6e9 || sums != 153.6e9 {
		t.Errorf("Fermi needs %g in, %g out, %g of sums, want 9.6, 9.6 and 153.6 GB/s", in, out, sums)
	}
	g.Blocks, g.Processors = 15, 0
	if err := g.Validate(); err == nil || !strings.Contains(err.Error(), "Processors = 0") {
		t.Errorf("error %v, want one about Processors", err)
	}
	g.Processors = 32
	if err := g.Validate(); err == nil || !strings.Contains(err.Error(), "Blocks = 15, want a divisor of Depth = 512") {
		t.Errorf("error %v, want one about Blocks", err)
	}
}

// A sum over a slab of 32 rows takes 64 cycles of multiply-adds; 4 more leave 64 of
// 68. With nothing to hand over all is arithmetic.
func TestEfficiency(t *testing.T) {
	g := gpu.GrapeTiling()
	if got := g.Efficiency(2, 4); !near(got, 64.0/68, 1e-12) {
		t.Errorf("efficiency %v, want 64/68", got)
	}
	if got := g.Efficiency(2, 0); got != 1 {
		t.Errorf("efficiency %v without handing over, want 1", got)
	}
}

// What schemes move at each level, by hand: 2 × 4 in registers, 32 × 64 in the LDS.
func TestTraffic(t *testing.T) {
	want := map[string][2]float64{ // inner, outer
		gpumodel.Registers:    {4 * (2 + 0.25), 4 * (2 + 0.125)},
		gpumodel.NearMemory:   {8 * 6 / 16., 8. / 512},
		gpumodel.DeviceMemory: {8 * 96 / 4096., 8. / 512},
		gpumodel.PCIe:         {3 * 8 / 2048., 8./1024 + 8./1024},
		gpumodel.HostMemory:   {3 * 8 / 2048., 4*8./1024 + 8./1024},
	}
	for i, traffic := range [][]gpumodel.Traffic{gpumodel.InnerTraffic(gpumodel.Blocking{Rows: 2, Columns: 4}, 16, 1024, 8), gpumodel.OuterTraffic(gpu.GrapeTiling(), 1024, 8)} {
		if len(traffic) != len(want) {
			t.Errorf("%d levels, want %d", len(traffic), len(want))
		}
		for _, at := range traffic {
			if w := want[at.Level][i]; !near(at.BytesPerFlop, w, 1e-12) {
				t.Errorf("scheme %d: %v bytes per operation at %s, want %v", i, at.BytesPerFlop, at.Level, w)
			}
		}
	}
}

// The binding level is the least of all, and a wider block in registers never
// lowers the bound.
func TestBounds(t *testing.T) {
	for _, m := range []gpumodel.Machine{gpu.Cypress(), gpu.C2050(), gpu.GrapeDR(), gpu.H200Machine()} {
		last := 0.0
		for r := 1; r <= 8; r++ {
			bounds, binding := m.Bounds(gpumodel.InnerTraffic(gpumodel.Blocking{Rows: r, Columns: r}, 16, 8192, 8))
			least := math.Inf(1)
			for _, b := range bounds {
				least = min(least, b.Flops)
			}
			if bounds[binding].Flops != least || least < last || !(least > 0) {
				t.Errorf("%s, %d × %d: %+v, binding %d", m.Name, r, r, bounds, binding)
			}
			last = least
		}
	}
	if m := gpu.GrapeDR(); m.PeakFlops != 819.2e9 {
		t.Errorf("GRAPE-DR's peak is %g, want 819.2 Gflops", m.PeakFlops)
	}
}

// Where memory is twice as fast as PCIe, both places take the same time.
func TestAddingC(t *testing.T) {
	for _, tt := range []struct{ memory, pcie float64 }{{10, 5}, {6, 5}, {18, 5}, {400, 50}} {
		host, card := gpumodel.OnHost.Seconds(tt.memory, tt.pcie, 8), gpumodel.OnCard.Seconds(tt.memory, tt.pcie, 8)
		if wins := math.Signbit(host - card); wins != (tt.memory > 2*tt.pcie) {
			t.Errorf("%+v: host %g, card %g", tt, host, card)
		}
	}
}

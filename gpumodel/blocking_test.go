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

// MAGMA's kernels of 2010 for Fermi keep 4 × 4 doubles or 6 × 6 floats, and a lane has 63
// registers: 16 sums and 8 operands of two registers each, 36 and 12 of one.
func TestBlockingRegisters(t *testing.T) {
	for _, tt := range []struct {
		edge    int
		element gpumodel.Bytes
		want    int
	}{{4, 8, 48}, {6, 4, 48}, {1, 4, 3}, {16, 8, 576}} {
		if got := (gpumodel.Blocking{Rows: tt.edge, Columns: tt.edge}).Registers(tt.element); got != tt.want {
			t.Errorf("%d × %d of %d bytes: %d registers, want %d", tt.edge, tt.edge, tt.element, got, tt.want)
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

// Without a network 16 blocks' sums pass through device memory beside A and C, by hand:
// A 1/512 of a word for each operation, C 1/512, sums 16/512. At 614.4 Gflops these are
// the 9.6, 9.6 and 153.6 GB/s of Bandwidths.
func TestTrafficWithoutNetwork(t *testing.T) {
	traffic := gpumodel.OuterTraffic(gpu.SlabTiling(16, 32), 1024, 8)
	for _, at := range traffic {
		want := map[string]float64{gpumodel.Registers: 4 * (2 + 0.125), gpumodel.NearMemory: 8. / 512, gpumodel.DeviceMemory: 18 * 8. / 512, gpumodel.PCIe: 3 * 8 / 2048., gpumodel.HostMemory: 3 * 8 / 2048.}[at.Level]
		if !near(at.BytesPerFlop, want, 1e-12) {
			t.Errorf("%v bytes per operation at %s, want %v", at.BytesPerFlop, at.Level, want)
		}
	}
	if got := traffic[2].BytesPerFlop * 614.4e9; !near(got, 172.8e9, 1e-12) {
		t.Errorf("device memory must deliver %g, want 172.8 GB/s", got)
	}
}

// 16 × 16 of C in each of 16 × 32 processors are 256 × 512 on the chip, by hand: it
// loads 768 words for 131072 multiply-adds, and a block 16 + 512 for 8192.
func TestBroadcastInnerTraffic(t *testing.T) {
	for _, at := range gpumodel.BroadcastInnerTraffic(gpumodel.Blocking{Rows: 16, Columns: 16}, 16, 32, 1024, 8) {
		want, ok := map[string]float64{gpumodel.NearMemory: 528 * 8 / 16384., gpumodel.DeviceMemory: 768 * 8 / 262144.}[at.Level]
		if ok && !near(at.BytesPerFlop, want, 1e-12) {
			t.Errorf("%v bytes per operation at %s, want %v", at.BytesPerFlop, at.Level, want)
		}
	}
}

// In single precision the peak is another, and the memory the same: Cypress's L1 feeds
// 8 × 8 with 2176 of 2720 Gflops, 80 %.
func TestMachineFor(t *testing.T) {
	m := gpu.Cypress().For(4)
	bounds, binding := m.Bounds(gpumodel.InnerTraffic(gpumodel.Blocking{Rows: 8, Columns: 8}, 16, 8192, 4))
	if least := bounds[binding]; least.Level != gpumodel.NearMemory || !near(least.Flops, 2176e9, 1e-12) || m.PeakFlops != 2720e9 {
		t.Errorf("%+v of %g, want 2176 of 2720 Gflops by the near memory", least, m.PeakFlops)
	}
	if m := gpu.Cypress().For(8); m.PeakFlops != 544e9 {
		t.Errorf("double precision peaks at %g, want 544 Gflops", m.PeakFlops)
	}
	if m := (gpumodel.Machine{PeakFlops: 1e9}).For(4); !math.IsInf(m.PeakFlops, 1) {
		t.Errorf("a peak in single precision that is not known is %g, want no bound", m.PeakFlops)
	}
	for _, m := range []gpumodel.Machine{gpu.C2050(), gpu.GrapeDR(), gpu.H200Machine()} {
		if m.SingleFlops != 2*m.PeakFlops {
			t.Errorf("%s: %g in single precision, want twice %g", m.Name, m.SingleFlops, m.PeakFlops)
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

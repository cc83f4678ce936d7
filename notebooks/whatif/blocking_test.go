package whatif

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// TestBlockingAsNotebook: the what-if says at the same settings what notebook 03 says,
// by the calls that its Figure 3.8 and its section on Fermi's outer product make.
func TestBlockingAsNotebook(t *testing.T) {
	inner := func(r, c int, element gpumodel.Bytes) []gpumodel.Traffic {
		return gpumodel.InnerTraffic(gpumodel.Blocking{Rows: r, Columns: c}, 16, 8192, element)
	}
	for _, tt := range []struct {
		settings string
		machine  gpumodel.Machine
		traffic  []gpumodel.Traffic
		flops    float64 // by hand
		binds    string
	}{
		{"", gpu.Cypress(), inner(4, 4, 8), 544e9, "peak"},
		{"machine=cypress rows=8 columns=8 element=4", gpu.Cypress().For(4), inner(8, 8, 4), 2176e9, "near memory"},
		{"machine=fermi rows=2", gpu.C2050(), inner(2, 4, 8), 1030.4e9 / 3, "near memory"}, // 1.0304 TB/s, 8 · 6/16 bytes a flop
		{"machine=fermi", gpu.C2050(), inner(4, 4, 8), 515.2e9, "peak"},
		{"machine=fermi rows=1 columns=1", gpu.C2050(), inner(1, 1, 8), 128.8e9, "near memory"},
		{"machine=fermi scheme=outer", gpu.C2050(), gpumodel.OuterTraffic(gpu.SlabTiling(14, 32), 8192, 8), 144e9 / (8./512 + 15*8./448), "device memory"},
		{"machine=grape-dr scheme=outer", gpu.GrapeDR(), gpumodel.OuterTraffic(gpu.GrapeTiling(), 8192, 8), 819.2e9, "peak"},
		{"machine=grape-dr rows=16 columns=16", gpu.GrapeDR(), gpumodel.BroadcastInnerTraffic(gpumodel.Blocking{Rows: 16, Columns: 16}, 16, 32, 8192, 8), 819.2e9 * 2 / 3, "device memory"},
	} {
		bounds, binding := tt.machine.Bounds(tt.traffic)
		if least := bounds[binding]; least.Level != tt.binds || math.Abs(least.Flops/tt.flops-1) > 1e-12 {
			t.Errorf("%q: the notebook has %+v, want %g by %s", tt.settings, least, tt.flops, tt.binds)
		}
		want := fmt.Sprintf(": at most %.0f Gflops, ", tt.flops/1e9)
		if got := Answer("blocking", "en", strings.Fields(tt.settings)...).Sentence; !strings.Contains(got, want) || !strings.Contains(got, "; "+tt.binds+" binds.") {
			t.Errorf("%q: %q, want it to say %q and that %s binds", tt.settings, got, want, tt.binds)
		}
	}
}

// TestBlockingFits, by hand: sums and operands of 4 × 4 doubles take 48 registers, and 10
// more are assumed; a tile of 16 steps and 64 rows and columns takes 16 KB.
func TestBlockingFits(t *testing.T) {
	for _, tt := range []struct{ settings, want string }{
		{"machine=fermi", "A lane takes 58 of 63 registers, a workgroup 16384 of 49152 bytes of LDS: 2 workgroups resident, 16 of 48 wavefronts."},
		{"machine=fermi rows=6 columns=6 element=4", "A lane takes 58 of 63 registers, a workgroup 12288 of 49152 bytes of LDS: 2 workgroups resident, 16 of 48 wavefronts."},
		{"machine=fermi columns=8", "Fermi, inner product, 4 × 8: it does not fit. A lane would take 98 registers and has 63; of square blocks 4 × 4 is the largest that it holds."},
		{"machine=fermi rows=16 columns=16", "A lane would take 586 registers and has 63;"},
		{"machine=fermi rows=7 columns=7 element=4", "of square blocks 6 × 6 is the largest"},
		{"machine=fermi depth=64", "A workgroup would take 65536 bytes of LDS and the CU has 49152: at most 48 steps of a tile."},
		{"machine=fermi edge=32", "Not one workgroup of 1024 lanes fits on a CU, by registers. To make room: registers 58 → 32."},
		{"machine=cypress rows=16 columns=16", "A lane would take 586 registers and has 496;"},
		{"machine=cypress", "A lane takes 58 of 496 registers, a workgroup no LDS, for its tiles come through the L1: 4 workgroups resident, 16 of 24 wavefronts."},
		{"machine=cypress edge=20", "Lanes along a tile's edge: 16 instead of 20, for 256 lanes are the most of a workgroup. Cypress"},
		{"machine=grape-dr rows=8", "A processor holds 32 words of C, and its local memory 256."},
		{"machine=grape-dr scheme=outer size=256", "Edge of the matrices: 512 elements instead of 256 elements, for a B of 512 × 256 stays on the chip. GRAPE-DR"},
		{"machine=fermi scheme=outer", "B takes 32 of the 128 KB of registers of a CU;"},
	} {
		r := Answer("blocking", "en", strings.Fields(tt.settings)...)
		if !strings.Contains(r.Sentence, tt.want) {
			t.Errorf("%q: %q, want it to say %q", tt.settings, r.Sentence, tt.want)
		}
		if refused := strings.Contains(r.Sentence, "does not fit"); refused != (len(r.Pictures) == 1) {
			t.Errorf("%q: %d pictures with %q, want the table alone where it does not fit", tt.settings, len(r.Pictures), r.Sentence)
		}
	}
}

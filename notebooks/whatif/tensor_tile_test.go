package whatif

import (
	"strings"
	"testing"
)

// By hand: a warp of m × n takes 32 (m + n) / (m n) passes for a product, if rows do not meet. As they come, 16 rows of 64
// bytes take 16 passes for 4 and of 256 bytes 32, so that 64 × 32 takes 8, as an H200 counts (halves_counters.csv).
// Through registers 512 bytes are 4 passes at best: 128 × 32 and 32 × 128 numbers are 16384 bytes, 128 passes for 256 products.
func TestTensorTile(t *testing.T) {
	for settings, want := range map[string]string{
		"cure=xor by=stores":                     "shared memory for 2.00 cycles, 0.50 of them for what arrives; tensor cores take one every 1.5. So they can be busy for 75 % of the time at most: 487 of 649",
		"cure=pad by=stores":                     "shared memory for 2.25 cycles, 0.75 of them", // of two rows of 80 bytes the second ends in the banks of the first
		"cure=xor":                               "shared memory for 2.43 cycles, 0.93 of them for what arrives",
		"":                                       "shared memory for 8.93 cycles",
		"cure=xor by=stores columns=64 across=2": "shared memory for 1.50 cycles, 0.50 of them",
		// 64 × 64 by one warp: 2 · 64 · 16 numbers of 2 bytes for 32 products are 128 bytes each, of which the L2 gives 35.6 a cycle
		"cure=xor by=stores columns=64 across=1 down=1": "So they can be busy for 42 % of the time at most, for the L2 gives no more: 271 of 649",
		"rows=64 columns=64 down=4":                     "Warps, across: 2 instead of 4, or the block's registers would be more than an SM has",
		"rows=128 columns=128":                          "Its columns: 32 instead of 128, or a lane's sums",
	} {
		r := Answer("tensor-tile", "en", strings.Fields(settings)...)
		if r.Failed || !strings.Contains(r.Sentence, want) {
			t.Errorf("%s: %q, want %q in it", settings, r.Sentence, want)
		}
	}
}

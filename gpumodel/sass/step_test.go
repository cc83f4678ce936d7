package sass

import (
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// What an access takes of the banks, or of the L1, by hand, and what is said to be assumed.
func TestAccess(t *testing.T) {
	stride := func(bytes gpumodel.Bytes) *gpumodel.Access {
		a := gpumodel.Stride(4, 32, 0, bytes)
		return &a
	}
	for _, c := range []struct {
		code    string
		access  *gpumodel.Access // nil: not given
		passes  int64            // of two wavefronts
		assumed string           // part of what is said; empty: nothing
	}{
		{"LDG.E R4, desc[UR4][R2.64]", nil, 2, "global memory: every access hits the L1, 35 cycles, and 128 bytes a cycle pass"},
		{"LDG.E.64 R4, desc[UR4][R2.64]", nil, 4, "128 bytes"},
		{"LDG.E.128 R4, desc[UR4][R2.64]", nil, 8, "128 bytes"}, // 32 lanes of 16 bytes are 4·128
		{"LDG.E.U8 R4, desc[UR4][R2.64]", nil, 2, "128 bytes"},
		{"STG.E.128 desc[UR4][R2.64], R4", nil, 8, "128 bytes"},
		{"LDS R4, [R2]", nil, 2, "no bank conflicts"},
		{"LDS R4, [R2]", stride(128), 64, ""},
		{"LDGSTS.E [R5], desc[UR4][R2.64]", stride(4), 2, "global memory"},
		{"LDGSTS.E [R5], desc[UR4][R2.64]", stride(128), 64, "global memory"},
		{"LDGSTS.E [R5], desc[UR4][R2.64]", nil, 2, "no bank conflicts"},
		{"LDGSTS.E.64 [R5], desc[UR4][R2.64]", stride(8), 4, "global memory"},
		{"LDGSTS.E.64 [R5], desc[UR4][R2.64]", stride(128), 64, "global memory"},
		{"LDGSTS.E.BYPASS.128 [R5], desc[UR4][R2.64]", stride(16), 13, "global memory"},   // 4 pieces: 4.53 + 4·0.491 = 6.5
		{"LDGSTS.E.BYPASS.128 [R5], desc[UR4][R2.64]", stride(128), 40, "global memory"},  // 32 pieces: 4.53 + 32·0.491 = 20.2, more than 8·2.458
		{"LDGSTS.E.BYPASS.128 [R5], desc[UR4][R2.64]", stride(512), 157, "global memory"}, // all in one array: 32·2.458 = 78.7
		{"LDGSTS.E.128 [R5], desc[UR4][R2.64]", stride(16), 13, "16-byte copies through the L1"},
		{"ATOMS.CAS R4, [R2], R5, R6", stride(0), 128, ""},
		{"ATOMS.CAS.64 R4, [R2], R6, R8", stride(0), 2 * 16 * 4, "8-byte atomics"}, // 16 tries of one lane of each half, two passes each
		{"ATOMS.CAS.64 R4, [R2], R6, R8", stride(8), 2 * 4, "8-byte atomics"},
		{"ATOMS.CAST.SPIN.64 R4, [R2], R6, R8", stride(0), 2 * 4, "its loop goes round as often as the launch says"},
	} {
		l := Launch{Device: gpu.H200(), Kernel: coded(t, c.code, "NOP"), Wavefronts: 2, Turns: 1}
		if c.access != nil {
			l.Access = func(*Instruction) (gpumodel.Access, bool) { return *c.access, true }
		}
		r, err := Hopper().Run(l)
		said := strings.Join(r.Assumed, "; ")
		if passes := r.Busy[LSU] + r.Busy[Global]; err != nil || passes != c.passes || !strings.Contains(said, c.assumed) || c.assumed == "" && said != "" {
			t.Errorf("%s: %d passes, assumed %q, %v, want %d and %q", c.code, passes, said, err, c.passes, c.assumed)
		}
	}
}

// What is not simulated is said, by its opcode; what is measured needs no word.
func TestAssumed(t *testing.T) {
	for code, want := range map[string]string{
		"LDGDEPBAR":                            "LDGDEPBAR: they issue, and neither wait nor move data",
		"DEPBAR.LE SB0, 0x1":                   "DEPBAR: they issue",
		"UTMALDG.2D [UR8], [UR4]":              "UTMALDG: they issue",
		"SYNCS.EXCH.64 URZ, [UR4], UR6":        "SYNCS: they issue",
		"HGMMA.64x8x16.F32 R4, gdesc[UR4], R4": "units and latencies of HGMMA: as their neighbours', not measured",
		"BAR.ARV 0x1, 0x80":                    "who only arrives at a barrier (BAR.ARV) waits there like the others; named barriers",
		"BAR.SYNC 0x1, 0x80":                   "named barriers",
		"BAR.SYNC R4, R5":                      "named barriers",
		"BAR.SYNC.DEFER_BLOCKING 0x0":          "",
		"FADD R1, R2, R3":                      "",
		"EXIT":                                 "",
	} {
		r, err := Hopper().Run(Launch{Device: gpu.H200(), Kernel: coded(t, code, "NOP"), Wavefronts: 1, Turns: 1})
		if said := strings.Join(r.Assumed, "; "); err != nil || !strings.Contains(said, want) || want == "" && said != "" {
			t.Errorf("%s: assumed %q, %v, want %q", code, said, err, want)
		}
	}
}

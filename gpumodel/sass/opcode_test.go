package sass

import (
	"strings"
	"testing"
)

// Oracle: NVIDIA's list of Hopper's instructions, of which these are samples, and names
// that only other GPUs have.
func TestOpcodes(t *testing.T) {
	for name, want := range map[string]Unit{
		"FFMA": FMA, "IMAD.WIDE.U32": FMAHeavy, "HFMA2.MMA": Tensor, "HFMA2.BF16_V2": FMABoth, "LOP3.LUT": ALU, "DSETP.GEU.AND": FP64,
		"MUFU.RSQ": XU, "F2F.F32.F64": XU, "LDSM.16.M88.4": LSU, "MOVM.16.MT88": LSU, "ATOMS.POPC.INC.32": LSU, "LDG.E.128.CONSTANT": Global, "TEX.SCR.LL": Global,
		"ULDC.64": Uniform, "UTMALDG.2D": Nothing, "BSSY": Nothing, "BAR.SYNC.DEFER_BLOCKING": Barriers, "CALL.REL.NOINC": Branches, "S2UR": Constants,
	} {
		if o := opcodeOf(name); o == nil || o.Unit != want {
			t.Errorf("%s: %+v, want %v", name, o, want)
		}
	}
	for _, name := range []string{"FFMA2", "UTCCP", "IPA", "XMAD", "ffma", ""} {
		if o := opcodeOf(name); o != nil {
			t.Errorf("%s: %+v, want none", name, o)
		}
	}
	for name, cycles := range map[string]uint8{ // products.csv of package silicon
		"HMMA.16816.F32": 6, "HMMA.16816.F32.BF16": 6, "HMMA.16816.F16": 6, "HMMA.1688.F32": 4, "HMMA.1688.F16": 4, "HMMA.1688.F32.BF16": 4, "HMMA.1688.F32.TF32": 6, "HMMA.1684.F32.TF32": 4,
		"IMMA.16832.S8.S8": 6, "IMMA.16816.S8.S8": 4, "DMMA.8x8x4": 16, "DMMA.16x8x4": 16, "DMMA.16x8x8": 32, "DMMA.16x8x16": 64,
	} {
		if o := opcodeOf(name); o.Unit != Tensor || o.Assumed || o.Interval != cycles || strings.ContainsAny(o.Name, ".1") {
			t.Errorf("%s: %+v, want %d cycles", name, o, cycles)
		}
	}
	measured := 0
	for name, o := range opcodes() {
		if !o.Assumed {
			measured++
		}
		if o.Unit >= Units || o.Unit.Variable() && o.Unit != Global && o.Latency == 0 {
			t.Errorf("%s: %+v, want a unit, and a latency where the unit's varies", name, o)
		}
	}
	t.Logf("%d opcodes, of %d the unit, interval or latency was measured", len(opcodes()), measured)
}

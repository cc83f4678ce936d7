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
		"MUFU.RSQ": XU, "F2F.F32.F64": XU, "LDSM.16.M88.4": LSU, "ATOMS.POPC.INC.32": LSU, "LDG.E.128.CONSTANT": Global, "TEX.SCR.LL": Global,
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
	for name, assumed := range map[string]bool{"HMMA.16816.F32": false, "HMMA.16816.F32.BF16": true, "HMMA.16816.F16": true, "HMMA.1688.F32.TF32": true, "IMMA.16832.S8.S8": true} {
		if o := opcodeOf(name); o.Unit != Tensor || o.Assumed != assumed || !strings.HasSuffix(o.Name, "MMA") {
			t.Errorf("%s: %+v, want assumed %v: only one shape was measured", name, o, assumed)
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

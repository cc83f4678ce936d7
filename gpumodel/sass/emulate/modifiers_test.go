package emulate

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
)

// ran executes instructions in a wavefront of so many lanes and returns R2 and R3 of its last lane.
func ran(t *testing.T, lanes int, code ...string) (uint32, uint32, error) {
	t.Helper()
	var text strings.Builder
	text.WriteString("k:\n")
	for i, line := range append(code, "ULDC.64 UR4, c[0x0][0x208]", "S2R R0, SR_TID.X", "IMAD.WIDE R4, R0, 0x8, c[0x0][0x210]", "STG.E.64 desc[UR4][R4.64], R2", "EXIT") {
		fmt.Fprintf(&text, "\t%04x %s\n", 16*i, line)
	}
	var m Memory
	out := make([]byte, 8*32)
	e, err := Launch{Kernel: kernel(t, text.String()), Workgroup: gpumodel.Shape{X: lanes}, Memory: &m, Arguments: Arguments(m.Upload("out", out), 1.5, int64(8))}.Start()
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Time(gpu.H200(), chip.Options{Threads: 1})
	return binary.LittleEndian.Uint32(out[8*lanes-8:]), binary.LittleEndian.Uint32(out[8*lanes-4:]), err
}

// By hand: what is easy to get wrong.
func TestCorners(t *testing.T) {
	for _, c := range []struct {
		name      string
		low, high uint32
		code      []string
	}{
		{"REDUX is the logical and", 0xf0, 0, []string{"MOV R6, 0xf0", "REDUX UR6, R6", "MOV R2, UR6"}},
		{"a vote of the uniform datapath counts lanes that are there", 0xff, 0, []string{"VOTEU.ANY UR6, UPT, PT", "MOV R2, UR6"}},
		{"a predicate of a destination that is an operand", 0, 1, []string{"MOV R2, 0x5", "MOV R3, 0x5", "LOP3.LUT P0, R2, R2, R3, RZ, 0x3c, !PT", "SEL R3, RZ, 0x1, P0"}},
		{"two predicates of one that is an operand", 1, 0, []string{"PLOP3.LUT P0, P1, PT, PT, PT, 0x80, 0x0", "PLOP3.LUT P0, P1, P0, PT, PT, 0x8, 0x80", "SEL R2, 0x1, RZ, P1", "SEL R3, 0x1, RZ, P0"}},
		{"a constant's place in its destination", 8, 0, []string{"MOV R2, 0x10", "LDC.64 R2, c[0x0][R2+0x210]"}},
		{"the magnitude of a constant double", 0, 0x3ff80000, []string{"DADD R2, RZ, |c[0x0][0x218]|"}},
		{"a constant less of double width", 0xfffffff9, ^uint32(0), []string{"MOV R6, 0x1", "IMAD.WIDE R2, R6, 0x1, -c[0x0][0x220]"}},
		{"ones of the complement", 28, 0, []string{"MOV R6, 0xf", "POPC R2, ~R6"}},
		{"no number is saturated to 0", 0, 0, []string{"FADD.SAT R2, RZ, +QNAN"}},
		{"no number as a long one", 0, 0x80000000, []string{"MOV R6, 0x7fc00000", "F2I.S64.TRUNC R2, R6"}},
		{"no number as a short one", 0, 0, []string{"MOV R6, 0x7fc00000", "F2I.TRUNC.NTZ R2, R6"}},
		{"a denormal number is flushed before it is rounded", 0, 0, []string{"MOV R6, 0x1", "F2I.FTZ.CEIL.NTZ R2, R6"}},
		{"no number of two is the one that arithmetic gives", 0x7fffffff, 0, []string{"FMNMX R2, +QNAN, +QNAN, PT"}},
		{"the sign of a product of 0", 0x80000000, 0, []string{"FMUL.RZ R2, -RZ, 1"}},
		{"a minimum of 64 bits", 5, 1, []string{"MOV R6, 0x7", "MOV R7, 0x1", "MOV R10, c[0x0][0x210]", "MOV R11, c[0x0][0x214]", "STG.E.64 desc[UR4][R10.64], R6", "MOV R6, 0x5", "ATOMG.E.MIN.S64.STRONG.GPU PT, R8, desc[UR4][R10.64], R6", "LDG.E.64 R2, desc[UR4][R10.64]"}},
	} {
		low, high, err := ran(t, 8, c.code...)
		if err != nil || low != c.low || high != c.high {
			t.Errorf("%s: %#x and %#x, error %v, want %#x and %#x", c.name, low, high, err, c.low, c.high)
		}
	}
}

// A commit and a wait that a predicate switches off do nothing, and those that do not wait for the copy.
func TestCopiesOff(t *testing.T) {
	const text = `k:
	0000 ULDC.64 UR4, c[0x0][0x208]
	0010 IMAD.MOV.U32 R2, RZ, RZ, c[0x0][0x210]
	0020 IMAD.MOV.U32 R3, RZ, RZ, c[0x0][0x214]
	0030 MOV R1, 0x400
	0040 LDGSTS.E [R1], desc[UR4][R2.64]
	0050 @!PT LDGDEPBAR
	0060 DEPBAR.LE SB0, 0x0
	0070 LDGDEPBAR
	0080 @!PT DEPBAR.LE SB0, 0x0
	0090 DEPBAR.LE SB0, 0x0
	00a0 EXIT
`
	var m Memory
	e, err := Launch{Kernel: kernel(t, text), Workgroup: gpumodel.Shape{X: 32}, Local: 64, Memory: &m, Arguments: Arguments(m.Upload("x", make([]byte, 64)))}.Start()
	if err != nil {
		t.Fatal(err)
	}
	s := e.Streams()(0, 0)
	var names []gpumodel.Register // for which each instruction waits first
	copied := gpumodel.NoRegister
	for in := (gpumodel.Instruction{}); s.Next(&in); {
		if names = append(names, in.Src[0]); in.Into != nil {
			copied = in.Dst
		}
	}
	if err := s.(interface{ Err() error }).Err(); err != nil || len(names) != 11 || copied == gpumodel.NoRegister {
		t.Fatalf("%d instructions, want 11, the copy with a name; error %v", len(names), err)
	}
	if names[6] == copied || names[8] == copied || names[9] != copied {
		t.Errorf("instructions 6 to 9 wait for %v, want the last for %v alone", names[6:10], copied)
	}
}

// What is not executed is refused, not passed over.
func TestRefusesModifiers(t *testing.T) {
	for _, line := range []string{
		"MUFU.EX2.F16 R2, R3", "MUFU.RCP.RSQ R2, R3", "FMNMX.NAN R2, R3, R4, PT", "FSEL.FTZ R2, R3, R4, P0", "FMUL.D2 R2, R3, R4", "PRMT.F4E R2, R3, 0x1, R4", "P2R.B1 R2, PR, R3, 0x7f",
		"R2P PR, R2.B1, 0x7f", "P2R R2, UPR, RZ, 0x7f", "R2UR P0, UR6, R2", "R2UR.OR UR6, R2", "SGXT.W R2, R3, 0x8", "BMSK.W R2, R3, R4", "VABSDIFF4.S8 R2, R3, R4, RZ", "F2F.FTZ.F64.F32 R2, R4", "F2F.F32.F64.RZ R2, R4",
		"FRND.F16 R2, R3", "I2F.S32 R2, |R3|", "IADD3 R2, ~R3, R4, RZ", "IADD3 R2, R3.H1, R4, RZ", "LDG.E.ZD R2, desc[UR4][R4.64]", "ATOMG.E.ADD.BF16_V2 PT, R2, desc[UR4][R4.64], R6", "ATOMG.E.ADD P0, R2, desc[UR4][R4.64], R6",
		"LDC R2, c[0x0][R3+UR4+0x10]", "SHF.U32 R2, R3, R4, R5", "SHFL.XOR PT, R2, R3, 0x1, 0x1f", "VIMNMX.RELU R2, R3, R4, PT", "IMAD R2, P0, R3, R4, R5", "SEL R2, R3, R4, P0, P1", "FFMA R2, R3, R4", "FLO.U32 P0, R2, R3", "BRA.ANY 0x0", "IMNMX.XLO R2, R3, R4, PT", "EXIT P0",
		"HADD2.F32.SAT R2, R3, R4", "HADD2 R2, R3.B1, R4", "HMNMX2.XORSIGN R2, R3, R4, PT", "F2FP.BF16.PACK_AB R2, R3, R4", "MOVM R2, R3", "MOVM.16.MT88 R2, -R3", "LDSM.16.M88.2.4 R4, [R2]", "LDSM.4.16.M88 R4, [R2]",
		"HMMA.16816.F32.TF32 R4, R8, R12, R4", "HMMA.16816.F32.F16 R4, R8, R12, R4", "HMMA.16816.F16.BF16 R4, R8, R12, R4", "HMMA.16832.F32 R4, R8, R12, R4", "IMMA.16816.S8.S8 R4, R8.COL, R12.ROW, R4", "IMMA.16832.S4.S4 R4, R8.ROW, R12.COL, R4", "DMMA.8x8x8 R4, R8, R12, R4",
		"IMMA.16816.S8.S8 R4, R8, R12, R4", "IMMA.16816.S8.S8.F32 R4, R8.ROW, R12.COL, R4", "VIADDMNMX.U32.RELU R2, R3, R4, R5, PT", "VIMNMX3.RELU R2, R3, R4, R5, PT",
		"LDGSTS.E.BYPASS [R2], desc[UR4][R4.64]", "LDGSTS.E.BYPASS.128.ZFILL [R2], desc[UR4][R4.64]", "LDGSTS.E.BYPASS.128.64 [R2], desc[UR4][R4.64]", "LDG.E.128 R6, desc[UR4][R4.64]", "STS.64 [R2], R5", "LDG.E R6, desc[UR4][R5.64]",
	} {
		if _, _, err := ran(t, 32, line); err == nil || !strings.Contains(err.Error(), "want") {
			t.Errorf("%s: error %v, want it refused", line, err)
		}
	}
}

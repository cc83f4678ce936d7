package sass

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"lanebook/gpumodel/gpu"
)

// Without encodings a value is not used before it is there, by the table's latencies.
func TestDerive(t *testing.T) {
	if k := coded(t, "NOP"); k.Derived {
		t.Error("derived although it has control fields")
	}
	f, err := Read("x", "k:\n\t0000\tFADD R1, R2, R3\n\t0010\tFADD R4, R1, R1\n\t0020\tLDS R5, [R4]\n\t0030\tNOP\n\t0040\tFADD R6, R5, R1\n\t0050\tSTS [R4], R6\n\t0060\tMOV R6, R1\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, in := range f.Kernels[0].Code {
		got = append(got, in.Control.String())
	}
	want := []string{
		"S04 - W- R- ------", "S05 - W- R- ------", // 4 cycles to the sum's reader, 5 to another unit
		"S01 - W0 R- ------", "S01 - W- R- ------", "S05 - W- R- 0-----", // the load's barrier
		"S01 - W- R1 ------", "S01 - W- R- -1----", // the store reads R6 before it is written anew
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Loops in loops take bounded time: of 20,000, each around the one before, all are read.
func TestDeriveDeep(t *testing.T) {
	const depth = 20_000
	var b strings.Builder
	b.WriteString("k:\n")
	for i := range 2 * depth {
		if i < depth {
			fmt.Fprintf(&b, "\t%04x\tMOV R1, R2\n", 16*i)
		} else {
			fmt.Fprintf(&b, "\t%04x\t@P0 BRA 0x%x\n", 16*i, 16*(2*depth-1-i))
		}
	}
	f, err := Read("deep", b.String())
	if err != nil || len(f.Kernels[0].Loops) == 0 {
		t.Fatal(err)
	}
}

// Without encodings every register of a result has its reader wait, and all of a latency that
// no stall count can say: by hand, four products that each add to the one before take 4·33
// cycles a turn, and none adds to the time of a jump that only the next turn's product follows.
func TestDeriveLong(t *testing.T) {
	f, err := Read("x", "k:\n\t0000\tHMMA.16816.F32 R4, R8, R16, R4\n\t0010\tHMMA.16816.F32 R4, R8, R16, R4\n\t0020\tHMMA.16816.F32 R4, R8, R16, R4\n\t0030\tHMMA.16816.F32 R4, R8, R16, R4\n\t0040\t@P0 BRA 0x0\n")
	if err != nil {
		t.Fatal(err)
	}
	k := &f.Kernels[0]
	r, err := Hopper().Report(Launch{Device: gpu.H200(), Kernel: k}, k.Loops[0], 1)
	if err != nil || r.Cycles != 4*33 {
		t.Errorf("%.1f cycles, %v, want 132", r.Cycles, err)
	}
	for code, waits := range map[string]bool{
		"LDSM.16.M88.4 R4, [R2]|FADD R10, R6, R6":             true,
		"LDSM.16.M88.2 R4, [R2]|FADD R10, R5, R6":             true,
		"LDSM.16.M88.2 R4, [R2]|FADD R10, R6, R6":             false,
		"LDSM.16.M88 R4, [R2]|FADD R10, R5, R5":               false,
		"LDS.128 R4, [R2]|FADD R10, R7, R7":                   true,
		"LDC.64 R4, c[0x0][0x210]|IADD3 R1, R5, 1, R5":        true,
		"STSM.16.M88.4 [R2], R4|MOV R7, R1":                   true,
		"STS.64 [R2], R4|MOV R6, R1":                          false,
		"STS.64 [R2], R4|MOV R5, R1":                          true,
		"SHFL.BFLY PT, R4, R5, 0x1, 0x1f|FADD R1, R4, R4":     true,
		"ATOMG.E.ADD PT, R4, desc[UR4][R2.64], R6|MOV R1, R4": true,
		"F2F.F64.F32 R4, R2|DADD R8, R4, R4":                  true,
		"LDS R4, [R2]|LDS R4, [R3]":                           false, // they come in order
		"LDS R4, [R2]|LDG.E R4, desc[UR4][R2.64]":             true,
	} {
		a, b, _ := strings.Cut(code, "|")
		f, err := Read("x", "k:\n\t0000\t"+a+"\n\t0010\t"+b+"\n")
		if err != nil {
			t.Fatal(err)
		}
		if c := f.Kernels[0].Code[1].Control; (c.Wait != 0) != waits {
			t.Errorf("%s: %v, want a wait: %v", code, c, waits)
		}
	}
	for code, stall := range map[string]uint8{
		"HMMA.16816.F32 R4, R8, R16, R4|FADD R1, R7, R7":  33,
		"HMMA.16816.F16 R4, R8, R16, R4|FADD R1, R5, R5":  33,
		"HMMA.16816.F16 R4, R8, R16, R4|FADD R1, R6, R6":  1,
		"DMMA.8x8x4 R4, R8, R10, R4|DADD R12, R6, R6":     26,
		"DFMA R4, R8, R10, R4|FADD R1, R5, R5":            8,
		"IMAD.WIDE R4, R8, 0x4, R10|MOV R1, R5":           6,
		"HGMMA.64x8x16.F32 R4, gdesc[UR4], R4|MOV R1, R7": 128,
		"HFMA2 R4, R5, R6, R7|HFMA2 R8, R5, R6, R7":       2, // its unit is busy
		"FADD R4, R5, R6|MOV R7, R4":                      5,
	} {
		a, b, _ := strings.Cut(code, "|")
		f, err := Read("x", "k:\n\t0000\t"+a+"\n\t0010\t"+b+"\n")
		if err != nil {
			t.Fatal(err)
		}
		if c := f.Kernels[0].Code[0].Control; c.Stall != stall {
			t.Errorf("%s: stall %d, want %d", code, c.Stall, stall)
		}
	}
}

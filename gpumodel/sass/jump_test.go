package sass

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"lanebook/gpumodel/gpu"
)

// Jumps: loops as often as asked, functions and back, and what cannot be followed.
func TestJumps(t *testing.T) {
	code := []string{"FADD R1, R1, R2", "@P0 BRA 0x0", "CALL.REL.NOINC 0x50", "@P0 BRA 0x50", "EXIT", "MOV R1, R2", "RET.REL.NODEC R4 0x30"}
	k := coded(t, code...)
	for i := range k.Code {
		if k.Code[i].Opcode.Name == "RET" {
			k.Code[i].Target = -1
		}
	}
	l := Launch{Device: gpu.H200(), Kernel: k, Wavefronts: 1, Turns: 7}
	r, err := Hopper().Run(l)
	if err != nil {
		t.Fatal(err)
	}
	if r.Issued[FMA] != 7 || r.Issued[ALU] != 1 || r.Total() != 7+7+1+1+1+1+1 {
		t.Errorf("issued %v, want 7 additions and jumps, and one of each other", r.Issued)
	}
	l.Times = map[int64]int{0x10: 3}
	if r, _ = Hopper().Run(l); r.Issued[FMA] != 3 {
		t.Errorf("%d additions, want 3", r.Issued[FMA])
	}
	if _, err = Hopper().Run(Launch{Device: gpu.H200(), Kernel: coded(t, "NOP", "BRX R4 -0x10"), Wavefronts: 1, Turns: 1}); err == nil || !strings.Contains(err.Error(), "instruction at 0x0010: BRX R4 -0x10, want a jump whose target the listing shows") {
		t.Errorf("error %v, want one about the target", err)
	}
}

// Where jumps lead, told by what is issued; each kind of work stands for a place.
func TestPlaces(t *testing.T) {
	const table = ".text.k:\n /*0000*/ BRX R2 -0x10 (*\"BRANCH_TARGETS .L_a,.L_b\"*) ;\n.L_a:\n /*0010*/ FADD R1, R1, R1 ;\n /*0020*/ BRA `(.L_c) ;\n.L_b:\n /*0030*/ MOV R1, R1 ;\n.L_c:\n /*0040*/ @P0 BRA `(k) ;\n"
	short := func(lines ...string) string {
		text := "k:\n"
		for i, line := range lines {
			text += fmt.Sprintf("\t%04x\t%s\n", 16*i, line)
		}
		return text
	}
	for _, c := range []struct {
		what, code string
		from, to   int
		issued     map[Unit]int64 // of one wavefront, loops four times
	}{
		{"a function behind the loop that calls it", short("CALL.REL.NOINC 0x40", "NOP", "@P0 BRA 0x0", "EXIT", "FADD R1, R1, R1", "RET.REL.NODEC R4 0x0"), 0, 3, map[Unit]int64{FMA: 4, Branches: 12, Nothing: 4}},
		{"a function that another calls, with a loop", short("CALL.REL.NOINC 0x20", "EXIT", "CALL.REL.NOINC 0x40", "RET.REL.NODEC R4 0x0", "FADD R1, R1, R1", "@P0 BRA 0x40", "RET.REL.NODEC R6 0x0"), 0, 2, map[Unit]int64{FMA: 4, Branches: 1 + 1 + 4 + 1 + 1 + 1}},
		{"of two jumps back to one place the last is the loop's", short("MOV R1, R2", "@P1 BRA 0x0", "FADD R1, R1, R1", "@P0 BRA 0x0"), 0, 4, map[Unit]int64{ALU: 4, FMA: 4, Branches: 8}},
		{"a loop without a condition is left by the jump out of it", short("MOV R1, R2", "@P1 BRA 0x50", "BRA 0x0", "FADD R1, R1, R1", "EXIT", "DADD R2, R2, R4"), 0, 6, map[Unit]int64{ALU: 4, FP64: 1, Branches: 8}},
		{"… or to the end", short("MOV R1, R2", "@P1 EXIT", "BRA 0x0", "FADD R1, R1, R1"), 0, 4, map[Unit]int64{ALU: 4, Branches: 8}},
		{"a slow path is gone around", short("@!P0 BRA 0x30", "MOV R1, R2", "CALL.REL.NOINC 0x50", "FADD R1, R1, R1", "EXIT", "DADD R2, R2, R4", "RET.REL.NODEC R4 0x0"), 0, 5, map[Unit]int64{FMA: 1, Branches: 2}},
		{"where lanes part, all stay", short("BRA.DIV ~URZ, 0x20", "FADD R1, R1, R1", "MOV R1, R2"), 0, 3, map[Unit]int64{FMA: 1, ALU: 1, Branches: 1}},
		{"a condition among the operands", short("BRA.U UP0, 0x20", "FADD R1, R1, R1", "MOV R1, R2"), 0, 3, map[Unit]int64{FMA: 1, ALU: 1, Branches: 1}},
		{"a return without a call", short("RET.REL.NODEC R4 0x0", "FADD R1, R1, R1"), 0, 2, map[Unit]int64{Branches: 1}},
		{"a table's places in turn", strings.Replace(table, "`(k)", "`(.L_k)", 1), 0, 5, map[Unit]int64{FMA: 2, ALU: 2, Branches: 4 + 2 + 4}},
	} {
		f, err := Read("x", strings.Replace(c.code, ".text.k:\n", ".text.k:\n.L_k:\n", 1))
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		l := Launch{Device: gpu.H200(), Kernel: &f.Kernels[0], From: c.from, To: c.to, Wavefronts: 1, Turns: 4}
		r, err := Hopper().Run(l)
		var want [Units]int64
		for u, n := range c.issued {
			want[u] = n
		}
		if err != nil || r.Issued != want || len(r.Costs) != c.to-c.from {
			t.Errorf("%s: issued %v, %d costs, %v, want %v", c.what, r.Issued, len(r.Costs), err, want)
		}
	}
	for want, code := range map[string]string{
		"instruction at 0x0010: CALL.REL.NOINC R6 0x0, want a jump whose target": short("NOP", "CALL.REL.NOINC R6 0x0"),
		"instruction at 0x0000: CALL.ABS.NOINC R10, want a jump whose target":    short("CALL.ABS.NOINC R10"),
		"calls 65 deep, want functions that do not call themselves":              short("NOP", "CALL.REL.NOINC 0x0"),
		"CALL 0x10, want a function whose jumps stay in it":                      short("CALL 0x10", "@P1 BRA 0x0", "BRA 0x0", "RET"),
		"want a table that leads ahead":                                          ".text.k:\n.L_a:\n /*0000*/ NOP ;\n /*0010*/ BRX R2 -0x10 (*\"BRANCH_TARGETS .L_a\"*) ;\n",
	} {
		f, err := Read("x", code)
		if err == nil {
			_, err = Hopper().Run(Launch{Device: gpu.H200(), Kernel: &f.Kernels[0], Wavefronts: 1, Turns: 4})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	if _, err := Read("x", strings.Replace(table, ".L_a,", ".L_z,", 1)); err == nil || !strings.Contains(err.Error(), "a jump to .L_z, want") {
		t.Errorf("error %v, want one about .L_z", err)
	}
}

// A jump back is a loop if what it leads to comes to it again.
func TestLoops(t *testing.T) {
	for code, want := range map[string]int{
		"k:\n\t0000\tFADD R1, R1, R1\n\t0010\tBRA 0x0\n":                                                                           1,
		"k:\n\t0000\tBRA.DIV ~URZ, 0x20\n\t0010\tEXIT\n\t0020\tMOV R1, R2\n\t0030\tBRA 0x0\n":                                      0, // for lanes that part
		"k:\n\t0000\t@P0 BRA 0x20\n\t0010\tEXIT\n\t0020\tMOV R1, R2\n\t0030\tBRA 0x0\n":                                            1,
		"k:\n\t0000\tBRX R2 -0x10\n\t0010\tMOV R1, R2\n\t0020\tBRA 0x0\n":                                                          1, // it may
		".text.k:\n.L_a:\n /*0000*/ BRX R2 -0x10 (*\"BRANCH_TARGETS .L_b\"*) ;\n.L_b:\n /*0010*/ BRA `(.L_a) ;\n":                  1,
		".text.k:\n.L_a:\n /*0000*/ BRX R2 -0x10 (*\"BRANCH_TARGETS .L_b\"*) ;\n /*0010*/ BRA `(.L_a) ;\n.L_b:\n /*0020*/ NOP ;\n": 0,
		"k:\n\t0000\tMOV R1, R2\n\t0010\t@P1 BRA 0x0\n\t0020\t@P2 BRA 0x0\n\t0030\t@P0 BRA 0x0\n":                                  1, // two go on to the next turn
		"k:\n\t0000\tMOV R1, R2\n\t0010\tMOV R1, R2\n\t0020\t@P1 BRA 0x10\n\t0030\t@P0 BRA 0x0\n":                                  2,
		"k:\n\t0000\tCALL.REL.NOINC 0x20\n\t0010\tBRA 0x0\n\t0020\tRET.REL.NODEC R4 0x0\n":                                         1,
	} {
		f, err := Read("x", code)
		if err != nil || len(f.Kernels[0].Loops) != want {
			t.Errorf("%q: loops %v, %v, want %d", code, f.Kernels, err, want)
		}
	}
}

// A jump that goes on to the next turn is of the loop of the last jump to its place, which is
// no deeper for it; that it is not taken is said.
func TestContinue(t *testing.T) {
	k := coded(t, "MOV R1, R2", "@P1 BRA 0x0", "FADD R1, R1, R1", "@P0 BRA 0x0")
	if want := (Loop{From: 0, To: 3}); len(k.Loops) != 1 || k.Loops[0] != want {
		t.Fatalf("loops %v, want %v", k.Loops, want)
	}
	r, err := Hopper().Report(Launch{Device: gpu.H200(), Kernel: k}, k.Loops[0], 1)
	if err != nil || r.Lines[0].Issued != 1 || len(r.Assumed) != 1 || !strings.Contains(r.Assumed[0], "back but for a loop's last") {
		t.Errorf("%v issues of the first instruction in a turn, assumed %q, %v, want 1, and the jump back", r.Lines[0].Issued, r.Assumed, err)
	}
}

// A run is given up when it is told to, or when its loops in loops have no end to speak of.
func TestStop(t *testing.T) {
	k := coded(t, "MOV R1, R2", "MOV R1, R2", "MOV R1, R2", "@P1 BRA 0x20", "@P1 BRA 0x10", "@P0 BRA 0x0")
	l := Launch{Device: gpu.H200(), Kernel: k, Wavefronts: 1, Turns: 1 << 20}
	asked := 0
	l.Stop = func() error {
		if asked++; asked == 3 {
			return errors.New("stop")
		}
		return nil
	}
	if _, err := Hopper().Run(l); err == nil || err.Error() != "stop" || asked != 3 {
		t.Errorf("%v after %d questions, want stop after the third", err, asked)
	}
	l.Stop = nil
	if _, err := Hopper().Run(l); err == nil || !strings.Contains(err.Error(), "want fewer turns of the loops inside loops") {
		t.Errorf("2^60 turns: %v, want an error", err)
	}
}

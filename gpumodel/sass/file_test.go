package sass

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"lanebook/gpumodel/gpu"
)

func sample(t testing.TB, name string) string {
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Oracle: cuobjdump and nvdisasm, which list the same machine code in their own ways.
func TestReadFormats(t *testing.T) {
	files := map[string]File{}
	for _, name := range []string{"sums.cuobjdump", "sums.nvdisasm", "sums.plain"} {
		f, err := Read(name, sample(t, name))
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Kernels) != 2 || f.Kernels[0].Name != "nothing" || f.Kernels[1].Name != "sums" {
			t.Fatalf("%s: %d kernels, want nothing and sums", name, len(f.Kernels))
		}
		if derived := name == "sums.plain"; f.Kernels[1].Derived != derived {
			t.Errorf("%s: Derived = %v, want %v", name, f.Kernels[1].Derived, derived)
		}
		files[name] = f
	}
	want := files["sums.cuobjdump"].Kernels[1]
	if len(want.Loops) != 3 || want.Loops[0].Depth != 1 || want.Loops[2].Depth != 0 {
		t.Errorf("loops %+v, want two inside of one: the compiler unrolled by 4, and the rest", want.Loops)
	}
	for name, f := range files {
		k := f.Kernels[1]
		if !reflect.DeepEqual(k.Loops, want.Loops) {
			t.Errorf("%s: loops %v, want %v", name, k.Loops, want.Loops)
		}
		for i, in := range k.Code {
			w := want.Code[i]
			if in.Address != w.Address || in.Opcode != w.Opcode || in.Target != w.Target || in.Guard != w.Guard || !k.Derived && (in.Words != w.Words || in.Control != w.Control) {
				t.Errorf("%s: %04x %v %v, want %04x %v %v", name, in.Address, &in, in.Control, w.Address, &w, w.Control)
			}
		}
	}
}

// Oracle: cuobjdump again, of a kernel that calls a function and jumps through a table
// (places.cu), against nvdisasm with source lines (-g) and with the life ranges of registers
// (-plr), which leaves out what stands behind the code. Only nvdisasm says where the table leads.
func TestReadColumns(t *testing.T) {
	want, err := Read("places", sample(t, "places.cuobjdump"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"places.lines", "places.ranges"} {
		f, err := Read(name, sample(t, name))
		if err != nil || len(f.Kernels) != 1 || f.Kernels[0].Name != "places" || !reflect.DeepEqual(f.Kernels[0].Loops, want.Kernels[0].Loops) {
			t.Fatalf("%s: %d kernels, %v, want places with the loops %v", name, len(f.Kernels), err, want.Kernels[0].Loops)
		}
		tables := 0
		for i, in := range f.Kernels[0].Code {
			w := want.Kernels[0].Code[i]
			if in.Words != w.Words || in.Target != w.Target || in.Opcode != w.Opcode || w.Targets != nil {
				t.Errorf("%s: %04x %v, want %v", name, in.Address, &in, &w)
			}
			if tables += len(in.Targets); in.Targets != nil && in.Opcode.Name != "BRX" {
				t.Errorf("%s: %04x %v has a table %v", name, in.Address, &in, in.Targets)
			}
		}
		if rest := len(want.Kernels[0].Code) - len(f.Kernels[0].Code); tables != 7 || rest < 0 || rest > 16 {
			t.Errorf("%s: tables of %d places, %d instructions missing, want 7 and at most 16 NOPs", name, tables, rest)
		}
		l := Launch{Device: gpu.H200(), Kernel: &f.Kernels[0], Wavefronts: 1, Turns: 3}
		if _, err := Hopper().Run(l); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		l.Kernel = &want.Kernels[0]
		if _, err := Hopper().Run(l); err == nil || !strings.Contains(err.Error(), "BRX R") {
			t.Errorf("places.cuobjdump: error %v, want one about BRX", err)
		}
	}
}

// The short form, and control fields worked out by hand. 0x000e280000008000 shifted
// right by 41 is 0x714: stall 4, bit 4 set, write barrier 0, read barrier 7, no mask.
func TestReadShort(t *testing.T) {
	f, err := Read("x.sass", "k:\n\t0000\t@!P0 LDS R4, [R2+UR5+0x10]\t000e2800000080000000100502048984\n\t0010\tBRA 0x0\t000fc0000383fffffffffffc00fc7947\n")
	if err != nil {
		t.Fatal(err)
	}
	in := f.Kernels[0].Code[0]
	if want := (Control{Stall: 4, Write: 0, Read: 7}); in.Control != want {
		t.Errorf("control %+v, want %+v", in.Control, want)
	}
	if s := in.Control.String(); s != "S04 - W0 R- ------" {
		t.Errorf("control %q", s)
	}
	if in.Guard != (Operand{Kind: Predicate, Negated: true, Number: 0, Base: Zero, Uniform: Zero}) {
		t.Errorf("guard %+v, want not P0", in.Guard)
	}
	if l := f.Kernels[0].Loops; len(l) != 1 || l[0] != (Loop{From: 0, To: 1}) {
		t.Errorf("loops %v, want one over both", l)
	}
	if !f.Kernels[0].Code[1].Control.Yield || f.Kernels[0].Code[1].Control.Stall != 0 {
		t.Errorf("control %+v, want a yield", f.Kernels[0].Code[1].Control)
	}
}

func TestOperands(t *testing.T) {
	z := int16(Zero)
	for text, want := range map[string]Operand{
		"R7":                     {Kind: Register, Number: 7, Base: z, Uniform: z},
		"-R4.reuse.H0_H0":        {Kind: Register, Number: 4, Base: z, Uniform: z, Negated: true, Reuse: true},
		"|R5|.reuse":             {Kind: Register, Number: 5, Base: z, Uniform: z, Reuse: true},
		"R6.64":                  {Kind: Register, Number: 6, Base: z, Uniform: z, Wide: true},
		"RZ":                     {Kind: Register, Number: z, Base: z, Uniform: z},
		"~UR4":                   {Kind: UniformRegister, Number: 4, Base: z, Uniform: z, Negated: true},
		"!UPT":                   {Kind: UniformPredicate, Number: z, Base: z, Uniform: z, Negated: true},
		"-0.5":                   {Kind: Immediate, Number: z, Base: z, Uniform: z, Value: "-0.5"},
		"+INF":                   {Kind: Immediate, Number: z, Base: z, Uniform: z, Value: "+INF"},
		"c[0x0][0x210]":          {Kind: Constant, Number: z, Base: z, Uniform: z, Offset: 0x210},
		"c[0x3][R4+0x8]":         {Kind: Constant, Number: z, Base: 4, Uniform: z, Offset: 8},
		"[R2+UR5+-0x10]":         {Kind: Memory, Number: z, Base: 2, Uniform: 5, Offset: -0x10},
		"desc[UR4][R2.64+0x100]": {Kind: Memory, Number: z, Base: 2, Uniform: z, Offset: 0x100, Wide: true},
		"SR_CLOCKLO":             {Kind: Special, Number: z, Base: z, Uniform: z, Value: "SR_CLOCKLO"},
		"2D":                     {Kind: Special, Number: z, Base: z, Uniform: z, Value: "2D"},
		"`(.L_x_0)":              {Kind: Label, Number: z, Base: z, Uniform: z, Value: ".L_x_0"},
	} {
		if got, problem := operand(text); problem != "" || got != want {
			t.Errorf("%s: %+v %s, want %+v", text, got, problem, want)
		}
	}
}

// Every mistake is told with file, line, address and wish.
func TestReadDamage(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "x:1: no kernel, want",
		"hello\n":                        "x:1: no kernel, want",
		"\t0000\tNOP\n":                  "x:1: instruction at 0x0000: an instruction of no kernel, want",
		"k:\n\t0000\tFROB R1, R2\n":      `x:2: kernel k: instruction at 0x0000: opcode "FROB", want one of Hopper's`,
		"k:\n\t0000\tFADD R1,\n":         "x:2: kernel k: instruction at 0x0000: operands that end with a comma",
		"k:\n\t0000\tLDS R1, [R2\n":      `operands "[R2", want brackets that close`,
		"k:\n\t0000\tLDS R1, [R2+]\n":    `want a register or an offset`,
		"k:\n\t0000\t@R1 NOP\n":          "guard @R1, want a predicate",
		"k:\n\t0010\tNOP\n\t0010\tNOP\n": "x:3: instruction at 0x0010: it comes after 0x0010, want 0x0020: lines are missing",
		"k:\n\t0000\tBRA 0x40\n":         "a jump to 0x40, want the address",
		"k:\nj:\n\t0000\tNOP\n":          "", // nvdisasm gives names twice
		"k:\n":                           "kernel k has no instructions",
		"k:\n\t0000\tNOP\tzz\n":          `encoding "zz", want 16 or 32 hexadecimal digits`,
		"k:\n\t0000\tNOP\t" + zeros(16):  "x:2: instruction at 0x0000: half an encoding",
		"\tcode for sm_80\n":             "x:1: code for sm_80, want sm_90 or sm_90a: cuobjdump -arch sm_90 -sass",
		"Function : k\n /*0000*/ NOP\n":  `"NOP", want an instruction that ends with ;`,
		"k:\n /*0000*/ NOP ; /* 0x12 */": `encoding "12", want 16 or 32`,
		"k:\n /*0000*/ NOP ; what":       `"what" after the instruction`,
		"k:\n /*0000*/ NOP ; /* 0x" + zeros(16) + " */\n /*0010*/ NOP ;": "the instruction before has half an encoding",
		"k:\n\t0000\tNOP\t" + zeros(32) + "\n\t0010\tNOP\n":              "kernel k has 1 encodings for 2 instructions, want all or none",
	} {
		_, err := Read("x", text)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: error %v, want %q in it", text, err, want)
		}
	}
}

func zeros(n int) string { return strings.Repeat("0", n) }

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
	all := Opcodes()
	measured := 0
	for i, o := range all {
		if !o.Assumed {
			measured++
		}
		if i > 0 && all[i-1].Name >= o.Name || o.Unit >= Units || o.Unit.Variable() && o.Unit != Global && o.Latency == 0 {
			t.Errorf("%+v after %q", o, all[max(i-1, 0)].Name)
		}
	}
	t.Logf("%d opcodes, of %d the unit, interval or latency was measured", len(all), measured)
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
		"DMMA.8x8x4 R4, R8, R10, R4|DADD R12, R6, R6":     40,
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

func FuzzRead(f *testing.F) {
	f.Add(sample(f, "sums.cuobjdump")[:2000])
	f.Add("k:\n\t0000\t@P0 LDS.128 R4, [R2+UR5+0x10]\t000e28000000800000001005020487984\n\t0010\tBRA 0x0\n")
	f.Add("k:\n\t0000\tCALL.REL.NOINC 0x40\n\t0010\t@P1 BRA 0x0\n\t0020\tBRA 0x0\n\t0030\tEXIT\n\t0040\tBAR.SYNC 0x0\n\t0050\tRET.REL.NODEC R4 0x0\n")
	f.Add(".text.k:\n /*0000*/ BRX R2 -0x10 (*\"BRANCH_TARGETS .L_a\"*) ;\n.L_a:\n /*0010*/ LDS R1, [R2] ;\n /*0020*/ ATOMS.CAST.SPIN.64 R1, [R2], R4, R6 ;\n")
	f.Add(".text.k:\n.L_x_0:\n /*0000*/ @!UP0 BRA `(.L_x_0) ;\n")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Read("x", text)
		if (err == nil) == (len(file.Kernels) == 0) {
			t.Fatalf("%d kernels and error %v", len(file.Kernels), err)
		}
		for _, k := range file.Kernels {
			for i, in := range k.Code {
				if in.Opcode == nil || in.Target >= len(k.Code) || i > 0 && k.Code[i-1].Address >= in.Address {
					t.Fatalf("instruction %d: %+v", i, in)
				}
			}
			l := Launch{Device: gpu.H200(), Kernel: &k, Wavefronts: 2, Turns: 2}
			if l.check(new(Machine)) == nil {
				t.Fatal("a machine without SIMDs took wavefronts")
			}
			if len(k.Code) > 24 || len(k.Loops) > 3 {
				continue // turns in turns of turns
			}
			if r, err := Hopper().Run(l); err == nil && (r.Total() == 0 || len(r.Costs) != len(k.Code)) {
				t.Fatalf("%d issued, %d costs of %d instructions", r.Total(), len(r.Costs), len(k.Code))
			}
			for _, loop := range k.Loops {
				if r, err := Hopper().Report(l, loop, 1); err == nil && !(r.Cycles > 0) {
					t.Fatalf("%v: %v cycles", loop, r.Cycles)
				}
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := strings.Repeat(sample(b, "sums.cuobjdump"), 32)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Read("x", text); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleRead() {
	f, err := Read("kernel.sass", "square:\n\t0000\tFMUL R0, R0, R0\n\t0010\tEXIT\n")
	fmt.Println(f.Kernels[0].Name, &f.Kernels[0].Code[0], f.Kernels[0].Derived, err)
	// Output: square FMUL R0, R0, R0 true <nil>
}

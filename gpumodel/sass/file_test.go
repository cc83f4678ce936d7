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
		"|R5|.reuse":             {Kind: Register, Number: 5, Base: z, Uniform: z, Reuse: true, Absolute: true},
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

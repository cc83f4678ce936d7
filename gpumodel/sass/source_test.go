package sass

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"
)

// Whichever line with an instruction is lost or damaged, it is told: never do other cycles
// come out. The last one may be lost, for a kernel may end anywhere.
func TestReadLostLines(t *testing.T) {
	for _, name := range []string{"places.cuobjdump", "places.lines", "sums.nvdisasm", "sums.plain"} {
		lines := strings.SplitAfter(sample(t, name), "\n")
		damages := map[string]func(string) string{
			"deleted":                  func(string) string { return "" },
			"numbered":                 func(line string) string { return "1: " + line },
			"numbered long":            func(line string) string { return "  1234  " + line },
			"without the first slash":  func(line string) string { return strings.Replace(line, "/*", "*", 1) },
			"without the second slash": func(line string) string { return strings.Replace(line, "*/", "*", 1) },
			"without a star":           func(line string) string { return strings.Replace(line, "/*", "/", 1) },
			"commented":                func(line string) string { return "//" + line },
			"digit lost":               func(line string) string { return strings.Replace(line, "0*/", "*/", 1) },
			"twice":                    func(line string) string { return line + line },
		}
		tried := 0
		for i, line := range lines[:len(lines)-1] {
			in := codeLine.MatchString(line)
			if !in || i+2 >= len(lines) || !codeLine.MatchString(lines[i+1]) && !codeLine.MatchString(lines[i+2]) && !codeLine.MatchString(lines[min(i+3, len(lines)-1)]) {
				continue
			}
			for what, damage := range damages {
				if what == "digit lost" && strings.Contains(line, "/*0000*/") { // 000 is 0 as well
					continue
				}
				tried++
				text := strings.Join(lines[:i], "") + damage(line) + strings.Join(lines[i+1:], "")
				if _, err := Read("x", text); err == nil {
					t.Errorf("%s:%d: %s %s: no error", name, i+1, strings.TrimSpace(line), what)
				}
			}
		}
		if tried < 8*50 {
			t.Errorf("%s: %d damages tried, want some for each instruction", name, tried)
		}
	}
	_, err := Read("x", "k:\n\t0000\tNOP\n\t0010\tFADD R1, R1, R2\n\t0050\tNOP\n")
	if want := "x:4: instruction at 0x0050: it comes after 0x0010, want 0x0020"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}

// What is no listing is told by what it is.
func TestReadStrangers(t *testing.T) {
	for text, want := range map[string]string{
		"k:\n\t0000\tNOP\n3: \t0010\tNOP\n":                                                                   `x:3: instruction at 0x0000: "3: \t0010\tNOP" holds NOP where no instruction is read`,
		"square(int*, int):\n MOV R1, c[0x0][0x28]\n S2R R0, SR_TID.X\n":                                      "without addresses, as Compiler Explorer prints it",
		"Dump of assembler code:\n   0x00007fffc385b770 <_Z3add+16>:\tLDG.E R0, desc[UR4][R2.64]\n":           "as a debugger prints it, want the output of cuobjdump -sass",
		".version 8.0\n.target sm_90\n.visible .entry k(\n)\n{\n\tadd.f32 %f1, %f2, %f3;\n\tret;\n}\n":        "x:8: PTX, which is not machine code yet, want that: ptxas -arch sm_90",
		"\tFunction : k\n\t.headerflags\t@\"EF_CUDA_SM90 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM90)\"\n /*0010*/ NOP ;": "instruction at 0x0010: it is the first of its kernel, want 0x0000",
		"k:\n /*0000*/ NOP ;\n /* 0x000fe20000000800 */\n":                                                    "half an encoding without the instruction",
	} {
		if _, err := Read("x", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", text, err, want)
		}
	}
}

// A listing in the encodings that Windows writes is the same listing.
func TestReadEncodings(t *testing.T) {
	text := sample(t, "sums.cuobjdump")
	want, err := Read("x", text)
	if err != nil {
		t.Fatal(err)
	}
	units := utf16.Encode([]rune("\ufeff" + strings.ReplaceAll(text, "\n", "\r\n")))
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		var b []byte
		for _, u := range units {
			b = order.AppendUint16(b, u)
		}
		if f, err := Read("x", string(b)); err != nil || !reflect.DeepEqual(f, want) {
			t.Errorf("%v: %v, want the same kernels", order, err)
		}
	}
	if f, err := Read("x", "\ufeff"+text); err != nil || !reflect.DeepEqual(f, want) {
		t.Errorf("with a mark: %v, want the same kernels", err)
	}
}

// Code for other GPUs is passed over, told by any of the lines that name it, and is an error
// if there is no other. FMUL2 is no instruction of Hopper.
func TestReadOtherGPUs(t *testing.T) {
	part := func(gpu, kernel, code string) string {
		return fmt.Sprintf("Fatbin elf code:\n================\narch = %s\nhost = linux\n\n\tcode for %[1]s\n\t\tFunction : %s\n\t.headerflags\t@\"EF_CUDA_%s EF_CUDA_PTX_SM(EF_CUDA_SM80)\"\n /*0000*/ %s ;\n /*0010*/ EXIT ;\n", gpu, kernel, strings.ToUpper(strings.Replace(strings.TrimSuffix(gpu, "a"), "_", "", 1)), code)
	}
	f, err := Read("x", part("sm_80", "a", "FMUL2 R1, R2")+part("sm_90", "a", "NOP")+part("sm_100a", "b", "FMUL2 R1, R2")+part("sm_90a", "c", "NOP"))
	if err != nil || len(f.Kernels) != 2 || f.Kernels[0].Name != "a" || f.Kernels[1].Name != "c" || !reflect.DeepEqual(f.Skipped, []string{"sm_80", "sm_100a", "sm_100"}) {
		t.Errorf("%+v, %v, want a and c, and sm_80 and sm_100 skipped", f, err)
	}
	const flags = "\t.headerflags\t@\"EF_CUDA_TEXMODE_UNIFIED EF_CUDA_64BIT_ADDRESS EF_CUDA_SM80 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM80)\"\n"
	for what, text := range map[string]string{
		"cuobjdump":          part("sm_80", "a", "FMUL2 R1, R2"),
		"cuobjdump's flags":  "\t\tFunction : a\n" + flags + " /*0000*/ FMUL2 R1, R2 ;\n",
		"cuobjdump's target": "\t.target sm_80\n\t\tFunction : a\n /*0000*/ NOP ;\n",
		"nvdisasm":           "\t.target\tsm_80\n.text.a:\n.L_x_0:\n /*0000*/ NOP ;\n",
		"old nvdisasm":       flags + "a:\n.text.a:\n /*0000*/ NOP ;\n /*0010*/ BRA `(.L_x_0);\n",
	} {
		if _, err := Read("x", text); err == nil || !strings.Contains(err.Error(), "code for sm_80, want sm_90 or sm_90a: cuobjdump -arch sm_90 -sass") {
			t.Errorf("%s: error %v, want one about sm_80", what, err)
		}
		if f, err := Read("x", sample(t, "sums.cuobjdump")+text); err != nil || len(f.Kernels) != 2 || len(f.Skipped) == 0 {
			t.Errorf("%s after sm_90: %d kernels, skipped %v, %v, want 2 and sm_80", what, len(f.Kernels), f.Skipped, err)
		}
	}
}

// An instruction that Hopper does not have costs its kernel and no other.
func TestReadRefused(t *testing.T) {
	text := strings.Replace(sample(t, "sums.cuobjdump"), "S2R R9", "S2Q R9", 1)
	f, err := Read("x", text)
	if err != nil || len(f.Kernels) != 1 || f.Kernels[0].Name != "nothing" || len(f.Refused) != 1 {
		t.Fatalf("%d kernels, %d refused, %v, want nothing, and sums refused", len(f.Kernels), len(f.Refused), err)
	}
	if e := f.Refused[0]; e.Kernel != "sums" || e.Address != "0010" || !strings.Contains(e.Error(), `kernel sums: instruction at 0x0010: opcode "S2Q"`) {
		t.Errorf("%v, want sums and 0x0010", e)
	}
	for _, name := range []string{"sums.nvdisasm", "sums.plain"} {
		f, err = Read("x", strings.Replace(sample(t, name), "LDC R1, ", "LDQ R1, ", 1)) // of the kernel that comes first
		if err != nil || len(f.Kernels) != 1 || len(f.Refused) != 1 || f.Kernels[0].Name == f.Refused[0].Kernel {
			t.Errorf("%s: %d kernels, %d refused, %v, want one of each", name, len(f.Kernels), len(f.Refused), err)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The command reads a listing and says the same in words and as JSON.
func TestSass(t *testing.T) {
	listing := filepath.Join("..", "gpumodel", "silicon", "code", "kernels.sass")
	var text, coded, complaints bytes.Buffer
	if err := run(context.Background(), ".", []string{"sass", "-kernel", "horner", listing}, &text, &complaints); err != nil {
		t.Fatal(err)
	}
	if err := run(context.Background(), ".", []string{"sass", "-json", "-kernel", "horner", listing}, &coded, &complaints); err != nil {
		t.Fatal(err)
	}
	var out sassJSON
	if err := json.Unmarshal(coded.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	if len(out.Kernels) != 1 || len(out.Kernels[0].Parts) != 1 || out.Kernels[0].Derived {
		t.Fatalf("%+v, want one loop of one kernel", out.Kernels)
	}
	loop := out.Kernels[0].Parts[0]
	if loop.From != "0x02f0" || loop.To != "0x0410" || len(loop.Reports) != 5 || len(loop.Code) != 19 {
		t.Fatalf("%+v, want a loop with 5 reports", loop)
	}
	one := loop.Reports[0] // an H200 took 2691 cycles for 64 turns: 42
	if one.Warps != 1 || one.Cycles != 42 || len(one.Lines) != 19 {
		t.Errorf("%.2f cycles a turn of %d lines, want 42 of 19", one.Cycles, len(one.Lines))
	}
	for _, want := range []string{"horner: 22 instructions, 1 loops", "loop 0x02f0 to 0x0410, 19 instructions", "42.0", "issue slots", "02f0 S01 - W- R- ------  FFMA R7, R2.reuse, R7, 0.5"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	if complaints.Len() > 0 {
		t.Errorf("complaints: %s", complaints.String())
	}
}

// With -warps it says all that the page says: every reason, the control fields in words, and
// who issues when.
func TestSassWarps(t *testing.T) {
	listing := filepath.Join("..", "gpumodel", "silicon", "code", "kernels.sass")
	var text bytes.Buffer
	if err := run(context.Background(), ".", []string{"sass", "-kernel", "warp_sum", "-warps", "1", listing}, &text, &text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n    23.0  02a0 FMA       FADD R3, R4, R3\n", "stall count 1.0, shared memory 22.0", "waits for 0 (0290 SHFL); stall 5; yield",
		"1 warp of a scheduler, 96 cycles", "A issues"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}

// Conflicts are what -stride says: 32 words apart, every load of b044 takes 32 passes.
func TestSassConflicts(t *testing.T) {
	listing := filepath.Join("..", "gpumodel", "silicon", "code", "loops.sass")
	cycles := func(stride string) float64 {
		var out bytes.Buffer
		if err := run(context.Background(), ".", []string{"sass", "-json", "-kernel", "b044", "-stride", stride, listing}, &out, &out); err != nil {
			t.Fatal(err)
		}
		var coded sassJSON
		if err := json.Unmarshal(out.Bytes(), &coded); err != nil {
			t.Fatal(err)
		}
		return coded.Kernels[0].Parts[0].Reports[4].Cycles // 64 warps, 28 loads of each
	}
	if free, all := cycles("1"), cycles("32"); free != 64*28 || all != 64*28*32 {
		t.Errorf("%.1f and %.1f cycles, want a pass for each of 64·28 loads, and 32", free, all)
	}
}

func TestSassMistakes(t *testing.T) {
	jumps := filepath.Join(t.TempDir(), "jumps.sass")
	if err := os.WriteFile(jumps, []byte("k:\n\t0000\tBRX R4 -0x10\n\t0010\t@P0 BRA 0x0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer // the other loops of a listing are reported all the same
	if err := run(context.Background(), ".", []string{"sass", jumps}, &said, &said); err == nil || !strings.Contains(err.Error(), "1 of what was asked for could not be run") || !strings.Contains(said.String(), "jumps.sass:2: kernel k: instruction at 0x0000: BRX R4 -0x10, want a jump") {
		t.Errorf("%v, %q, want a loop that is not run", err, said.String())
	}
	bad := filepath.Join(t.TempDir(), "bad.sass")
	if err := os.WriteFile(bad, []byte("k:\n\t0000\tFROB R1, R2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	listing := filepath.Join("..", "gpumodel", "silicon", "code", "kernels.sass")
	for want, args := range map[string][]string{
		`bad.sass:2: kernel k: instruction at 0x0000: opcode "FROB", want one of Hopper's`: {bad},
		`no kernel's name has "zz" in it, want one of its 8: nbody, horner, xorshift, `:    {"-kernel", "zz", listing},
		"-inner is 0":                {"-inner", "0", listing},
		"-warps is 17, want 1 to 16": {"-warps", "17", listing},
		"no such file":               {"nowhere.sass"},
		"wrong usage":                {},
	} {
		var out bytes.Buffer
		err := run(context.Background(), ".", append([]string{"sass"}, args...), &out, &out)
		if err == nil || !strings.Contains(err.Error(), want) || want == "wrong usage" && !errors.Is(err, errUsage) {
			t.Errorf("%v: error %v, want %q", args, err, want)
		}
	}
}

// back is three instructions and a jump, of which a warp by hand issues FFMA in cycle 0, FADD
// three later, the jump two after that, and ten later the next turn's FFMA.
const back = `	code for sm_90
		Function : back
        /*0000*/  FFMA R1, R1, R2.reuse, R3 ;                  /* 0x0000000201017223 */
                                                               /* 0x080fc60000000003 */
        /*0010*/  LDS R4, [R2] ;                               /* 0x0000000002047984 */
                                                               /* 0x000e240000000800 */
        /*0020*/  @P0 BRA 0x0 ;                                /* 0xfffffffc00dc0947 */
                                                               /* 0x001fea000383ffff */
        /*0030*/  EXIT ;                                       /* 0x000000000000794d */
                                                               /* 0x000fea0003800000 */
`

func sassRun(t *testing.T, stdin string, args ...string) (stdout string, err error) {
	t.Helper()
	var out, complaints bytes.Buffer
	err = sassCommand(context.Background(), args, strings.NewReader(stdin), &out, &complaints)
	if said := slow.ReplaceAllString(complaints.String(), ""); said != "" && !errors.Is(err, errUsage) && !errors.Is(err, flag.ErrHelp) {
		t.Errorf("%v: complaints: %s", args, said)
	}
	return out.String(), err
}

// slow is what a launch says of how far it is, on a machine that takes seconds for it.
var slow = regexp.MustCompile(`(?m)^\d+ of \d+ blocks( of the launch before)?\n`)

// The form of -json, as sassUsage describes it: what is written is what others rely on.
func TestSassJSON(t *testing.T) {
	got, err := sassRun(t, back, "-", "-json", "-warps", "1")
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "sass.json")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || got != string(want) {
		t.Errorf("%v, wrote\n%s\nwant\n%s", err, got, want)
	}
	for name := range jsonKeys(t, got) {
		if name != strings.ToLower(name) || !strings.Contains(sassUsage, name) {
			t.Errorf("-h does not explain %q", name)
		}
	}
}

// jsonKeys returns the names of all objects' fields but those of stalls.
func jsonKeys(t *testing.T, text string) map[string]bool {
	keys := map[string]bool{}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, inside := range v {
				if keys[name] = true; name != "stalls" {
					walk(inside)
				}
			}
		case []any:
			for _, inside := range v {
				walk(inside)
			}
		}
	}
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	walk(v)
	return keys
}

// Addresses by instruction, straight code, parts of names, standard input and flags behind it.
func TestSassAsked(t *testing.T) {
	entries := filepath.Join(t.TempDir(), "entries")
	if err := os.WriteFile(entries, []byte("# lanes\n0x10=list:0,128,256,384\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	two := back + strings.Replace(back, "Function : back", "Function : front", 1)
	for _, c := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{back, []string{"-", "-warps", "16"}, "16            64."}, // a pass for each of 64 warps
		{back, []string{"-", "-warps", "16", "-address", "0x10=stride:4"}, "16           256.0"},
		{back, []string{"-", "-warps", "16", "-addresses", entries}, "16           256.0"},
		{back, []string{"-", "-warps", "16", "-stride", "4"}, "16           256.0"},
		{back, []string{"-", "-warps", "16", "-stride", "4", "-address", "0x10=broadcast"}, "16            64."},
		{back, []string{"-from", "0x0", "-to", "0010", "-"}, "code 0x0000 to 0x0010, 2 instructions"},
		{back, []string{"-from", "0x0", "-to", "0010", "-", "-warps", "1"}, "                    1             4.0"}, // in cycles 0 and 3
		{two, []string{"-", "-kernel", "fro", "-from", "0x20"}, "code 0x0020 to 0x0030, 2 instructions"},
		{two, []string{"-"}, "front: 4 instructions, 1 loops"},
		{"k:\n\t0000\tFADD R1, R1, R2\n\t0010\tEXIT\n", []string{"-"}, "no loop; -from 0x0000 -to 0x0010 says what it costs once"},
		{"\tcode for sm_80\n\t\tFunction : x\n" + back, []string{"-"}, "left out: code for sm_80"},
	} {
		got, err := sassRun(t, c.stdin, c.args...)
		if err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%v: %v, no %q in\n%s", c.args, err, c.want, got)
		}
	}
	for _, c := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{two, []string{"-", "-from", "0x0"}, "addresses are of one kernel, want -kernel with one of these 2: back, front"},
		{back, []string{"-", "-from", "0x8"}, "-from is 0x8, want the address of an instruction of back, 0x0000 to 0x0030"},
		{back, []string{"-", "-from", "0x20", "-to", "0x10"}, "-to is 0x10, want a higher one"},
		{back, []string{"-", "-address", "0x0=stride:1"}, "kernel back has FFMA R1, R1, R2.reuse, R3 at 0x0, want an access"},
		{back, []string{"-", "-address", "0x0=stripe:1"}, "wrong usage"},
		{back, []string{"-", "other"}, "wrong usage"},
		{strings.Replace(two, "@P0 BRA", "@P0 BRB", 1), []string{"-"}, "0 of what was asked for could not be run, 1 kernels were refused"},
		{".version 8.0\n.target sm_90\n", []string{"-"}, "standard input:2: PTX"},
	} {
		if got, err := sassRun(t, c.stdin, c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q; wrote\n%s", c.args, err, c.want, got)
		}
	}
}

// A signal ends the command, and work without an end is not begun for long.
func TestSassStops(t *testing.T) {
	nested := "k:\n\t0000\tMOV R1, R2\n\t0010\tMOV R1, R2\n\t0020\tMOV R1, R2\n\t0030\t@P1 BRA 0x20\n\t0040\t@P1 BRA 0x10\n\t0050\t@P0 BRA 0x0\n"
	ctx, cancel := context.WithCancel(context.Background())
	var out bytes.Buffer
	time.AfterFunc(50*time.Millisecond, cancel)
	began := time.Now()
	if err := sassCommand(ctx, []string{"-inner", "1024", "-"}, strings.NewReader(nested), &out, &out); !errors.Is(err, context.Canceled) || time.Since(began) > time.Second {
		t.Errorf("%v after %v, want the signal's error at once", err, time.Since(began))
	}
	blocked, _ := io.Pipe()
	if err := sassCommand(ctx, []string{"-"}, blocked, &out, &out); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the signal's error while standard input is silent", err)
	}
	said, err := sassRun(t, nested, "-inner", "1024", "-warps", "1", "-")
	if err == nil || !strings.Contains(said, "lower -inner or -warps") {
		t.Errorf("%v, %q, want what to lower", err, said)
	}
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	var loops []loopJSON
	if err := json.Unmarshal(coded.Bytes(), &loops); err != nil {
		t.Fatal(err)
	}
	if len(loops) != 1 || loops[0].From != "0x02f0" || loops[0].To != "0x0410" || loops[0].Derived || len(loops[0].Reports) != 5 {
		t.Fatalf("%+v, want one loop with 5 reports", loops)
	}
	one := loops[0].Reports[0] // an H200 took 2691 cycles for 64 turns: 42
	if one.Wavefronts != 1 || one.Cycles != 42 || len(one.Lines) != 19 {
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
		var loops []loopJSON
		if err := json.Unmarshal(out.Bytes(), &loops); err != nil {
			t.Fatal(err)
		}
		return loops[0].Reports[4].Cycles // 64 warps, 28 loads of each
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
	if err := run(context.Background(), ".", []string{"sass", jumps}, &said, &said); err != nil || !strings.Contains(said.String(), "jumps.sass:2: kernel k: instruction at 0x0000: BRX R4 -0x10, want a jump") {
		t.Errorf("%v, %q, want a loop that is not run", err, said.String())
	}
	bad := filepath.Join(t.TempDir(), "bad.sass")
	if err := os.WriteFile(bad, []byte("k:\n\t0000\tFROB R1, R2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	listing := filepath.Join("..", "gpumodel", "silicon", "code", "kernels.sass")
	for want, args := range map[string][]string{
		`bad.sass:2: kernel k: instruction at 0x0000: opcode "FROB", want one of Hopper's`: {bad},
		`no kernel "x", want one of its 8`:                                       {"-kernel", "x", listing},
		"-inner is 0":                                                            {"-inner", "0", listing},
		"-warps is 17, want 1 to 16":                                             {"-warps", "17", listing},
		"no such file":                                                           {"nowhere.sass"},
		"wrong usage":                                                            {},
	} {
		var out bytes.Buffer
		err := run(context.Background(), ".", append([]string{"sass"}, args...), &out, &out)
		if err == nil || !strings.Contains(err.Error(), want) || want == "wrong usage" && !errors.Is(err, errUsage) {
			t.Errorf("%v: error %v, want %q", args, err, want)
		}
	}
}

package whatif

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Padding a row frees the banks, the first and the second of the sample's kernels say; the listing has every
// instruction, and the table what else was tried.
func TestWholeKernel(t *testing.T) {
	plain, padded := Watch(nil, nil, "whole-kernel", "en"), Watch(nil, nil, "whole-kernel", "en", "kernel=2")
	if plain.Failed || padded.Failed || !strings.Contains(plain.Sentence, "Used most: shared memory banks") || !strings.Contains(padded.Sentence, "Used most: L2") {
		t.Fatalf("%q and %q, want that the banks hold up one of them", plain.Sentence, padded.Sentence)
	}
	lines := plain.Pictures[1]
	if len(lines.Rows) != 53 || !slices.ContainsFunc(lines.Rows, func(r []string) bool { return r[0] == "02a0 LDS R13, [R11]" && r[1] == "8192" && r[2] == "32" }) {
		t.Errorf("the listing is %q", lines.Rows)
	}
	var tried []string
	for _, r := range plain.Pictures[2].Rows {
		tried = append(tried, r[0])
	}
	if want := []string{"as asked for", "launched before", "H100", "4 blocks on an SM, not 8"}; !slices.Equal(tried, want) {
		t.Errorf("tried are %q, want %q", tried, want)
	}
	if first := Answer("whole-kernel", "en"); !first.Open || first.Pictures[2].Rows[1][0] != "…" || first.Sentence != plain.Sentence {
		t.Errorf("at first it says %q, %q", first.Sentence, first.Pictures[2].Rows)
	}
	if given := plain.Pictures[3].Rows; len(given) != 4 || given[2][3] != "int:1024" || given[1][3] != "buffer:4M" {
		t.Errorf("it reads of its arguments %q", given)
	}
}

// What a launch lacks is said with what the code reads; registers that leave no room for all blocks bring one more to try.
func TestWholeKernelSays(t *testing.T) {
	for want, settings := range map[string][]string{
		"Of its arguments the code reads these bytes: 8 at 0, 8 at 8, 4 at 16, 4 at 20": {"arguments=buffer:4M buffer:4M int:1024"},
		"the buffer before, argument 2, buffer:4K, is from":                             {"arguments=buffer:4M buffer:4K int:1024 int:1024"},
		"give it more shared memory":                                                    {"shared=1K"},
		"want 1024 lanes at most":                                                       {"block=64x32"},
		"Arguments, in their order: want arguments such as buffer:16M":                  {"arguments=buffer"},
		"With 128 registers a lane, if the compiler can: ":                              {"registers=200", "grid=16x16"},
		"With 32256 bytes of shared memory a block, if it can do with so little: ":      {"shared=32K"},
		"Its 16 blocks leave 116 of 132 SMs without work.":                              {"grid=4x4"},
		"a block of 1024 lanes, 255 registers each":                                     {"block=32x32", "registers=255"},
		"with caches as an earlier launch left them":                                    {"caches=warm", "grid=8x8"},
	} {
		r := Watch(nil, nil, "whole-kernel", "en", settings...)
		if said := strings.Join(append(r.Notes, r.Sentence), " "); !strings.Contains(said, want) {
			t.Errorf("%q: %q, want %q in it", settings, said, want)
		}
	}
	if r := Watch(func() error { return errors.New("stopped") }, nil, "whole-kernel", "en", "grid=9x9"); !r.Failed || !strings.Contains(r.Sentence, "stopped") {
		t.Errorf("stopped: %q", r.Sentence)
	}
}

// Another kernel than the sample's is not launched as the sample is; its own launch is asked for, and what it reads is said. What
// a listing has that cannot be read is said, too.
func TestWholeKernelOfTheReader(t *testing.T) {
	Keep("mine", `
		Function : fill
	/*0000*/ S2R R0, SR_TID.X ;
	/*0010*/ ISETP.GE.AND P0, PT, R0, c[0x0][0x218], PT ;
	/*0020*/ @P0 EXIT ;
	/*0030*/ ULDC.64 UR4, c[0x0][0x208] ;
	/*0040*/ IMAD.MOV.U32 R3, RZ, RZ, 0x4 ;
	/*0050*/ IMAD.WIDE R2, R0, R3, c[0x0][0x210] ;
	/*0060*/ STG.E desc[UR4][R2.64], R0 ;
	/*0070*/ EXIT ;
		Function : other
	/*0000*/ FROB R0 ;
	/*0010*/ EXIT ;
`)
	if r := Answer("whole-kernel", "en", "listing=mine"); !r.Failed || !strings.Contains(r.Sentence, "set its grid, block, arguments and shared memory") || !strings.Contains(r.Sentence, "8 at 0, 4 at 8") {
		t.Errorf("launched as the sample is: %q", r.Sentence)
	}
	r := Watch(nil, nil, "whole-kernel", "en", "listing=mine", "grid=2", "block=64", "arguments=buffer:1K int:40", "shared=0")
	if r.Failed || !strings.HasPrefix(r.Sentence, "fill: ") || !strings.Contains(r.Sentence, "Left out of the listing: ") {
		t.Errorf("its own launch: %q", r.Sentence)
	}
	var lanes []string
	for _, row := range r.Pictures[1].Rows {
		lanes = append(lanes, row[1]+"×"+row[2])
	}
	// By hand: of two warps of two blocks the second have 8 lanes below 40, so that 24 of 32 leave; then 32 and 8 go on.
	if want := []string{"4×32", "4×32", "4×12", "4×20", "4×20", "4×20", "4×20", "4×20"}; !slices.Equal(lanes, want) {
		t.Errorf("issued with lanes on average: %q, want %q", lanes, want)
	}
	long := "\tcode for sm_90\n\t\tFunction : long\n"
	for i := range 400 {
		long += fmt.Sprintf("\t/*%04x*/ FFMA R1, R1, R1, R1 ;\n", 16*i)
	}
	Keep("long", long+"\t/*1900*/ EXIT ;\n")
	if r := Answer("whole-kernel", "en", "listing=long", "grid=2", "block=64", "arguments=", "shared=0"); r.Failed || len(r.Pictures[1].Rows) != 160 {
		t.Errorf("401 instructions: %q, %d rows, want 160", r.Sentence, len(r.Pictures[1].Rows))
	}
}

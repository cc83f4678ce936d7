package whatif

import (
	"strings"
	"testing"

	"lanebook/gpumodel/sass"
	"lanebook/gpumodel/silicon/code"
)

// A text of the reader's is known by its name; its kernels with loops are offered, and what
// cannot be read, or has no loop, is said.
func TestMachineCode(t *testing.T) {
	kernels, err := code.KernelCode("xorshift", "horner")
	if err != nil {
		t.Fatal(err)
	}
	straight := "straight:\n\t0000\tFADD R1, R2, R3\n\t0010\tEXIT\n"
	Keep("two", straight+sass.Listing(kernels...))
	r := Answer("machine-code", "en", "listing=two", "kernel=", "loop=", "wavefronts=1")
	if r.Failed || len(r.Notes) > 0 || r.Values["kernel"] != "2" || !strings.HasPrefix(r.Sentence, "xorshift: with 1 warp ") || len(r.Offered["kernel"]) != 2 {
		t.Errorf("%q %q, kernel %s of %q, want the first that has a loop", r.Sentence, r.Notes, r.Values["kernel"], r.Offered["kernel"])
	}
	if strings.Contains(r.Call, "listing") {
		t.Errorf("%s asks a notebook for a text that it does not have", r.Call)
	}
	if r := Answer("machine-code", "en", "listing=two", "kernel=9"); r.Failed || len(r.Notes) != 1 || r.Values["kernel"] != "2" {
		t.Errorf("a kernel that is not there: %q %q", r.Sentence, r.Notes)
	}
	d := machineCode()
	v, _ := d.Values("listing=two")
	v["loop"] = "77"
	if _, _, err := d.Figures(v, nil); err == nil || !strings.Contains(err.Error(), `loop = "77"`) {
		t.Errorf("a loop that is not there: %v", err)
	}
	Keep("bad", "k:\n\t0000\tFROB R1\n")
	if r := Answer("machine-code", "en", "listing=bad"); !r.Failed || !strings.Contains(r.Sentence, `listing:2: kernel k: instruction at 0x0000: opcode "FROB", want one of Hopper's`) {
		t.Errorf("what cannot be read: %q", r.Sentence)
	}
	Keep("part", "\tcode for sm_80\n\t\tFunction : old\n /*0000*/ NOP ;\n\tcode for sm_90\nk:\n\t0000\tFROB R1\n"+sass.Listing(kernels...))
	if r := Answer("machine-code", "en", "listing=part"); r.Failed || !strings.Contains(r.Sentence, `Left out: code for sm_80; listing:6: kernel k: instruction at 0x0000: opcode "FROB"`) {
		t.Errorf("what is left out: %q", r.Sentence)
	}
	Keep("straight", straight)
	if r := Answer("machine-code", "en", "listing=straight"); !r.Failed || !strings.Contains(r.Sentence, "none of the listing's 1 kernel jumps back") {
		t.Errorf("no loop: %q", r.Sentence)
	}
	if r := Answer("machine-code", "en", "listing=two"); r.Failed || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "it is not here") || !strings.HasPrefix(r.Sentence, "horner: ") {
		t.Errorf("a text of long ago: %q %q, want a note and the sample", r.Sentence, r.Notes)
	}
	Keep("one", sass.Listing(kernels[1])) // a loop that banks do not limit, whatever the stride
	a, b := Answer("machine-code", "en", "listing=one", "stride=32"), Answer("machine-code", "en", "listing=one")
	if a.Sentence != b.Sentence {
		t.Errorf("without accesses a stride matters: %q, %q", a.Sentence, b.Sentence)
	}
}

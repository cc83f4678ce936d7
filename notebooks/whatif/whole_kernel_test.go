package whatif

import (
	"errors"
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
	if given := plain.Pictures[3].Rows; len(given) != 4 || given[2][3] != "int:1024" || given[1][3] != "buffer:8M" {
		t.Errorf("it reads of its arguments %q", given)
	}
}

// What a launch lacks is said with what the code reads; registers that leave no room for all blocks bring one more to try.
func TestWholeKernelSays(t *testing.T) {
	for want, settings := range map[string][]string{
		"Of its arguments the code reads these bytes: 8 at 0, 8 at 8, 4 at 16, 4 at 20": {"arguments=buffer:8M buffer:8M int:1024"},
		"the buffer before, argument 2, buffer:4K, is from":                             {"arguments=buffer:8M buffer:4K int:1024 int:1024"},
		"give it more shared memory":                                                    {"shared=1K"},
		"want 1024 lanes at most":                                                       {"block=64x32"},
		"Arguments, in their order: want arguments such as buffer:16M":                  {"arguments=buffer"},
		"With 128 registers a lane, if the compiler can: ":                              {"registers=200", "grid=8x8"},
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

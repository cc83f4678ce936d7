package code

import (
	"maps"
	"strings"
	"testing"
)

// Oracle: the H200's clock. The rule was read off these very loops, so that they test the
// code and not the rule; the loops of familiar.sass, which it mended, set none of it.
func TestForward(t *testing.T) {
	all, err := H200Forward()
	if err != nil {
		t.Fatal(err)
	}
	cycles, err := ForwardCycles(all)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]int{}
	for i, f := range all {
		if !arrived(f) {
			continue // no compiler's code
		}
		if of[f.Kind]++; cycles[i] != f.Cycles {
			t.Errorf("%+v: model %d, want it to the cycle", f, cycles[i])
		}
	}
	if want := map[string]int{"two": 975, "other": 15, "banks": 30, "factor": 264, "addend": 132, "after": 192}; !maps.Equal(of, want) {
		t.Errorf("%v loops compared, want %v", of, want)
	}
}

// arrived reports whether a compiler could have written the loop: whether what is read comes no
// sooner than it arrives. By the stalls in familiar.sass a result takes four cycles to its own
// kind of arithmetic, and five to another's; of halves to FADD, FFMA and IMAD there is none there,
// and five is assumed. Where an instruction reads too soon it takes what was there before.
func arrived(f Forward) bool {
	kind := func(name string) string {
		switch name, _, _ := strings.Cut(name, " "); name {
		case "MOV", "LOP3":
			return "integers"
		case "HADD2":
			return "halves"
		}
		return "FMA"
	}
	arrives := func(writer string) int {
		if kind(writer) == kind(f.Reader) {
			return 4
		}
		return 5
	}
	switch f.Kind {
	case "two", "banks":
		return f.Far >= arrives(f.First) && f.Near >= arrives(f.Second)
	case "factor", "addend":
		return f.Far >= arrives(f.First)
	}
	return true
}

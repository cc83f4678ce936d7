package ledger_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/ledger"
)

func give(v float64) func() (float64, error) {
	return func() (float64, error) { return v, nil }
}

func TestSaid(t *testing.T) {
	for _, tt := range []struct {
		said     ledger.Said
		text     string
		yes, no_ []float64
	}{
		{ledger.Exactly(32), "32", []float64{32, 32 + 1e-9}, []float64{31, 33, 32.01}},
		{ledger.Exactly(0), "0", []float64{0}, []float64{1e-12, -1e-12}},
		{ledger.About(83.3, 0.05), "83.3 ± 0.05", []float64{83.25, 83.35, 83.3}, []float64{83.2, 83.4}},
		{ledger.Between(400, 800), "400 to 800", []float64{400, 690, 800}, []float64{331, 399.9, 800.1}},
		{ledger.AtLeast(10), "at least 10", []float64{10, 11, math.Inf(1)}, []float64{9, 9.99}},
		{ledger.AtMost(4), "at most 4", []float64{4, 0.25, -1, 4 + 1e-12}, []float64{4.01, 8}},
		{ledger.MoreThan(2), "more than 2", []float64{2.01, 3}, []float64{2, 1.5, math.Nextafter(2, 3)}},
		{ledger.LessThan(1), "less than 1", []float64{0.8, -3}, []float64{1, 1.2, math.Nextafter(1, 0)}},
		{ledger.LessThan(0), "less than 0", []float64{-0.16, -1}, []float64{0, 0.5}},
		{ledger.Yes(), "yes", []float64{1}, []float64{0, 2}},
		{ledger.AtLeast(0.8).Read(), "read as at least 0.8", []float64{0.8, 1}, []float64{0.79}},
		{ledger.Said{}, "0", []float64{0}, []float64{1}},
	} {
		if tt.said.String() != tt.text {
			t.Errorf("%q, want %q", tt.said, tt.text)
		}
		for _, v := range tt.yes {
			if !tt.said.Allows(v) {
				t.Errorf("%v does not allow %v", tt.said, v)
			}
		}
		for _, v := range append(tt.no_, math.NaN()) {
			if tt.said.Allows(v) {
				t.Errorf("%v allows %v", tt.said, v)
			}
		}
	}
}

// silicon.Banks gives 32, by the H200's counters.
func TestCheck(t *testing.T) {
	broken := func() (float64, error) { return 2, errors.New("no model") }
	noSilicon := func() (silicon.Measurement, error) { return silicon.Measurement{}, errors.New("no file") }
	nothing := func() (silicon.Measurement, error) { return silicon.Measurement{}, nil }
	const d, s, a, c, f, m = ledger.Derived, ledger.Sourced, ledger.Arithmetic, ledger.Transcribed, ledger.Fitted, ledger.Measured
	two, thirtytwo := ledger.Exactly(2), ledger.Exactly(32)
	for _, tt := range []struct {
		claim ledger.Claim
		order bool
		word  string
	}{
		{ledger.Claim{Kind: d, Says: two, Compute: give(2)}, true, "holds"},
		{ledger.Claim{Kind: d, Says: two, Compute: give(3)}, false, "DOES NOT HOLD"},
		{ledger.Claim{Kind: s, Says: two, Compute: give(2)}, true, "looked up elsewhere"},
		{ledger.Claim{Kind: s, Says: two, Compute: give(3)}, false, "NOT AS MARKED: looked up elsewhere"},
		{ledger.Claim{Kind: s, Says: two, Off: "a slip", Compute: give(3)}, true, "the source says otherwise"},
		{ledger.Claim{Kind: a, Says: two, Compute: give(2)}, true, "arithmetic only"},
		{ledger.Claim{Kind: a, Says: two, Compute: give(3)}, false, "NOT AS MARKED: arithmetic only"},
		{ledger.Claim{Kind: c, Says: two, Compute: give(2)}, true, "taken from the document"},
		{ledger.Claim{Kind: c, Says: two, Compute: give(3)}, false, "NOT AS MARKED: taken from the document"},
		{ledger.Claim{Kind: f, Says: two, Compute: give(2)}, true, "set with this number in view"},
		{ledger.Claim{Kind: f, Says: two, Compute: give(3)}, false, "NOT AS MARKED: set with this number in view"},
		{ledger.Claim{Kind: m, Says: thirtytwo, Silicon: silicon.Banks}, true, "measured"},
		{ledger.Claim{Kind: m, Says: two, Silicon: silicon.Banks}, false, "NOT AS MARKED: measured"},

		{ledger.Claim{Kind: d, Says: two, Off: "a slip", Compute: give(3)}, true, "the document is off"},
		{ledger.Claim{Kind: d, Says: two, Off: "a slip", Compute: give(2)}, false, "DOES NOT HOLD"},
		{ledger.Claim{Kind: a, Says: two, Off: "a slip", Compute: give(3)}, true, "the document is off"},
		{ledger.Claim{Kind: d, Says: two, Apart: "coarse", Compute: give(3)}, true, "not met by the model"},
		{ledger.Claim{Kind: d, Says: two, Apart: "coarse", Compute: give(2)}, false, "DOES NOT HOLD"},
		{ledger.Claim{Kind: f, Says: two, Apart: "coarse", Compute: give(2)}, false, "NOT AS MARKED: set with this number in view"},

		{ledger.Claim{Kind: d, Says: two, Unit: "banks", Compute: give(2), Silicon: silicon.Banks, Contradicted: "32"}, true, "holds; silicon says otherwise"},
		{ledger.Claim{Kind: d, Says: two, Unit: "banks", Compute: give(2), Silicon: silicon.Banks}, false, "DOES NOT HOLD"},        // without a word of it
		{ledger.Claim{Kind: d, Says: two, Unit: "banks", Compute: give(2), Silicon: silicon.Banks, Kin: true}, true, "holds"},      // of a relative
		{ledger.Claim{Kind: d, Says: two, Unit: "passes", Compute: give(2), Silicon: silicon.Banks}, true, "holds"},                // of another quantity
		{ledger.Claim{Kind: d, Says: thirtytwo, Unit: "banks", Compute: give(32), Silicon: silicon.Banks}, true, "holds"},          // the same
		{ledger.Claim{Kind: d, Says: ledger.AtLeast(16), Unit: "banks", Compute: give(16), Silicon: silicon.Banks}, true, "holds"}, // in the range
		{ledger.Claim{Kind: d, Says: thirtytwo, Unit: "banks", Compute: give(32), Silicon: silicon.Banks, Contradicted: "but it is the same"}, false, "DOES NOT HOLD"},
		{ledger.Claim{Kind: d, Says: two, Unit: "banks", Compute: give(2), Silicon: silicon.Banks, Kin: true, Contradicted: "by a relative"}, false, "DOES NOT HOLD"},
		{ledger.Claim{Kind: d, Says: two, Unit: "passes", Compute: give(2), Silicon: silicon.Banks, Contradicted: "by banks"}, false, "DOES NOT HOLD"},
		{ledger.Claim{Kind: d, Says: two, Compute: give(2), Contradicted: "by nothing"}, false, "DOES NOT HOLD"},
		{ledger.Claim{Kind: a, Says: two, Unit: "banks", Compute: give(2), Silicon: silicon.Banks, Contradicted: "32"}, true, "arithmetic only; silicon says otherwise"},
		{ledger.Claim{Kind: a, Says: two, Unit: "banks", Compute: give(2), Silicon: silicon.Banks}, false, "NOT AS MARKED: arithmetic only"},
		{ledger.Claim{Kind: d, Says: two, Unit: "banks", Apart: "coarse", Compute: give(3), Silicon: silicon.Banks, Contradicted: "32"}, true, "not met by the model; silicon says otherwise"},
		{ledger.Claim{Kind: d, Says: two, Unit: "banks", Apart: "coarse", Compute: give(3), Silicon: silicon.Banks}, false, "DOES NOT HOLD"},
		{ledger.Claim{Kind: m, Says: thirtytwo, Unit: "banks", Silicon: silicon.Banks, Contradicted: "by itself"}, false, "NOT AS MARKED: measured"},

		{ledger.Claim{Kind: d, Says: two, Compute: broken}, false, "not computed"},
		{ledger.Claim{Kind: d, Says: two, Compute: give(2), Silicon: noSilicon}, false, "not computed"},
		{ledger.Claim{Kind: m, Silicon: noSilicon}, false, "not computed"},
		{ledger.Claim{Kind: m, Silicon: nothing}, false, "not computed"},
		{ledger.Claim{Kind: d, Says: two, Silicon: silicon.Banks}, false, "not computed"},
		{ledger.Claim{Kind: m, Says: thirtytwo, Compute: give(32), Silicon: silicon.Banks}, false, "not computed"},
		{ledger.Claim{Kind: m}, false, "not computed"},
		{ledger.Claim{Kind: d, Says: two, Compute: give(2), Kin: true}, false, "not computed"}, // kin of nothing
		{ledger.Claim{Kind: m, Says: thirtytwo, Silicon: silicon.Banks, Kin: true}, false, "not computed"},
		{ledger.Claim{Says: two, Compute: give(2)}, false, "not computed"}, // no kind
	} {
		v := tt.claim.Check()
		if v.InOrder != tt.order || v.Word() != tt.word {
			t.Errorf("%v: in order %v, %q; want %v, %q", v, v.InOrder, v.Word(), tt.order, tt.word)
		}
		if (v.Word() == "not computed") != (v.Err != nil) {
			t.Errorf("%v: error %v", v, v.Err)
		}
	}
}

// Kin that gave another number of the same quantity says so, and the verdict does not.
func TestRelation(t *testing.T) {
	for _, tt := range []struct {
		says float64
		unit string
		kin  bool
		want string
	}{
		{2, "banks", true, "kin, otherwise"},
		{32, "banks", true, "kin"},
		{2, "passes", true, "kin"}, // of another quantity
		{32, "banks", false, ""},
	} {
		c := ledger.Claim{Kind: ledger.Derived, Says: ledger.Exactly(tt.says), Unit: tt.unit, Compute: give(tt.says), Silicon: silicon.Banks, Kin: tt.kin}
		if v := c.Check(); v.Relation() != tt.want || v.Word() != "holds" {
			t.Errorf("%v: %q, %q; want %q, and that it holds", v, v.Relation(), v.Word(), tt.want)
		}
	}
}

func TestVerdictString(t *testing.T) {
	c := ledger.Claim{ID: "D1.1", Item: "Fig 8.5", Statement: "has banks", Kind: ledger.Transcribed, Unit: "banks", Says: ledger.AtLeast(16), Compute: give(32), Silicon: silicon.Banks}
	want := "D1.1 (Fig 8.5) has banks: document says at least 16, model 32 banks, silicon 32 banks (H200, smallest stride with 32 passes, hardware counter; patterns_counters.csv): taken from the document"
	if got := c.Check().String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	yes := ledger.Claim{ID: "D1.2", Item: "Fig 8.5", Statement: "is so", Kind: ledger.Derived, Says: ledger.Yes(), Compute: give(0)}
	if got, want := yes.Check().String(), "D1.2 (Fig 8.5) is so: document says yes, model no: DOES NOT HOLD"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	c.Ours = true
	if got := c.Check().String(); !strings.Contains(got, "we say at least 16") {
		t.Errorf("%s does not say that the number is ours", got)
	}
}

func TestTotals(t *testing.T) {
	var list []ledger.Claim
	for _, c := range []struct {
		n     int
		claim ledger.Claim
	}{
		{3, ledger.Claim{Kind: ledger.Derived}},
		{1, ledger.Claim{Kind: ledger.Derived, Contradicted: "x"}},
		{1, ledger.Claim{Kind: ledger.Derived, Apart: "x"}},
		{1, ledger.Claim{Kind: ledger.Derived, Apart: "x", Contradicted: "x"}},
		{1, ledger.Claim{Kind: ledger.Derived, Off: "x"}},
		{2, ledger.Claim{Kind: ledger.Sourced}},
		{1, ledger.Claim{Kind: ledger.Sourced, Off: "x"}},
		{4, ledger.Claim{Kind: ledger.Arithmetic}},
		{1, ledger.Claim{Kind: ledger.Arithmetic, Off: "x"}},
		{1, ledger.Claim{Kind: ledger.Transcribed}},
		{1, ledger.Claim{Kind: ledger.Transcribed, Contradicted: "x"}},
		{1, ledger.Claim{Kind: ledger.Fitted}},
		{1, ledger.Claim{Kind: ledger.Derived, Ours: true}},
		{2, ledger.Claim{Kind: ledger.Measured, Ours: true}},
	} {
		for range c.n {
			list = append(list, c.claim)
		}
	}
	want := "18 numbers of the documents: 7 derived (3 hold, 1 contradicted by silicon, 2 not met by the model, in 1 the document is off), 3 looked up elsewhere (in 1 the source says otherwise), 5 arithmetic only (in 1 the document is off), 2 taken from the document (1 contradicted by silicon), 1 set with this number in view. 3 numbers of ours: 1 derived (1 hold), 2 measured."
	if got := ledger.Totals(list); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := ledger.Totals(nil); got != "" {
		t.Errorf("of nothing: %q", got)
	}
}

package whatif

import (
	"strings"
	"testing"
)

// By hand: one bin for all lanes is 32 packets of a word, a cycle each; 32 bins in a row are one packet of four
// sectors; 8 words apart they are 8 lines of four lanes, 32 apart 32 lines.
func TestHistogramPackets(t *testing.T) {
	for settings, want := range map[string]string{
		"draw=runs":             "in 32 packets: its SM's way there is busy for 32 cycles",
		"draw=turns":            "in 1 packet: its SM's way there is busy for 5 cycles",
		"draw=turns apart=8":    "in 8 packets: its SM's way there is busy for 40 cycles",
		"draw=turns apart=32":   "in 32 packets: its SM's way there is busy for 32 cycles",
		"draw=turns bins=16":    "in 2 packets: its SM's way there is busy for 6 cycles",
		"device=h100 draw=runs": "H100: the first warp's 32 additions to 256 bins",
	} {
		r := Answer("histogram", "en", strings.Fields(settings)...)
		if r.Failed || !strings.Contains(r.Sentence, want) {
			t.Errorf("%s: %q, want %q in it", settings, r.Sentence, want)
		}
	}
}

// What notebook 11 tells: 256 bins wait for one slice of the L2, and the LDS is faster by far.
func TestHistogramTimes(t *testing.T) {
	if testing.Short() {
		t.Skip("runs on all SMs, left out with -short")
	}
	r := Watch(nil, nil, "histogram", "en")
	if r.Failed || !strings.Contains(r.Sentence, "used most: one slice of the L2") {
		t.Errorf("%q, want one slice of the L2 named", r.Sentence)
	}
	if csv, _ := All().Data("histogram", 1); !strings.Contains(csv, "one slice of the L2") || strings.Contains(csv, "…") {
		t.Errorf("the table's data is without its times: %s", csv)
	}
}

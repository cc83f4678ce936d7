package charts_test

import (
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
)

// A label shows where its span has room for it, and only there.
func TestSpanFits(t *testing.T) {
	f := sample.Timeline()
	l := f.Layout()
	x, _ := f.Ranges()
	shown := map[string]bool{}
	for _, p := range f.Series[0].(charts.Spans).Spans {
		shown[p.Label] = l.SpanFits(x, p)
	}
	if !shown["FMA"] || !shown["11"] || shown["too long a label"] {
		t.Errorf("labels that show: %v, want FMA and the numbers", shown)
	}
}

// A timeline reaches from its first span to its last, whatever is near.
func TestSpansRange(t *testing.T) {
	x, y := sample.Timeline().Ranges()
	if x.Min != 100 || x.Max != 158.5 || y.Max-y.Min != 12 {
		t.Errorf("time from %v to %v, %v rows, want 100 to 158.5 and 12", x.Min, x.Max, y.Max-y.Min)
	}
	for _, tick := range x.Ticks {
		if tick < x.Min || tick > x.Max {
			t.Errorf("a tick at %v", tick)
		}
	}
}

// Text has a character for each cycle, or, of a long timeline, for several.
func TestTextOfSpans(t *testing.T) {
	f := sample.Timeline()
	if text := charts.Text(f); !strings.Contains(text, " 0 |AABBBBBBB-- AABB") || !strings.Contains(text, "1 a character") {
		t.Errorf("text of a timeline:\n%s", text)
	}
	s := f.Series[0].(charts.Spans)
	s.Spans = append(s.Spans, charts.Span{Row: 0, From: 500, To: 1060, Tone: charts.Tone1})
	f.Series[0] = s
	if text := charts.Text(f); !strings.Contains(text, "10 a character") {
		t.Errorf("text of a timeline of 960 cycles:\n%s", text)
	}
}

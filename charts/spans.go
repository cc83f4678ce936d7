package charts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
)

// Spans is a timeline: rows, and in each of them spans of time that do not
// overlap. Time is the figure's X axis, which is linear and without categories.
type Spans struct {
	Rows  []string `json:"rows"`           // row labels, top to bottom
	Down  string   `json:"down,omitempty"` // what the rows are: "wavefront"
	Keys  []Key    `json:"keys"`           // the legend: what each tone means
	Spans []Span   `json:"spans"`          // in any order
}

// Span is From ≤ time < To in one row.
type Span struct {
	Row   int     `json:"row"` // from 0, at the top
	From  float64 `json:"from"`
	To    float64 `json:"to"` // more than From
	Tone  Tone    `json:"tone"`
	Label string  `json:"label,omitempty"` // short text in it, where there is room
	Tip   string  `json:"tip,omitempty"`   // what hovering says; lines are separated by "\n"
}

func (Spans) series() {}

// SpanFits says whether a span is wide enough for its label in the layout of its
// figure, whose X axis has the given range.
func (l Layout) SpanFits(x Range, s Span) bool {
	wide := (x.At(s.To) - x.At(s.From)) * float64(l.Width-l.Left-l.Right)
	return s.Label != "" && l.LabelSize > 0 && TextWidth(s.Label, float64(l.LabelSize))+4 <= wide
}

// ByTime returns the spans by row, then by time.
func (s Spans) ByTime() []Span {
	spans := slices.Clone(s.Spans)
	sort.SliceStable(spans, func(i, j int) bool {
		a, b := &spans[i], &spans[j]
		return a.Row < b.Row || a.Row == b.Row && a.From < b.From
	})
	return spans
}

// ranges is what the axes span: all the spans, and no more.
func (s Spans) ranges(a Axis) (x, y Range) {
	var times []float64
	for _, p := range s.Spans {
		times = append(times, p.From, p.To)
	}
	least, most := ends(times)
	x = linearRange(a, least, most, false, true).within(least, most)
	return x, Range{Min: -0.5, Max: float64(len(s.Rows)) - 0.5}
}

func spansLayout(f Figure, s Spans, width int) Layout {
	l := Layout{Width: width, Left: 16, Top: 6, Right: 22, Bottom: 34}
	l.Left = beside(s.Rows, l.Left, width)
	if s.Down != "" {
		l.Left += 22
	}
	if f.X.Title() != "" {
		l.Bottom += 20
	}
	l.legend(keyed(s.Keys))
	rows := float64(len(s.Rows))
	high := math.Max(math.Min(36, 560/rows), 3)
	l.Height = l.Top + l.Bottom + int(math.Round(high*rows))
	if l.LabelSize = int(math.Min(TextSize-1, high*0.6)); l.LabelSize < 8 {
		l.LabelSize = 0
	}
	return l
}

func (c *check) spans(at string, f Figure, s Spans) {
	c.axis("X", f.X)
	c.want(f.X.Scale == Linear && len(f.X.Categories) == 0, "X.Scale = %q with %d X.Categories, want a linear scale without categories under a timeline", f.X.Scale, len(f.X.Categories))
	c.want(len(s.Rows) > 0 && len(s.Keys) > 0 && len(s.Spans) > 0, "%s has %d Rows, %d Keys and %d Spans, want at least one of each", at, len(s.Rows), len(s.Keys), len(s.Spans))
	keys := c.keys(at+".Keys", s.Keys)
	for i, p := range s.Spans {
		at := fmt.Sprintf("%s.Spans[%d]", at, i)
		c.index(at+".Row", p.Row, len(s.Rows))
		c.want(p.From < p.To, "%s is from %v to %v, want From less than To", at, p.From, p.To)
		c.want(keys[p.Tone], "%s.Tone = %q, want one of Keys", at, p.Tone)
	}
	sorted := s.ByTime()
	for i := 1; i < len(sorted); i++ {
		a, b := sorted[i-1], sorted[i]
		c.want(a.Row != b.Row || b.From >= a.To, "%s.Spans: %v to %v overlaps %v to %v in row %d, want one span at a time in a row", at, b.From, b.To, a.From, a.To, a.Row)
	}
}

func spansData(f Figure, s Spans, number func(float64) string) [][]string {
	keys := keyLabels(s.Keys)
	rows := [][]string{{cmp.Or(s.Down, "row"), "from: " + f.X.Title(), "to: " + f.X.Title(), "key", "label", "tip"}}
	for _, p := range s.ByTime() {
		rows = append(rows, []string{cmp.Or(s.Rows[p.Row], strconv.Itoa(p.Row)), number(p.From), number(p.To), keys[p.Tone], p.Label, p.Tip})
	}
	return rows
}

// SpanHeight is the share of its row's height that a span fills.
const SpanHeight = 0.84

package charts

import "strings"

// Tip is what hovering over point i of a series of lines or bars shows: its own tip of
// tips, or the plain values.
func (f Figure) Tip(name string, tips []string, i int, x, y float64) string {
	if tips != nil && tips[i] != "" {
		return tips[i]
	}
	if len(f.Series) == 1 {
		name = ""
	}
	return lines(name, reading(f.X, x), reading(f.Y, y))
}

// CellTip is what hovering over a cell shows: its own tip, or where it is and what it
// means.
func (g Grid) CellTip(c Cell, what string) string {
	if c.Tip != "" {
		return c.Tip
	}
	return lines(g.Down+" "+g.Rows[c.Row], g.Across+" "+g.Columns[c.Column], what)
}

// SpanTip is what hovering over one of the spans of a key shows: its own tip, or
// where it is and what it means.
func (f Figure) SpanTip(s Spans, k Key, p Span) string {
	if p.Tip != "" {
		return p.Tip
	}
	return lines(s.Down+" "+s.Rows[p.Row], f.X.Label+" "+FormatNumber(p.From)+" to "+FormatNumber(p.To), k.Label)
}

// lines joins lines, but for empty ones.
func lines(of ...string) string {
	kept := of[:0]
	for _, s := range of {
		if s = strings.TrimSpace(s); s != "" {
			kept = append(kept, s)
		}
	}
	return strings.Join(kept, "\n")
}

// reading writes a value with its axis's quantity and unit: "stride: 4 bytes".
func reading(a Axis, v float64) string {
	s := FormatNumber(v)
	if i := int(v); i >= 0 && i < len(a.Categories) {
		s = a.Categories[i]
	} else if a.Unit != "" {
		s += " " + a.Unit
	}
	if a.Label != "" {
		s = a.Label + ": " + s
	}
	return s
}

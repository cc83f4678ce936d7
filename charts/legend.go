package charts

// Entry is one entry of a legend.
type Entry struct {
	Label string
	Tone  Tone
	Mark  Mark
	X, Y  int // its left edge and its middle
}

// Mark is the sign in front of a legend's words.
type Mark string

// The marks.
const (
	MarkLine   Mark = "line"
	MarkDashed Mark = "dashed"
	MarkDot    Mark = "dot"
	MarkBlock  Mark = "block"
)

func (f Figure) entries() []Entry {
	var entries []Entry
	tones := f.Tones()
	for i, s := range f.Series {
		e := Entry{Tone: tones[i], Mark: MarkBlock}
		switch s := s.(type) {
		case Line:
			e.Label, e.Mark = s.Name, MarkLine
			if s.Style == Dashed {
				e.Mark = MarkDashed
			} else if s.Style == Dots {
				e.Mark = MarkDot
			}
		case Bars:
			e.Label = s.Name
		}
		entries = append(entries, e)
	}
	return entries
}

// legend places entries in lines above the plot, and moves its top down.
func (l *Layout) legend(entries []Entry) {
	if len(entries) == 0 {
		return
	}
	x, y := l.Left, legendLine/2
	for _, e := range entries {
		w := markWidth + 6 + int(TextWidth(e.Label, TextSize))
		if x > l.Left && x+w > l.Width-10 {
			x, y = l.Left, y+legendLine
		}
		e.X, e.Y = x, y
		l.Legend = append(l.Legend, e)
		x += w + 18
	}
	l.Top += y + legendLine/2
}

// LegendHeight is how far down the legend reaches.
func (l Layout) LegendHeight() int {
	if len(l.Legend) == 0 {
		return 0
	}
	return l.Legend[len(l.Legend)-1].Y + legendLine/2
}

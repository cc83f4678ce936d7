package charts

import (
	"math"
	"slices"
)

// Layout says where the parts of a figure's picture stand, in CSS pixels from
// its top left corner. The static picture and the live chart share it, so that
// one takes the other's place without a jolt.
type Layout struct {
	Width, Height            int // of the picture
	Left, Top, Right, Bottom int // margins around the plot: the axes' rectangle, or a grid's cells
	Legend                   []Entry
	LabelSize                int  // of the labels in a grid's cells; 0 leaves them out
	Tilt                     bool // whether the X categories, or a grid's column labels, are tilted to find room
}

// The sizes that all figures share, in CSS pixels.
const (
	Width      = 720 // of every picture, and of a chart where there is room
	TextSize   = 13
	markWidth  = 18 // of a legend's sign
	legendLine = 22 // from one line of a legend to the next
	barWidth   = 92 // of a heat map's colour bar, with its numbers
)

// Layout lays the figure out at its natural width. The figure must be valid.
func (f Figure) Layout() Layout { return f.LayoutWithin(Width) }

// LayoutWithin lays the figure out in a width in CSS pixels: a narrow one takes
// more lines for the legend. A Table, whose form is HTML, has none. The figure must
// be valid.
func (f Figure) LayoutWithin(width int) Layout {
	switch s := f.Series[0].(type) {
	case Grid:
		return gridLayout(s, width)
	case Spans:
		return spansLayout(f, s, width)
	case Flow:
		return flowLayout(s, width)
	case Table:
		return Layout{} // a table's form is HTML
	}
	return f.plotLayout(width)
}

func (f Figure) plotLayout(width int) Layout {
	x, y := f.Ranges()
	l := Layout{Width: width, Height: 405, Left: 14, Top: 14, Right: 22, Bottom: 34}
	if n := len(x.Ticks); n > 0 && x.Ticks[n-1] == x.Max {
		const wider = 1.25 // than ours, browsers' fonts may be
		labels := x.Labels(f.X)
		l.Right = max(l.Right, int(wider*widest(labels[n-1:])/2)+2) // half of the last one stands out
	}
	l.Left += int(widest(y.Labels(f.Y))) + 10
	if f.Y.Title() != "" {
		l.Left += 22
	}
	if f.X.Title() != "" {
		l.Bottom += 20
	}
	if len(f.Series) > 1 {
		var entries []Entry
		for i, t := range f.Tones() {
			entries = append(entries, Entry{Label: traceOf(f.Series[i]).Name, Tone: t})
		}
		l.legend(entries)
		l.Height += l.Top - legendLine
	}
	if n := len(f.X.Categories); n > 0 && n <= tiltMost {
		long := widest(f.X.Categories)
		if l.Tilt = long+3 > float64(l.Width-l.Left-l.Right)/float64(n); l.Tilt {
			down := int(long * math.Sin(TiltDegrees*math.Pi/180))
			l.Bottom += down
			l.Height += down
		}
	}
	return l
}

// TiltDegrees is how far tilted categories rise. More than tiltMost of them are
// thinned out instead.
const (
	TiltDegrees = 35
	tiltMost    = 24
)

// beside returns how far from the left a drawing begins that has names there, and so many pixels
// around them: at most in the middle.
func beside(names []string, around, width int) int { return min(around+int(widest(names)), width/2) }

func gridLayout(g Grid, width int) Layout {
	l := Layout{Width: width, Left: 10, Top: 6, Right: 10, Bottom: 8}
	l.Left = beside(g.Rows, l.Left+6, width)
	if g.Down != "" {
		l.Left += 22
	}
	if len(g.Keys) == 0 {
		l.Right = barWidth
	}
	l.legend(keyed(g.Keys))
	l.tiltColumns(g)
	if g.Across != "" {
		l.Top += 20
	}
	l.Height = l.Top + l.Bottom + int(math.Round(cellHeight(l, g)*float64(len(g.Rows))))
	l.LabelSize = labelSize(l, g)
	return l
}

// tiltColumns makes room for the labels above a grid's columns: a line, or what
// they take when they rise to the right because they are wider than columns.
func (l *Layout) tiltColumns(g Grid) {
	long, n := widest(g.Columns), float64(len(g.Columns))
	l.Tilt = n <= tiltMost && long+3 > float64(l.Width-l.Left-l.Right)/n
	if !l.Tilt {
		l.Top += 20
		return
	}
	sin, cos := math.Sincos(TiltDegrees * math.Pi / 180)
	l.Top += int(long*sin) + 16
	l.Right = max(l.Right, int(long*cos)+6)
}

// cellHeight makes cells square where that leaves room for a line of text and no
// more than two; a grid of many rows has lower ones, and of too many none with text.
func cellHeight(l Layout, g Grid) float64 {
	wide := float64(l.Width-l.Left-l.Right) / float64(len(g.Columns))
	rows := float64(len(g.Rows))
	high := math.Max(math.Min(math.Min(math.Max(wide, 18), 30), 620/rows), 2)
	if len(g.Keys) == 0 {
		high = math.Max(high, 130/rows) // the colour bar needs room, too
	}
	if len(g.Rows) <= textMost && slices.ContainsFunc(g.Cells, func(c Cell) bool { return c.Label != "" }) {
		high = math.Max(high, lowestLabel)
	}
	return high
}

// textMost is up to how many rows a grid's cells keep their text.
const textMost = 72

// labelSize is the largest size at which every label fits into its cell.
func labelSize(l Layout, g Grid) int {
	wide := float64(l.Width-l.Left-l.Right) / float64(len(g.Columns))
	high := cellHeight(l, g)
	long := longestLabel(g)
	if long == 0 {
		return 0
	}
	size := int(math.Min(math.Min((wide-labelRoom)/long, high*0.72), TextSize))
	if size < leastLabel {
		return 0
	}
	return size
}

// The smallest labels of cells that can be read, in CSS pixels: letters, the height of a row of
// them, and what a cell is wider than its label.
const (
	leastLabel  = 8
	lowestLabel = 13
	labelRoom   = 5
)

// longestLabel is the width of the longest label in a cell, by its size.
func longestLabel(g Grid) (long float64) {
	for _, c := range g.Cells {
		long = math.Max(long, TextWidth(c.Label, 1))
	}
	return long
}

// Title is the axis's label with its unit.
func (a Axis) Title() string {
	if a.Unit == "" || a.Unit == a.Label {
		return a.Label
	}
	return a.Label + " (" + a.Unit + ")"
}

func widest(labels []string) float64 {
	w := 0.0
	for _, s := range labels {
		w = math.Max(w, TextWidth(s, TextSize))
	}
	return w
}

// TextWidth estimates how wide a text is in a sans-serif font of the given size,
// and rather over than under: the reader's font is not known.
func TextWidth(s string, size float64) float64 {
	em := 0.0
	for _, r := range s {
		switch {
		case r >= 0x1100: // ideographs, kana, full-width signs
			em += 1.02
		case r == 'm' || r == 'w' || r == 'M' || r == 'W' || r == '%' || r == '@':
			em += 0.87
		case r >= 'A' && r <= 'Z' || r >= 0x80:
			em += 0.7
		case r == 'i' || r == 'j' || r == 'l' || r == 't' || r == 'f' || r == 'I' || r == ' ' || r == '.' || r == ',' || r == ':' || r == ';' || r == '|' || r == '\'' || r == '!':
			em += 0.31
		default:
			em += 0.57
		}
	}
	return em * size
}

// LeastWidth is the width in CSS pixels below which a chart would be too small to
// read, and scrolls instead. The figure must be valid.
func (f Figure) LeastWidth() int {
	l, least := f.Layout(), 280
	switch s := f.Series[0].(type) {
	case Grid:
		least = l.Left + l.Right + 14*len(s.Columns)
		if l.LabelSize > 0 { // as wide, and in proportion as high, as it takes to read the labels
			row := lowestLabel
			if widest(s.Rows) > 4*TextSize { // names, which are not thinned out as numbers are
				row = TextSize + 3
			}
			least = max(least, l.Left+l.Right+int(math.Ceil(longestLabel(s)*leastLabel+labelRoom))*len(s.Columns), l.Width*(l.Top+l.Bottom+row*len(s.Rows))/l.Height)
		}
	case Spans: // as wide as it takes to read the labels that show
		x, _ := f.Ranges()
		for _, p := range s.Spans {
			if l.SpanFits(x, p) {
				wide := (TextWidth(p.Label, float64(l.LabelSize)) + 4) / (x.At(p.To) - x.At(p.From))
				least = max(least, l.Left+l.Right+int(wide))
			}
		}
	case Flow: // as wide as it takes for words to stay in their boxes
		least = l.Left + l.Right + int(math.Ceil(s.Plan(float64(l.Width-l.Left-l.Right)).Least()))
	}
	if l.Tilt && len(f.X.Categories) > 0 {
		least = l.Left + l.Right + (TextSize+3)*len(f.X.Categories)
	}
	return min(max(280, least), l.Width)
}

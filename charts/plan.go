package charts

import (
	"math"
	"slices"
	"strings"
)

// Plan says where the parts of a Flow stand, in CSS pixels from the top left
// corner of the plot at the figure's natural width.
type Plan struct {
	Width, Height float64 // of the plot
	Levels        []Rect  // behind the boxes
	Boxes         []Rect
	Tiles         []Rect      // the part of each box that is cut up; empty where none is
	Arrows        [][]Spot    // each from its tail to its head, and once around the head
	Words         []FlowWords // in boxes and beside arrows
}

// Spot is a place in a Plan.
type Spot struct{ X, Y float64 }

// Rect is a rectangle in a Plan.
type Rect struct{ X, Y, W, H float64 }

// FlowWords is one line of text in a Plan. It stands Below its spot, and After it,
// by as many pixels whatever the width of the picture is.
type FlowWords struct {
	At           Spot
	Text         string
	Size         int
	Tone         Tone // of the words
	Bold         bool
	Middle, End  bool // whether they are centred on the spot, or end there, not begin
	After, Below float64
	Tip          string // of the box or the arrow
}

// The measures of a plan, in CSS pixels.
const (
	flowLine    = 17 // from one line of words to the next
	flowGap     = 22 // between levels; flowRoom more where an arrow has words
	flowRoom    = 16
	flowInset   = 5 // of a box in its level, above and below
	flowBetween = 3 // of a box in its columns, left and right
	headLong    = 7 // an arrow's head
	headWide    = 4
)

// Plan lays a flow out in a plot of the given width. The flow must be valid.
func (f Flow) Plan(width float64) Plan {
	p := Plan{Width: width}
	f.stack(&p)
	for _, b := range f.Boxes {
		f.place(&p, b)
	}
	for i := range f.Arrows {
		f.draw(&p, i)
	}
	return p
}

// stack puts the levels one below the other, each as high as its highest box.
func (f Flow) stack(p *Plan) {
	high := make([]float64, len(f.Levels))
	for i := range high {
		high[i] = flowLine + 8
	}
	for _, b := range f.Boxes {
		high[b.Level] = math.Max(high[b.Level], b.labelHeight()+f.tileHeight(b, p.Width)*float64(b.Tiles.Rows))
	}
	worded := make([]bool, len(f.Levels)) // gaps, by the level above
	for _, a := range f.Arrows {
		from, to := f.Boxes[f.boxNamed(a.From)].Level, f.Boxes[f.boxNamed(a.To)].Level
		if a.Label != "" && from != to {
			worded[wordsGap(from, to)] = true
		}
	}
	y := 0.0
	for i, h := range high {
		p.Levels = append(p.Levels, Rect{0, y, p.Width, h + 2*flowInset})
		y += h + 2*flowInset
		if i < len(high)-1 {
			y += flowGap
			if worded[i] {
				y += flowRoom
			}
		}
	}
	p.Height = y
}

// wordsGap is the gap, named by the level above it, in which an arrow's words stand:
// the last before its head.
func wordsGap(from, to int) int {
	if to > from {
		return to - 1
	}
	return to
}

func (b Box) lines() []string {
	if b.Label == "" {
		return nil
	}
	return strings.Split(b.Label, "\n")
}

// labelHeight is the room that a box needs for its words.
func (b Box) labelHeight() float64 {
	n := float64(len(b.lines()))
	switch {
	case n > 0:
		return n*flowLine + 10
	case b.Tiles.Rows > 0:
		return 0
	}
	return flowLine
}

// tileHeight makes tiles square where that leaves a matrix neither low nor high.
func (f Flow) tileHeight(b Box, width float64) float64 {
	if b.Tiles.Rows == 0 {
		return 0
	}
	wide := (width/float64(f.Columns)*float64(b.Width) - 2*flowBetween) / float64(b.Tiles.Columns)
	return math.Max(math.Min(math.Min(wide, 18), 144/float64(b.Tiles.Rows)), 4)
}

// place puts a box into its level, and its words into it.
func (f Flow) place(p *Plan, b Box) {
	column, level := p.Width/float64(f.Columns), p.Levels[b.Level]
	r := Rect{float64(b.Column)*column + flowBetween, level.Y + flowInset, float64(b.Width)*column - 2*flowBetween, level.H - 2*flowInset}
	if r.W < 2 { // hundreds of columns
		r.X, r.W = float64(b.Column)*column, float64(b.Width)*column
	}
	var tiles Rect
	middle := r.H / 2 // of the words
	if b.Tiles.Rows > 0 {
		label := b.labelHeight()
		tiles, middle = Rect{r.X, r.Y + label, r.W, r.H - label}, label/2
	}
	p.Boxes, p.Tiles = append(p.Boxes, r), append(p.Tiles, tiles)
	for i, line := range b.lines() {
		size := TextSize
		for size > 8 && b.lineWidth(i, float64(size)) > r.W-2 {
			size--
		}
		if size == 8 {
			continue // no room; hovering says it
		}
		p.Words = append(p.Words, FlowWords{
			At: Spot{r.X + r.W/2, r.Y + middle}, Below: (float64(i) - float64(len(b.lines())-1)/2) * flowLine,
			Text: line, Size: size, Tone: On(b.Tone), Bold: i == 0, Middle: true, Tip: b.Hover(),
		})
	}
}

// lineWidth is how wide a line of the box's words is. The first is bold.
func (b Box) lineWidth(i int, size float64) float64 {
	if i == 0 {
		size *= boldWide
	}
	return TextWidth(b.lines()[i], size)
}

// Hover is what hovering over the box says: its Tip, or its words.
func (b Box) Hover() string {
	if b.Tip != "" {
		return b.Tip
	}
	if b.Label != "" {
		return b.Label
	}
	return b.Name
}

func (f Flow) boxNamed(name string) int {
	return slices.IndexFunc(f.Boxes, func(b Box) bool { return b.Name == name }) // −1: not in a valid flow
}

func flowLayout(f Flow, width int) Layout {
	l := Layout{Width: width, Left: 20 + int(widest(f.Levels)), Top: 6, Right: 8, Bottom: 6}
	var entries []Entry
	for _, k := range f.Keys {
		entries = append(entries, Entry{Label: k.Label, Tone: k.Tone, Mark: MarkBlock})
	}
	l.legend(entries)
	l.Left = min(l.Left, width/2) // words that take more are cut
	l.Height = l.Top + l.Bottom + int(math.Ceil(f.Plan(float64(width-l.Left-l.Right)).Height))
	return l
}

// Squeeze returns the share of its natural size, at most 1, to which a plan of the
// flow can shrink before words no longer fit into boxes.
func (p Plan) Squeeze(f Flow) float64 {
	least := 0.0
	for i, b := range f.Boxes {
		for k := range b.lines() {
			least = math.Max(least, (b.lineWidth(k, TextSize)+4)/p.Boxes[i].W)
		}
		if n := float64(len(b.lines())); n > 0 {
			least = math.Max(least, n*flowLine/(p.Boxes[i].H-p.Tiles[i].H))
		}
	}
	return math.Min(least, 1)
}

// How wide lines in a flow are, in CSS pixels.
const (
	ArrowWidth = 1.5
	TileSeam   = 0.8
)

// Rect returns where marked tiles stand in a box whose tiles fill r.
func (t Tiles) Rect(r Rect, m Tile) Rect {
	w, h := r.W/float64(t.Columns), r.H/float64(t.Rows)
	return Rect{r.X + float64(m.Column)*w, r.Y + float64(m.Row)*h, float64(m.Columns) * w, float64(m.Rows) * h}
}

// Seams returns the lines between the tiles that fill r.
func (t Tiles) Seams(r Rect) [][2]Spot {
	var seams [][2]Spot
	for i := 1; i < t.Columns; i++ {
		x := r.X + r.W*float64(i)/float64(t.Columns)
		seams = append(seams, [2]Spot{{x, r.Y}, {x, r.Y + r.H}})
	}
	for i := range t.Rows { // the first parts the tiles from the words
		y := r.Y + r.H*float64(i)/float64(t.Rows)
		seams = append(seams, [2]Spot{{r.X, y}, {r.X + r.W, y}})
	}
	return seams
}

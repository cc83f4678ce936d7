package charts

import (
	"cmp"
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
	Align        float64 // the share of the words that stands before the spot: 0, 0.5 or 1
	After, Below float64
	Tip          string // of the box or the arrow
}

// The measures of a plan, in CSS pixels.
const (
	ArrowWidth  = 1.5 // how wide the lines are
	TileSeam    = 0.8
	flowLine    = 17 // from one line of words to the next
	flowGap     = 30 // between levels
	flowInset   = 5  // of a box in its level, above and below
	flowBetween = 3  // of a box in its columns, left and right
	headLong    = 7  // an arrow's head
	headWide    = 4
	boldWide    = 1.08 // how much wider bold text is
)

// Plan lays a flow out in a plot of the given width. The flow must be valid.
func (f Flow) Plan(width float64) Plan {
	p := Plan{Width: width}
	f.stack(&p)
	for _, b := range f.Boxes {
		f.place(&p, b)
	}
	for _, a := range f.Arrows {
		f.join(&p, a)
	}
	return p
}

// stack puts the levels one below the other, each as high as its highest box.
func (f Flow) stack(p *Plan) {
	for i := range f.Levels {
		high := flowLine + 8.0
		for _, b := range f.Boxes {
			if b.Level == i {
				high = math.Max(high, b.labelHeight()+f.tileHeight(b, p.Width)*float64(b.Tiles.Rows))
			}
		}
		p.Levels = append(p.Levels, Rect{0, p.Height, p.Width, high + 2*flowInset})
		p.Height += high + 2*flowInset + flowGap
	}
	p.Height -= flowGap
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
	if n == 0 {
		return 0
	}
	return n*flowLine + 10
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
	gap := math.Min(flowBetween, column/4) // there may be hundreds of columns
	r := Rect{float64(b.Column)*column + gap, level.Y + flowInset, float64(b.Width)*column - 2*gap, level.H - 2*flowInset}
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
			Text: line, Size: size, Tone: On(b.Tone), Bold: i == 0, Align: 0.5, Tip: b.Hover(),
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

// join draws a straight arrow between two boxes: along the level that they share,
// in the middle of what they have in common above each other, else aslant. Of two
// arrows between the same boxes the second stands beside the first.
func (f Flow) join(p *Plan, a Arrow) {
	from, to := f.boxNamed(a.From), f.boxNamed(a.To)
	tail, head := between(p.Boxes[from], p.Boxes[to])
	words := FlowWords{Text: a.Label, Size: TextSize, Tone: ToneInk, Tip: a.Hover()}
	if down := f.Boxes[to].Level - f.Boxes[from].Level; down == 0 {
		words.At, words.Align, words.Below = Spot{(tail.X + head.X) / 2, tail.Y}, 0.5, -10
	} else {
		back := slices.ContainsFunc(f.Arrows, func(b Arrow) bool { return b.From == a.To && b.To == a.From })
		aside := math.Min(p.Boxes[from].W, p.Boxes[to].W) / 6
		if back && down > 0 {
			aside = -aside
		}
		if back {
			tail.X, head.X = tail.X+aside, head.X+aside
		}
		y := head.Y - math.Copysign(flowGap/2+flowInset, float64(down)) // the middle of the gap before its head
		words.At, words.After = Spot{head.X + (tail.X-head.X)*(y-head.Y)/(tail.Y-head.Y), y}, 7
		wide := 7 + TextWidth(a.Label, TextSize)
		if words.At.X+wide > p.Width || back && down > 0 && words.At.X > wide {
			words.After, words.Align = -7, 1 // away from the arrow that comes back
		}
	}
	p.Arrows = append(p.Arrows, append([]Spot{tail}, arrowHead(tail, head)...))
	if a.Label != "" {
		p.Words = append(p.Words, words)
	}
}

// between returns the places on the edges of two boxes that an arrow joins.
func between(a, b Rect) (tail, head Spot) {
	left, right := math.Max(a.X, b.X), math.Min(a.X+a.W, b.X+b.W)
	switch middle := (left + right) / 2; {
	case a.Y == b.Y && a.X < b.X:
		return Spot{a.X + a.W, a.Y + a.H/2}, Spot{b.X, a.Y + a.H/2}
	case a.Y == b.Y:
		return Spot{a.X, a.Y + a.H/2}, Spot{b.X + b.W, a.Y + a.H/2}
	case right-left > 2*headWide:
		tail, head = Spot{middle, a.Y + a.H}, Spot{middle, b.Y}
	default:
		tail, head = Spot{a.X + a.W/2, a.Y + a.H}, Spot{b.X + b.W/2, b.Y}
	}
	if a.Y > b.Y {
		tail.Y, head.Y = a.Y, b.Y+b.H
	}
	return tail, head
}

// arrowHead goes around the head of an arrow that comes from the tail.
func arrowHead(tail, head Spot) []Spot {
	long := math.Hypot(head.X-tail.X, head.Y-tail.Y)
	dx, dy := (head.X-tail.X)/long, (head.Y-tail.Y)/long
	side := func(s float64) Spot {
		return Spot{head.X - headLong*dx - s*headWide*dy, head.Y - headLong*dy + s*headWide*dx}
	}
	return []Spot{head, side(1), head, side(-1)}
}

// Hover is what hovering over the box says: its Tip, or its words.
func (b Box) Hover() string { return cmp.Or(b.Tip, b.Label, b.Name) }

// Hover is what hovering over the arrow says: its Tip, or where it leads.
func (a Arrow) Hover() string {
	return cmp.Or(a.Tip, strings.TrimRight(a.From+" → "+a.To+"\n"+a.Label, "\n"))
}

func (f Flow) boxNamed(name string) int {
	return slices.IndexFunc(f.Boxes, func(b Box) bool { return b.Name == name }) // −1: not in a valid flow
}

func flowLayout(f Flow, width int) Layout {
	l := Layout{Width: width, Left: min(20+int(widest(f.Levels)), width/2), Top: 6, Right: 8, Bottom: 6}
	l.legend(keyed(f.Keys))
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

package charts

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
)

// Plan says what a drawing of a Flow consists of, in CSS pixels from the top left
// corner of the plot at the figure's natural width. Boxes stand where their levels and
// columns say, which leaves nothing to search for: Graphviz's dot would choose places
// itself, and cuts no box into tiles.
type Plan struct {
	Width, Height float64     // of the plot
	Areas         []Area      // in the order in which they are drawn
	Seams         [][]Spot    // lines between tiles, over the areas
	Arrows        [][]Spot    // one for each Arrow: from its tail to its head, and once around the head
	Words         []FlowWords // of levels, to the left of the plot; in boxes; beside arrows
}

// Area is a rectangle of a Plan.
type Area struct {
	X, Y, W, H float64
	Tone       Tone
	Layer      Layer
	Tip        string
}

// Layer is what an Area is.
type Layer int

// The layers, each over those before.
const (
	LevelLayer Layer = iota
	BoxLayer         // with a line around it
	TileLayer
)

// Spot is a place in a Plan.
type Spot struct{ X, Y float64 }

// FlowWords is one line of text in a Plan, its middle at the height of its spot.
type FlowWords struct {
	At    Spot
	Text  string
	Size  int
	Tone  Tone // of the words
	Bold  bool
	Align float64 // the share of the words that stands before the spot: 0, 0.5 or 1
	Room  float64 // how wide the box is that they stand in; 0 for other words
	Tip   string  // of the box or the arrow
}

// The measures of a plan, in CSS pixels.
const (
	ArrowWidth = 1.5 // how wide the lines are
	TileSeam   = 0.8
	flowLine   = 17 // from one line of words to the next
	flowGap    = 30 // between levels
	flowInset  = 5  // of a box in its level, above and below
	headLong   = 7  // an arrow's head
	headWide   = 4
	boldWide   = 1.08 // how much wider bold text is
)

// Plan lays a flow out in a plot of the given width: the levels one below the other,
// each as high as its highest box. The flow must be valid.
func (f Flow) Plan(width float64) Plan {
	p := Plan{Width: width, Height: -flowGap}
	column, boxes := width/float64(f.Columns), map[string]Area{}
	gap := math.Min(3, column/4) // on both sides of a box; there may be hundreds of columns
	for level, name := range f.Levels {
		top, high := p.Height+flowGap, flowLine+8.0
		for _, b := range f.Boxes {
			if b.Level == level {
				high = math.Max(high, b.labelHeight()+b.tilesHeight(float64(b.Width)*column-2*gap))
			}
		}
		p.Height = top + high + 2*flowInset
		p.Areas = append(p.Areas, Area{Y: top, W: width, H: p.Height - top, Tone: TonePlain})
		p.Words = append(p.Words, FlowWords{At: Spot{-8, top + flowInset + high/2}, Text: name, Size: TextSize, Tone: ToneInk, Align: 1})
		for _, b := range f.Boxes {
			if b.Level == level {
				boxes[b.Name] = Area{float64(b.Column)*column + gap, top + flowInset, float64(b.Width)*column - 2*gap, high, b.Tone, BoxLayer, cmp.Or(b.Tip, b.Label, b.Name)}
				p.place(b, boxes[b.Name])
			}
		}
	}
	for _, a := range f.Arrows {
		back := slices.ContainsFunc(f.Arrows, func(b Arrow) bool { return b.From == a.To && b.To == a.From })
		p.join(a, boxes[a.From], boxes[a.To], back)
	}
	sort.SliceStable(p.Areas, func(i, j int) bool { return p.Areas[i].Layer < p.Areas[j].Layer })
	return p
}

// Least is how wide the plan may be in a narrower chart, whose words do not shrink with
// their boxes, without their leaving them or touching.
func (p Plan) Least() float64 {
	share := 0.85 // lines of words are flowLine apart
	for _, w := range p.Words {
		if w.Room > 0 {
			share = math.Max(share, (boldWide*TextWidth(w.Text, float64(w.Size))+2)/w.Room)
		}
	}
	return p.Width * math.Min(share, 1)
}

// labelHeight is the room that a box needs for its words.
func (b Box) labelHeight() float64 {
	if b.Label == "" {
		return 0
	}
	return float64(strings.Count(b.Label, "\n")+1)*flowLine + 10
}

// tilesHeight makes tiles square where that leaves a matrix neither low nor high.
func (b Box) tilesHeight(width float64) float64 {
	rows := math.Max(float64(b.Tiles.Rows), 1)
	return float64(b.Tiles.Rows) * math.Max(math.Min(math.Min(width/float64(b.Tiles.Columns), 18), 144/rows), 4)
}

// place puts a box into the plan, with its words above its tiles.
func (p *Plan) place(b Box, r Area) {
	p.Areas = append(p.Areas, r)
	lines, label := strings.Split(b.Label, "\n"), r.H
	if b.Tiles.Rows > 0 {
		label = b.labelHeight()
	}
	for i, line := range lines {
		size := min(TextSize, int(TextSize*(r.W-2)/(boldWide*TextWidth(line, TextSize))))
		if line != "" && size > 8 { // else hovering says it
			at := Spot{r.X + r.W/2, r.Y + label/2 + (float64(i)-float64(len(lines)-1)/2)*flowLine}
			p.Words = append(p.Words, FlowWords{At: at, Text: line, Size: size, Tone: On(b.Tone), Bold: i == 0, Align: 0.5, Room: r.W, Tip: r.Tip})
		}
	}
	w, h := r.W/float64(b.Tiles.Columns), (r.H-label)/float64(b.Tiles.Rows)
	at := func(row, column int) Spot { return Spot{r.X + float64(column)*w, r.Y + label + float64(row)*h} }
	for _, m := range b.Tiles.Marked {
		a := at(m.Row, m.Column)
		p.Areas = append(p.Areas, Area{a.X, a.Y, float64(m.Columns) * w, float64(m.Rows) * h, m.Tone, TileLayer, cmp.Or(m.Tip, r.Tip)})
	}
	for i := 1; i < b.Tiles.Columns; i++ {
		p.Seams = append(p.Seams, []Spot{at(0, i), at(b.Tiles.Rows, i)})
	}
	for i := range b.Tiles.Rows { // the first parts the tiles from the words
		p.Seams = append(p.Seams, []Spot{at(i, 0), at(i, b.Tiles.Columns)})
	}
}

// join draws a straight arrow between two boxes: along the level that they share,
// in the middle of what they have in common above each other, else aslant. Of two
// that lead there and back, each stands aside.
func (p *Plan) join(a Arrow, from, to Area, back bool) {
	words := FlowWords{Text: a.Label, Size: TextSize, Tone: ToneInk, Tip: a.Hover()}
	left, right := math.Max(from.X, to.X), math.Min(from.X+from.W, to.X+to.W)
	tail, head := Spot{(left + right) / 2, from.Y + from.H}, Spot{(left + right) / 2, to.Y}
	if right-left <= 2*headWide {
		tail.X, head.X = from.X+from.W/2, to.X+to.W/2
	}
	if from.Y > to.Y {
		tail.Y, head.Y = from.Y, to.Y+to.H
	}
	if from.Y == to.Y {
		tail, head = Spot{right, from.Y + from.H/2}, Spot{left, from.Y + from.H/2}
		if from.X > to.X {
			tail, head = head, tail
		}
		words.At, words.Align = Spot{(tail.X + head.X) / 2, tail.Y - 10}, 0.5
	} else {
		down := math.Copysign(1, to.Y-from.Y)
		if back {
			aside := down * math.Min(from.W, to.W) / 6
			tail.X, head.X = tail.X-aside, head.X-aside
		}
		y := head.Y - down*(flowGap/2+flowInset) // the middle of the gap before its head
		words.At = Spot{head.X + (tail.X-head.X)*(y-head.Y)/(tail.Y-head.Y) + headLong, y}
		if wide := TextWidth(a.Label, TextSize); words.At.X+wide > p.Width || back && down > 0 && words.At.X > wide {
			words.At.X, words.Align = words.At.X-2*headLong, 1 // away from the arrow that comes back
		}
	}
	p.Arrows = append(p.Arrows, append([]Spot{tail}, arrowHead(tail, head)...))
	p.Words = append(p.Words, words)
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

// Hover is what hovering over the arrow says: its Tip, or where it leads.
func (a Arrow) Hover() string {
	return cmp.Or(a.Tip, strings.TrimRight(a.From+" → "+a.To+"\n"+a.Label, "\n"))
}

func flowLayout(f Flow, width int) Layout {
	l := Layout{Width: width, Left: beside(f.Levels, 20, width), Top: 6, Right: 8, Bottom: 6}
	l.legend(keyed(f.Keys))
	l.Height = l.Top + l.Bottom + int(math.Ceil(f.Plan(float64(width-l.Left-l.Right)).Height))
	return l
}

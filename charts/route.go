package charts

import (
	"math"
	"strings"
)

// draw draws an arrow: straight where its boxes are above one another or side by
// side, else across the gap before its head.
func (f Flow) draw(p *Plan, i int) {
	a := f.Arrows[i]
	from, to := f.boxNamed(a.From), f.boxNamed(a.To)
	path := p.route(f, i, from, to)
	tail, head := path[len(path)-2], path[len(path)-1]
	p.Arrows = append(p.Arrows, append(path, arrowHead(tail, head)...))
	if a.Label == "" {
		return
	}
	w := FlowWords{Text: a.Label, Size: TextSize, Tone: ToneInk, Tip: a.Hover()}
	switch before := path[max(0, len(path)-3)]; {
	case len(path) == 2 && tail.Y == head.Y:
		w.At, w.Middle, w.Below = Spot{(tail.X + head.X) / 2, tail.Y}, true, -10
	case len(path) > 2 && math.Abs(before.X-tail.X) > TextWidth(a.Label, TextSize):
		w.At, w.Middle, w.Below = Spot{(before.X + tail.X) / 2, tail.Y}, true, -9
	default:
		gap := p.gap(wordsGap(f.Boxes[from].Level, f.Boxes[to].Level))
		w.At, w.After = Spot{head.X, gap.Y + gap.H/2}, 7
		wide := TextWidth(a.Label, TextSize)
		if outside, left := head.X+7+wide > p.Width, f.lane(i) < 0.5 && head.X > wide+7; outside || left {
			w.After, w.End = -7, true // away from the arrow that comes back
		}
	}
	p.Words = append(p.Words, w)
}

// Hover is what hovering over the arrow says: its Tip, or where it leads.
func (a Arrow) Hover() string {
	if a.Tip != "" {
		return a.Tip
	}
	return strings.TrimRight(a.From+" → "+a.To+"\n"+a.Label, "\n")
}

// gap is the room below a level.
func (p *Plan) gap(level int) Rect {
	above, below := p.Levels[level], p.Levels[level+1]
	return Rect{0, above.Y + above.H, p.Width, below.Y - above.Y - above.H}
}

// route returns the corners of an arrow.
func (p *Plan) route(f Flow, i, from, to int) []Spot {
	a, b := p.Boxes[from], p.Boxes[to]
	if f.Boxes[from].Level == f.Boxes[to].Level {
		y := a.Y + a.H/2
		if a.X < b.X {
			return []Spot{{a.X + a.W, y}, {b.X, y}}
		}
		return []Spot{{a.X, y}, {b.X + b.W, y}}
	}
	start, end := a.Y+a.H, b.Y
	if f.Boxes[from].Level > f.Boxes[to].Level {
		start, end = a.Y, b.Y+b.H
	}
	left, right := math.Max(a.X, b.X), math.Min(a.X+a.W, b.X+b.W)
	if right-left > 2*headWide {
		x := left + (right-left)*f.lane(i)
		return []Spot{{x, start}, {x, end}}
	}
	gap := p.gap(wordsGap(f.Boxes[from].Level, f.Boxes[to].Level))
	x0, x1, y := a.X+a.W/2, b.X+b.W/2, gap.Y+gap.H/2
	return []Spot{{x0, start}, {x0, y}, {x1, y}, {x1, end}}
}

// lane is where an arrow stands among those between the same two boxes, as a
// share of the width that the boxes have in common.
func (f Flow) lane(i int) float64 {
	at, n := 0, 0
	for j, a := range f.Arrows {
		if b := f.Arrows[i]; a.From == b.From && a.To == b.To || a.From == b.To && a.To == b.From {
			n++
			if j < i {
				at++
			}
		}
	}
	return float64(at+1) / float64(n+1)
}

// arrowHead goes around the head of an arrow that comes from the tail.
func arrowHead(tail, head Spot) []Spot {
	dx, dy := head.X-tail.X, head.Y-tail.Y
	long := math.Hypot(dx, dy)
	if long == 0 {
		return nil
	}
	dx, dy = dx/long, dy/long
	side := func(s float64) Spot {
		return Spot{head.X - headLong*dx - s*headWide*dy, head.Y - headLong*dy + s*headWide*dx}
	}
	return []Spot{side(1), head, side(-1)}
}

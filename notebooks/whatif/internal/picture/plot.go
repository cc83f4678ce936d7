package picture

import (
	"lanebook/charts"
)

// frame is the rectangle of the axes and what it spans.
type frame struct {
	x0, y0, x1, y1 float64 // left, top, right, bottom
	x, y           charts.Range
}

func (fr frame) at(x, y float64) point {
	return point{fr.x0 + fr.x.At(x)*(fr.x1-fr.x0), fr.y1 - fr.y.At(y)*(fr.y1-fr.y0)}
}

// drawPlot draws a figure of lines and bars.
func drawPlot(p pen, f charts.Figure, l charts.Layout) {
	fr := frame{x0: float64(l.Left), y0: float64(l.Top), x1: float64(l.Width - l.Right), y1: float64(l.Height - l.Bottom)}
	fr.x, fr.y = f.Ranges()
	drawRules(p, fr)
	tones := f.Tones()
	drawBars(p, f, fr, tones)
	drawAxes(p, f, fr, l)
	for i, s := range f.Series {
		if s, ok := s.(charts.Line); ok {
			drawLine(p, s, fr, tones[i])
		}
	}
}

// drawRules draws the lines behind the data, at the ticks.
func drawRules(p pen, fr frame) {
	var rules [][]point
	for _, v := range fr.x.Ticks {
		x := fr.at(v, fr.y.Min).x
		rules = append(rules, []point{{x, fr.y0}, {x, fr.y1}})
	}
	for _, v := range fr.y.Ticks {
		y := fr.at(fr.x.Min, v).y
		rules = append(rules, []point{{fr.x0, y}, {fr.x1, y}})
	}
	if len(rules) > 0 {
		p.stroke(p.ink(charts.TonePlain), 1, nil, rules...)
	}
}

func drawAxes(p pen, f charts.Figure, fr frame, l charts.Layout) {
	soft := p.ink(charts.ToneSoft)
	p.stroke(soft, 1, nil, []point{{fr.x0, fr.y0}, {fr.x0, fr.y1}, {fr.x1, fr.y1}})
	drawXLabels(p, f, fr, l)
	places := fr.y.Ticks
	if n := len(f.Y.Categories); n > 0 {
		places = count(n)
	}
	for i, s := range fr.y.Labels(f.Y) {
		p.text(point{fr.x0 - 8, fr.at(fr.x.Min, places[i]).y}, s, words{ink: soft, anchor: end})
	}
	p.text(point{(fr.x0 + fr.x1) / 2, float64(l.Height) - 12}, f.X.Title(), words{ink: soft, anchor: middle})
	p.text(point{12, (fr.y0 + fr.y1) / 2}, f.Y.Title(), words{ink: soft, anchor: middle, turn: 90})
}

func drawXLabels(p pen, f charts.Figure, fr frame, l charts.Layout) {
	labels, places := fr.x.Labels(f.X), fr.x.Ticks
	if n := len(f.X.Categories); n > 0 {
		places = count(n)
	}
	w := words{ink: p.ink(charts.ToneSoft), anchor: middle}
	if l.Tilt {
		w.anchor, w.turn = end, charts.TiltDegrees
	}
	free := fr.x0 - float64(l.Left) // labels that would touch the one before are left out
	for i, s := range labels {
		x := fr.at(places[i], fr.y.Min).x
		half := charts.TextWidth(s, charts.TextSize) / 2
		if !l.Tilt && x-half < free {
			continue
		}
		free = x + half + 6
		p.text(point{x, fr.y1 + 14}, s, w)
	}
}

func count(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = float64(i)
	}
	return v
}

// manyMarkers is how many points a joined line may have and still show each.
const manyMarkers = 40

func drawLine(p pen, l charts.Line, fr frame, t charts.Tone) {
	var line []point
	for i := range l.X {
		pt := fr.at(l.X[i], l.Y[i])
		if l.Style == charts.Steps && i > 0 {
			line = append(line, point{pt.x, line[len(line)-1].y})
		}
		line = append(line, pt)
	}
	ink := p.ink(t)
	switch {
	case l.Style == charts.Dots:
		p.dots(ink, dotRadius, line...)
	case l.Style == charts.Dashed:
		p.stroke(ink, 2, dashes, line)
	default:
		p.stroke(ink, 2, nil, line)
		if l.Style == charts.Joined && len(line) <= manyMarkers {
			p.dots(ink, dotRadius, line...)
		}
	}
}

// drawBars draws all bars: those of a category side by side in three quarters of
// its room, those of one stack on top of each other.
func drawBars(p pen, f charts.Figure, fr frame, tones []charts.Tone) {
	lanes, n := lanesOf(f)
	if n == 0 {
		return
	}
	piles := f.Piles()
	room := (fr.x1 - fr.x0) / float64(len(f.X.Categories))
	width := room * 0.75 / float64(n)
	for i, s := range f.Series {
		b, ok := s.(charts.Bars)
		if !ok {
			continue
		}
		var boxes []box
		for j, v := range b.Y {
			from, to := fr.y.Base(), v
			if b.Stack != "" {
				from, to = piles[i][j], piles[i][j]+v
			}
			x := fr.at(float64(j), fr.y.Min).x - room*0.375 + float64(lanes[i])*width
			top, bottom := fr.at(0, max(from, to)).y, fr.at(0, min(from, to)).y
			boxes = append(boxes, box{x, top, width, bottom - top})
		}
		p.fill(p.ink(tones[i]), boxes...)
	}
}

// lanesOf says in which place within a category each series of bars stands, and
// how many places there are. A stack shares one.
func lanesOf(f charts.Figure) (lanes []int, n int) {
	lanes = make([]int, len(f.Series))
	stacks := map[string]int{}
	for i, s := range f.Series {
		b, ok := s.(charts.Bars)
		if !ok {
			continue
		}
		if at, shared := stacks[b.Stack]; shared && b.Stack != "" {
			lanes[i] = at
			continue
		}
		lanes[i], stacks[b.Stack] = n, n
		n++
	}
	return lanes, n
}

package static

import (
	"lanebook/charts"
)

// drawFlow draws a flow diagram: levels, boxes with their tiles, arrows, words.
func drawFlow(p pen, f charts.Flow, l charts.Layout) {
	plan := f.Plan(float64(l.Width - l.Left - l.Right))
	at := func(s charts.Spot) point { return point{float64(l.Left) + s.X, float64(l.Top) + s.Y} }
	rect := func(r charts.Rect) box {
		corner := at(charts.Spot{X: r.X, Y: r.Y})
		return box{corner.x, corner.y, r.W, r.H}
	}
	drawLevels(p, f, plan, l, rect)
	for i, b := range f.Boxes {
		p.fill(p.ink(b.Tone), rect(plan.Boxes[i]))
	}
	for i, b := range f.Boxes {
		for _, m := range b.Tiles.Marked {
			p.fill(p.ink(m.Tone), rect(b.Tiles.Rect(plan.Tiles[i], m)))
		}
	}
	var seams, outlines, arrows [][]point
	for i, b := range f.Boxes {
		for _, s := range b.Tiles.Seams(plan.Tiles[i]) {
			seams = append(seams, []point{at(s[0]), at(s[1])})
		}
		outlines = append(outlines, corners(rect(plan.Boxes[i])))
	}
	for _, a := range plan.Arrows {
		var path []point
		for _, s := range a {
			path = append(path, at(s))
		}
		arrows = append(arrows, path)
	}
	if len(seams) > 0 {
		p.stroke(p.ink(charts.TonePaper), charts.TileSeam, nil, seams...)
	}
	p.stroke(p.ink(charts.ToneSoft), 1, nil, outlines...)
	if len(arrows) > 0 {
		p.stroke(p.ink(charts.ToneSoft), charts.ArrowWidth, nil, arrows...)
	}
	for _, w := range plan.Words {
		how := words{ink: p.ink(w.Tone), size: float64(w.Size), bold: w.Bold}
		if w.Middle {
			how.anchor = middle
		} else if w.End {
			how.anchor = end
		}
		spot := at(w.At)
		p.text(point{spot.x + w.After, spot.y + w.Below}, w.Text, how)
	}
}

// drawLevels draws the bands behind the boxes, and names them.
func drawLevels(p pen, f charts.Flow, plan charts.Plan, l charts.Layout, rect func(charts.Rect) box) {
	var bands []box
	for _, r := range plan.Levels {
		b := rect(r)
		bands = append(bands, box{0, b.y, float64(l.Width), b.h})
	}
	p.fill(p.ink(charts.TonePlain), bands...)
	for i, s := range f.Levels {
		p.text(point{8, bands[i].y + bands[i].h/2}, charts.Shorten(s, float64(l.Left-12), charts.TextSize), words{ink: p.ink(charts.ToneInk)})
	}
}

func corners(b box) []point {
	return []point{{b.x, b.y}, {b.x + b.w, b.y}, {b.x + b.w, b.y + b.h}, {b.x, b.y + b.h}, {b.x, b.y}}
}

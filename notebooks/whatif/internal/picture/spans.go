package picture

import (
	"lanebook/charts"
)

// drawSpans draws a timeline. Spans of one tone are one path.
func drawSpans(p pen, f charts.Figure, s charts.Spans, l charts.Layout) {
	fr := frame{x0: float64(l.Left), y0: float64(l.Top), x1: float64(l.Width - l.Right), y1: float64(l.Height - l.Bottom)}
	fr.x, fr.y = f.Ranges()
	high := (fr.y1 - fr.y0) / float64(len(s.Rows))
	drawTimeRules(p, fr)
	for _, k := range s.Keys {
		var boxes []box
		for _, span := range s.Spans {
			if span.Tone == k.Tone {
				boxes = append(boxes, spanBox(fr, high, span))
			}
		}
		if len(boxes) > 0 {
			p.fill(p.ink(k.Tone), boxes...)
		}
	}
	drawSeams(p, fr, high, s)
	for _, k := range s.Keys {
		how := words{ink: p.ink(charts.On(k.Tone)), size: float64(l.LabelSize), anchor: middle}
		for _, span := range s.Spans {
			if b := spanBox(fr, high, span); span.Tone == k.Tone && l.SpanFits(fr.x, span) {
				p.text(point{b.x + b.w/2, b.y + b.h/2}, span.Label, how)
			}
		}
	}
	drawXLabels(p, f, fr, l)
	soft := p.ink(charts.ToneSoft)
	p.stroke(soft, 1, nil, []point{{fr.x0, fr.y1}, {fr.x1, fr.y1}})
	for i := 0; i < len(s.Rows); i += every(high, 15) {
		p.text(point{fr.x0 - 8, fr.y0 + (float64(i)+0.5)*high}, s.Rows[i], words{ink: soft, anchor: end})
	}
	p.text(point{(fr.x0 + fr.x1) / 2, float64(l.Height) - 12}, f.X.Title(), words{ink: soft, anchor: middle})
	p.text(point{12, (fr.y0 + fr.y1) / 2}, s.Down, words{ink: soft, anchor: middle, turn: 90})
}

// spanBox is a span's rectangle: it leaves a part of its row's height free above
// and below.
func spanBox(fr frame, high float64, s charts.Span) box {
	x := fr.at(s.From, 0).x
	return box{x, fr.y0 + (float64(s.Row)+(1-charts.SpanHeight)/2)*high, fr.at(s.To, 0).x - x, charts.SpanHeight * high}
}

func drawTimeRules(p pen, fr frame) {
	var rules [][]point
	for _, v := range fr.x.Ticks {
		x := fr.at(v, 0).x
		rules = append(rules, []point{{x, fr.y0}, {x, fr.y1}})
	}
	if len(rules) > 0 {
		p.stroke(p.ink(charts.TonePlain), 1, nil, rules...)
	}
}

// drawSeams parts the spans that touch, with lines in the colour of the paper.
func drawSeams(p pen, fr frame, high float64, s charts.Spans) {
	var seams [][]point
	sorted := s.ByTime()
	for i := 1; i < len(sorted); i++ {
		if a, b := sorted[i-1], sorted[i]; a.Row == b.Row && a.To == b.From {
			box := spanBox(fr, high, b)
			seams = append(seams, []point{{box.x, box.y}, {box.x, box.y + box.h}})
		}
	}
	if len(seams) > 0 {
		p.stroke(p.ink(charts.TonePaper), charts.SeamWidth(fr.x1-fr.x0, fr.x), nil, seams...)
	}
}

package static

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"lanebook/charts"
)

// Spans is a plotter of a timeline: row i is around Y + i, and X is time. An
// inverted Y axis has row 0 on top. Words are not part of it but those in spans that
// have room for them.
type Spans struct {
	charts.Spans
	Y         float64   // where row 0 stands
	LabelSize vg.Length // of the words in spans; 0 for none
}

// DataRange implements plot.DataRanger.
func (s Spans) DataRange() (xmin, xmax, ymin, ymax float64) {
	x, _ := charts.Figure{Series: []charts.Series{s.Spans}}.Ranges()
	return x.Min, x.Max, s.Y - 0.5, s.Y + float64(len(s.Rows)) - 0.5
}

// GlyphBoxes implements plot.GlyphBoxer: Spans keep to their range.
func (s Spans) GlyphBoxes(*plot.Plot) []plot.GlyphBox { return nil }

// Plot implements plot.Plotter. Spans of one tone are one path.
func (s Spans) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	corners := func(span charts.Span) (a, b vg.Point) {
		row := s.Y + float64(span.Row)
		return vg.Point{X: trX(span.From), Y: trY(row - charts.SpanHeight/2)}, vg.Point{X: trX(span.To), Y: trY(row + charts.SpanHeight/2)}
	}
	for _, k := range s.Keys {
		for _, span := range s.Spans.Spans {
			if span.Tone == k.Tone {
				a, b := corners(span)
				line(c, Ink(k.Tone), a, b)
			}
		}
	}
	seam := draw.LineStyle{Color: Ink(charts.TonePaper), Width: 1} // parts spans that touch
	if float64(c.Max.X-c.Min.X)/(p.X.Max-p.X.Min) < 5 {
		seam.Width = 0.3
	}
	sorted := s.ByTime()
	for i := 1; i < len(sorted); i++ {
		if before, span := sorted[i-1], sorted[i]; before.Row == span.Row && before.To == span.From {
			a, b := corners(span)
			c.StrokeLine2(seam, a.X, a.Y, a.X, b.Y)
		}
	}
	words := style(charts.ToneInk, float64(s.LabelSize))
	words.XAlign = text.XCenter
	for _, k := range s.Keys {
		words.Color = Ink(charts.On(k.Tone))
		for _, span := range s.Spans.Spans {
			a, b := corners(span)
			wide := charts.TextWidth(span.Label, float64(s.LabelSize)) + 4
			if span.Tone == k.Tone && s.LabelSize > 0 && wide <= float64(b.X-a.X) {
				c.FillText(words, a.Add(b).Scale(0.5), span.Label)
			}
		}
	}
}

// addSpans adds a timeline with the names of its rows, and rules in time.
func addSpans(p *plot.Plot, f charts.Figure, s charts.Spans, l charts.Layout) {
	x, _ := f.Ranges()
	p.Add(rules{x: true}, Spans{Spans: s, LabelSize: vg.Length(l.LabelSize)})
	setRange(&p.X, x, ticks(f.X, x, float64(l.Width-l.Left-l.Right), beside))
	down(p, s.Down, s.Rows, l)
}

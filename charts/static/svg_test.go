package static_test

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"lanebook/charts"
	"lanebook/charts/static"
)

func line(from, to vg.Point) vg.Path {
	var p vg.Path
	p.Move(from)
	p.Line(to)
	return p
}

func square(x, y, w, h vg.Length) vg.Path {
	return vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + w, Y: y + h}}.Path()
}

// TestSVGCanvas: on a canvas of 100 by 100, whose lower left corner is (0, 100) in SVG.
func TestSVGCanvas(t *testing.T) {
	arc := func(start, angle float64) (p vg.Path) {
		p.Arc(vg.Point{X: 50, Y: 50}, 10, start, angle)
		return p
	}
	for _, c := range []struct {
		what string
		do   func(c *static.SVGCanvas)
		want string
	}{
		{"a line", func(c *static.SVGCanvas) { c.Stroke(line(vg.Point{X: 10, Y: 20}, vg.Point{X: 15, Y: 30})) }, `<path fill="none" stroke="#000000" d="M10 80l5-10"/>`},
		{"a turned line", func(c *static.SVGCanvas) {
			c.Push()
			c.Translate(vg.Point{X: 10, Y: 10})
			c.Rotate(math.Pi / 2)
			c.Scale(2, 2)
			c.Stroke(line(vg.Point{}, vg.Point{X: 5}))
			c.Pop()
			c.Stroke(line(vg.Point{}, vg.Point{X: 5}))
		}, `<path fill="none" stroke="#000000" stroke-width="2" stroke-linejoin="round" d="M10 90v-10"/>
<path fill="none" stroke="#000000" d="M0 100h5"/>`},
		{"a quarter of a circle", func(c *static.SVGCanvas) { c.Stroke(arc(0, math.Pi/2)) }, `d="M60 50a10 10 0 0 0-10-10"`},
		{"a circle with the clock", func(c *static.SVGCanvas) { c.Stroke(arc(0, -2*math.Pi)) }, `d="M60 50a10 10 0 0 1-20 0a10 10 0 0 1 20 0"`},
		{"a curve", func(c *static.SVGCanvas) {
			var p vg.Path
			p.Move(vg.Point{})
			p.QuadTo(vg.Point{X: 5, Y: 5}, vg.Point{X: 10})
			p.CubeTo(vg.Point{X: 10, Y: 5}, vg.Point{X: 15, Y: 5}, vg.Point{X: 20})
			c.Fill(p)
		}, `d="M0 100q5-5 10 0c0-5 5-5 10 0"`},
		{"two squares of a tone", func(c *static.SVGCanvas) {
			c.SetColor(static.Ink(charts.Tone1))
			c.Fill(square(0, 0, 10, 10))
			c.Fill(square(20, 0, 10, 10))
		}, `<path fill="#0072b2" style="fill:var(--lb-c1,#0072b2)" d="M0 100h10v-10h-10zm20 0h10v-10h-10z"/>`},
		{"two that can be seen through", func(c *static.SVGCanvas) {
			c.SetColor(color.NRGBA{R: 255, A: 51})
			c.Fill(square(0, 0, 10, 10))
			c.Fill(square(5, 0, 10, 10))
		}, `<path fill="#ff0000" fill-opacity="0.2" d="M0 100h10v-10h-10z"/>
<path fill="#ff0000" fill-opacity="0.2" d="M5 100h10v-10h-10z"/>`},
		{"two that overlap, around in opposite directions", func(c *static.SVGCanvas) {
			c.Fill(square(0, 0, 10, 10))
			c.Fill(square(15, 0, -10, 10))
		}, "z\"/>\n<path"},
		{"what cannot be seen", func(c *static.SVGCanvas) {
			c.SetColor(color.Transparent)
			c.Fill(square(0, 0, 10, 10))
			c.SetColor(color.Black)
			c.SetLineWidth(0)
			c.Stroke(square(0, 0, 10, 10))
		}, "\"max-width:100%;height:auto\">\n</svg>"},
		{"dashes", func(c *static.SVGCanvas) {
			c.SetLineDash([]vg.Length{6, 4}, 2)
			c.Stroke(line(vg.Point{}, vg.Point{X: 5}))
		}, `stroke-dasharray="6 4" stroke-dashoffset="2"`},
		{"an image, not upside down", func(c *static.SVGCanvas) {
			c.DrawImage(vg.Rectangle{Min: vg.Point{X: 10, Y: 20}, Max: vg.Point{X: 40, Y: 60}}, image.NewGray(image.Rect(0, 0, 2, 2)))
		}, `<image width="30" height="40" transform="matrix(1 0 0 1 10 40)" preserveAspectRatio="none" href="data:image/png;base64,`},
	} {
		svg := static.NewSVG(100, 100)
		c.do(svg)
		if got := written(t, svg); !strings.Contains(got, c.want) {
			t.Errorf("%s:\n%s\nwant in it\n%s", c.what, got, c.want)
		}
	}
}

func written(t *testing.T, c *static.SVGCanvas) string {
	t.Helper()
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestSVGTexts: a text of the handler Text keeps its alignment; one of gonum's has the
// width for which gonum has aligned it.
func TestSVGTexts(t *testing.T) {
	p := plot.New()
	p.Title.Text = "a < b"
	svg := static.NewSVG(100, 100)
	p.Draw(draw.New(svg))
	if got := written(t, svg); !strings.Contains(got, `font-family="serif" font-size="12">`) || !strings.Contains(got, `lengthAdjust="spacingAndGlyphs">a &lt; b</text>`) {
		t.Errorf("gonum's own title is\n%s", got)
	}
	p.Title.TextStyle.Handler = static.Text
	svg = static.NewSVG(100, 100)
	p.Draw(draw.New(svg))
	if got := written(t, svg); !strings.Contains(got, `text-anchor="middle">`+"\n"+`<text x="50" y="8.6">a &lt; b</text>`) {
		t.Errorf("the title is\n%s", got)
	}
}

// TestSVGSize: three lines of 128 marked points, which take vgsvg 41 KB.
func TestSVGSize(t *testing.T) {
	p := plot.New()
	for i := range 3 {
		points := make(plotter.XYs, 128)
		for j := range points {
			points[j] = plotter.XY{X: float64(j), Y: math.Sin(float64(j+10*i) / 9)}
		}
		lines, marks, err := plotter.NewLinePoints(points)
		if err != nil {
			t.Fatal(err)
		}
		marks.Shape = draw.CircleGlyph{}
		p.Add(lines, marks)
	}
	svg := static.NewSVG(500, 300)
	p.Draw(draw.New(svg))
	if n := len(written(t, svg)); n > 26_000 {
		t.Errorf("%d bytes, want at most 26,000", n)
	}
}

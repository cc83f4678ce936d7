package static

import (
	"math"
	"strings"

	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"lanebook/charts"
)

// Text is the handler of the texts in all plots of this package. On the canvas of
// NewSVG a text that is centred, or ends somewhere, stays so in whatever font the
// reader has: gonum's own handlers hand on where it begins in theirs. A text is one
// line, and its box that of its capitals.
var Text text.Handler = sans{}

// sans may say that a text has no width, or no height: room for the words around a
// figure's plot is in its layout's margins, and gonum would make more.
type sans struct{ thin, flat bool }

// capHeight is how high capitals and digits are, in sizes of the font.
const capHeight = 0.72

// descent is the room below letters such as g, in heights of capitals.
const descent = 0.3

// The fonts of this package's plots, which gonum/plot has.
var (
	regular = font.Font{Typeface: "Liberation", Variant: "Sans"}
	bold    = font.Font{Typeface: "Liberation", Variant: "Sans", Weight: stdfont.WeightBold}
)

func (sans) Cache() *font.Cache      { return font.DefaultCache }
func (sans) Lines(s string) []string { return []string{s} }
func (sans) Extents(f font.Font) font.Extents {
	return font.Extents{Ascent: capHeight * f.Size, Height: capHeight * f.Size}
}

func (t sans) Box(s string, f font.Font) (width, height, depth vg.Length) {
	face := font.DefaultCache.Lookup(f, f.Size)
	width, height = face.Width(s), capHeight*f.Size
	if t.thin && s != " " { // which gonum takes for a measure of distance
		width = 0
	}
	if t.flat {
		height = 0
	}
	return width, height, 0
}

func (sans) Draw(c vg.Canvas, s string, sty text.Style, at vg.Point) {
	if strings.TrimSpace(s) == "" {
		return
	}
	face := font.DefaultCache.Lookup(sty.Font, sty.Font.Size)
	from := vg.Point{Y: vg.Length(sty.YAlign) * capHeight * sty.Font.Size}
	c.SetColor(sty.Color)
	c.Push()
	c.Translate(at)
	c.Rotate(sty.Rotation)
	if svg := svgUnder(c); svg != nil {
		svg.text(face, from, s, sty.XAlign, "")
	} else {
		from.X = vg.Length(sty.XAlign) * face.Width(s)
		c.FillString(face, from, s)
	}
	c.Pop()
}

// svgUnder is the SVG that a canvas draws on, or nil.
func svgUnder(c vg.Canvas) *SVGCanvas {
	switch c := c.(type) {
	case *SVGCanvas:
		return c
	case draw.Canvas:
		return svgUnder(c.Canvas)
	case *draw.Canvas:
		return svgUnder(c.Canvas)
	case themed:
		return svgUnder(c.CanvasSizer)
	}
	return nil
}

// style is how words of a tone are set: to the right of their point, their middle
// at its height, unless the caller changes that.
func style(t charts.Tone, size float64) text.Style {
	return text.Style{Color: Ink(t), Font: font.From(regular, vg.Length(size)), YAlign: text.YCenter, Handler: Text}
}

// tilted turns words by the angle of tilted labels.
func tilted(s text.Style) text.Style {
	s.Rotation = charts.TiltDegrees * math.Pi / 180
	return s
}

func hasLetters(s string) bool {
	var buffer sfnt.Buffer
	face := font.DefaultCache.Lookup(regular, charts.TextSize).Face
	for _, r := range s {
		if glyph, err := face.GlyphIndex(&buffer, r); err != nil || glyph == 0 {
			return false
		}
	}
	return true
}

// outlined is a canvas that writes texts as shapes. A PDF needs it: vgpdf knows the
// characters of Windows-1252 only and writes others wrongly, and shapes are a tenth
// of the bytes of a font.
type outlined struct{ vg.Canvas }

func (o outlined) FillString(face font.Face, at vg.Point, s string) {
	var path vg.Path
	var buffer sfnt.Buffer
	size := fixed.Int26_6(face.Font.Size.Points() * 64)
	to := func(p fixed.Point26_6) vg.Point {
		return vg.Point{X: at.X + vg.Length(p.X)/64, Y: at.Y - vg.Length(p.Y)/64}
	}
	for _, r := range s {
		glyph, err := face.Face.GlyphIndex(&buffer, r)
		if err != nil {
			continue
		}
		if shape, err := face.Face.LoadGlyph(&buffer, glyph, size, nil); err == nil {
			for _, seg := range shape {
				switch seg.Op {
				case sfnt.SegmentOpMoveTo:
					path.Move(to(seg.Args[0]))
				case sfnt.SegmentOpLineTo:
					path.Line(to(seg.Args[0]))
				case sfnt.SegmentOpQuadTo:
					path.QuadTo(to(seg.Args[0]), to(seg.Args[1]))
				case sfnt.SegmentOpCubeTo:
					path.CubeTo(to(seg.Args[0]), to(seg.Args[1]), to(seg.Args[2]))
				}
			}
		}
		at.X += face.Width(string(r))
	}
	o.Fill(path)
}

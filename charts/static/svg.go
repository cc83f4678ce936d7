package static

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"

	"lanebook/charts"
)

// SVGCanvas is a vg.Canvas that writes compact SVG: what has the same style and
// comes in a row is one path, of tenths of a point from the last one. An Ink stays a
// tone, and a text in an Ink of the handler Text keeps its alignment.
type SVGCanvas struct {
	Title, Description string // said to those who cannot see the picture; may be empty

	w, h  vg.Length
	now   pencil
	stack []pencil
	body  bytes.Buffer
	style string       // of the path being gathered
	path  bytes.Buffer // its data
	last  tenths       // where the path has got to
	texts string       // style of the group of texts that is open

	inside string // what the next stroke goes around is filled with; "" for nothing
}

// pencil is what Push keeps.
type pencil struct {
	at    matrix
	width vg.Length
	dash  []vg.Length
	begin vg.Length // in the dash
	ink   color.Color
}

// matrix takes (x, y) to (m[0] x + m[2] y + m[4], m[1] x + m[3] y + m[5]): from the
// canvas, where y goes up, to SVG, where it goes down.
type matrix [6]float64

func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1], m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

func (m matrix) det() float64 { return m[0]*m[3] - m[1]*m[2] }

// tenths is a point in tenths.
type tenths struct{ x, y int }

func (m matrix) tenths(p vg.Point) tenths {
	x, y := float64(p.X), float64(p.Y)
	return tenths{tenth(m[0]*x + m[2]*y + m[4]), tenth(m[1]*x + m[3]*y + m[5])}
}

// NewSVG returns an empty canvas of a size in points, which are CSS pixels in the SVG.
func NewSVG(w, h vg.Length) *SVGCanvas {
	c := &SVGCanvas{w: w, h: h, now: pencil{at: matrix{1, 0, 0, -1, 0, float64(h)}}}
	vg.Initialize(c)
	return c
}

// Size returns the size in points.
func (c *SVGCanvas) Size() (w, h vg.Length) { return c.w, c.h }

// SetLineWidth sets the width of strokes; there are none if it is not positive.
func (c *SVGCanvas) SetLineWidth(w vg.Length) { c.now.width = w }

// SetLineDash sets the lengths of dashes and gaps, and where in them strokes begin.
func (c *SVGCanvas) SetLineDash(dash []vg.Length, begin vg.Length) {
	c.now.dash, c.now.begin = dash, begin
}

// SetColor sets the colour of all that follows; nil is black.
func (c *SVGCanvas) SetColor(ink color.Color) { c.now.ink = ink }

// Translate, Rotate (by radians against the clock) and Scale change where what follows is drawn.
func (c *SVGCanvas) Translate(p vg.Point) { c.turn(1, 0, 0, 1, float64(p.X), float64(p.Y)) }

// Rotate: see Translate.
func (c *SVGCanvas) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	c.turn(cos, sin, -sin, cos, 0, 0)
}

// Scale: see Translate.
func (c *SVGCanvas) Scale(x, y float64) { c.turn(x, 0, 0, y, 0, 0) }

func (c *SVGCanvas) turn(m ...float64) { c.now.at = c.now.at.times(matrix(m)) }

// Push keeps colour, line and place for the Pop that belongs to it.
func (c *SVGCanvas) Push() { c.stack = append(c.stack, c.now) }

// Pop goes back to what Push has kept.
func (c *SVGCanvas) Pop() {
	c.now, c.stack = c.stack[len(c.stack)-1], c.stack[:len(c.stack)-1]
}

const fontFamily = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif"

// WriteTo writes the SVG of all that has been drawn.
func (c *SVGCanvas) WriteTo(w io.Writer) (int64, error) {
	c.flush()
	c.endTexts()
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%[1]s" height="%[2]s" role="img" font-family="%s" font-size="%d" style="max-width:100%%;height:auto">`+"\n",
		decimal(float64(c.w)), decimal(float64(c.h)), fontFamily, charts.TextSize)
	for _, e := range [][2]string{{"title", c.Title}, {"desc", c.Description}} {
		if e[1] != "" {
			fmt.Fprintf(&b, "<%s>%s</%[1]s>\n", e[0], html.EscapeString(e[1]))
		}
	}
	b.Write(c.body.Bytes())
	b.WriteString("</svg>\n")
	return b.WriteTo(w)
}

// Fill fills a path.
func (c *SVGCanvas) Fill(p vg.Path) {
	style := paint("fill", c.now.ink)
	if style == "" {
		return
	}
	if at, radius, ok := disc(p); ok && c.now.at.det() == -1 {
		c.dot(at, radius)
		return
	}
	if area(p) < 0 {
		style += " " // a path of its own: where areas overlap that go around in opposite directions, SVG leaves a hole
	}
	c.draw(style, p)
}

// Stroke draws a path.
func (c *SVGCanvas) Stroke(p vg.Path) {
	style, inside := paint("stroke", c.now.ink), c.inside
	c.inside = ""
	if style == "" || c.now.width <= 0 {
		return
	}
	scale := math.Sqrt(math.Abs(c.now.at.det()))
	if inside != "" {
		style = inside + insideEnd + style
	} else {
		style = ` fill="none"` + style
	}
	at, radius, ring := disc(p)
	ring = ring && c.now.at.det() == -1
	if c.now.width != 1 || scale != 1 {
		style += fmt.Sprintf(` stroke-width="%.4g"`, float64(c.now.width)*scale)
		if !ring { // which has no corners
			style += ` stroke-linejoin="round"`
		}
	}
	if len(c.now.dash) > 0 {
		var lengths []string
		for _, d := range c.now.dash {
			lengths = append(lengths, fmt.Sprintf("%.4g", float64(d)*scale))
		}
		style += fmt.Sprintf(` stroke-dasharray="%s"`, strings.Join(lengths, " "))
		if c.now.begin != 0 {
			style += fmt.Sprintf(` stroke-dashoffset="%.4g"`, float64(c.now.begin)*scale)
		}
	}
	if ring {
		c.begin(style)
		c.ring(at, radius)
		return
	}
	c.draw(style, p)
}

// DrawImage draws an image into a rectangle, with its PNG in the SVG.
func (c *SVGCanvas) DrawImage(r vg.Rectangle, img image.Image) {
	c.flush()
	c.endTexts()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic("static: " + err.Error()) // an empty image; vg.Canvas has no way to say so
	}
	m := c.now.at.times(matrix{1, 0, 0, -1, float64(r.Min.X), float64(r.Max.Y)})
	fmt.Fprintf(&c.body, `<image width="%.5g" height="%.5g" transform="matrix(%.5g %.5g %.5g %.5g %.5g %.5g)" preserveAspectRatio="none" href="data:image/png;base64,%s"/>`+"\n",
		float64(r.Size().X), float64(r.Size().Y), m[0], m[1], m[2], m[3], m[4], m[5], base64.StdEncoding.EncodeToString(b.Bytes()))
}

// paint is the attribute, and the style that overrides it where the page has inks, of
// something in a colour; "" for what cannot be seen. Programs that know no custom
// properties take the attribute.
func paint(what string, ink color.Color) string {
	if ink == nil {
		ink = color.Black
	}
	n := color.NRGBAModel.Convert(ink).(color.NRGBA)
	hex := fmt.Sprintf("#%02x%02x%02x", n.R, n.G, n.B)
	if tone, ok := ink.(Ink); ok {
		return fmt.Sprintf(` %[1]s="%[2]s" style="%[1]s:var(--lb-%[3]s,%[2]s)"`, what, hex, string(tone))
	}
	switch n.A {
	case 0:
		return ""
	case 255:
		return fmt.Sprintf(` %s="%s"`, what, hex)
	}
	return fmt.Sprintf(` %s="%s" %[1]s-opacity="%.3[3]g"`, what, hex, float64(n.A)/255)
}

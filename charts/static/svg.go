package static

import (
	"bytes"
	"fmt"
	"html"
	"image"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"lanebook/charts"
)

const fontFamily = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif"

// svg is a vg.Canvas that writes compact SVG. What has the same style and comes in
// a row becomes one path; coordinates are tenths of a pixel, from the last point.
type svg struct {
	height float64
	body   bytes.Buffer
	now    state
	stack  []state

	style string       // of the path being gathered
	path  bytes.Buffer // its data
	last  tenths       // where the path has got to
	texts string       // style of the group of texts that is open
}

// state is what Push keeps.
type state struct {
	ink       color.Color
	width     vg.Length
	dash      []vg.Length
	xx, xy, x float64 // the transform: x' = xx·x + xy·y + x
	yx, yy, y float64
}

// tenths is a point in tenths of a CSS pixel.
type tenths struct{ x, y int }

func newSVG(height float64) *svg {
	c := &svg{height: height, now: state{xx: 1, yy: 1}}
	vg.Initialize(c)
	return c
}

// document returns the whole SVG.
func (c *svg) document(l charts.Layout, title, alt string) []byte {
	c.flush()
	c.endTexts()
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%d" role="img" font-family="%s" font-size="%d" style="max-width:100%%;height:auto">`+"\n",
		l.Width, l.Height, fontFamily, charts.TextSize)
	fmt.Fprintf(&b, "<title>%s</title>\n<desc>%s</desc>\n", html.EscapeString(title), html.EscapeString(alt))
	b.Write(c.body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// text implements texter.
func (c *svg) text(at point, s string, w words) {
	c.flush()
	style := paint("fill", w.ink)
	if w.size != charts.TextSize {
		style += fmt.Sprintf(` font-size="%v"`, w.size)
	}
	if w.anchor != start {
		style += fmt.Sprintf(` text-anchor="%s"`, w.anchor)
	}
	if w.bold {
		style += ` font-weight="700"`
	}
	if style != c.texts {
		c.endTexts()
		fmt.Fprintf(&c.body, "<g%s>\n", style)
		c.texts = style
	}
	if w.turn != 0 {
		fmt.Fprintf(&c.body, `<text transform="translate(%s %s)rotate(%s)" y="%s">%s</text>`+"\n",
			decimal(tenth(at.x)), decimal(tenth(at.y)), decimal(tenth(-w.turn)), decimal(tenth(baseline*w.size)), html.EscapeString(s))
		return
	}
	fmt.Fprintf(&c.body, `<text x="%s" y="%s">%s</text>`+"\n",
		decimal(tenth(at.x)), decimal(tenth(at.y+baseline*w.size)), html.EscapeString(s))
}

func (c *svg) endTexts() {
	if c.texts != "" {
		c.body.WriteString("</g>\n")
		c.texts = ""
	}
}

// The methods of vg.Canvas.

func (c *svg) SetLineWidth(w vg.Length)               { c.now.width = w }
func (c *svg) SetLineDash(d []vg.Length, _ vg.Length) { c.now.dash = d }
func (c *svg) SetColor(ink color.Color)               { c.now.ink = ink }
func (c *svg) Push()                                  { c.stack = append(c.stack, c.now) }
func (c *svg) Pop()                                   { c.now, c.stack = c.stack[len(c.stack)-1], c.stack[:len(c.stack)-1] }
func (c *svg) DrawImage(vg.Rectangle, image.Image)    {} // no figure has images
func (c *svg) FillString(font.Face, vg.Point, string) {} // text does it

func (c *svg) Rotate(a float64) {
	sin, cos := math.Sincos(a)
	t := &c.now
	t.xx, t.xy = t.xx*cos+t.xy*sin, t.xy*cos-t.xx*sin
	t.yx, t.yy = t.yx*cos+t.yy*sin, t.yy*cos-t.yx*sin
}

func (c *svg) Translate(p vg.Point) {
	c.now.x, c.now.y = c.now.place(p)
}

func (c *svg) Scale(x, y float64) {
	c.now.xx, c.now.yx = c.now.xx*x, c.now.yx*x
	c.now.xy, c.now.yy = c.now.xy*y, c.now.yy*y
}

func (s state) place(p vg.Point) (x, y float64) {
	px, py := float64(p.X), float64(p.Y)
	return s.xx*px + s.xy*py + s.x, s.yx*px + s.yy*py + s.y
}

// Fill fills a path.
func (c *svg) Fill(path vg.Path) {
	c.add(paint("fill", c.now.ink), path)
}

// Stroke strokes a path.
func (c *svg) Stroke(path vg.Path) {
	if c.now.width <= 0 {
		return
	}
	style := ` fill="none"` + paint("stroke", c.now.ink)
	if c.now.width != 1 {
		style += fmt.Sprintf(` stroke-width="%v" stroke-linejoin="round"`, float64(c.now.width))
	}
	if len(c.now.dash) > 0 {
		style += ` stroke-dasharray="`
		for i, d := range c.now.dash {
			if i > 0 {
				style += " "
			}
			style += strconv.FormatFloat(float64(d), 'g', 4, 64)
		}
		style += `"`
	}
	c.add(style, path)
}

// add appends a path to that being gathered, or begins another.
func (c *svg) add(style string, path vg.Path) {
	if style != c.style {
		c.flush()
		c.style = style
	}
	var first tenths
	for _, step := range path {
		to := c.tenths(step.Pos)
		switch step.Type {
		case vg.MoveComp:
			c.write("M", to.x, to.y)
			first = to
		case vg.LineComp:
			c.line(to)
		case vg.CurveComp:
			a := c.tenths(step.Control[0])
			if len(step.Control) == 1 {
				c.write("q", a.x-c.last.x, a.y-c.last.y, to.x-c.last.x, to.y-c.last.y)
			} else {
				b := c.tenths(step.Control[1])
				c.write("c", a.x-c.last.x, a.y-c.last.y, b.x-c.last.x, b.y-c.last.y, to.x-c.last.x, to.y-c.last.y)
			}
		case vg.ArcComp: // pens draw whole circles only, from their rightmost point
			r := tenth(float64(step.Radius))
			fmt.Fprintf(&c.path, "a%[1]s %[1]s 0 1 0 %[2]s 0 %[1]s %[1]s 0 1 0 %[3]s 0", decimal(r), decimal(-2*r), decimal(2*r))
			continue
		case vg.CloseComp:
			c.path.WriteByte('z')
			c.last = first
			continue
		}
		c.last = to
	}
}

func (c *svg) line(to tenths) {
	switch dx, dy := to.x-c.last.x, to.y-c.last.y; {
	case dy == 0:
		c.write("h", dx)
	case dx == 0:
		c.write("v", dy)
	default:
		c.write("l", dx, dy)
	}
}

func (c *svg) write(command string, args ...int) {
	c.path.WriteString(command)
	for i, a := range args {
		if i > 0 && a >= 0 {
			c.path.WriteByte(' ')
		}
		c.path.WriteString(decimal(a))
	}
}

// flush ends the path being gathered.
func (c *svg) flush() {
	if c.path.Len() == 0 {
		return
	}
	c.endTexts()
	fmt.Fprintf(&c.body, `<path%s d="%s"/>`+"\n", c.style, c.path.Bytes())
	c.path.Reset()
	c.style = ""
}

func (c *svg) tenths(p vg.Point) tenths {
	x, y := c.now.place(p)
	return tenths{tenth(x), tenth(c.height - y)}
}

func tenth(v float64) int { return int(math.Round(v * 10)) }

// decimal writes tenths as a number.
func decimal(t int) string {
	if t%10 == 0 {
		return strconv.Itoa(t / 10)
	}
	return strconv.FormatFloat(float64(t)/10, 'f', 1, 64)
}

// paint is the attribute, and the style that overrides it where the page has
// inks, of something in a colour. Programs that know no custom properties take
// the attribute.
func paint(what string, c color.Color) string {
	i, ok := c.(inkColour)
	if !ok {
		r, g, b, _ := c.RGBA()
		i.hex = fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
	}
	if i.tone == "" {
		return fmt.Sprintf(` %s="%s"`, what, i.hex)
	}
	return fmt.Sprintf(` %[1]s="%[2]s" style="%[1]s:var(--lb-%[3]s,%[2]s)"`, what, i.hex, i.tone)
}

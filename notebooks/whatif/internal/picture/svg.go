package picture

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"strconv"

	"lanebook/charts"
)

const fontFamily = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif"

// svg is the canvas that writes compact SVG. What has the same style and comes in
// a row becomes one path; coordinates are tenths of a pixel, from the last point.
type svg struct {
	body  bytes.Buffer
	style string       // of the path being gathered
	path  bytes.Buffer // its data
	last  tenths       // where the path has got to
	texts string       // style of the group of texts that is open
}

// tenths is a point in tenths of a CSS pixel.
type tenths struct{ x, y int }

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

func (c *svg) write(at point, s string, w words) {
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

func (c *svg) fill(ink inkColour, boxes ...box) {
	c.begin(paint("fill", ink))
	for _, b := range boxes {
		first := c.move(point{b.x, b.y})
		c.line(point{b.x + b.w, b.y})
		c.line(point{b.x + b.w, b.y + b.h})
		c.line(point{b.x, b.y + b.h})
		c.path.WriteByte('z')
		c.last = first
	}
}

func (c *svg) stroke(ink inkColour, width float64, dash []float64, lines ...[]point) {
	style := ` fill="none"` + paint("stroke", ink)
	if width != 1 {
		style += fmt.Sprintf(` stroke-width="%v" stroke-linejoin="round"`, width)
	}
	if len(dash) > 0 {
		style += ` stroke-dasharray="`
		for i, d := range dash {
			if i > 0 {
				style += " "
			}
			style += strconv.FormatFloat(d, 'g', 4, 64)
		}
		style += `"`
	}
	c.begin(style)
	for _, line := range lines {
		for i, pt := range line {
			if i == 0 {
				c.move(pt)
			} else {
				c.line(pt)
			}
		}
	}
}

// dots draws each disc from its rightmost point.
func (c *svg) dots(ink inkColour, radius float64, points ...point) {
	c.begin(paint("fill", ink))
	r := tenth(radius)
	for _, pt := range points {
		c.last = c.move(point{pt.x + radius, pt.y})
		fmt.Fprintf(&c.path, "a%[1]s %[1]s 0 1 0 %[2]s 0 %[1]s %[1]s 0 1 0 %[3]s 0z", decimal(r), decimal(-2*r), decimal(2*r))
	}
}

// begin goes on with the path being gathered, or begins one in another style.
func (c *svg) begin(style string) {
	if style != c.style {
		c.flush()
		c.style = style
	}
}

func (c *svg) move(to point) tenths {
	c.last = tenths{tenth(to.x), tenth(to.y)}
	c.command("M", c.last.x, c.last.y)
	return c.last
}

func (c *svg) line(pt point) {
	to := tenths{tenth(pt.x), tenth(pt.y)}
	switch dx, dy := to.x-c.last.x, to.y-c.last.y; {
	case dy == 0:
		c.command("h", dx)
	case dx == 0:
		c.command("v", dy)
	default:
		c.command("l", dx, dy)
	}
	c.last = to
}

func (c *svg) command(name string, args ...int) {
	c.path.WriteString(name)
	for i, a := range args {
		if i > 0 && a >= 0 {
			c.path.WriteByte(' ')
		}
		c.path.Write(appendDecimal(c.path.AvailableBuffer(), a))
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

func tenth(v float64) int { return int(math.Round(v * 10)) }

// decimal writes tenths as a number.
func decimal(t int) string { return string(appendDecimal(nil, t)) }

func appendDecimal(b []byte, t int) []byte {
	if t < 0 {
		b, t = append(b, '-'), -t
	}
	b = strconv.AppendInt(b, int64(t/10), 10)
	if t%10 != 0 {
		b = append(b, '.', byte('0'+t%10))
	}
	return b
}

// paint is the attribute, and the style that overrides it where the page has
// inks, of something in a colour. Programs that know no custom properties take
// the attribute.
func paint(what string, i inkColour) string {
	if i.tone == "" {
		return fmt.Sprintf(` %s="%s"`, what, i.hex)
	}
	return fmt.Sprintf(` %[1]s="%[2]s" style="%[1]s:var(--lb-%[3]s,%[2]s)"`, what, i.hex, i.tone)
}

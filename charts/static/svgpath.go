package static

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// draw adds a path to the one being gathered, or begins one in another style. What
// shows what is behind it stays by itself, because parts of one path do not.
func (c *SVGCanvas) draw(style string, p vg.Path) {
	c.begin(style)
	m := c.now.at
	var first tenths
	for i, step := range p {
		switch step.Type {
		case vg.MoveComp:
			c.move(m.tenths(step.Pos))
			first = c.last
		case vg.LineComp:
			c.line(m.tenths(step.Pos))
		case vg.ArcComp:
			if from := m.tenths(onArc(step, step.Start)); i > 0 {
				c.line(from)
			} else {
				c.move(from)
				first = from
			}
			c.arc(m, step)
		case vg.CurveComp:
			c.curve(m, step)
		case vg.CloseComp:
			c.path.WriteByte('z')
			c.last = first
		}
	}
}

func (c *SVGCanvas) begin(style string) {
	if style != c.style || strings.Contains(style, "-opacity") {
		c.flush()
		c.style = style
	}
}

// insideEnd parts, in a style, the fill from the stroke around it.
const insideEnd = "\n"

// flush ends the path being gathered.
func (c *SVGCanvas) flush() {
	if c.path.Len() == 0 {
		return
	}
	c.endTexts()
	if fill, stroke, both := strings.Cut(c.style, insideEnd); both {
		fmt.Fprintf(&c.body, `<g%s><path%s d="%s"/></g>`+"\n", fill, stroke, c.path.Bytes())
	} else {
		fmt.Fprintf(&c.body, `<path%s d="%s"/>`+"\n", strings.TrimRight(c.style, " "), c.path.Bytes())
	}
	c.path.Reset()
	c.style = ""
}

func (c *SVGCanvas) move(to tenths) {
	if c.path.Len() == 0 {
		c.command("M", to.x, to.y)
	} else {
		c.command("m", to.x-c.last.x, to.y-c.last.y)
	}
	c.last = to
}

func (c *SVGCanvas) line(to tenths) {
	switch dx, dy := to.x-c.last.x, to.y-c.last.y; {
	case dx == 0 && dy == 0:
		return
	case dy == 0:
		c.command("h", dx)
	case dx == 0:
		c.command("v", dy)
	default:
		c.command("l", dx, dy)
	}
	c.last = to
}

// curve is quadratic if it has one control point, cubic if it has two.
func (c *SVGCanvas) curve(m matrix, step vg.PathComp) {
	var args []int
	for _, p := range append(step.Control, step.Pos) {
		to := m.tenths(p)
		args = append(args, to.x-c.last.x, to.y-c.last.y)
	}
	c.command(map[int]string{1: "q", 2: "c"}[len(step.Control)], args...)
	c.last = m.tenths(step.Pos)
}

// arc draws pieces of at most half a circle. They are reckoned from the first point,
// so that all circles of a size are alike.
func (c *SVGCanvas) arc(m matrix, step vg.PathComp) {
	pieces := max(1, int(math.Ceil(math.Abs(step.Angle)/math.Pi-1e-9)))
	begin, from := c.last, onArc(step, step.Start)
	rx := tenth(float64(step.Radius) * math.Hypot(m[0], m[1]))
	ry := tenth(float64(step.Radius) * math.Hypot(m[2], m[3]))
	turned, sweep := tenth(math.Atan2(m[1], m[0])*180/math.Pi), 0
	if step.Angle > 0 == (m.det() > 0) {
		sweep = 10
	}
	m[4], m[5] = 0, 0
	for i := range pieces {
		to := m.tenths(onArc(step, step.Start+step.Angle*float64(i+1)/float64(pieces)).Sub(from))
		to.x, to.y = to.x+begin.x, to.y+begin.y
		c.command("a", rx, ry, turned, 0, sweep, to.x-c.last.x, to.y-c.last.y)
		c.last = to
	}
}

func onArc(step vg.PathComp, angle float64) vg.Point {
	sin, cos := math.Sincos(angle)
	return step.Pos.Add(vg.Point{X: step.Radius * vg.Length(cos), Y: step.Radius * vg.Length(sin)})
}

// disc says whether a path goes once around a disc, and around which.
func disc(p vg.Path) (at vg.Point, radius vg.Length, ok bool) {
	if len(p) != 3 || p[0].Type != vg.MoveComp || p[1].Type != vg.ArcComp || p[2].Type != vg.CloseComp || math.Abs(p[1].Angle) < 2*math.Pi-1e-9 {
		return at, 0, false
	}
	return p[1].Pos, p[1].Radius, true
}

// dot draws a disc as a line without length whose ends are round: a tenth of the bytes
// of arcs.
func (c *SVGCanvas) dot(at vg.Point, radius vg.Length) {
	c.begin(fmt.Sprintf(` fill="none"%s stroke-width="%.4g" stroke-linecap="round"`, paint("stroke", c.now.ink), float64(2*radius)))
	c.move(c.now.at.tenths(at))
	c.path.WriteString("h0")
}

// ring draws a circle as one arc that ends a tenth from where it begins: half the
// bytes of two.
func (c *SVGCanvas) ring(at vg.Point, radius vg.Length) {
	c.move(c.now.at.tenths(at.Add(vg.Point{X: radius})))
	c.command("a", tenth(float64(radius)), tenth(float64(radius)), 0, 10, 0, 0, 1)
	c.path.WriteByte('z')
}

// area is positive for a path that goes around it against the clock.
func area(p vg.Path) vg.Length {
	var sum vg.Length
	var last, first vg.Point
	for _, step := range append(p[:len(p):len(p)], vg.PathComp{Type: vg.CloseComp}) {
		to := step.Pos
		switch step.Type {
		case vg.MoveComp:
			first, last = to, to
		case vg.CloseComp:
			to = first
		case vg.ArcComp:
			sum += step.Radius * step.Radius * vg.Length(step.Angle)
			continue
		}
		sum += last.X*to.Y - to.X*last.Y
		last = to
	}
	return sum
}

func (c *SVGCanvas) command(name string, args ...int) {
	c.path.WriteString(name)
	for i, a := range args {
		if i > 0 && a >= 0 {
			c.path.WriteByte(' ')
		}
		c.path.Write(appendDecimal(c.path.AvailableBuffer(), a))
	}
}

func tenth(v float64) int { return int(math.Round(v * 10)) }

// decimal writes a number to the tenth.
func decimal(v float64) string { return string(appendDecimal(nil, tenth(v))) }

// appendDecimal writes tenths as a number.
func appendDecimal(b []byte, t int) []byte {
	if t < 0 {
		b, t = append(b, '-'), -t
	}
	if t == 0 || t >= 10 {
		b = strconv.AppendInt(b, int64(t/10), 10)
	}
	if t%10 != 0 {
		b = append(b, '.', byte('0'+t%10))
	}
	return b
}

package static

import (
	"fmt"
	"html"
	"math"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"lanebook/charts"
)

// FillString writes a text from a point on. It is as wide as in its own face.
func (c *SVGCanvas) FillString(f font.Face, at vg.Point, s string) {
	c.text(f, at, s, text.XLeft, fmt.Sprintf(` textLength="%s" lengthAdjust="spacingAndGlyphs"`, decimal(float64(f.Width(s)))))
}

// text writes a text that is aligned to the point, with more attributes.
func (c *SVGCanvas) text(f font.Face, at vg.Point, s string, align text.XAlignment, more string) {
	fill := paint("fill", c.now.ink)
	if s == "" || fill == "" || f.Font.Size <= 0 {
		return
	}
	c.flush()
	style := fill + fontStyle(f.Font)
	switch align {
	case text.XCenter:
		style += ` text-anchor="middle"`
	case text.XRight:
		style += ` text-anchor="end"`
	}
	if style != c.texts {
		c.endTexts()
		fmt.Fprintf(&c.body, "<g%s>\n", style)
		c.texts = style
	}
	m := c.now.at.times(matrix{1, 0, 0, 1, float64(at.X), float64(at.Y)})
	where := fmt.Sprintf(`x="%s" y="%s"`, decimal(m[4]), decimal(m[5]))
	if scale := -m.det(); math.Abs(scale-1) > 1e-9 {
		where = fmt.Sprintf(`transform="matrix(%.5g %.5g %.5g %.5g %.5g %.5g)"`, m[0], m[1], -m[2], -m[3], m[4], m[5])
	} else if m[1] != 0 {
		where = fmt.Sprintf(`transform="translate(%s %s)rotate(%s)"`, decimal(m[4]), decimal(m[5]), decimal(math.Atan2(m[1], m[0])*180/math.Pi))
	}
	fmt.Fprintf(&c.body, "<text %s%s>%s</text>\n", where, more, html.EscapeString(s))
}

// fontStyle is what of a font is not the document's.
func fontStyle(f font.Font) (style string) {
	if family := map[font.Variant]string{"Serif": "serif", "Mono": "monospace"}[f.Variant]; family != "" {
		style = fmt.Sprintf(` font-family="%s"`, family)
	}
	if f.Size != charts.TextSize {
		style += fmt.Sprintf(` font-size="%.4g"`, float64(f.Size))
	}
	if f.Weight > stdfont.WeightMedium {
		style += ` font-weight="700"`
	}
	if f.Style != stdfont.StyleNormal {
		style += ` font-style="italic"`
	}
	return style
}

func (c *SVGCanvas) endTexts() {
	if c.texts != "" {
		c.body.WriteString("</g>\n")
		c.texts = ""
	}
}

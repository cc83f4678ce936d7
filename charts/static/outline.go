//go:build !js

package static

import (
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// fillString writes a text. A PDF gets it as shapes: the PDF canvas knows the
// characters of Windows-1252 only and writes others wrongly, and shapes are a
// tenth of the bytes of a font.
func fillString(c vg.Canvas, face font.Face, at vg.Point, s string) {
	if _, pdf := c.(*vgpdf.Canvas); pdf {
		c.Fill(outline(face, at, s))
		return
	}
	c.FillString(face, at, s)
}

// outline returns the shapes of a text's characters.
func outline(face font.Face, at vg.Point, s string) vg.Path {
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
	return path
}

//go:build !js

package figures

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// PageReads draws how many lines of its L2 a group of six SMs of an H100 reads a cycle by how many pages they
// lie in, and what silicon.TranslationVariant of the H200 gives.
func PageReads() (charts.Figure, error) {
	rows, err := silicon.ComparePageReads()
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "Lines of the L2 by the pages they lie in",
		X:     charts.Axis{Label: "pages of 16 MB", Scale: charts.Log2},
		Y:     charts.Axis{Label: "lines a cycle of six SMs"},
		Alt:   "Lines a cycle of six SMs against pages: about three or more up to 16 pages; then they fall to one if each lane reads a page of its own, to two if lanes go in pairs to lines 4 KB apart, and to one if the lines of a pair lie 64 KB apart. From 40 pages on the model's curves lie within 7 % of the marks; with fewer pages most lie above them, and that of pairs 64 KB apart below.",
	}
	for i, k := range []struct {
		name, what string
		texture    bool
		bytes      int
	}{
		{"pairs of lanes, 4 KB apart", "pair", false, 4 << 10}, {"each lane for itself", "chance", false, 0}, {"pairs, 64 KB apart", "pair", false, 64 << 10},
		{"each lane, through a texture", "chance", true, 0},
	} {
		marks := charts.Line{Name: k.name, Style: charts.Dots, Measured: true, Tone: charts.Palette[i]}
		curve := charts.Line{Name: k.name + ", model", Tone: charts.Palette[i]}
		for _, r := range rows {
			if r.What != k.what || r.Texture != k.texture || int(r.Bytes) != k.bytes {
				continue
			}
			x := float64(r.Spots)
			curve.X, curve.Y = append(curve.X, x), append(curve.Y, thousandths(r.Model))
			marks.X, marks.Y = append(marks.X, x), append(marks.Y, thousandths(r.Measured))
			tip := fmt.Sprintf("%s, %d pages\nmeasured %.2f lines a cycle\nmodel %.2f", k.name, r.Spots, r.Measured, r.Model)
			switch {
			case r.Set:
				tip += "\ntwo numbers were set from such rows"
			case !r.Waits():
				tip += "\nthe L2 gives no more: not counted"
			}
			marks.Tips = append(marks.Tips, tip)
		}
		f.Series = append(f.Series, curve, marks)
	}
	var set, read, unseen struct{ n, off, worst float64 }
	for _, r := range rows {
		by := &unseen
		switch {
		case !r.Waits():
			continue
		case r.Set:
			by = &set
		case r.Read:
			by = &read
		}
		by.n, by.off, by.worst = by.n+1, by.off+100*math.Abs(r.Error()), max(by.worst, 100*math.Abs(r.Error()))
	}
	f.Caption = fmt.Sprintf("Hollow: measured on an H100, all its SMs at once. Lines: the model of an H200, which reads the same lines by loads where the chip read through a texture. %.0f rows whose lines wait for translation decided two numbers, and the form was chosen with them in view: %.1f %% off. From %.0f others the size of a page, the reach and what goes together were read off: %.1f %%, at worst %.0f. The %.0f by textures set nothing: %.1f %%, at worst %.0f. Not all are drawn. Beyond 2.5 lines a cycle it may be the L2 or the texture unit that gives no more, of which six SMs alone have more in the model: those are not counted.",
		set.n, set.off/set.n, read.n, read.off/read.n, read.worst, unseen.n, unseen.off/unseen.n, unseen.worst)
	return f, nil
}

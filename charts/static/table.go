package static

import (
	"fmt"
	"math"
	"slices"

	"lanebook/charts"
)

// drawTable draws a table, or its first rows and how many are left out.
func drawTable(p pen, t charts.Table, l charts.Layout) {
	wide, left := columns(t, l)
	soft, ink := p.ink(charts.ToneSoft), p.ink(charts.ToneInk)
	line := func(row int) float64 { return float64(l.Top) + (float64(row)+0.5)*charts.TableLine }
	write := func(row int, i int, s string, w words) {
		at := point{left[i], line(row)}
		if t.Columns[i].Numeric {
			at.x, w.anchor = left[i]+wide[i], end
		}
		p.text(at, cut(s, wide[i]), w)
	}
	for i, c := range t.Columns {
		write(0, i, c.Head, words{ink: ink, bold: true})
	}
	shown := t.Rows[:min(len(t.Rows), charts.TableRows)]
	for r, row := range shown {
		for i, s := range row {
			write(r+1, i, s, words{ink: ink})
		}
	}
	if out := len(t.Rows) - len(shown); out > 0 {
		p.text(point{left[0], line(len(shown) + 1)}, fmt.Sprintf("… %d more rows", out), words{ink: soft})
	}
	x0, x1 := float64(l.Left), float64(l.Width-l.Right)
	var rules [][]point
	for r := range shown[1:] {
		y := line(r+1) + charts.TableLine/2
		rules = append(rules, []point{{x0, y}, {x1, y}})
	}
	if len(rules) > 0 {
		p.stroke(p.ink(charts.TonePlain), 1, nil, rules...)
	}
	y := line(0) + charts.TableLine/2
	p.stroke(soft, 1, nil, []point{{x0, y}, {x1, y}})
}

const columnGap = 24

// columns gives each column the width of its widest text, and where the picture is
// too narrow for all, less to the widest ones. It also says where each begins.
func columns(t charts.Table, l charts.Layout) (wide, left []float64) {
	for i, c := range t.Columns {
		w := charts.TextWidth(c.Head, charts.TextSize) * 1.08 // bold
		for _, row := range t.Rows {
			w = max(w, charts.TextWidth(row[i], charts.TextSize))
		}
		wide = append(wide, w)
	}
	most := widest(wide, float64(l.Width-l.Left-l.Right)-columnGap*float64(len(wide)))
	x := float64(l.Left) + columnGap/2
	for i := range wide {
		wide[i] = min(wide[i], most)
		left = append(left, x)
		x += wide[i] + columnGap
	}
	return wide, left
}

// widest returns the limit that, set to all widths, makes their sum fit the room.
func widest(wide []float64, room float64) float64 {
	rising := slices.Sorted(slices.Values(wide))
	for i, w := range rising {
		if share := room / float64(len(rising)-i); w > share {
			return share
		}
		room -= w
	}
	return math.Inf(1)
}

// cut shortens a text to a width.
func cut(s string, wide float64) string {
	if charts.TextWidth(s, charts.TextSize) <= wide+2 {
		return s
	}
	r := []rune(s)
	for len(r) > 0 && charts.TextWidth(string(r)+"…", charts.TextSize) > wide {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}

package charts

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// The most lines of data, and characters of a line, that Text writes.
const (
	textRows = 16
	textWide = 110
)

// Text draws the figure in plain text, in some 30 lines: its title and
// caption, then a map of a grid, bars, or a table of values. Where it leaves data
// out it says how much. An invalid figure gives the text of its faults.
func Text(f Figure) string {
	if err := f.Validate(); err != nil {
		return err.Error() + "\n"
	}
	var b strings.Builder
	b.WriteString(f.Heading() + "\n")
	if f.Caption != "" {
		b.WriteString(f.Caption + "\n")
	}
	b.WriteString("\n")
	switch s := f.Series[0].(type) {
	case Grid:
		b.WriteString(textGrid(s))
	case Spans:
		b.WriteString(textSpans(f, s))
	case Flow:
		b.WriteString(textFlow(s))
	case Table:
		b.WriteString(textTable(f.data(FormatNumber), numeric(s.Columns)))
	case Bars:
		if len(f.Series) == 1 {
			b.WriteString(textBars(f, s))
			break
		}
		b.WriteString(f.textData())
	default:
		b.WriteString(f.textData())
	}
	if f.Note != "" {
		b.WriteString("\nNote: " + f.Note + "\n")
	}
	return b.String()
}

// Heading is the figure's title after its number, if it has one.
func (f Figure) Heading() string {
	if f.Number == "" {
		return f.Title
	}
	return "Figure " + f.Number + ". " + f.Title
}

// textData is the table behind lines and bars, with their unit.
func (f Figure) textData() string {
	rows := f.data(FormatNumber)
	right := make([]bool, len(rows[0]))
	for i := range right {
		right[i] = true
	}
	if _, wide := f.sharedX(); !wide {
		right[0] = false
	}
	s := textTable(rows, right)
	if t := f.Y.Title(); t != "" && len(f.Series) > 1 {
		s = t + "\n" + s
	}
	return s
}

// textTable aligns rows under their heads. Of too many rows it keeps the first,
// the last, and some evenly between.
func textTable(rows [][]string, right []bool) string {
	head, body := rows[0], rows[1:]
	kept := thin(len(body), textRows)
	wide := make([]int, len(head))
	measure := func(row []string) {
		for i, s := range row {
			wide[i] = max(wide[i], utf8.RuneCountInString(s))
		}
	}
	measure(head)
	for _, i := range kept {
		measure(body[i])
	}
	var b strings.Builder
	line := func(row []string) {
		var l strings.Builder
		for i, s := range row {
			if i > 0 {
				l.WriteString("  ")
			}
			l.WriteString(pad(s, wide[i], right[i]))
		}
		b.WriteString(strings.TrimRight(cut(l.String(), textWide), " ") + "\n")
	}
	line(head)
	for _, i := range kept {
		line(body[i])
	}
	if out := len(body) - len(kept); out > 0 {
		fmt.Fprintf(&b, "… %d of %d rows left out\n", out, len(body))
	}
	return b.String()
}

func textBars(f Figure, bars Bars) string {
	top := 0.0
	for _, v := range bars.Y {
		top = math.Max(top, math.Abs(v))
	}
	kept := thin(len(bars.Y), textRows)
	wide := 0
	for _, i := range kept {
		wide = max(wide, utf8.RuneCountInString(f.X.Categories[i]))
	}
	var b strings.Builder
	for _, i := range kept {
		length := 0
		if top > 0 {
			length = int(math.Round(math.Abs(bars.Y[i]) / top * 50))
		}
		fmt.Fprintf(&b, "%s  %s %s\n", pad(f.X.Categories[i], wide, false),
			strings.Repeat("█", length), FormatNumber(bars.Y[i]))
	}
	if out := len(bars.Y) - len(kept); out > 0 {
		fmt.Fprintf(&b, "… %d of %d bars left out\n", out, len(bars.Y))
	}
	if t := f.Y.Title(); t != "" {
		b.WriteString(t + "\n")
	}
	return b.String()
}

// textGrid draws one character for each cell.
func textGrid(g Grid) string {
	sign, legend := gridSigns(g)
	rows, columns := min(len(g.Rows), textRows), min(len(g.Columns), 96)
	lines := make([][]rune, rows)
	for i := range lines {
		lines[i] = []rune(strings.Repeat(" ", columns))
	}
	for _, c := range g.Cells {
		if c.Row < rows && c.Column < columns {
			lines[c.Row][c.Column] = sign(c)
		}
	}
	wide := 0
	for _, s := range g.Rows[:rows] {
		wide = max(wide, utf8.RuneCountInString(s))
	}
	var b strings.Builder
	for i, line := range lines {
		b.WriteString(strings.TrimRight(pad(g.Rows[i], wide, true)+" |"+string(line), " ") + "\n")
	}
	if g.Across != "" || g.Down != "" {
		fmt.Fprintf(&b, "down: %s %s to %s; across: %s %s to %s\n",
			g.Down, g.Rows[0], g.Rows[len(g.Rows)-1], g.Across, g.Columns[0], g.Columns[len(g.Columns)-1])
	}
	b.WriteString(legend)
	if rows < len(g.Rows) || columns < len(g.Columns) {
		fmt.Fprintf(&b, "… %d rows and %d columns left out\n", len(g.Rows)-rows, len(g.Columns)-columns)
	}
	return b.String()
}

// gridSigns returns the character for a cell, and the lines that explain it.
func gridSigns(g Grid) (func(Cell) rune, string) {
	if len(g.Keys) == 0 {
		steps := []rune("▁▂▃▄▅▆▇█")
		r := g.Range()
		sign := func(c Cell) rune {
			return steps[min(int(r.At(c.Value)*float64(len(steps))), len(steps)-1)]
		}
		return sign, strings.TrimSpace(fmt.Sprintf("▁ %s to █ %s %s", FormatNumber(r.Min), FormatNumber(r.Max), g.Unit)) + "\n"
	}
	signs, legend := keySigns(g.Keys)
	return func(c Cell) rune { return signs[c.Tone] }, legend
}

// keySigns returns the character for each tone, and the lines that explain it.
func keySigns(keys []Key) (map[Tone]rune, string) {
	signs := map[Tone]rune{}
	var legend strings.Builder
	next := 'A'
	for _, k := range keys {
		switch k.Tone {
		case TonePlain, TonePaper:
			signs[k.Tone] = '.'
		case ToneMuted:
			signs[k.Tone] = '-'
		default:
			signs[k.Tone] = next
			next++
		}
		fmt.Fprintf(&legend, "%c %s\n", signs[k.Tone], k.Label)
	}
	return signs, legend.String()
}

// thin returns at most most of the numbers 0 to n-1, evenly, with both ends.
func thin(n, most int) []int {
	kept := make([]int, 0, min(n, most))
	for i := range min(n, most) {
		if n > most {
			i = i * (n - 1) / (most - 1)
		}
		kept = append(kept, i)
	}
	return kept
}

func numeric(columns []Column) []bool {
	var r []bool
	for _, c := range columns {
		r = append(r, c.Numeric)
	}
	return r
}

func pad(s string, wide int, right bool) string {
	fill := strings.Repeat(" ", max(0, wide-utf8.RuneCountInString(s)))
	if right {
		return fill + s
	}
	return s + fill
}

func cut(s string, wide int) string {
	r := []rune(s)
	if len(r) <= wide {
		return s
	}
	return string(r[:wide-1]) + "…"
}

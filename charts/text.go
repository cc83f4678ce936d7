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
// caption, then a map of a grid or a timeline, or a table of values. Where it leaves data
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

// textData is the figure's data as a table; numbers are aligned to the right.
func (f Figure) textData() string {
	rows := f.data(FormatNumber)
	right, first := make([]bool, len(rows[0])), ""
	switch s := f.Series[0].(type) {
	case Flow:
	case Table:
		for i, c := range s.Columns {
			right[i] = c.Numeric
		}
	default:
		_, wide := f.sharedX()
		for i := range right {
			right[i] = i > 0 || wide && f.X.Categories == nil
		}
		if t := f.Y.Title(); t != "" && len(f.Series) > 1 {
			first = t + "\n"
		}
	}
	return first + textTable(rows, right)
}

// textTable aligns rows under their heads. Of too many rows it keeps the first,
// the last, and some evenly between.
func textTable(rows [][]string, right []bool) string {
	head, body := rows[0], rows[1:]
	kept := thin(len(body), textRows)
	wide := make([]int, len(head))
	measure := func(row []string) {
		for i, s := range row {
			wide[i] = max(wide[i], utf8.RuneCountInString(oneLine(s)))
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
			l.WriteString(pad(oneLine(s), wide[i], right[i]))
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

// textGrid draws one character for each cell.
func textGrid(g Grid) string {
	sign, legend := gridSigns(g)
	lines := canvas(len(g.Rows), min(len(g.Columns), 96))
	for _, c := range g.Cells {
		if c.Row < len(lines) && c.Column < len(lines[0]) {
			lines[c.Row][c.Column] = sign(c)
		}
	}
	text := textMap(g.Rows, lines)
	if g.Across != "" || g.Down != "" {
		text += fmt.Sprintf("down: %s %s to %s; across: %s %s to %s\n",
			g.Down, g.Rows[0], g.Rows[len(g.Rows)-1], g.Across, g.Columns[0], g.Columns[len(g.Columns)-1])
	}
	text += legend
	if len(lines) < len(g.Rows) || len(lines[0]) < len(g.Columns) {
		text += fmt.Sprintf("… %d rows and %d columns left out\n", len(g.Rows)-len(lines), len(g.Columns)-len(lines[0]))
	}
	return text
}

// textSpans draws one character for each unit of time, or for more, so that a row
// fits into a line: the sign of the span that holds the middle of it.
func textSpans(f Figure, s Spans) string {
	signs, legend := keySigns(s.Keys)
	x, _ := f.Ranges()
	step := math.Max(1, math.Ceil((x.Max-x.Min)/96))
	lines := canvas(len(s.Rows), int(math.Ceil((x.Max-x.Min)/step)))
	for _, p := range s.Spans {
		if p.Row >= len(lines) {
			continue
		}
		for i := range lines[p.Row] {
			if at := x.Min + (float64(i)+0.5)*step; p.From <= at && at < p.To {
				lines[p.Row][i] = signs[p.Tone]
			}
		}
	}
	text := textMap(s.Rows, lines) + fmt.Sprintf("across: %s %s to %s, %s a character\n%s", f.X.Title(), FormatNumber(x.Min), FormatNumber(x.Max), FormatNumber(step), legend)
	if len(lines) < len(s.Rows) {
		text += fmt.Sprintf("… %d of %d rows left out\n", len(s.Rows)-len(lines), len(s.Rows))
	}
	return text
}

// canvas is as many empty lines as there are rows, or as Text writes.
func canvas(rows, columns int) [][]rune {
	lines := make([][]rune, min(rows, textRows))
	for i := range lines {
		lines[i] = []rune(strings.Repeat(" ", columns))
	}
	return lines
}

// textMap writes lines after the names of their rows.
func textMap(names []string, lines [][]rune) string {
	wide := 0
	for _, s := range names[:len(lines)] {
		wide = max(wide, utf8.RuneCountInString(s))
	}
	var b strings.Builder
	for i, line := range lines {
		b.WriteString(strings.TrimRight(pad(names[i], wide, true)+" |"+string(line), " ") + "\n")
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

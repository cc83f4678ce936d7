package charts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// The most lines of data, and characters of a line, that Text writes.
const (
	textRows    = 16 // of a table or map
	textPoints  = 8  // of a chart's data
	textColumns = 96 // of a map
	textWide    = 110
)

// Text draws the figure in plain text, in some 30 lines: its title and
// caption, then a map of a grid or a timeline, a list of a flow's boxes and arrows, or a
// table of values. Where it leaves data out it says how much. An invalid figure gives the
// text of its faults.
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
	default:
		b.WriteString(f.textData())
	}
	if f.Note != "" {
		b.WriteString("\nNote: " + f.Note + "\n")
	}
	return b.String()
}

// Heading is the figure's title after its number, if it has one, and before the figure
// that it redraws, if it does.
func (f Figure) Heading() string {
	title := f.Title
	if f.Number != "" {
		title = "Figure " + f.Number + ". " + title
	}
	if f.After != "" {
		title += " (after " + f.After + ")"
	}
	return title
}

// textData is the figure's data as a table, below the title of Y where no column is
// headed by it; numbers are aligned to the right.
func (f Figure) textData() string {
	rows, most := f.data(FormatNumber), textPoints
	right, first := make([]bool, len(rows[0])), ""
	if s, ok := f.Series[0].(Table); ok {
		most = textRows
		for i, c := range s.flat().Columns {
			right[i] = c.Numeric
		}
	} else {
		_, wide := f.sharedX()
		for i := range right {
			right[i] = i > 0 || wide && f.X.Categories == nil
		}
		if t := f.Y.Title(); t != "" && !slices.Contains(rows[0], t) {
			first = t + "\n"
		}
	}
	return first + textTable(rows, right, most)
}

// textTable aligns rows under their heads. Of more than most it keeps the first,
// the last, and some evenly between.
func textTable(rows [][]string, right []bool, most int) string {
	head, body := rows[0], rows[1:]
	kept := [][]string{head}
	most = min(most, len(body))
	for i := range most {
		kept = append(kept, body[i*(len(body)-1)/max(most-1, 1)])
	}
	wide := make([]int, len(head))
	for _, row := range kept {
		for i, s := range row {
			wide[i] = max(wide[i], utf8.RuneCountInString(oneLine(s)))
		}
	}
	for i := range wide {
		if !right[i] {
			wide[i] = -wide[i] // to the left
		}
	}
	var b strings.Builder
	for _, row := range kept {
		line := ""
		for i, s := range row {
			line += fmt.Sprintf("%*s  ", wide[i], oneLine(s))
		}
		b.WriteString(strings.TrimRight(cut(strings.TrimRight(line, " "), textWide), " ") + "\n")
	}
	if out := len(body) + 1 - len(kept); out > 0 {
		fmt.Fprintf(&b, "… %d of %d rows left out\n", out, len(body))
	}
	return b.String()
}

// textGrid draws one character for each cell.
func textGrid(g Grid) string {
	steps := []rune("▁▂▃▄▅▆▇█")
	r := g.Range()
	signs, legend := keySigns(g.Keys)
	if len(g.Keys) == 0 {
		legend = strings.TrimSpace(fmt.Sprintf("▁ %s to █ %s %s", FormatNumber(r.Min), FormatNumber(r.Max), g.Unit)) + "\n"
	}
	cells := map[[2]int]rune{}
	for _, c := range g.Cells {
		cells[[2]int{c.Row, c.Column}] = signs[c.Tone]
		if len(g.Keys) == 0 {
			cells[[2]int{c.Row, c.Column}] = steps[min(int(r.At(c.Value)*float64(len(steps))), len(steps)-1)]
		}
	}
	text := textMap(g.Rows, min(len(g.Columns), textColumns), func(row, column int) rune { return cells[[2]int{row, column}] })
	if g.Across != "" || g.Down != "" {
		text += fmt.Sprintf("down: %s %s to %s; across: %s %s to %s\n",
			g.Down, g.Rows[0], g.Rows[len(g.Rows)-1], g.Across, g.Columns[0], g.Columns[len(g.Columns)-1])
	}
	text += legend
	if rows, columns := max(len(g.Rows)-textRows, 0), max(len(g.Columns)-textColumns, 0); rows+columns > 0 {
		text += fmt.Sprintf("… %d rows and %d columns left out\n", rows, columns)
	}
	return text
}

// textSpans draws one character for each unit of time, or for more, so that a row
// fits into a line: the sign of the span that holds the middle of it.
func textSpans(f Figure, s Spans) string {
	signs, legend := keySigns(s.Keys)
	x, _ := f.Ranges()
	step := math.Max(1, math.Ceil((x.Max-x.Min)/textColumns))
	if x.Max-x.Min < 1 {
		step = (x.Max - x.Min) / textColumns
	}
	text := textMap(s.Rows, int(math.Ceil((x.Max-x.Min)/step)), func(row, column int) rune {
		at := x.Min + (float64(column)+0.5)*step
		i := slices.IndexFunc(s.Spans, func(p Span) bool { return p.Row == row && p.From <= at && at < p.To })
		if i < 0 {
			return 0
		}
		return signs[s.Spans[i].Tone]
	})
	text += fmt.Sprintf("across: %s %s to %s, %s a character\n%s", f.X.Title(), FormatNumber(x.Min), FormatNumber(x.Max), FormatNumber(step), legend)
	if out := len(s.Rows) - textRows; out > 0 {
		text += fmt.Sprintf("… %d of %d rows left out\n", out, len(s.Rows))
	}
	return text
}

// textMap writes rows of signs after their names, a space for 0.
func textMap(names []string, columns int, sign func(row, column int) rune) string {
	names = names[:min(len(names), textRows)]
	wide := longest(names)
	var b strings.Builder
	for row, name := range names {
		line := fmt.Sprintf("%*s |", wide, name)
		for i := range columns {
			line += string(cmp.Or(sign(row, i), ' '))
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

func longest(words []string) (letters int) {
	for _, s := range words {
		letters = max(letters, utf8.RuneCountInString(s))
	}
	return letters
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

func cut(s string, wide int) string {
	r := []rune(s)
	if len(r) <= wide {
		return s
	}
	return string(r[:wide-1]) + "…"
}

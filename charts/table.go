package charts

import (
	"math"
	"strings"
)

// Sheet says where the words of a Table stand in its picture, in CSS pixels from
// the picture's top left corner.
type Sheet struct {
	Left, Wide []float64  // of each column
	Rows       []SheetRow // the heads, then the rows that are shown
	Out        int        // rows left out
	Height     float64    // of all, with the line that says how many are left out
}

// SheetRow is one row: the lines of each of its cells, the first at Top.
type SheetRow struct {
	Top, Height float64
	Cells       [][]string
}

// The measures of a sheet, in CSS pixels; and how much of a table it shows.
const (
	SheetLine   = 28 // of a row of one line
	SheetMore   = 16 // for each further line
	sheetGap    = 24 // between columns
	sheetNarrow = 14 // where room is short
	sheetMargin = 8
	sheetRows   = 40
	sheetLines  = 5 // of a cell; what does not fit is cut
)

// Sheet lays the table out in a picture of the given width: text that is too long
// for its column goes on in a new line. The table must be valid.
func (t Table) Sheet(width int) Sheet {
	s := t.columns(float64(width))
	add := func(cells []string, size float64) {
		row, lines := SheetRow{Top: s.Height}, 1
		for i, text := range cells {
			wrapped := wrap(text, s.Wide[i], size)
			row.Cells, lines = append(row.Cells, wrapped), max(lines, len(wrapped))
		}
		row.Height = SheetLine + SheetMore*float64(lines-1)
		s.Rows, s.Height = append(s.Rows, row), s.Height+row.Height
	}
	s.Height = sheetMargin / 2
	add(heads(t), TextSize*boldWide)
	shown := t.Rows[:min(len(t.Rows), sheetRows)]
	for _, row := range shown {
		add(row, TextSize)
	}
	if s.Out = len(t.Rows) - len(shown); s.Out > 0 {
		s.Height += SheetLine
	}
	s.Height += sheetMargin / 2
	return s
}

// boldWide is how much wider bold text is.
const boldWide = 1.08

// columns gives each column the width of its widest text. Where the picture is too
// narrow for all, each has at least its widest word, if that is possible, and those
// with longer texts more of what is left.
func (t Table) columns(width float64) (s Sheet) {
	var least []float64
	all, gap := 0.0, float64(sheetGap)
	for i := range t.Columns {
		wide, word := t.widths(i)
		s.Wide, least = append(s.Wide, wide), append(least, word)
		all += wide
	}
	n := float64(len(s.Wide))
	if room := width - 2*sheetMargin; all > room-gap*n {
		gap = sheetNarrow
		room -= gap * n
		for i := range least {
			least[i] = math.Max(math.Min(least[i], room/n), 1)
		}
		share(s.Wide, least, room)
	}
	x := sheetMargin + gap/2
	for i := range s.Wide {
		s.Left = append(s.Left, x)
		x += s.Wide[i] + gap
	}
	return s
}

// widths returns the widths of a column's widest text and of its widest word.
func (t Table) widths(i int) (wide, word float64) {
	add := func(s string, size float64) {
		wide = math.Max(wide, TextWidth(s, size))
		for w := range strings.SplitSeq(s, " ") {
			word = math.Max(word, TextWidth(w, size))
		}
	}
	add(t.Columns[i].Head, TextSize*boldWide)
	for _, row := range t.Rows {
		add(row[i], TextSize)
	}
	return wide, word
}

// share makes widths fit into the room: the least ones, and of what they leave the
// more the wider a column would be, as the root of it, so that none takes all.
func share(wide, least []float64, room float64) {
	for _, w := range least {
		room -= w
	}
	if room <= 0 { // not even the words fit
		copy(wide, least)
		return
	}
	full := make([]bool, len(wide)) // columns that have all they want
	for {
		sum := 0.0
		for i := range wide {
			if !full[i] {
				sum += math.Sqrt(wide[i] - least[i])
			}
		}
		more := -1
		for i := range wide {
			if !full[i] && wide[i]-least[i] <= room*math.Sqrt(wide[i]-least[i])/sum {
				more = i
			}
		}
		if more >= 0 && sum > 0 {
			full[more] = true
			room -= wide[more] - least[more]
			continue
		}
		for i := range wide {
			if !full[i] && sum > 0 {
				wide[i] = least[i] + room*math.Sqrt(wide[i]-least[i])/sum
			}
		}
		return
	}
}

// wrap breaks a text between words, and a word that is too long within. It makes
// sheetLines lines at most.
func wrap(s string, wide, size float64) []string {
	var lines []string
	line := ""
	words := strings.Split(s, " ")
	for len(words) > 0 {
		word := words[0]
		longer := word
		if line != "" {
			longer = line + " " + word
		}
		if TextWidth(longer, size) <= wide+2 {
			line, words = longer, words[1:]
			continue
		}
		if len(lines) == sheetLines-1 {
			rest := strings.TrimSpace(line + " " + strings.Join(words, " "))
			return append(lines, Shorten(rest, wide, size))
		}
		if line == "" { // a word by itself is too long
			head := fitting(word, wide, size)
			line, words[0] = head, word[len(head):]
		}
		lines, line = append(lines, line), ""
	}
	return append(lines, line)
}

// fitting returns the longest beginning of s that fits, but at least a character.
func fitting(s string, wide, size float64) string {
	w := 0.0
	for i, r := range s {
		if w += TextWidth(string(r), size); i > 0 && w > wide {
			return s[:i]
		}
	}
	return s
}

// Shorten cuts a text to a width, with an ellipsis in place of what is missing.
func Shorten(s string, wide, size float64) string {
	if TextWidth(s, size) <= wide+2 {
		return s
	}
	if room := wide - TextWidth("…", size); room > 0 && TextWidth(s[:1], size) <= room {
		return fitting(s, room, size) + "…"
	}
	return "…"
}

package charts

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Flow is a diagram of how data moves: boxes on levels, such as those of memory,
// one below the other, and arrows from box to box.
type Flow struct {
	Levels  []string `json:"levels"`         // their labels, top to bottom: "device memory"
	Columns int      `json:"columns"`        // of equal width that the boxes stand in, 1 to 256
	Keys    []Key    `json:"keys,omitempty"` // the legend of the boxes' and tiles' tones; may leave some out
	Boxes   []Box    `json:"boxes"`
	Arrows  []Arrow  `json:"arrows,omitempty"`
}

// Box is a matrix, a memory or a unit in a Flow. Boxes of a level stand side by side.
type Box struct {
	Name   string `json:"name"`            // unique in its Flow; arrows go by it
	Label  string `json:"label,omitempty"` // words in it; lines are separated by "\n"
	Level  int    `json:"level"`           // from 0, at the top
	Column int    `json:"column"`          // its first, from 0 at the left
	Width  int    `json:"width"`           // in columns, 1 or more
	Tone   Tone   `json:"tone"`            // of its area
	Tiles  Tiles  `json:"tiles,omitzero"`  // how it is cut up; the zero value is in one piece
	Tip    string `json:"tip,omitempty"`   // what hovering says; lines are separated by "\n"
}

// Tiles cuts a box into rows and columns of equal tiles, as a matrix is spread over
// processors, and marks some.
type Tiles struct {
	Rows    int    `json:"rows"`    // 1 to 64
	Columns int    `json:"columns"` // 1 to 64
	Marked  []Tile `json:"marked,omitempty"`
}

// Tile is a rectangle of tiles in a tone of its own.
type Tile struct {
	Row     int    `json:"row"`    // the first, from 0 at the top
	Column  int    `json:"column"` // the first, from 0 at the left
	Rows    int    `json:"rows"`   // how many, 1 or more
	Columns int    `json:"columns"`
	Tone    Tone   `json:"tone"`
	Tip     string `json:"tip,omitempty"`
}

// Arrow is a transfer from one box to another.
type Arrow struct {
	From  string `json:"from"` // names of boxes
	To    string `json:"to"`
	Label string `json:"label,omitempty"` // short text beside it: "64 words"
	Tip   string `json:"tip,omitempty"`   // what hovering says
}

func (Flow) series() {}

// mostParts is how many boxes, and arrows, a flow may have: more than anybody sees.
const mostParts = 2048

func (c *check) flow(at string, f Flow) {
	c.want(len(f.Levels) > 0 && len(f.Boxes) > 0 && len(f.Levels) <= 64, "%s has %d Levels and %d Boxes, want at least one of each, and at most 64 levels", at, len(f.Levels), len(f.Boxes))
	if len(f.Boxes) > mostParts || len(f.Arrows) > mostParts {
		c.want(false, "%s has %d Boxes and %d Arrows, want at most %d of each", at, len(f.Boxes), len(f.Arrows), mostParts)
		return
	}
	c.want(f.Columns >= 1 && f.Columns <= 256, "%s.Columns = %d, want 1 to 256", at, f.Columns)
	c.keys(at+".Keys", f.Keys)
	names := map[string]int{}
	for i, b := range f.Boxes {
		at := fmt.Sprintf("%s.Boxes[%d]", at, i)
		j, twice := names[b.Name]
		c.want(!twice && b.Name != "", "%s.Name = %q, want a name, and another than that of Boxes[%d]", at, b.Name, j)
		names[b.Name] = i
		c.box(at, f, b)
		if j := slices.IndexFunc(f.Boxes[:i], b.overlaps); j >= 0 {
			c.want(false, "%s stands at level %d, column %d like Boxes[%d], want one box for a place", at, b.Level, max(f.Boxes[j].Column, b.Column), j)
		}
	}
	for i, a := range f.Arrows {
		_, from := names[a.From]
		_, to := names[a.To]
		c.want(from && to && a.From != a.To, "%s.Arrows[%d] is from %q to %q, want the names of two boxes", at, i, a.From, a.To)
	}
}

func (c *check) box(at string, f Flow, b Box) {
	c.want(b.Tone != ToneAuto, "%s.Tone = %q, want one of the tones", at, b.Tone)
	c.index(at+".Level", b.Level, len(f.Levels))
	c.want(b.Column >= 0 && b.Width >= 1 && b.Column <= f.Columns-b.Width, "%s.Column = %d with a Width of %d, want it within the %d columns", at, b.Column, b.Width, f.Columns)
	t := b.Tiles
	whole := t.Rows == 0 && t.Columns == 0 && len(t.Marked) == 0
	c.want(whole || t.Rows >= 1 && t.Rows <= 64 && t.Columns >= 1 && t.Columns <= 64, "%s.Tiles is %d × %d, want 1 to 64 each way", at, t.Rows, t.Columns)
	for i, m := range t.Marked {
		at := fmt.Sprintf("%s.Tiles.Marked[%d]", at, i)
		within := m.Row >= 0 && m.Rows >= 1 && m.Row <= t.Rows-m.Rows && m.Column >= 0 && m.Columns >= 1 && m.Column <= t.Columns-m.Columns
		c.want(within, "%s is %d × %d at row %d, column %d, want it within %d × %d tiles", at, m.Rows, m.Columns, m.Row, m.Column, t.Rows, t.Columns)
		c.want(m.Tone != ToneAuto, "%s.Tone = %q, want one of the tones", at, m.Tone)
	}
}

func (b Box) overlaps(a Box) bool {
	return a.Level == b.Level && a.Column < b.Column+b.Width && b.Column < a.Column+a.Width
}

// flowData has one row for each box, marked tile and arrow.
func flowData(f Flow) [][]string {
	keys := keyLabels(f.Keys)
	rows := [][]string{{"part", "level", "name", "to", "label", "key", "tip"}}
	for _, b := range f.Boxes {
		level := cmp.Or(f.Levels[b.Level], strconv.Itoa(b.Level))
		rows = append(rows, []string{"box", level, b.Name, "", oneLine(b.Label), keys[b.Tone], b.Tip})
		for _, m := range b.Tiles.Marked {
			where := fmt.Sprintf("tiles %d to %d down, %d to %d across, of %d × %d", m.Row, m.Row+m.Rows-1, m.Column, m.Column+m.Columns-1, b.Tiles.Rows, b.Tiles.Columns)
			rows = append(rows, []string{"tiles", level, b.Name, "", where, keys[m.Tone], m.Tip})
		}
	}
	for _, a := range f.Arrows {
		rows = append(rows, []string{"arrow", "", a.From, a.To, a.Label, "", a.Tip})
	}
	return rows
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n", ", ") }

// textFlow lists the boxes of each level, and below them the arrows that begin there.
func textFlow(f Flow) string {
	var lines []string
	for level, name := range f.Levels {
		var boxes, arrows []string
		for _, b := range f.Boxes {
			if b.Level != level {
				continue
			}
			text := b.Name
			if words := oneLine(b.Label); strings.HasPrefix(words, b.Name) {
				text = words
			} else if words != "" {
				text += " (" + words + ")"
			}
			boxes = append(boxes, text)
			for _, a := range f.Arrows {
				if a.From == b.Name {
					arrows = append(arrows, strings.TrimSuffix("  "+a.From+" → "+a.To+": "+oneLine(a.Label), ": "))
				}
			}
		}
		lines = append(lines, cmp.Or(name, strconv.Itoa(level))+": "+strings.Join(few(boxes), "; "))
		lines = append(lines, few(arrows)...)
	}
	text := ""
	for _, line := range lines[:min(len(lines), 2*textRows)] {
		text += cut(line, textWide) + "\n"
	}
	if out := len(lines) - 2*textRows; out > 0 {
		text += fmt.Sprintf("… %d of %d lines left out\n", out, len(lines))
	}
	return text
}

// few is the texts; of more than six the first three, and how many more there are.
func few(texts []string) []string {
	if len(texts) <= 6 {
		return texts
	}
	return append(texts[:3:3], fmt.Sprintf("… and %d more", len(texts)-3))
}

package charts_test

import (
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
)

// TestSheet: every word of a table is on its sheet, in lines that fit, unless a
// cell takes more lines than a sheet has room for.
func TestSheet(t *testing.T) {
	long := "text that goes on and on until no column of a picture could hold it in a single line of it"
	table := charts.Table{Columns: []charts.Column{{Head: "claim"}, {Head: "value", Numeric: true}, {Head: "remark"}}, Rows: [][]string{
		{"D3.1", "87 %", long}, {"D3.2", "58 %", "short"}, {"D3.3", "50 %", strings.Repeat(long+" ", 8)}, {"D3.4", "", strings.Repeat("x", 300)},
	}}
	s := table.Sheet(400)
	bottom := s.Rows[0].Top
	for r, row := range s.Rows {
		if row.Top != bottom {
			t.Errorf("row %d begins at %v, want %v, where the one before it ends", r, row.Top, bottom)
		}
		bottom = row.Top + row.Height
		for i, lines := range row.Cells {
			for _, line := range lines {
				if w := charts.TextWidth(line, charts.TextSize); w > s.Wide[i]+charts.TextSize {
					t.Errorf("row %d: %q is %v wide, want %v", r, line, w, s.Wide[i])
				}
			}
			want := append([][]string{{"claim", "value", "remark"}}, table.Rows...)[r][i]
			bare := func(s string) string { return strings.ReplaceAll(s, " ", "") }
			said, want := bare(strings.Join(lines, "")), bare(want)
			if cut, ok := strings.CutSuffix(said, "…"); ok && len(lines) == 5 {
				said, want = cut, want[:len(cut)] // its end is left out
			}
			if said != want {
				t.Errorf("row %d says %q, want %q", r, said, want)
			}
		}
	}
	if bottom > s.Height || s.Rows[1].Height <= s.Rows[2].Height {
		t.Errorf("the sheet is %v high and ends at %v; rows of %v and %v", s.Height, bottom, s.Rows[1].Height, s.Rows[2].Height)
	}
}

// TestSheetLeavesOut: a long table's picture says how much is missing.
func TestSheetLeavesOut(t *testing.T) {
	table := sample.Table().Series[0].(charts.Table)
	for len(table.Rows) < 50 {
		table.Rows = append(table.Rows, table.Rows[0])
	}
	if s := table.Sheet(charts.Width); len(s.Rows) != 41 || s.Out != 10 {
		t.Errorf("%d rows with the heads, %d left out, want 41 and 10", len(s.Rows), s.Out)
	}
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		wide float64
		want string
	}{{1000, "bank conflicts"}, {60, "bank c…"}, {1, "…"}} {
		if got := charts.Shorten("bank conflicts", c.wide, charts.TextSize); got != c.want {
			t.Errorf("shortened to %v: %q, want %q", c.wide, got, c.want)
		}
	}
}

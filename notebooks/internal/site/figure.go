package site

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/charts/live"
	"lanebook/charts/static"
)

// figureView is what the template "figure" shows.
type figureView struct {
	charts.Figure
	ID            string // "fig-8-6", or "fig-" and the name
	Label         string // "Figure 8.6"
	Plot          template.HTML
	Table         *tableView    // instead of Plot
	Words, Notes  template.HTML // caption and note, with their mentions as links
	Folded        bool          // the note is longer than a caption should be
	Source        string        // link to the script with the live chart's option
	DataScript    string        // link to the script with the data table
	CSV, SVG, PNG string        // links to downloads
}

// Tall reports whether a picture is so much higher than wide that it cannot be read in a
// third of a sheet.
func (v *figureView) Tall() bool {
	_, size, _ := strings.Cut(string(v.Plot), `data-lb-size="`)
	return tall(size)
}

// tall is Tall of a size as plots have it: "720x900".
func tall(size string) bool {
	var wide, high int
	_, err := fmt.Sscanf(size, "%dx%d", &wide, &high)
	return err == nil && 5*high > 6*wide
}

// tableView is a charts.Table ready for HTML.
type tableView struct {
	Caption string // number and title of its figure
	Claims  bool   // it is a ledger's
	Columns []tableColumn
	Rows    [][]tableCell
}

type tableColumn struct {
	charts.Column
	Legend template.HTML // of bars
}

type tableCell struct {
	Text    string
	Bar     template.HTML // instead of Text
	Links   []mention
	Heads   bool   // says what its row is about
	ID      string // of its row, where it says which claim that is
	Href    string // to that row, from elsewhere
	Numeric bool
	Code    bool
	Long    bool // so long that on a phone its column should scroll rather than hold a word a line
}

// newFigureView renders a figure and puts its files into the page's folder.
func newFigureView(page string, f charts.Figure, out files) (*figureView, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	base := page + "/" + f.Name
	if _, taken := out[base+".csv"]; taken {
		return nil, fmt.Errorf("figure %q is there twice", f.Name)
	}
	v := &figureView{Figure: f, ID: "fig-" + f.Name, CSV: base + ".csv"}
	if f.Number != "" {
		v.ID = "fig-" + strings.ReplaceAll(f.Number, ".", "-")
		v.Label = "Figure " + f.Number
	}
	var data bytes.Buffer
	if err := charts.WriteCSV(&data, f); err != nil {
		return nil, err
	}
	out[v.CSV] = data.Bytes()
	if t, ok := f.Series[0].(charts.Table); ok {
		v.Table = newTableView(strings.TrimSpace(v.Label+" "+f.Title), t)
		v.Table.Claims = IsLedger(f)
		return v, nil
	}
	if err := v.addPictures(base, out); err != nil {
		return nil, fmt.Errorf("figure %q: %w", f.Name, err)
	}
	if err := v.addDataScript(base, out); err != nil {
		return nil, fmt.Errorf("figure %q: %w", f.Name, err)
	}
	return v, nil
}

// addPictures draws the figure: as SVG in the page, live, and to download.
func (v *figureView) addPictures(base string, out files) error {
	svg, err := static.SVG(v.Figure)
	if err != nil {
		return err
	}
	v.SVG = base + ".svg"
	out[v.SVG] = static.Inked(svg, charts.Light)
	if static.Writes(v.Figure) { // else a PNG would show boxes for letters
		v.PNG = base + ".png"
		if out[v.PNG], err = static.PNG(v.Figure, charts.Light); err != nil {
			return err
		}
	}
	picture := svg
	if len(svg) > inlineLimit {
		if picture, err = v.linkedPicture(base, svg, out); err != nil {
			return err
		}
	}
	v.Plot = template.HTML(live.Plot(v.Figure, picture))
	option, err := live.OptionScript(v.Figure)
	if err != nil {
		return err
	}
	out[base+".js"] = option
	v.Source = base + ".js" + version(option)
	return nil
}

// thumbnail is a figure's picture on the index, in both themes.
type thumbnail struct{ Light, Dark string }

// unlabelled is a figure without the labels in its cells: in a small picture they are
// only grey.
func unlabelled(f charts.Figure) charts.Figure {
	if g, ok := f.Series[0].(charts.Grid); ok {
		g.Cells = slices.Clone(g.Cells)
		for i := range g.Cells {
			g.Cells[i].Label = ""
		}
		f.Series = []charts.Series{g}
	}
	return f
}

// newThumbnail draws a figure. Its files have names that no figure's files have, as is so
// with all that a page's folder holds beside them.
func newThumbnail(page string, f charts.Figure, out files) (*thumbnail, error) {
	svg, err := static.SVG(f)
	if err != nil {
		return nil, err
	}
	t := &thumbnail{Light: page + "/light.thumb.svg", Dark: page + "/dark.thumb.svg"}
	out[t.Light], out[t.Dark] = static.Inked(svg, charts.Light), static.Inked(svg, charts.Dark)
	t.Light += version(out[t.Light])
	t.Dark += version(out[t.Dark])
	return t, nil
}

// inlineLimit is the size in bytes up to which a picture stands in the page
// itself. A larger one is a file of its own, which browsers load when the
// reader comes near, so that a page with many figures opens as fast as one
// with few.
const inlineLimit = 2000

// linkedPicture returns the markup of a picture in files, one for each theme;
// the style sheet hides the other one, and what is hidden is not loaded.
func (v *figureView) linkedPicture(base string, svg []byte, out files) ([]byte, error) {
	dark := base + ".dark.svg"
	out[dark] = static.Inked(svg, charts.Dark)
	layout := v.Layout()
	markup, err := execute("picture", map[string]any{
		"Light": v.SVG + version(out[v.SVG]), "Dark": dark + version(out[dark]),
		"Alt": v.Alt, "Width": layout.Width, "Height": layout.Height})
	return []byte(markup), err
}

// addDataScript writes the rows of the CSV as a script: pages opened from a
// folder may load scripts but no data.
func (v *figureView) addDataScript(base string, out files) error {
	rows, err := csv.NewReader(bytes.NewReader(out[v.CSV])).ReadAll()
	if err != nil {
		return err
	}
	args, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	script := fmt.Appendf(nil, "lanebookTable(%q, %s);\n", v.Name, args)
	out[base+".data.js"] = script
	v.DataScript = base + ".data.js" + version(script)
	return nil
}

// IsLedger reports whether the figure is a table of claims.
func IsLedger(f charts.Figure) bool {
	if len(f.Series) == 0 {
		return false
	}
	t, ok := f.Series[0].(charts.Table)
	return ok && len(t.Columns) > 0 && t.Columns[0].Head == "claim"
}

// linkClaims makes each row of a ledger the place of its claim, on the page of claims,
// and leads there from others.
func (v *pageView) linkClaims(fv *figureView) {
	for _, row := range fv.Table.Rows {
		if v.Name == v.links.claims {
			row[0].ID = row[0].Text
		} else {
			row[0].Href = within(v.Name, v.links.claims, row[0].Text)
			v.promise(row[0].Text, row[0].Href)
		}
	}
}

func newTableView(caption string, t charts.Table) *tableView {
	v := &tableView{Caption: caption}
	for _, c := range t.Columns {
		v.Columns = append(v.Columns, tableColumn{c, template.HTML(live.LegendHTML(c.Parts))})
	}
	bars := t.Bars()
	for at, row := range t.Rows {
		cells := make([]tableCell, len(row))
		for i, text := range row {
			cells[i] = tableCell{Text: text, Heads: i == 0 && text != "", Numeric: t.Columns[i].Numeric, Code: t.Columns[i].Code, Long: len(text) > 60}
			if bars[i] != nil {
				cells[i] = tableCell{Bar: template.HTML(live.BarHTML(bars[i][at]))}
			}
		}
		v.Rows = append(v.Rows, cells)
	}
	return v
}

// longWord is a word, such as the name of a file, that would make its column wide, and
// joint a place in it where a line may end.
var (
	longWord = regexp.MustCompile(`\S{16,}`)
	joint    = regexp.MustCompile(`[_/.,-]`)
)

// HTML is the cell's bar, or its text with its links, and with places where a long word may break.
func (c tableCell) HTML() template.HTML {
	if c.Bar != "" {
		return c.Bar
	}
	var b strings.Builder
	at := 0
	for _, m := range c.Links {
		fmt.Fprintf(&b, `%s<a href="%s">%s</a>`, breakable(c.Text[at:m.from]), m.href, breakable(c.Text[m.from:m.to]))
		at = m.to
	}
	b.WriteString(breakable(c.Text[at:]))
	return template.HTML(b.String())
}

func breakable(text string) string {
	return longWord.ReplaceAllStringFunc(template.HTMLEscapeString(text), func(word string) string {
		return joint.ReplaceAllString(word, "$0<wbr>")
	})
}

// linkCells makes links of what the cells of a table mention, but for figures without a
// chapter, which are those of the documents. A row's head names it.
func (v *pageView) linkCells(t *tableView) {
	for _, row := range t.Rows {
		for i := range row {
			if c := &row[i]; i > 0 {
				c.Links = slices.DeleteFunc(v.links.mentions(v.Name, c.Text), func(m mention) bool {
					return strings.Contains(m.href, "#fig-") && !strings.Contains(c.Text[m.from:m.to], ".")
				})
				for _, m := range c.Links {
					v.promise(c.Text[m.from:m.to], m.href)
				}
			}
		}
	}
}

package site

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"path/filepath"

	"lanebook/charts"
	"lanebook/charts/live"
	"lanebook/charts/static"
)

// sheetPage is one of a sheet's pages: all figures in a theme and at a width.
type sheetPage struct {
	Theme   charts.Theme
	Width   int // of a picture, in CSS pixels
	Name    string
	Style   template.CSS
	Figures []sheetFigure
	Pages   []sheetPage
}

type sheetFigure struct {
	Page, Name, Heading string
	Picture, Plot       template.HTML
}

var sheetTemplate = template.Must(template.New("sheet").Parse(`<!doctype html>
<html lang="en" data-theme="{{.Theme}}"><meta charset="utf-8"><title>All figures, {{.Name}}</title>
<style>{{.Style}}
body{margin:8px;background:var(--lb-paper);color:var(--lb-ink);font:13px sans-serif}
a{color:inherit;margin-right:1em}
.pair{display:grid;grid-template-columns:{{.Width}}px {{.Width}}px;gap:12px;margin-bottom:16px}
.pair svg{width:100%;height:auto}
figure{margin:0}
</style>
<p>{{range .Pages}}<a href="{{.Name}}.html">{{.Theme}}, {{.Width}} px</a>{{end}}</p>
{{range .Figures}}<h2>{{.Page}}: {{.Heading}}</h2>
<div class="pair"><div>{{.Picture}}</div><figure data-lb-figure="{{.Name}}" data-lb-src="{{.Name}}.js">{{.Plot}}</figure></div>
{{end}}<script src="lanebook.js" defer></script></html>
`))

// Sheet writes all figures of the pages' notebooks into the folder dir, each as a
// picture and as a live chart, side by side, in both themes and at 640 and 1280
// pixels, so that one can look at what a change of how figures are drawn does.
// Tables are left out. Files of the same names are overwritten.
func Sheet(dir string, pages []Page) error {
	library, err := ECharts()
	if err != nil {
		return err
	}
	out := files{"echarts.min.js": library, "lanebook.js": live.Loader}
	var figures []sheetFigure
	for _, p := range pages {
		for _, c := range p.Notebook.Cells {
			for i := range c.Outputs {
				f, err := FigureOf(&c.Outputs[i])
				if err == nil && f != nil {
					figures, err = addToSheet(figures, p.Name, *f, out)
				}
				if err != nil {
					return fmt.Errorf("%s: %w", p.Name, err)
				}
			}
		}
	}
	if err := addSheetPages(figures, out); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, data := range out {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func addToSheet(figures []sheetFigure, page string, f charts.Figure, out files) ([]sheetFigure, error) {
	if _, table := f.Series[0].(charts.Table); table {
		return figures, nil
	}
	f.Name = "in-" + page + "-" + f.Name // unique in the sheet
	svg, err := static.SVG(f)
	if err != nil {
		return nil, err
	}
	if out[f.Name+".js"], err = live.OptionScript(f); err != nil {
		return nil, err
	}
	return append(figures, sheetFigure{page, f.Name, f.Heading(), template.HTML(svg), template.HTML(live.Plot(f, svg))}), nil
}

func addSheetPages(figures []sheetFigure, out files) error {
	var pages []sheetPage
	for _, theme := range []charts.Theme{charts.Light, charts.Dark} {
		for _, width := range []int{640, 1280} {
			pages = append(pages, sheetPage{Theme: theme, Width: width, Name: fmt.Sprintf("%s-%d", theme, width)})
		}
	}
	for i, p := range pages {
		p.Style, p.Figures, p.Pages = template.CSS(charts.Stylesheet()), figures, pages
		var b bytes.Buffer
		if err := sheetTemplate.Execute(&b, p); err != nil {
			return err
		}
		out[p.Name+".html"] = b.Bytes()
		if i == 0 {
			out["index.html"] = b.Bytes()
		}
	}
	return nil
}

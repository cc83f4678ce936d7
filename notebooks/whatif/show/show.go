// Package show puts what-ifs into the output of a GoNB cell:
//
//	import whatif "lanebook/notebooks/whatif/show"
//	...
//	whatif.Show("lds-layout", "rows=64", "pad=1")
//
// In JupyterLab, with the kernel of `go run ./notebooks -install`, the output has
// sliders that need no kernel; the publisher puts the same into the page. Where
// scripts do not run there are the pictures, and the call to edit.
package show

import (
	"fmt"
	"html/template"
	"strings"

	"lanebook/charts"
	"lanebook/charts/live"
	"lanebook/charts/show"
	"lanebook/charts/static"
	"lanebook/notebooks/internal/slim"
	"lanebook/notebooks/whatif"
	"lanebook/notebooks/whatif/block"
)

// Show shows the what-if of a name, at its defaults but for the settings, each
// "name=value". If there is none, or a setting does not fit, the cell fails.
func Show(name string, settings ...string) {
	show.Forms(forms(block.Start{Name: name, Settings: settings}))
}

// forms returns the what-if in every form that a notebook may want.
func forms(start block.Start) (map[string]string, error) {
	if err := start.Check(); err != nil {
		return nil, err
	}
	d, _ := whatif.Find(start.Name)
	values, _ := d.Values(start.Settings...)
	figures, sentence, err := d.Figures(values, nil)
	if err != nil {
		return nil, fmt.Errorf("what-if %s: %w", start.Name, err)
	}
	text := []string{d.Title.EN, sentence.EN}
	for _, f := range figures {
		text = append(text, charts.Text(f))
	}
	text = append(text, "Edit and run: "+d.Call(values))
	html, err := block.HTML(start, "en", false, func(_ int, p whatif.Picture) (template.HTML, error) {
		svg, err := static.SVG(p.Figure)
		return template.HTML(live.Image(p.Alt, static.Image(svg))), err
	})
	if err != nil {
		return nil, err
	}
	return map[string]string{
		block.MIME:   start.JSON(),
		"text/plain": strings.Join(text, "\n\n"),
		"text/html":  "<style>" + string(slim.StyleLines(block.Style)) + "</style>\n" + string(html) + "\n<script>" + block.Bootstrap + "</script>\n",
	}, nil
}

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
	"encoding/base64"
	"fmt"
	"html"
	"html/template"
	"strings"

	"lanebook/charts"
	"lanebook/charts/show"
	"lanebook/charts/static"
	"lanebook/notebooks/whatif"
	"lanebook/notebooks/whatif/block"
)

// Show shows the what-if of a name, at its defaults but for the settings, each
// "name=value". If there is none, or a setting does not fit, the cell fails.
func Show(name string, settings ...string) {
	show.Forms(forms(block.Start{Name: name, Settings: settings}))
}

// forms returns the what-if in every form that a notebook may want.
func forms(start block.Start) (map[string]any, error) {
	if err := start.Check(); err != nil {
		return nil, err
	}
	d, _ := whatif.Find(start.Name)
	values, _ := d.Values(start.Settings...)
	figures, sentence, err := d.Figures(values, nil)
	if err != nil {
		return nil, fmt.Errorf("what-if %s: %w", start.Name, err)
	}
	forms := map[string]any{block.MIME: start.JSON()}
	text := []string{d.Title.EN, sentence.EN}
	pngs := make([][]byte, len(figures))
	for i, f := range figures {
		text = append(text, charts.Text(f))
		if _, table := f.Series[0].(charts.Table); table {
			continue
		}
		if pngs[i], err = static.PNG(f, charts.Light); err != nil {
			return nil, err
		}
		if forms["image/png"] == nil {
			svg, err := static.SVG(f)
			if err != nil {
				return nil, err
			}
			forms["image/png"], forms["image/svg+xml"] = pngs[i], string(svg)
		}
	}
	forms["text/plain"] = strings.Join(append(text, "Edit and run: "+d.Call(values)), "\n\n")
	// A PNG in a data URI is what front ends keep of a notebook that is not trusted.
	live, err := block.HTML(start, "en", false, func(i int, p whatif.Picture) (template.HTML, error) {
		return template.HTML(fmt.Sprintf(`<img alt="%s" src="data:image/png;base64,%s">`,
			html.EscapeString(p.Alt), base64.StdEncoding.EncodeToString(pngs[i]))), nil
	})
	if err != nil {
		return nil, err
	}
	forms["text/html"] = "<style>" + string(block.Style) + "</style>\n" + string(live) + "\n<script>" + block.Bootstrap + "</script>\n"
	return forms, nil
}

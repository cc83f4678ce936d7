//go:build !js

package live

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"strings"
	"text/template"
	"unicode/utf8"

	"lanebook/charts"
)

// Loader is lanebook.js: it finds figures in a page and brings them to life. Its
// head states what the page must hold.
//
//go:embed lanebook.js
var Loader []byte

// HTML returns the figure as the output of a notebook cell: its caption and
// either its table or its picture, which the chart replaces where scripts run.
//
// The picture, which the caller has drawn, stands in a data URI, because that is what
// notebook front ends keep of the HTML of a notebook that is not trusted. The option
// is packed; lanebook.js unpacks it.
func HTML(f charts.Figure, svg []byte) ([]byte, error) {
	option, err := Option(f)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "<figure data-lb-figure=\"%s\" style=\"margin:0;max-width:60em\">\n", f.Name)
	if t, ok := f.Series[0].(charts.Table); ok {
		b.Write(htmlTable(t))
	} else {
		packed := charts.Pack(option)
		b.Write(Plot(f, Image(f.Alt, svg)))
		fmt.Fprintf(&b, "<script type=\"application/gzip\" data-lb-option>%s</script>\n", strings.Join(packed, "\n"))
	}
	b.Write(Caption(f))
	b.WriteString("</figure>\n")
	if option != nil {
		fmt.Fprintf(&b, "<script>%s</script>\n", bootstrap)
	}
	return b.Bytes(), nil
}

// Image returns an <img> that holds a picture. Its source is long; browsers skip
// line breaks in it.
func Image(alt string, svg []byte) []byte {
	return fmt.Appendf(nil, `<img alt="%s" style="width:100%%" src="data:image/svg+xml;base64,%s">`,
		html.EscapeString(alt), base64.StdEncoding.EncodeToString(svg))
}

// Plot returns the element that the loader draws in, with a picture (an <svg> or
// an <img>) as its first paint. Keys scroll it where it is wider than the page. The
// figure must be valid.
func Plot(f charts.Figure, picture []byte) []byte {
	l := f.Layout()
	return fmt.Appendf(nil, "<div data-lb-plot data-lb-size=\"%dx%d\" style=\"--lb-min:%dpx;overflow:auto hidden\" tabindex=0>%s</div>\n",
		l.Width, l.Height, f.LeastWidth(), picture)
}

// Caption returns the figure's <figcaption>: number, title, caption and note.
func Caption(f charts.Figure) []byte { return fill("caption", f) }

// htmlTable returns a table of a valid figure as HTML.
func htmlTable(t charts.Table) []byte { return fill("table", t) }

var fragments = template.Must(template.New("").Funcs(template.FuncMap{
	"ended": func(title string) string {
		if last, _ := utf8.DecodeLastRuneInString(title); strings.ContainsRune(".?!。？！", last) {
			return title
		}
		return title + "."
	},
	"code": func(c charts.Column) string {
		return map[bool]string{true: ";font-family:monospace;white-space:nowrap"}[c.Code]
	},
	"bar": BarHTML, "legend": LegendHTML,
	"side": func(c charts.Column) string { return map[bool]string{false: "left", true: "right"}[c.Numeric] },
}).Parse(`
{{- define "caption"}}<figcaption>{{with .Number}}<b>Figure {{html .}}.</b> {{end}}<b>{{html (ended .Title)}}</b>{{with .After}} After {{html (ended .)}}{{end}}
{{- with .Caption}} {{html .}}{{end}}{{with .Note}}<br><small>{{html .}}</small>{{end}}</figcaption>
{{end}}
{{- define "table"}}<div style="overflow-x:auto"><table>
<thead><tr>{{range .Columns}}<th scope="col" style=text-align:{{side .}}>{{html .Head}}{{with .Parts}} {{legend .}}{{end}}</th>{{end}}</tr></thead>
<tbody>
{{$bars := .Bars}}{{range $row, $cells := .Rows}}<tr>{{range $i, $s := $cells}}{{$column := index $.Columns $i}}{{$side := side $column}}{{$code := code $column}}{{if (index $.Columns $i).Parts}}<td>{{bar (index $bars $i $row)}}</td>{{else if or $i (not $s)}}<td style=text-align:{{$side}}{{$code}}>{{html $s}}</td>{{else}}<th scope="row" style=text-align:{{$side}}{{$code}}>{{html $s}}</th>{{end}}{{end}}</tr>
{{end}}</tbody></table></div>
{{end}}`))

// BarHTML returns a bar of a table as HTML that brings its own style.
func BarHTML(parts []charts.BarPart) string {
	if len(parts) == 0 {
		return ""
	}
	var b, said strings.Builder
	for i, p := range parts {
		if i > 0 {
			said.WriteString(", ")
		}
		fmt.Fprintf(&said, "%s %s", p.Label, charts.FormatNumber(p.Value))
		fmt.Fprintf(&b, `<i style="width:%.2f%%;background:%s"></i>`, 100*p.Share, ink(p.Tone))
	}
	return fmt.Sprintf(`<span role="img" aria-label="%s" title="%[1]s" style="display:flex;width:9em;height:.9em">%s</span>`, html.EscapeString(said.String()), &b)
}

// LegendHTML returns what the parts of a column's bars mean, as HTML that brings its own
// style.
func LegendHTML(parts []charts.Key) string {
	var b strings.Builder
	for _, k := range parts {
		fmt.Fprintf(&b, `<span style="font-weight:400"><i style="display:inline-block;width:.8em;height:.8em;background:%s"></i>&nbsp;%s</span> `, ink(k.Tone), html.EscapeString(k.Label))
	}
	return strings.TrimSpace(b.String())
}

// ink is a tone in CSS: the page's, or where it has none the light one.
func ink(t charts.Tone) string {
	colour, _ := charts.Colour(t, charts.Light)
	return fmt.Sprintf("var(--lb-%s,%s)", t, colour)
}

// fill fills in a fragment.
func fill(fragment string, data any) []byte {
	var b bytes.Buffer
	if err := fragments.ExecuteTemplate(&b, fragment, data); err != nil {
		panic(err) // not with a figure or a table
	}
	return b.Bytes()
}

// OptionScript returns the script that a site's page names in data-lb-src: it
// hands the figure's option to the loader. It is nil for a Table. A script, not
// JSON, so that it also loads from file://.
func OptionScript(f charts.Figure) ([]byte, error) {
	option, err := Option(f)
	if err != nil || option == nil {
		return nil, err
	}
	return fmt.Appendf(nil, "lanebook.option(%q, %s);\n", f.Name, inScript(option)), nil
}

// inScript makes JSON safe inside a <script>: no "</script>" or "<!--" can occur,
// nor the two line ends that JSON allows in a string and old JavaScript does not.
func inScript(raw json.RawMessage) []byte {
	var b bytes.Buffer
	json.HTMLEscape(&b, raw)
	return b.Bytes()
}

// bootstrap, in every output and so in few bytes, loads lanebook.js, once, from the kernel's files, which the Jupyter
// server hands out. Elsewhere the picture stays.
const bootstrap = `(function(d){if(window.lanebook)return lanebook.scan();` +
	`var b=d.body.dataset.baseUrl,s;try{b=JSON.parse(d.getElementById("jupyter-config-data").textContent).baseUrl}catch(e){}` +
	`if(!b||d.querySelector("script[data-lb-loader]"))return;` +
	`s=d.createElement("script");s.src=b.replace(/\/*$/,"/")+"kernelspecs/lanebook/lanebook.js";` +
	`s.setAttribute("data-lb-loader","");s.onerror=function(){s.remove()};d.head.appendChild(s)})(document)`

package site

import (
	"encoding/json"
	"fmt"
	"html/template"
	"regexp"
	"strings"

	"lanebook/charts"
	"lanebook/notebooks/internal/nb"
	"lanebook/notebooks/whatif/block"
)

// output renders one output of a code cell in its richest form; "" if it has
// none that a page can show.
func (v *pageView) output(o *nb.Output, out files) (template.HTML, error) {
	switch o.Type {
	case nb.Stream:
		return textOutput(o.Name, o.Text), nil
	case nb.ErrorOutput:
		return "", fmt.Errorf("the cell failed: %s: %s", o.EName, o.EValue)
	}
	if content, ok := o.Content(charts.MIME); ok { // an object, or as GoNB sends it, a string
		var f charts.Figure
		if err := json.Unmarshal([]byte(content), &f); err != nil {
			return "", err
		}
		return v.addFigure(f, out)
	}
	if content, ok := o.Content(block.MIME); ok {
		return v.addWhatIf(content, out)
	}
	for _, mime := range []string{"text/markdown", "text/html", "image/svg+xml", "image/png", "text/plain"} {
		if content, ok := o.Content(mime); ok {
			return v.mimeOutput(mime, content)
		}
	}
	return "", nil
}

func (v *pageView) mimeOutput(mime, content string) (template.HTML, error) {
	switch mime {
	case "text/markdown":
		return v.render(content, nil)
	case "text/html":
		if strings.Contains(strings.ToLower(content), "<script") {
			return "", fmt.Errorf("output text/html has a script: a published page runs none from a cell")
		}
		return template.HTML(`<div class="output scroll">` + content + "</div>"), nil
	case "image/svg+xml":
		return template.HTML(`<div class="output scroll">` + content + "</div>"), nil
	case "image/png":
		data := template.HTMLEscapeString(strings.ReplaceAll(content, "\n", ""))
		return template.HTML(`<div class="output"><img alt="Output of the cell above" src="data:image/png;base64,` + data + `"></div>`), nil
	}
	return textOutput("stdout", content), nil
}

// ansi is a terminal's colour or cursor sequence.
var ansi = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]`)

func textOutput(stream, text string) template.HTML {
	text = strings.TrimRight(ansi.ReplaceAllString(text, ""), "\n")
	if text == "" {
		return ""
	}
	class := "output text"
	if stream == "stderr" {
		class += " stderr"
	}
	return template.HTML(`<pre class="` + class + `" tabindex="0">` + template.HTMLEscapeString(text) + "</pre>")
}

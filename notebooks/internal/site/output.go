package site

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"image/png"
	"path"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"lanebook/charts"
	"lanebook/notebooks/internal/kernel"
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
	if f, err := FigureOf(o); err != nil {
		return "", err
	} else if f != nil {
		return v.addFigure(*f, out)
	}
	if content, ok := o.Content(block.MIME); ok {
		return v.addWhatIf(content, out)
	}
	for _, mime := range []string{"text/markdown", "text/html", "image/svg+xml", "image/png", "text/plain"} {
		if content, ok := o.Content(mime); ok {
			return v.mimeOutput(mime, content, out)
		}
	}
	return "", nil
}

// FigureOf returns the figure that an output holds, or nil.
func FigureOf(o *nb.Output) (*charts.Figure, error) {
	content, ok := o.Content(charts.MIME)
	if !ok {
		return nil, nil
	}
	var packed charts.Packed
	if err := json.Unmarshal([]byte(content), &packed); err != nil {
		return nil, err
	}
	data, err := packed.JSON()
	if err != nil {
		return nil, err
	}
	f := new(charts.Figure)
	if err := json.Unmarshal(data, f); err != nil {
		return nil, err
	}
	return f, f.Validate()
}

func (v *pageView) mimeOutput(mime, content string, out files) (template.HTML, error) {
	switch mime {
	case "text/markdown":
		return v.render(content, nil)
	case "text/html":
		kept, err := clean(content)
		if err == nil {
			kept, err = closed(kept)
		}
		if err != nil {
			return "", fmt.Errorf("output text/html: %w", err)
		}
		return template.HTML(`<div class="output scroll">` + v.unpack(kept, out) + "</div>"), nil
	case "image/svg+xml":
		if !strings.Contains(content, "xmlns=") { // or it would be no picture of its own
			content = strings.Replace(content, "<svg", `<svg xmlns="http://www.w3.org/2000/svg"`, 1)
		}
		return pictureOutput(mime, base64.StdEncoding.EncodeToString([]byte(content))), nil
	case "image/png":
		return pictureOutput(mime, strings.ReplaceAll(content, "\n", "")), nil
	}
	return textOutput("stdout", content), nil
}

// closed ends every element of a cell's HTML, and ends none that it does not begin: those
// around it are the page's.
func closed(content string) (string, error) {
	nodes, err := html.ParseFragment(strings.NewReader(content), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	var b strings.Builder
	for _, n := range nodes {
		err = errors.Join(err, html.Render(&b, n))
	}
	return b.String(), err
}

// pictureOutput is a picture as browsers show it: in an <img> nothing of it runs, and it
// loads nothing.
func pictureOutput(mime, data string) template.HTML {
	return template.HTML(`<div class="output"><img alt="Output of the cell above" src="data:` + mime + `;base64,` + template.HTMLEscapeString(data) + `"></div>`)
}

// Data URLs that a cell's HTML has in it: pictures, and files to download.
var (
	packedPicture = regexp.MustCompile(` src="data:image/png;base64,([A-Za-z0-9+/=\n]+)"`)
	packedFile    = regexp.MustCompile(` download="([a-z0-9][a-z0-9._-]*)" href="data:([a-z/+-]+);base64,([A-Za-z0-9+/=\n]+)"`)
)

// unpack makes files of the pictures and downloads that stand in a cell's HTML, so
// that a reader loads them when they are wanted.
func (v *pageView) unpack(content string, out files) string {
	file := func(name, data string) (link string, ok bool) {
		name = v.Name + "/" + name
		decoded, err := base64.StdEncoding.DecodeString(data)
		if _, taken := out[name]; err != nil || taken {
			return "", false
		}
		out[name] = decoded
		return name + version(decoded), true
	}
	content = packedPicture.ReplaceAllStringFunc(content, func(attribute string) string {
		data := packedPicture.FindStringSubmatch(attribute)[1]
		v.pictures++
		link, ok := file(fmt.Sprintf("picture.%d.png", v.pictures), data)
		if !ok {
			return attribute
		}
		size := ""
		if c, err := png.DecodeConfig(base64.NewDecoder(base64.StdEncoding, strings.NewReader(data))); err == nil {
			size = fmt.Sprintf(` width="%d" height="%d"`, c.Width, c.Height) // else the page moves when it comes
		}
		return ` loading="lazy"` + size + ` src="` + link + `"`
	})
	return packedFile.ReplaceAllStringFunc(content, func(attributes string) string {
		m := packedFile.FindStringSubmatch(attributes)
		if m[2] != kinds[path.Ext(m[1])] {
			return attributes // a browser goes by the name
		}
		link, ok := file(m[1], m[3])
		if !ok {
			return attributes
		}
		return ` download="` + m[1] + `" href="` + link + `"`
	})
}

func textOutput(stream, text string) template.HTML {
	text = strings.TrimRight(kernel.Plain(text), "\n")
	if text == "" {
		return ""
	}
	class := "output text"
	if stream == "stderr" {
		class += " stderr"
	}
	return template.HTML(`<pre class="` + class + `" tabindex="0">` + template.HTMLEscapeString(text) + "</pre>")
}

package site

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// still reports, as an error, that a picture to download, given as what follows "data:",
// is more than one: an SVG that is opened by itself is a page of the site.
func still(opaque string) error {
	kind, data, _ := strings.Cut(opaque, ";")
	if kind != "image/svg+xml" {
		return nil
	}
	source, err := base64.StdEncoding.DecodeString(data[strings.LastIndex(data, ",")+1:])
	if err != nil {
		return err
	}
	for decoder := xml.NewDecoder(bytes.NewReader(source)); ; {
		token, err := decoder.RawToken()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.Directive: // entities may hold anything
			return errors.New("an SVG with a <!…>")
		case xml.ProcInst:
			if t.Target != "xml" {
				return fmt.Errorf("an SVG with <?%s?>", t.Target)
			}
		case xml.StartElement:
			if !slices.Contains(drawing, t.Name.Local) {
				return fmt.Errorf("an SVG with <%s>", t.Name.Local)
			}
			for _, a := range t.Attr {
				name, value := strings.ToLower(a.Name.Local), strings.ToLower(a.Value)
				if strings.HasPrefix(name, "on") || name == "href" && !strings.HasPrefix(value, "#") && !picture.MatchString(a.Value) ||
					a.Name.Space != "xmlns" && name != "xmlns" && name != "href" && strings.Contains(value, "//") {
					return fmt.Errorf("an SVG with %s=%q", a.Name.Local, a.Value)
				}
			}
		}
	}
}

// drawing are the elements of SVG that only draw.
var drawing = []string{"svg", "g", "defs", "symbol", "use", "title", "desc", "metadata", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
	"text", "tspan", "textPath", "image", "marker", "clipPath", "mask", "pattern", "linearGradient", "radialGradient", "stop", "switch"}

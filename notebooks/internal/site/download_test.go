package site

import (
	"encoding/base64"
	"strings"
	"testing"
)

// svgLink is a link to download an SVG.
func svgLink(source string) string {
	return `<a download="a.svg" href="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString([]byte(source)) + `">a</a>`
}

// TestDownloads: what a cell gives to download becomes a file of the site, so it must be
// one of which a browser runs nothing, whatever way it is opened.
func TestDownloads(t *testing.T) {
	for content, file := range map[string]string{
		`<a download="t.csv" href="data:text/csv;base64,MSwyCg==">t</a>`:                                                                                                "n/t.csv",
		`<a download="t.json.gz" href="data:application/gzip;base64,MSw=">t</a>`:                                                                                        "n/t.json.gz",
		svgLink(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><g fill="url(#g)"><path d="M0 0"/></g></svg>`): "n/a.svg",
	} {
		out := files{}
		if _, err := newPageView(notebook(data("text/html", content))[0], nil, &linker{}, out); err != nil || out[file] == nil {
			t.Errorf("%s: error %v, files %v, want %s", content, err, len(out), file)
		}
	}
	out := files{}
	if _, err := newPageView(notebook(data("text/html", `<a download="a.svg" href="data:text/csv;base64,PHN2Zy8+">a</a>`))[0], nil, &linker{}, out); err != nil || out["n/a.svg"] != nil {
		t.Errorf("a file is written whose name is of another kind than its type (%v)", err)
	}
	for content, want := range map[string]string{
		`<a download="a.js" href="data:text/csv;base64,eCgp">a</a>`:                                               "no such download",
		`<a download="a.html" href="data:text/csv;base64,eCgp">a</a>`:                                             "no such download",
		`<a download="a.csv.mjs" href="data:text/csv;base64,eCgp">`:                                               "no such download",
		`<a download="A.CSV" href="data:text/csv;base64,eCgp">a</a>`:                                              "no such download",
		`<a download="../a.csv" href="data:text/csv;base64,eCgp">`:                                                "no such download",
		`<a download="a.csv" href="data:text/javascript;base64,eCgp">`:                                            "no such href",
		`<a download="a.csv" href="data:text/html;base64,PGI+">a</a>`:                                             "no such href",
		svgLink(`<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>`):                             "no such href",
		svgLink(`<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>`):                                         "no such href",
		svgLink(`<svg xmlns="http://www.w3.org/2000/svg"><foreignObject/></svg>`):                                 "no such href",
		svgLink(`<svg xmlns="http://www.w3.org/2000/svg"><style>@import "//x.y/a.css"</style></svg>`):             "no such href",
		svgLink(`<svg xmlns="http://www.w3.org/2000/svg"><use href="https://x.y/a.svg#b"/></svg>`):                "no such href",
		svgLink(`<svg xmlns="http://www.w3.org/2000/svg"><a href="javascript:x()"/></svg>`):                       "no such href",
		svgLink(`<svg xmlns="http://www.w3.org/2000/svg"><x:script xmlns:x="http://www.w3.org/2000/svg"/></svg>`): "no such href",
		svgLink(`<!DOCTYPE svg [<!ENTITY e "x">]><svg>&e;</svg>`):                                                 "no such href",
		svgLink(`<?xml-stylesheet href="//x.y/a.xsl"?><svg/>`):                                                    "no such href",
		svgLink(`<svg><rect style="fill:url(//x.y/a)"/></svg>`):                                                   "no such href",
		svgLink(`<svg`): "no such href",
	} {
		if _, err := newPageView(notebook(data("text/html", content))[0], nil, &linker{}, files{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", content, err, want)
		}
	}
}

package site

import (
	"crypto/sha256"
	_ "embed" // of Icon
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/charts/live"
	"lanebook/notebooks/internal/slim"
	"lanebook/notebooks/whatif/block"
)

// Icon is the site's, in SVG.
//
//go:embed assets/icon.svg
var Icon []byte

// assetLinks maps the base name of an asset to its link: its path and, so that
// browsers never mix two versions, the hash of its content.
type assetLinks map[string]string

func writeAssets(out files) (assetLinks, error) {
	echarts, err := ECharts()
	if err != nil {
		return nil, err
	}
	assets := map[string][]byte{"lanebook.js": live.Loader, "echarts.min.js": echarts}
	for _, name := range []string{"style.css", "front.css", "slides.css", "book.css", "page.js", "slides.js", "book.js", "theme.js", "minisearch.js", "icon.svg", "math.woff2"} {
		if assets[name], err = embedded.ReadFile("assets/" + name); err != nil {
			return nil, err
		}
	}
	if assets["licenses.txt"], err = licenses(); err != nil {
		return nil, err
	}
	for _, name := range []string{"lanebook.js", "page.js", "slides.js", "book.js", "theme.js"} {
		assets[name] = slim.Script(assets[name])
	}
	assets["style.css"] = slices.Concat([]byte(charts.Stylesheet()+printInks()), assets["style.css"], block.Style)
	for _, name := range []string{"style.css", "front.css", "slides.css", "book.css"} {
		assets[name] = slim.Style(assets[name])
	}
	links := assetLinks{}
	for name, data := range assets {
		out["assets/"+name] = data
		links[name] = "assets/" + name + version(data)
	}
	for _, name := range []string{"search-index.js", "previews.js"} { // which addExtras makes
		links[name] = "assets/" + name + pending
	}
	return links, nil
}

// printInks are the light inks, for paper, whatever the screen shows.
func printInks() string {
	var b strings.Builder
	b.WriteString("@media print{:root,:root[data-theme]{--lb-theme:light")
	for _, t := range charts.AllTones() {
		c, _ := charts.Colour(t, charts.Light)
		fmt.Fprintf(&b, ";--lb-%s:%s", t, c)
	}
	b.WriteString("}}\n")
	return b.String()
}

// version is a query that changes with the content of a file.
func version(data []byte) string {
	sum := sha256.Sum256(data)
	return "?v=" + hex.EncodeToString(sum[:4])
}

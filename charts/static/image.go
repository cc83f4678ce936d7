package static

import (
	"fmt"
	"regexp"
	"strings"

	"lanebook/charts"
)

// inks are a colour of a picture and the page's ink that takes its place.
var inks = regexp.MustCompile(`(fill|stroke)="[^"]*" style="(?:fill|stroke):var\(--lb-([a-z0-9-]+),[^)]*\)"`)

// Inked returns a picture of SVG's for where no page gives it inks: in those of one
// theme. Any other theme is the light one.
func Inked(svg []byte, th charts.Theme) []byte {
	if th != charts.Dark {
		th = charts.Light
	}
	return inks.ReplaceAllFunc(svg, func(ref []byte) []byte {
		part := inks.FindSubmatch(ref)
		hex, _ := charts.Colour(charts.Tone(part[2]), th)
		return fmt.Appendf(nil, `%s="%s"`, part[1], hex)
	})
}

// described are the words that an <img> has in its alt.
var described = regexp.MustCompile(`(?s)<title>.*</desc>\n`)

// spare is what only a picture in a page, or who reads its source, has a use for.
var spare = strings.NewReplacer(` role="img"`, "", ` style="max-width:100%;height:auto"`, "", ">\n", ">", fontFamily, "system-ui,sans-serif")

// Image returns a picture of SVG's for an <img> in a notebook, in few bytes: in the
// light theme's inks, with fewer fonts to choose from, and without what its alt says.
func Image(svg []byte) []byte {
	return []byte(spare.Replace(string(described.ReplaceAll(Inked(svg, charts.Light), nil))))
}

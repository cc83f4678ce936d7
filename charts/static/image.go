package static

import (
	"regexp"
	"strings"

	"lanebook/charts"
)

// Inked returns a picture of SVG's for where no page gives it inks: in those of one
// theme. Any other theme is the light one.
func Inked(svg []byte, th charts.Theme) []byte {
	var inks []string // as the page has them, and as the theme
	for _, t := range charts.AllTones() {
		hex, _ := charts.Colour(t, th)
		for _, what := range []string{"fill", "stroke"} {
			inks = append(inks, paint(what, Ink(t)), paint(what, rgb(hex)))
		}
	}
	return []byte(strings.NewReplacer(inks...).Replace(string(svg)))
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

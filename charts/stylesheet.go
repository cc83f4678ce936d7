package charts

import (
	"fmt"
	"strings"
)

// Stylesheet returns the CSS that gives pictures and charts their inks: a custom
// property "--lb-" and the tone for each, and --lb-theme, which the live charts
// follow. It also keeps pictures from becoming too small to read. The theme is the reader's (prefers-color-scheme) unless the root
// element's data-theme says "light" or "dark".
func Stylesheet() string {
	var b strings.Builder
	fmt.Fprintf(&b, ":root{%s}\n", properties(Light))
	fmt.Fprintf(&b, "@media (prefers-color-scheme:dark){:root:not([data-theme=light]){%s}}\n", properties(Dark))
	fmt.Fprintf(&b, ":root[data-theme=dark]{%s}\n", properties(Dark))
	b.WriteString("[data-lb-plot]>svg,[data-lb-plot]>img{width:100%;height:auto;min-width:var(--lb-min)}\n")
	return b.String()
}

func properties(th Theme) string {
	var b strings.Builder
	fmt.Fprintf(&b, "--lb-theme:%s", th)
	for _, t := range AllTones() {
		c, _ := Colour(t, th)
		fmt.Fprintf(&b, ";--lb-%s:%s", t, c)
	}
	return b.String()
}

package site

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/wyatt915/treeblood"
)

var (
	operatorName = regexp.MustCompile(`\\operatorname\*?\{`)
	mathError    = regexp.MustCompile(`<merror[^>]*>([^<]*)`)
	startTag     = regexp.MustCompile(`<(\w+)((?: [\w-]+="[^"]*")+)>`)
	attribute    = regexp.MustCompile(` ([\w-]+)="([^"]*)"`)
)

// mathML translates LaTeX. Unknown commands and unbalanced braces are errors,
// for a page must not show half a formula.
func mathML(tex string, display bool) (mml string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("formula %q: %v", tex, r)
		}
	}()
	if strings.TrimSpace(tex) == "" {
		return "", fmt.Errorf("formula %q is empty", tex)
	}
	doc := treeblood.NewDocument(nil, false)
	doc.PrintOneLine = true
	mml, err = doc.SemanticsOnly(operatorName.ReplaceAllString(tex, `\text{`))
	if err != nil {
		message, _, _ := strings.Cut(err.Error(), "<pre>")
		return "", fmt.Errorf("formula %q: %s", tex, message)
	}
	if m := mathError.FindStringSubmatch(mml); m != nil {
		return "", fmt.Errorf("formula %q: LaTeX command %q is not known", tex, m[1])
	}
	if mml == "" { // treeblood panicked, and kept it to itself
		return "", fmt.Errorf("formula %q cannot be set", tex)
	}
	tag := "<math>"
	if display {
		tag = `<math display="block">`
	}
	return tag + sortAttributes(asTeX.Replace(rowless(mml))) + "</math>", nil
}

var rowTag = regexp.MustCompile(`</?mrow\b`)

// rowless takes away a row around a whole formula: <math> is one itself.
func rowless(mml string) string {
	inner, opened := strings.CutPrefix(mml, "<mrow>")
	inner, closed := strings.CutSuffix(inner, "</mrow>")
	depth := 0
	for _, tag := range rowTag.FindAllString(inner, -1) {
		if depth += map[bool]int{true: 1, false: -1}[tag == "<mrow"]; depth < 0 {
			return mml // two rows beside each other
		}
	}
	if !opened || !closed {
		return mml
	}
	return inner
}

// asTeX gives operators the space that TeX gives them, and lets none grow that do not there.
var asTeX = strings.NewReplacer(
	`<mspace width="0.5em"></mspace><mo>mod</mo>`, `<mo lspace="0.28em" rspace="0.28em">mod</mo>`,
	`<mo>/</mo>`, `<mo lspace="0" rspace="0">/</mo>`,
	`<mo>⌊</mo>`, `<mo stretchy="false">⌊</mo>`, `<mo>⌋</mo>`, `<mo stretchy="false">⌋</mo>`,
	`<mo>⌈</mo>`, `<mo stretchy="false">⌈</mo>`, `<mo>⌉</mo>`, `<mo stretchy="false">⌉</mo>`,
	`<mo stretchy="true">{</mo>`, `<mo stretchy="false">{</mo>`, `<mo stretchy="true">}</mo>`, `<mo stretchy="false">}</mo>`,
)

// sortAttributes puts attributes and style properties in order: treeblood
// writes them in the random order of a Go map.
func sortAttributes(mml string) string {
	return startTag.ReplaceAllStringFunc(mml, func(tag string) string {
		m := startTag.FindStringSubmatch(tag)
		attrs := attribute.FindAllStringSubmatch(m[2], -1)
		slices.SortFunc(attrs, func(a, b []string) int { return strings.Compare(a[1], b[1]) })
		out := "<" + m[1]
		for _, a := range attrs {
			value := a[2]
			if a[1] == "style" {
				properties := strings.Split(strings.Trim(value, ";"), ";")
				slices.Sort(properties)
				value = strings.Join(properties, ";")
			}
			out += " " + a[1] + `="` + value + `"`
		}
		return out + ">"
	})
}

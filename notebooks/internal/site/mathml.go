package site

import (
	"encoding/xml"
	"fmt"
	"io"
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
	// mathTag is an element that only draws, and acting an attribute that does more.
	mathTag = regexp.MustCompile(`^(?:m(?:i|n|o|row|text|space|style|padded|phantom|frac|sqrt|root|sub|sup|subsup|under|over|underover|multiscripts|prescripts|table|tr|labeledtr|td|enclose)|none)$`)
	acting  = regexp.MustCompile(`(?i)^(?:on|data-|href$|id$)`)
	// textWords are those of \text.
	textWords = regexp.MustCompile(`\\text\{(?:[^{}\\]|\\.)*\}`)
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
	mml, err = doc.SemanticsOnly(textWords.ReplaceAllStringFunc(operatorName.ReplaceAllString(tex, `\text{`), disguised.Replace))
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
	mml = escaped.Replace(mml)
	if err := drawsOnly(mml); err != nil {
		return "", fmt.Errorf("formula %q: %w", tex, err)
	}
	tag := "<math>"
	if display {
		tag = `<math display="block">`
	}
	return tag + sortAttributes(asTeX.Replace(rowless(mml))) + "</math>", nil
}

// treeblood takes words as they are. Signs that would be markup pass it as characters that
// no text has, and are escaped afterwards.
var (
	disguised = strings.NewReplacer(`\&`, "\uFDD0", "&", "\uFDD0", "<", "\uFDD1", ">", "\uFDD2")
	escaped   = strings.NewReplacer("\uFDD0", "&amp;", "\uFDD1", "&lt;", "\uFDD2", "&gt;")
)

// drawsOnly reports, as an error, what MathML has in it but elements that draw: treeblood
// escapes no name of a class or colour either, and whatever is left would be the page's.
func drawsOnly(mml string) error {
	if strings.Contains(mml, "<!") || strings.Contains(mml, "<?") {
		return fmt.Errorf("a formula has no <! or <?")
	}
	decoder := xml.NewDecoder(strings.NewReader(mml))
	decoder.Entity = xml.HTMLEntity
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("it makes no sound MathML: %w", err)
		}
		if start, ok := token.(xml.StartElement); ok {
			if !mathTag.MatchString(start.Name.Local) {
				return fmt.Errorf("a formula has no <%s>", start.Name.Local)
			}
			for _, a := range start.Attr {
				if acting.MatchString(a.Name.Local) {
					return fmt.Errorf("a formula has no %s", a.Name.Local)
				}
			}
		}
	}
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

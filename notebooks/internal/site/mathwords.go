package site

import (
	"regexp"
	"strings"
)

// spoken is a short formula as plain text, for titles, descriptions and cards: "2 n^3"
// is "2 n³", "n \times n" is "n × n". What has no sign of its own is said by its name.
func spoken(tex string) string {
	tex = raised.ReplaceAllStringFunc(tex, func(s string) string { return moved(s, powers) })
	tex = lowered.ReplaceAllStringFunc(tex, func(s string) string { return moved(s, indices) })
	tex = command.ReplaceAllStringFunc(tex, func(s string) string {
		if sign, ok := signs[s[1:]]; ok {
			return sign
		}
		return strings.TrimLeft(s, `\`)
	})
	return strings.Join(strings.Fields(strings.NewReplacer("{", "", "}", "", "~", " ").Replace(tex)), " ")
}

var (
	raised  = regexp.MustCompile(`\^(?:\{[0-9n+-]+\}|[0-9n])`)
	lowered = regexp.MustCompile(`_(?:\{[0-9+-]+\}|[0-9])`)
	command = regexp.MustCompile(`\\(?:[A-Za-z]+|.)`)

	powers  = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹", "n", "ⁿ", "+", "⁺", "-", "⁻")
	indices = strings.NewReplacer("0", "₀", "1", "₁", "2", "₂", "3", "₃", "4", "₄", "5", "₅", "6", "₆", "7", "₇", "8", "₈", "9", "₉", "+", "₊", "-", "₋")

	signs = map[string]string{
		"times": "×", "cdot": "·", "div": "÷", "pm": "±", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "equiv": "≡",
		"in": "∈", "to": "→", "Rightarrow": "⇒", "infty": "∞", "sum": "Σ", "prod": "Π", "sqrt": "√", "oplus": "⊕", "ldots": "…", "dots": "…", "cdots": "…",
		"lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "bmod": "mod", "left": "", "right": "", "text": "", "mathrm": "", "quad": " ", "qquad": " ",
		"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "lambda": "λ", "mu": "µ", "omega": "ω", "pi": "π", "sigma": "σ", "theta": "θ",
		",": " ", ";": " ", ":": " ", " ": " ", "!": "", "%": "%", "_": "_",
	}
)

// moved is what stands above or below the line in signs that do.
func moved(s string, to *strings.Replacer) string {
	return to.Replace(strings.Trim(s[1:], "{}"))
}

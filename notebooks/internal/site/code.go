package site

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// highlight returns source as <pre> with its words in five classes, which the
// style sheet colours for light and dark. A language that chroma does not know
// stays plain.
func highlight(source, language string) (template.HTML, error) {
	var b strings.Builder
	b.WriteString(`<pre class="code" tabindex="0"><code>`)
	lexer := lexers.Get(language)
	if lexer == nil {
		lexer = lexers.Fallback
	}
	tokens, err := chroma.Coalesce(lexer).Tokenise(nil, strings.TrimRight(source, "\n"))
	if err != nil {
		return "", fmt.Errorf("highlighting %s: %w", language, err)
	}
	for _, token := range tokens.Tokens() {
		text := inText.Replace(token.Value)
		if class := tokenClass(token.Type); class != "" && strings.TrimSpace(text) != "" {
			text = "<span class=" + class + ">" + text + "</span>" // a page has thousands
		} else if strings.HasSuffix(b.String(), "=") && strings.HasPrefix(text, `"`) {
			text = "&#34;" + text[1:]
		}
		b.WriteString(text)
	}
	b.WriteString("</code></pre>")
	return template.HTML(b.String()), nil
}

// inText escapes a text that stands between tags. There quotes mean themselves, but Single
// must not take what looks like an attribute for one.
var inText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `="`, "=&#34;")

// tokenClass sorts chroma's hundred token types into the few worth a colour:
// keywords, strings, numbers, comments and functions.
func tokenClass(t chroma.TokenType) string {
	switch {
	case t == chroma.KeywordType, t == chroma.NameBuiltin:
		return "t"
	case t.InCategory(chroma.Keyword):
		return "k"
	case t.InSubCategory(chroma.LiteralString):
		return "s"
	case t.InSubCategory(chroma.LiteralNumber):
		return "n"
	case t.InCategory(chroma.Comment):
		return "c"
	case t == chroma.NameFunction:
		return "f"
	}
	return ""
}

// codeSummary is what a folded cell says about itself: the comment that it
// begins with, after GoNB's own commands.
func codeSummary(source string) string {
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '%' || line[0] == '!' {
			continue
		}
		comment, _ := strings.CutPrefix(line, "//")
		if comment == line {
			break
		}
		return strings.Trim(comment, " .:")
	}
	return ""
}

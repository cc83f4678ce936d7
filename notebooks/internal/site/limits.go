package site

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// What Markdown may have at most: goldmark takes time by the square of each, or a page does.
const (
	// mostCells is of a table. Rows are filled up to its width: a few thousand short
	// lines can mean millions of cells.
	mostCells   = 200_000
	mostNested  = 500  // characters of nested quotes and lists before the words of a line
	mostReveals = 500  // questions, which nest
	mostMarks   = 1000 // brackets and marks of emphasis in a paragraph, heading or cell of a table
)

var (
	underHead  = regexp.MustCompile(`(?m)^[ \t>]*[|:-][ \t|:-]*$`)
	beforeText = regexp.MustCompile(`(?m)^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])+`)
	questions  = regexp.MustCompile(`:::\s*reveal`)
)

// drawable reports, as an error, what would take a page too long.
func drawable(source string) error {
	source = strings.ReplaceAll(source, "\r", "") // which is a space to Markdown, also before the end of a line
	for _, line := range underHead.FindAllStringIndex(source, -1) {
		columns := strings.Count(strings.Trim(source[line[0]:line[1]], " \t>|"), "|") + 1
		body, _, _ := strings.Cut(source[line[1]:], "\n\n")
		if rows := strings.Count(body, "\n") + 1; columns*rows > mostCells {
			return fmt.Errorf("a table of %d columns and up to %d rows: want at most %d cells", columns, rows, mostCells)
		}
	}
	for _, before := range beforeText.FindAllString(source, -1) {
		if len(before) > mostNested && strings.TrimSpace(before) != "" {
			return fmt.Errorf("a line that begins with %d characters of nested quotes and lists: want at most %d", len(before), mostNested)
		}
	}
	if n := len(questions.FindAllString(source, -1)); n > mostReveals {
		return fmt.Errorf("%d questions of :::reveal: want at most %d", n, mostReveals)
	}
	return nil
}

// markLimit reports, as an error in the parser's context, a paragraph with too many
// marks, and keeps the rest of it from being parsed.
type markLimit struct{}

var (
	markLimitKey = parser.NewContextKey()
	marksKey     = parser.NewContextKey()
)

// marks is how many marks of a block were met.
type marks struct {
	of    ast.Node
	count int
}

func (l markLimit) Extend(md goldmark.Markdown) {
	md.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(l, 0)))
}

func (markLimit) Trigger() []byte { return []byte("[]*_~") }

func (markLimit) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	m, _ := pc.Get(marksKey).(*marks)
	if m == nil || m.of != parent {
		m = &marks{of: parent}
		pc.Set(marksKey, m)
	}
	if m.count++; m.count > mostMarks {
		pc.Set(markLimitKey, fmt.Errorf("more than %d brackets, stars, tildes and underscores in one paragraph: want at most that", mostMarks))
		for line, _ := block.PeekLine(); line != nil; line, _ = block.PeekLine() {
			block.AdvanceLine()
		}
		return ast.NewText()
	}
	return nil
}

package site

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// revealExtension teaches goldmark the question that a reader answers before
// looking:
//
//	:::reveal How many cycles does stride 32 take?
//	Sixty-four: …
//	:::
//
// It becomes <details>, which needs no script.
type revealExtension struct{}

func (revealExtension) Extend(md goldmark.Markdown) {
	md.Parser().AddOptions(parser.WithBlockParsers(util.Prioritized(revealParser{}, 95)))
	md.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(revealRenderer{}, 95)))
}

var (
	kindReveal   = ast.NewNodeKind("Reveal")
	kindQuestion = ast.NewNodeKind("Question")
)

// reveal holds its question first, then the blocks of the answer.
type reveal struct{ ast.BaseBlock }

func (n *reveal) Kind() ast.NodeKind          { return kindReveal }
func (n *reveal) Dump(source []byte, lvl int) { ast.DumpHelper(n, source, lvl, nil, nil) }

// question is a line of inline Markdown.
type question struct{ ast.BaseBlock }

func (n *question) Kind() ast.NodeKind          { return kindQuestion }
func (n *question) Dump(source []byte, lvl int) { ast.DumpHelper(n, source, lvl, nil, nil) }

type revealParser struct{}

var revealLine = regexp.MustCompile(`^:::\s*reveal[ \t]+(\S.*?)\s*$`)

func (revealParser) Trigger() []byte             { return []byte{':'} }
func (revealParser) CanInterruptParagraph() bool { return true }
func (revealParser) CanAcceptIndentedLine() bool { return false }

func (revealParser) Open(_ ast.Node, reader text.Reader, _ parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	m := revealLine.FindSubmatchIndex(line)
	if m == nil {
		return nil, parser.NoChildren
	}
	q := &question{}
	q.Lines().Append(text.NewSegment(segment.Start+m[2], segment.Start+m[3]))
	n := &reveal{}
	n.AppendChild(n, q)
	reader.AdvanceToEOL()
	return n, parser.HasChildren
}

func (revealParser) Continue(_ ast.Node, reader text.Reader, _ parser.Context) parser.State {
	line, _ := reader.PeekLine()
	if strings.TrimSpace(string(line)) == ":::" {
		reader.AdvanceToEOL()
		return parser.Close
	}
	return parser.Continue | parser.HasChildren
}

func (revealParser) Close(ast.Node, text.Reader, parser.Context) {}

type revealRenderer struct{}

func (revealRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(kindReveal, tagRenderer(`<details class="reveal">`, "</details>\n"))
	reg.Register(kindQuestion, tagRenderer("<summary>", "</summary>\n"))
}

// tagRenderer renders a node as an element around its children.
func tagRenderer(open, close string) renderer.NodeRendererFunc {
	return func(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		tag := close
		if entering {
			tag = open
		}
		_, err := w.WriteString(tag)
		return ast.WalkContinue, err
	}
}

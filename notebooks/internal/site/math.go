package site

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// mathExtension teaches goldmark $inline$ and $$display$$ formulas, written
// out as MathML, which every current browser draws without a script.
//
// A dollar opens a formula only before a non-space and closes it only after
// one and not before a digit, so that "from $5 to $10" stays prose. Code spans
// and \$ are never formulas.
type mathExtension struct{}

func (mathExtension) Extend(md goldmark.Markdown) {
	md.Parser().AddOptions(
		parser.WithBlockParsers(util.Prioritized(mathBlockParser{}, 90)),
		parser.WithInlineParsers(util.Prioritized(mathInlineParser{}, 90)))
	md.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(mathRenderer{}, 90)))
}

var (
	kindMathInline = ast.NewNodeKind("MathInline")
	kindMathBlock  = ast.NewNodeKind("MathBlock")
)

// mathInline is a formula within a paragraph.
type mathInline struct {
	ast.BaseInline
	tex     string
	display bool   // $$ within a paragraph: on a line of its own all the same
	after   string // what ends a clause right after it, and must not begin a line
}

func (n *mathInline) Kind() ast.NodeKind          { return kindMathInline }
func (n *mathInline) Dump(source []byte, lvl int) { ast.DumpHelper(n, source, lvl, nil, nil) }

// mathBlock is a formula between lines that begin and end with $$. Its lines
// are no Markdown: "a_i * b_i" or "\\" at the end of a line mean what they mean
// in LaTeX.
type mathBlock struct {
	ast.BaseBlock
	tex    strings.Builder
	closed bool
}

func (n *mathBlock) Kind() ast.NodeKind          { return kindMathBlock }
func (n *mathBlock) IsRaw() bool                 { return true }
func (n *mathBlock) Dump(source []byte, lvl int) { ast.DumpHelper(n, source, lvl, nil, nil) }

type mathInlineParser struct{}

func (mathInlineParser) Trigger() []byte { return []byte{'$'} }

func (mathInlineParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	startLine, startPos := block.Position()
	fence := "$"
	if line, _ := block.PeekLine(); bytes.HasPrefix(line, []byte("$$")) {
		fence = "$$"
	}
	block.Advance(len(fence))
	var tex []byte
	for {
		line, _ := block.PeekLine()
		if line == nil {
			break
		}
		end := closingFence(line, fence, len(tex) == 0)
		if end >= 0 {
			block.Advance(end + len(fence))
			tex = append(tex, line[:end]...)
			n := &mathInline{tex: string(tex), display: fence == "$$"}
			if !n.display {
				rest, _ := block.PeekLine()
				n.after = string(rest[:len(rest)-len(bytes.TrimLeft(rest, ",.;:?)"))])
				block.Advance(len(n.after))
			}
			return n
		}
		if end == notMath {
			break
		}
		tex = append(tex, line...)
		block.AdvanceLine()
	}
	block.SetPosition(startLine, startPos)
	return nil
}

const (
	notHere = -1 // the formula may end on a later line
	notMath = -2
)

// closingFence finds where a formula ends in a line. The first line of a $
// formula must not begin with a space; a backquote means that the dollar
// belonged to prose with a code span after it.
func closingFence(line []byte, fence string, first bool) int {
	if first && fence == "$" && (len(line) == 0 || util.IsSpace(line[0])) {
		return notMath
	}
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\':
			i++
		case line[i] == '`':
			return notMath
		case !bytes.HasPrefix(line[i:], []byte(fence)):
		case fence == "$$":
			return i
		case i == 0 && first, i > 0 && util.IsSpace(line[i-1]):
			return notMath
		case i+1 < len(line) && '0' <= line[i+1] && line[i+1] <= '9':
			return notMath
		default:
			return i
		}
	}
	return notHere
}

type mathBlockParser struct{}

func (mathBlockParser) Trigger() []byte             { return []byte{'$'} }
func (mathBlockParser) CanInterruptParagraph() bool { return true }
func (mathBlockParser) CanAcceptIndentedLine() bool { return false }

func (mathBlockParser) Open(_ ast.Node, reader text.Reader, _ parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	rest, ok := strings.CutPrefix(strings.TrimSpace(string(line)), "$$")
	if !ok {
		return nil, parser.NoChildren
	}
	n := &mathBlock{}
	if tex, _, found := strings.Cut(rest, "$$"); found {
		if !strings.HasSuffix(rest, "$$") || strings.Count(rest, "$$") > 1 {
			return nil, parser.NoChildren // a paragraph that begins with a formula
		}
		rest, n.closed = tex, true
	}
	n.tex.WriteString(rest)
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

func (mathBlockParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	n := node.(*mathBlock)
	if n.closed {
		return parser.Close
	}
	line, _ := reader.PeekLine()
	tex := strings.TrimSpace(string(line))
	tex, n.closed = strings.CutSuffix(tex, "$$")
	n.tex.WriteString("\n" + tex)
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (mathBlockParser) Close(ast.Node, text.Reader, parser.Context) {}

type mathRenderer struct{}

func (mathRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(kindMathInline, func(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
		n := node.(*mathInline)
		if n.after == "" || !entering {
			return writeMath(w, n.tex, n.display, entering)
		}
		_, _ = w.WriteString(`<span class="held">`)
		status, err := writeMath(w, n.tex, n.display, entering)
		_, _ = w.WriteString(n.after + "</span>")
		return status, err
	})
	reg.Register(kindMathBlock, func(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
		n := node.(*mathBlock)
		if !n.closed {
			return ast.WalkStop, fmt.Errorf("formula $$%s: want a closing $$", n.tex.String())
		}
		return writeMath(w, n.tex.String(), true, entering)
	})
}

// equationNo is the number that an author gives a formula, as LaTeX and MathJax have it.
var equationNo = regexp.MustCompile(`\s*\\tag\{([0-9A-Za-z.]+)\}`)

func writeMath(w util.BufWriter, tex string, display, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	no := ""
	if m := equationNo.FindStringSubmatchIndex(tex); display && m != nil {
		tex, no = tex[:m[0]]+tex[m[1]:], tex[m[2]:m[3]]
	}
	mml, err := mathML(tex, display)
	if err != nil {
		return ast.WalkStop, err
	}
	switch {
	case no != "":
		mml = fmt.Sprintf(`<span class="display" id="eq-%s" tabindex="0" role="group" aria-label="formula %s">%s<a class="eq-no" href="#eq-%[1]s">(%[2]s)</a></span>`, strings.ReplaceAll(no, ".", "-"), no, mml)
	case display:
		mml = `<span class="display" tabindex="0" role="group" aria-label="formula">` + mml + "</span>"
	}
	_, err = w.WriteString(mml)
	return ast.WalkSkipChildren, err
}

package site

import (
	"fmt"
	"html/template"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// renderTable writes a table of the text in a box of its own, which scrolls and has a name.
func renderTable(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		_, err := w.WriteString("</table></div>\n")
		return ast.WalkContinue, err
	}
	_, err := fmt.Fprintf(w, `<div class="scroll" tabindex="0" role="region" aria-label="%s"><table>`+"\n"+`<caption class="unseen">%[1]s</caption>`+"\n",
		template.HTMLEscapeString(tableName(node, src)))
	return ast.WalkContinue, err
}

// sentence ends where another begins.
var sentence = regexp.MustCompile(`[.!?] `)

// tableName is what leads to a table: the last sentence of the paragraph before it, or the
// heading that it is below.
func tableName(table ast.Node, src []byte) string {
	for n := table.PreviousSibling(); n != nil; n = n.PreviousSibling() {
		words := plain(n, src)
		switch {
		case words == "":
		case n.Kind() == ast.KindHeading:
			return words
		case n.Kind() == ast.KindParagraph && n == table.PreviousSibling():
			sentences := sentence.Split(words, -1)
			return strings.TrimRight(sentences[len(sentences)-1], ".:")
		}
	}
	return "Table"
}

func renderTableCell(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	cell := node.(*extast.TableCell)
	open, tag := "td", "td"
	switch {
	case cell.Parent().Kind() == extast.KindTableHeader:
		open, tag = `th scope="col"`, "th"
	case cell.PreviousSibling() == nil && firstColumnHeads(cell.Parent().Parent(), src):
		open, tag = `th scope="row"`, "th"
	}
	if !entering {
		_, err := fmt.Fprintf(w, "</%s>\n", tag)
		return ast.WalkContinue, err
	}
	if cell.Alignment != extast.AlignNone {
		open += fmt.Sprintf(` style="text-align:%s"`, cell.Alignment)
	}
	_, err := fmt.Fprintf(w, "<%s>", open)
	return ast.WalkContinue, err
}

// firstColumnHeads reports whether a table's first column names its rows: it has a word for
// each and no word twice, and other columns follow.
func firstColumnHeads(table ast.Node, src []byte) bool {
	seen := map[string]bool{"": true}
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		if row.ChildCount() < 2 {
			return false
		}
		if row.Kind() == extast.KindTableHeader {
			continue
		}
		name := plain(row.FirstChild(), src)
		if seen[name] {
			return false
		}
		seen[name] = true
	}
	return true
}

package site

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"golang.org/x/net/html"

	"lanebook/charts/browsertest"
	"lanebook/notebooks/internal/pdf"
)

// TestPrinted: the sample's first chapter and its book as PDF.
func TestPrinted(t *testing.T) {
	dir := publishBook(t)
	for name, cover := range map[string]bool{"chapter": false, "book": true} {
		t.Run(name, func(t *testing.T) {
			checkPrinted(t, samplePaper(t, dir, cover))
		})
	}
}

// checkPrinted prints and holds the PDF to what every one promises. Long tables may go
// on from page to page, but begin below their title.
func checkPrinted(t *testing.T, paper Paper) {
	t.Helper()
	browsertest.Find(t)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	printer, err := pdf.Find(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var document []byte
	printed, pages, err := printer.Print(ctx, "2026-11-22", func(at map[string]int) (text []byte, err error) {
		text, err = paper.HTML(at)
		document = marked(t, text)
		return document, err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d pages, %d bytes", pages, len(printed))
	at, _, err := pdf.Pages(printed)
	if err != nil {
		t.Fatal(err)
	}
	figures := 0
	for _, m := range regexp.MustCompile(`id="(from-(\d+))"[^>]*></span>([^<]*)`).FindAllSubmatch(document, -1) {
		from, to := at[string(m[1])], at["to-"+string(m[2])]
		figures++
		if from == 0 || from != to {
			t.Errorf("figure %s, %s, begins on page %d and ends on page %d", m[2], m[3], from, to)
		}
	}
	if figures == 0 {
		t.Error("no figure is checked")
	}
	checkOutline(t, document, printed)
	for _, want := range []string{"/MarkInfo <</Type /MarkInfo\n/Marked true>>", "/StructTreeRoot ", "/Lang (en)", "/S /Figure", "/S /TH"} {
		if !bytes.Contains(printed, []byte(want)) {
			t.Errorf("the PDF lacks %q", want)
		}
	}
	pictures := regexp.MustCompile(`(?s)/S /Figure\n.*?>>`).FindAll(printed, -1)
	for _, p := range pictures {
		if !bytes.Contains(p, []byte("/Alt ")) {
			t.Errorf("a picture without words in its place: %s", p)
		}
	}
	if n := len(findAll(parse(t, string(document)), func(n *html.Node) bool { return n.Data == "img" || n.Data == "svg" })); n != len(pictures) {
		t.Errorf("%d pictures are tagged, want %d", len(pictures), n)
	}
	photos := len(regexp.MustCompile(`<img[^>]* src="(?:data:image/|[^"]*\.)(?:png|jpe?g)`).FindAll(document, -1))
	if n := bytes.Count(printed, []byte("/Subtype /Image")); n > 2*photos { // each with its mask
		t.Errorf("%d pictures are of points, want at most %d: charts are lines", n, 2*photos)
	}
	fonts := 0
	for _, m := range regexp.MustCompile(`(?s)\n(\d+ 0) obj\n<</Type /FontDescriptor\n(.*?)endobj`).FindAllSubmatch(printed, -1) {
		drawn := regexp.MustCompile(`(?s)/Subtype /Type3\n[^>]*/FontDescriptor ` + string(m[1]) + ` R`) // as Chromium has outlines such as those of formulas
		if fonts++; !bytes.Contains(m[2], []byte("/FontFile")) && !drawn.Match(printed) {
			t.Errorf("a font is not in the PDF: %s", m[2])
		}
	}
	if fonts == 0 {
		t.Error("the PDF has no fonts")
	}
}

// marked is the document with marks at both ends of what must be whole, and links to
// them, for Chromium says where the ends of links are: of each figure, or of its title
// and the second row of its table where that is long.
func marked(t *testing.T, document []byte) []byte {
	t.Helper()
	root := parse(t, string(document))
	var links strings.Builder
	for i, f := range findAll(root, func(n *html.Node) bool { return n.Data == "figure" }) {
		mark := func(at *html.Node, name string, before *html.Node) {
			at.InsertBefore(&html.Node{Type: html.ElementNode, Data: "span", Attr: []html.Attribute{{Key: "id", Val: name}}}, before)
			fmt.Fprintf(&links, `<a href="#%s">%[1]s</a> `, name)
		}
		from, to := fmt.Sprintf("from-%d", i), fmt.Sprintf("to-%d", i)
		title := find(f, func(n *html.Node) bool { return hasClass(n, "fig-title") || hasClass(n, "lbw-head") })
		if title == nil {
			t.Errorf("figure %s has no title", attr(f, "id"))
			continue
		}
		mark(title, from, title.FirstChild)
		end := f
		if rows := findAll(f, isA("tr")); len(rows) > 16 || len(rows) > 7 && find(f, func(n *html.Node) bool { return hasClass(n, "claims") }) != nil {
			end = rows[1].LastChild
		} else if words := find(f, isA("figcaption")); words != nil && words.NextSibling == nil {
			end = words
		}
		mark(end, to, nil)
	}
	var b bytes.Buffer
	if err := html.Render(&b, root); err != nil {
		t.Fatal(err)
	}
	return bytes.Replace(b.Bytes(), []byte("</main>"), []byte("<p>"+links.String()+"</p></main>"), 1)
}

// checkOutline demands an entry for each heading, in order.
func checkOutline(t *testing.T, document, printed []byte) {
	t.Helper()
	root := parse(t, string(document))
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	var want, got []string
	for _, h := range findAll(root, func(n *html.Node) bool { return slices.Contains([]string{"h1", "h2", "h3", "h4"}, n.Data) }) {
		want = append(want, squeeze(words(h)))
	}
	entries := regexp.MustCompile(`(?s)\n(\d+) 0 obj\n<</Title (\((?:\\.|[^\\)])*\)|<[0-9A-F]*>)\n/Dest `).FindAllSubmatch(printed, -1)
	number := func(entry [][]byte) int {
		n, _ := strconv.Atoi(string(entry[1]))
		return n
	}
	slices.SortFunc(entries, func(a, b [][]byte) int { return number(a) - number(b) }) // Chromium writes parents last
	for _, m := range entries {
		got = append(got, squeeze(pdfText(string(m[2]))))
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the outline is %q, want %q", got, want)
	}
}

// pdfText is a string of a PDF, in brackets or as hexadecimal UTF-16.
func pdfText(s string) string {
	if s[0] == '(' {
		return regexp.MustCompile(`\\(.)`).ReplaceAllString(s[1:len(s)-1], "$1")
	}
	var units []uint16
	for s = strings.TrimPrefix(s[1:len(s)-1], "FEFF"); len(s) >= 4; s = s[4:] {
		n, _ := strconv.ParseUint(s[:4], 16, 16)
		units = append(units, uint16(n))
	}
	return string(utf16.Decode(units))
}

package site

import (
	"strings"
	"testing"
	"time"

	"lanebook/notebooks/internal/nb"
)

func TestMarkdown(t *testing.T) {
	for _, c := range []struct {
		name, source string
		want         []string // parts of the HTML, in order
		not          string
	}{
		{"inline formula", `the bank $b = a$ of`, []string{`<p>the bank <math>`, `<mi>b</mi>`, `</math> of</p>`}, "$"},
		{"prices are prose", "from $5 to $10", []string{"from $5 to $10"}, "<math"},
		{"escaped dollar", `\$x$`, []string{"$x$"}, "<math"},
		{"code is no formula", "`$x$` and `a$b$c`", []string{"<code>$x$</code>", "<code>a$b$c</code>"}, "<math"},
		{"dollar before code", "pay $5 for `a$b`", []string{"pay $5 for <code>a$b</code>"}, "<math"},
		{"formula over two lines", "the $a +\nb$ sum", []string{"<math>", "<mi>a</mi>", "<mi>b</mi>", "</math> sum"}, "$"},
		{"Markdown in a formula", "$a_i * b_i * c_i$", []string{"<msub>", "</math>"}, "<em>"},
		{"block", "text\n\n$$\na_1 \\\\ b\n$$\n\nmore", []string{"<p>text</p>", `<math display="block">`, "</math>", "<p>more</p>"}, "$"},
		{"block ends a paragraph", "text\n$$x$$\nmore", []string{"<p>text</p>", `<math display="block">`, "<p>more</p>"}, "$"},
		{"display in a paragraph", "so $$x$$, then", []string{"so <span", `display="block"`, "</span>, then"}, "$"},
		{"operator name", `$\operatorname{lanes}(x)$`, []string{"<mtext>lanes</mtext>"}, "merror"},
		{"signs in words", `$\text{if a<b>c}, \text{R\&D}, \operatorname{<b>}$`, []string{"<mtext>if&nbsp;a&lt;b&gt;c</mtext>", "<mtext>R&amp;D</mtext>", "<mtext>&lt;b&gt;</mtext>"}, "<b"},
		{"signs in cases", `$\begin{cases} 1 & \text{if } a < b \\ 2 & c \end{cases}$`, []string{"<mtext>if&nbsp;</mtext>", "<mo>&lt;</mo>", "</mtr><mtr>"}, "&amp;"},
		{"reveal", ":::reveal How *many*, $x$?\nSixty-four.\n\n- a\n:::\nafter", []string{
			`<details class="reveal"><summary>How <em>many</em>, <span class="held"><math>`, "</math>?</span></summary>", "<p>Sixty-four.</p>", "<li>a</li>", "</details>", "<p>after</p>"}, ":::"},
		{"reveal with code", ":::reveal Q?\n```go\nx := 1\n```\n:::", []string{"<summary>Q?</summary>", `<pre class="code"`, "</details>"}, ":::"},
		{"reveal without question", ":::reveal\nA\n:::", []string{":::reveal"}, "<details"},
		{"details", "<details><summary>Q</summary>\n\nA *b*\n\n</details>", []string{"<details><summary>Q</summary>", "<em>b</em>", "</details>"}, ""},
		{"formula before a comma", "at $a$, ($b$); $c$-th", []string{`at <span class="held"><math>`, `</math>,</span> (<span class="held"><math>`, "</math>);</span> <math>", "</math>-th"}, "$"},
		{"slash", "$a/4$", []string{`<math><mi>a</mi><mo lspace="0" rspace="0">/</mo><mn>4</mn></math>`}, ""},
		{"brackets that do not grow", `$\lfloor a \rfloor \{ a \}$`, []string{`"false">⌊<`, `"false">⌋<`, `"false">{<`, `"false">}<`}, `"true"`},
		{"brackets that grow", `$\left\lfloor a \right\rceil$`, []string{`stretchy="true">⌊<`, `stretchy="true">⌉<`}, `"false"`},
		{"table scrolls", "| a |\n|--|\n| 1 |", []string{`<div class="scroll"`, "<table>", "</table></div>"}, ""},
		{"table named by what leads to it", "## H\n\nSome *are* faster. These are the $n$ banks:\n\n| a | b |\n|--|--:|\n| x | 1 |\n| y | |", []string{`aria-label="These are the n banks"`,
			`<caption class="unseen">These are the n banks</caption>`, `<th scope="col">a</th>`, `<th scope="col" style="text-align:right">b</th>`, `<th scope="row">x</th>`, `<td style="text-align:right">1</td>`, `<th scope="row">y</th>`}, ""},
		{"table below a heading", "## The \"H\"\n\n| a | b |\n|--|--|\n| x | 1 |\n| x | 2 |", []string{`aria-label="The &#34;H&#34;"`, `<td>x</td>`, `<td>x</td>`}, `scope="row"`},
		{"heading", "## Two words\n\n## Two words", []string{`<h2 id="two-words">`, `href="#two-words"`, `<h2 id="two-words-1">`}, ""},
		{"headings with addresses that scripts take", "## Lanebook\n\n## Slides\n\n## Slide 2\n\n## Slide\n\n## Slide\n\n## Slide", []string{`id="lanebook-1"`, `id="slides-1"`, `id="slide-2-section"`, `id="slide"`, `id="slide-1-section"`, `id="slide-3-section"`}, ""},
		{"link to a notebook", "[n](02-warp.ipynb#fig-1) [m](./02-warp.ipynb) [o](03.ipynb)", []string{`"02-warp.html#fig-1"`, `"02-warp.html"`, `"03.ipynb"`}, ""},
		{"footnote", "a[^1]\n\n[^1]: b", []string{`id="p1-fnref:1"`, `id="p1-fn:1"`}, ""},
		{"highlighted", "```go\nfunc f() { return \"<\" } // c\n```", []string{`<span class=k>func</span>`, `<span class=s>"&lt;"</span>`, `<span class=c>// c</span>`}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := newProse(map[string]bool{"02-warp": true}).render(c.source, nil)
			if err != nil {
				t.Fatal(err)
			}
			rest := string(out)
			for _, want := range c.want {
				_, after, found := strings.Cut(rest, want)
				if !found {
					t.Fatalf("got %s\nwant %q (in order)", out, want)
				}
				rest = after
			}
			if c.not != "" && strings.Contains(string(out), c.not) {
				t.Errorf("got %s\nwant no %q", out, c.not)
			}
		})
	}
}

func TestMarkdownErrors(t *testing.T) {
	for source, want := range map[string]string{
		`$\nosuch{3}$`:                     `"nosuch" is not known`,
		`$\frac{1$`:                        "curly brace",
		"$$\nx":                            "closing $$",
		"![a](https://example.org/i.png)":  "want an attachment",
		"![a](attachment:no.png)":          "no such attachment",
		":::reveal Q?\n$\\nosuch$\n:::\n":  "nosuch",
		"| a |\n|---|\n| $\\nosuch{x}$ |":  "nosuch",
		`$\text{{<img src=x>}}$`:           "formula",
		`$\text{{<meta></meta>}}$`:         "a formula has no <meta>",
		`$\class{" href="x}{y}$`:           "a formula has no href",
		`$\text{{</mtext></math>}}$`:       "no sound MathML",
		`$\text{{<!--}}$`:                  "no <!",
		`$\class{" onclick="a}{x}$`:        "a formula has no onclick",
		`$\color{"><script>}x$`:            "formula",
		`$\textcolor{red" onclick="x}{y}$`: "a formula has no onclick",
	} {
		out, err := newProse(nil).render(source, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %s, error %v, want an error with %q", source, out, err, want)
		}
	}
}

func TestAttachment(t *testing.T) {
	out, err := newProse(nil).render("![a picture](attachment:a%20b.png)", []byte(`{"a b.png":{"image/png":"aGk=\n"}}`))
	if want := `src="data:image/png;base64,aGk="`; err != nil || !strings.Contains(string(out), want) {
		t.Errorf("got %s, %v, want %s", out, err, want)
	}
}

func TestProseGathersTitleAndHeadings(t *testing.T) {
	p := newProse(nil)
	for _, cell := range []string{"# The *title* of `it`\n\nFirst words,\nwith $x$.\n\nSecond.", "## A $y$\n### B\n#### C\n# Other"} {
		if _, err := p.render(cell, nil); err != nil {
			t.Fatal(err)
		}
	}
	if p.Title != "The title of it" || p.Summary != "First words, with x." {
		t.Errorf("title %q, summary %q", p.Title, p.Summary)
	}
	if len(p.Headings) != 2 || p.Headings[0].ID != "a-y" || !strings.Contains(string(p.Headings[0].HTML), "<math>") || p.Headings[1].Level != 3 {
		t.Errorf("headings %+v", p.Headings)
	}
}

// Whatever a cell holds, rendering ends, and twice gives the same.
func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{sampleText, "$$", "$a$$b$", ":::reveal x\n:::reveal y\n:::", "$\\begin{cases} 1 & x \\\\ 2 \\end{cases}$", "- $$\n  x\n  $$", "$`$", "> $$x\n> y$$"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		first, err1 := newProse(nil).render(source, nil)
		second, err2 := newProse(nil).render(source, nil)
		if first != second || (err1 == nil) != (err2 == nil) {
			t.Errorf("two results: %q, %v and %q, %v", first, err1, second, err2)
		}
	})
}

// What takes Markdown's parser time by the square is refused in words, or is quick.
func TestNestedMarkdown(t *testing.T) {
	const n = 20_000
	nested := func(open, close string) string {
		return "w\n\n" + strings.Repeat(open, n) + "x" + strings.Repeat(close, n)
	}
	for source, want := range map[string]string{
		nested("> ", ""):                 "a line that begins with 40000 characters of nested quotes and lists: want at most 500",
		nested(">", ""):                  "a line that begins with 20000 characters",
		nested("- ", ""):                 "a line that begins with 40000 characters",
		nested("1. > ", ""):              "a line that begins with 100000 characters",
		nested("[a](", ""):               "more than 1000 brackets",
		nested("[a](", ")"):              "",
		nested("[a](\n", ""):             "more than 1000 brackets",
		nested("![a](b", "]"):            "more than 1000 brackets",
		nested("*a", "*"):                "more than 1000 brackets",
		"# " + nested("[", "]")[3:]:      "more than 1000 brackets",
		nested(":::reveal x\n", ""):      "20000 questions of :::reveal: want at most 500",
		nested("[a](b) *c* d_e\n\n", ""): "",
		nested("`[a](` ", ""):            "",
		nested("> x\n- y\n\n", ""):       "",
		nested(" ", ""):                  "",
		nested("$a_b$ ", ""):             "",
		strings.Repeat(strings.Repeat("> ", 200)+"x\n", 500): "",
	} {
		began := time.Now()
		_, err := newPageView(Page{Name: "n", Notebook: &nb.Notebook{Cells: []nb.Cell{{Type: nb.Markdown, Source: "# T\n\n" + source}}}}, nil, &linker{}, files{})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), "cell 1: "+want)) {
			t.Errorf("%.30q…: error is %v, want %q", source, err, want)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%.30q…: it took %v", source, took)
		}
	}
}

// A table whose short rows stand for millions of cells is refused at once; a wide one is shown.
func TestWideTables(t *testing.T) {
	const columns = 10_000
	head := strings.Repeat("|a", columns) + "|\n" + strings.Repeat("|-", columns) + "|\n"
	for rows, want := range map[int]string{2: "", 1_000: "a table of 10000 columns and up to 1001 rows: want at most 200000 cells"} {
		for _, end := range []string{"\n", "\r\n"} {
			source := strings.ReplaceAll("w\n\n"+head+strings.Repeat("|1|\n", rows)+"\nw", "\n", end)
			html, err := newProse(nil).render(source, nil)
			if want == "" && (err != nil || strings.Count(string(html), "<td>") != rows*columns) || want != "" && (err == nil || err.Error() != want) {
				t.Errorf("%d rows, lines ended by %q: %d bytes, error %v, want %q", rows, end, len(html), err, want)
			}
		}
	}
}

func TestSpoken(t *testing.T) {
	for tex, want := range map[string]string{
		`n \times n`: "n × n", "2 n^3": "2 n³", "3 n^2": "3 n²", `a_{10}^{-1}`: "a₁₀⁻¹", `\lfloor a/4 \rfloor \bmod 32`: "⌊ a/4 ⌋ mod 32",
		`\mathrm{rank}\,\rho`: "rank rho", `x \le 5\,\%`: "x ≤ 5 %", `\gcd(64, 32)`: "gcd(64, 32)",
	} {
		if got := spoken(tex); got != want {
			t.Errorf("%s is said as %q, want %q", tex, got, want)
		}
	}
}

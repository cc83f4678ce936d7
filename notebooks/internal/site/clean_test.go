package site

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"lanebook/notebooks/internal/nb"
)

// harmless is HTML that cells show, and that a page shows as it is.
var harmless = []string{
	"<b>w</b> &lt;script&gt; 1 < 2 onclick=",
	`<details open=""><summary>Q</summary><p>A</p></details>`,
	`<figure><img alt="A ball: (0,0,0), turned." style="width:100%;max-width:648px" src="data:image/png;base64,aGk="><figcaption>F<sub>1</sub></figcaption></figure>`,
	`<ul><li><a download="t.csv" href="data:text/csv;base64,MSwyCg==">t</a></li></ul>`,
	`<table border="1" class="dataframe"><thead><tr style="text-align: right;"><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>`,
	`<a href="https://x.y/?a=1&amp;b=2">away</a> <a href="02-warp-issue.html#x">there</a> <a href="mailto:a@b.c">to</a>`,
	`<span style="color: rgb(10, 20, 30); background-color:#fff">x</span><i style="COLOR: Red">z</i><kbd>y</kbd><br/><hr>`,
	`<p id="fig-1" lang="ja" title="a: b">日本</p>`,
	"</details>", "<details>\n<summary>", "",
}

// hostile is HTML that runs something, loads something or asks for something, and what
// of it the message names.
var hostile = map[string]string{
	`<script>x()</script>`:                                     "no <script>",
	`<ScRiPt src=//x.y/a.js>`:                                  "no <script>",
	`<b>a</b><scr<script>ipt>x()</script>`:                     "no <scr<script>",
	`<base href="https://x.y/">`:                               "no <base>",
	`<meta http-equiv="refresh" content="0;url=//x.y/">`:       "no <meta>",
	`<link rel="stylesheet" href="https://x.y/a.css">`:         "no <link>",
	`<style>@import "//x.y/a.css";</style>`:                    "no <style>",
	`<style>p { background: url(//x.y/i.png) }</style>`:        "no <style>",
	`<svg><image href="https://x.y/i.png"/></svg>`:             "no <svg>",
	`<svg onload=x()>`:                                         "no <svg>",
	`<math><mtext><script>x()</script></mtext></math>`:         "no <math>",
	`<iframe srcdoc="&lt;script&gt;x()">`:                      "no <iframe>",
	`<object data="//x.y/">`:                                   "no <object>",
	`<embed src="//x.y/">`:                                     "no <embed>",
	`<form action="https://x.y/"><input name=a></form>`:        "no <form>",
	`<video poster="//x.y/i.png">`:                             "no <video>",
	`<picture><source srcset="https://x.y/i.png">`:             "no <picture>",
	`<noscript><p title="</noscript><img src=x onerror=x()>">`: "no <noscript>",
	`<template><img src=x onerror=x()></template>`:             "no <template>",
	`<img src="https://x.y/i.png">`:                            `<img src="https://x.y/i.png">: a published page takes no such src`,
	`<img alt="a" src=//x.y/i.png>`:                            "no such src",
	`<img src="\\x.y\i.png">`:                                  "no such src",
	`<img src="/\x.y/i.png">`:                                  "no such src",
	`<img src="&#104;ttps://x.y/i.png">`:                       "no such src",
	"<img src=\"ht\ntps://x.y/i.png\">":                        "no such src",
	`<img src="i.png">`:                                        "no such src",
	`<img alt=a srcset="https://x.y/i.png 2x">`:                "no such srcset",
	`<img alt=a src="data:text/html;base64,PGI+">`:             "no such src",
	`<img src=x onerror=x()>`:                                  "no such src",
	`<p onclick="x()">`:                                        "no such onclick",
	`<p class="a" OnLoad=x()>`:                                 "no such onload",
	`<p/onmouseover=x()>`:                                      "no such onmouseover",
	`<div style="background:url(http://x.y/i.png)">`:           "no such style",
	`<div style="color:\75rl(//x.y/)">`:                        "no such style",
	`<div style="position:fixed;inset:0">`:                     "no such style",
	`<div style="color:red;position:fixed">`:                   "no such style",
	`<div style="color:red;background:url(//x.y/);width:1px">`: "no such style",
	`<div style="color:red !important">`:                       "no such style",
	`<table background="//x.y/i.png">`:                         "no such background",
	`<a href="javascript:x()">`:                                "no such href",
	`<a href="java&#115;cript:x()">`:                           "no such href",
	"<a href=\"java\tscript:x()\">":                            "no such href",
	`<a href=" &#1;javascript:x()">`:                           "no such href",
	`<a href="vbscript:x()">`:                                  "no such href",
	`<a href="file:///etc/passwd">`:                            "no such href",
	`<a href="data:text/html,<script>x()</script>">`:           "no such href",
	`<a href="https://x.y/" ping="//x.y/">`:                    "no such ping",
	`<figure data-lb-figure="a" data-lb-src="//x.y/a.js">`:     "no such data-lb-figure",
}

func TestClean(t *testing.T) {
	for _, content := range harmless {
		kept, err := clean(content)
		if err != nil {
			t.Errorf("%s: %v", content, err)
		}
		if got, want := parsed(t, kept), parsed(t, content); got != want {
			t.Errorf("%s: is shown as\n%s, want\n%s", content, got, want)
		}
	}
	for content, want := range hostile {
		if kept, err := clean(content); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: is shown as %s with error %v, want one with %q", content, kept, err, want)
		}
	}
}

// HTML between Markdown ends what it begins: a page's own elements are not its own to end.
func TestBalanced(t *testing.T) {
	for source, want := range map[string]string{
		"a </div> b": "</div>: want a <div>", "</article>\n\nb": "</article>: want", "<details>\n\nb": "<details>: want a </details>",
		"<b>a</i></b>": "</i>: want", "a <b> c\n\nd": "</p>: want",
		"<details><summary>Q</summary>\n\n*A*\n\n</details>": "", "<table><tr><td>a<td>b<tr><td>c</table>": "", "a<br>b <kbd>c</kbd> $x$\n\n- [ ] d\n\n:::reveal e\nf\n:::": "", "<ul><li>a<p>b<li>c</ul>": "",
	} {
		p := newProse(nil)
		if _, err := p.render(source, nil); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: error %v, want %q", source, err, want)
		}
	}
}

// Hostile HTML does not come into a page by any way there is.
func TestHostilePages(t *testing.T) {
	for content, want := range hostile {
		for way, pages := range map[string][]Page{
			"text/html":       notebook(data("text/html", content)),
			"text/markdown":   notebook(data("text/markdown", "w\n\n"+content+"\n")),
			"a Markdown cell": {{Name: "n", Notebook: &nb.Notebook{Cells: []nb.Cell{{Type: nb.Markdown, Source: "# T\n\na " + content + " b"}}}}},
		} {
			view, err := newPageView(pages[0], nil, &linker{}, files{})
			if err == nil {
				if fault := harm(parse(t, fmt.Sprint(view.Blocks))); fault != "" {
					t.Errorf("%s, %s: the page has %s", way, content, fault)
				}
			} else if !strings.HasPrefix(err.Error(), "cell ") || way == "text/html" && !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %s: %v, want %q", way, content, err, want)
			}
		}
	}
	for _, link := range []string{"javascript:x()", "JavaScript:x()", "java&#115;cript:x()", "vbscript:x", "file:///etc/passwd", "data:text/html,w"} {
		for _, source := range []string{"# T\n\n[w](" + link + ")", "# T\n\n[w][1]\n\n[1]: " + link, "# T\n\n<" + link + ">"} {
			view, err := newPageView(Page{Name: "n", Text: source}, nil, &linker{}, files{})
			if err == nil && harm(parse(t, fmt.Sprint(view.Blocks))) != "" || err != nil && !strings.Contains(err.Error(), "want one within the site") {
				t.Errorf("%q: error %v, want a refusal or a page without the link", source, err)
			}
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, content := range harmless {
		f.Add(content)
	}
	for content := range hostile {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content string) {
		kept := allowed.Sanitize(content) // also what clean would refuse
		if fault := harm(parse(t, kept)); fault != "" {
			t.Errorf("%q is shown as %q, which has %s", content, kept, fault)
		}
		if once, err := clean(content); err == nil {
			if twice, err := clean(once); err != nil || parsed(t, twice) != parsed(t, once) {
				t.Errorf("%q, cleaned once %q, cleaned twice %q, %v", content, once, twice, err)
			}
		}
	})
}

// parse reads HTML as browsers do.
func parse(t *testing.T, content string) *html.Node {
	t.Helper()
	node, err := html.Parse(strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return node
}

// parsed is HTML as browsers understand it.
func parsed(t *testing.T, content string) string {
	t.Helper()
	var b strings.Builder
	if err := html.Render(&b, parse(t, content)); err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer(": ", ":", "; ", ";", ";\"", "\"").Replace(b.String())
}

// harm names what of a parsed text runs a script, loads from elsewhere or asks the
// reader for something; "" if nothing does.
func harm(n *html.Node) string {
	if n.Type == html.ElementNode {
		if slices.Contains([]string{"script", "style", "base", "meta", "link", "iframe", "frame", "object", "embed", "form", "input", "button", "svg", "math",
			"video", "audio", "source", "picture", "image", "applet", "noscript", "template", "portal"}, n.Data) {
			return "<" + n.Data + ">"
		}
		for _, a := range n.Attr {
			u, err := url.Parse(strings.TrimSpace(a.Val))
			away := err != nil || u.Host != "" || strings.ContainsAny(a.Val, "\\")
			switch {
			case strings.HasPrefix(a.Key, "on"), a.Key == "srcset", a.Key == "srcdoc", a.Key == "background", a.Key == "action", a.Key == "ping":
				return a.Key
			case a.Key == "content" && strings.Contains(a.Val, "x.y"):
				return a.Val
			case a.Key == "src" && away, a.Key == "href" && n.Data != "a" && away:
				return a.Key + " " + a.Val
			case a.Key == "href" && (err != nil || !slices.Contains([]string{"", "http", "https", "mailto", "data"}, u.Scheme)):
				return a.Key + " " + a.Val
			case a.Key == "style" && strings.Contains(strings.ToLower(a.Val), "url"):
				return a.Key + " " + a.Val
			}
		}
	}
	for c := range n.ChildNodes() {
		if fault := harm(c); fault != "" {
			return fault
		}
	}
	return ""
}

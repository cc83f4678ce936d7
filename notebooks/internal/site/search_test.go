package site

import (
	"reflect"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// What is closed at first stands apart in the index, with its id; cells of a claim are
// apart; and a term says which page is about it.
func TestEntries(t *testing.T) {
	for text, want := range map[string][][]string{
		`<h2 id="s">1.1 S</h2><p>Open.</p><details id="fold-1"><summary>Reveal</summary><p>Shut.</p><figure id="fig-1"><p class="fig-title">F</p><figcaption><p>C</p></figcaption></figure></details><p>After.</p>`: {
			{"p.html", "P", ""}, {"p.html#fig-1", "F", "C"}, {"p.html#s", "1.1 S", "Open. After.", "fold-1", "Reveal Shut. F C"}},
		`<figure id="fig-1"><p class="fig-title">F</p><figcaption><p>Open.</p><details class="note" id="fold-1"><summary>Why</summary><p>Shut.</p></details></figcaption></figure>`: {
			{"p.html#fig-1", "F", "Open.", "fold-1", "Why Shut."}, {"p.html", "P", ""}},
		`<figure id="f"><p class="fig-title">F</p><table><tr><th id="D1.2"><a>D1.2</a><td>32 banks<td>32<td><td>patterns_<wbr>counters.<wbr>csv</table></figure>`: {
			{"p.html#f", "F", ""}, {"p.html#D1.2", "Claim D1.2", "32 banks · 32 · patterns_counters.csv"}, {"p.html", "P", ""}},
		`<div class="entry" id="lds"><p class="entry-title"><b>LDS</b></p><p>Memory. <span class="treated">See <a href="01-a.html#se-1-1">section 1.1</a>.</span></p></div>`: {
			{"p.html", "P", ""}, {"p.html#lds", "LDS", "Memory. See section 1.1."}},
	} {
		root, err := html.Parse(strings.NewReader("<article>" + text + "</article>"))
		if err != nil {
			t.Fatal(err)
		}
		var rows [][]string
		home := ""
		for _, e := range (readPage{"p.html", "P", root}).entries() {
			rows = append(rows, e.row())
			home += e.home
		}
		if !reflect.DeepEqual(rows, want) {
			t.Errorf("%s:\n%q, want\n%q", text, rows, want)
		}
		if strings.Contains(text, "01-a") != (home == "01-a.html") {
			t.Errorf("%s: the page about it is %q", text, home)
		}
	}
}

// A term's home is a section or a notebook that is there.
func TestHomesOfTerms(t *testing.T) {
	for home, want := range map[string]string{"nowhere": `term "lds": home = "nowhere", want one like section 1.2`, "section 1.9": "there is no 01-lds-banks.html#se-1-9", "section 1.2": "", "notebook 02": ""} {
		front := sampleFront
		front.Glossary = []byte(`[{"id":"lds","amd":"LDS","means":"Memory.","home":"` + home + `"}]`)
		out, err := build(front, samplePages(t))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", home, err, want)
		}
		if link := `"glossary.html#lds":"0`; err == nil && !strings.Contains(string(out["assets/search-index.js"]), link) {
			t.Errorf("%s: the search does not know the page about LDS", home)
		}
	}
}

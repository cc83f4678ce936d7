package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"
)

// term is a word of the glossary: what each vendor calls the thing, and what it is.
type term struct {
	ID       string   `json:"id"`
	AMD      string   `json:"amd"`    // AMD's word: "wavefront"; may be empty
	NVIDIA   string   `json:"nvidia"` // NVIDIA's: "warp"; may be empty
	Forms    []string `json:"forms"`  // as text writes it, for links; words that mean other things too are left out
	Japanese []string `json:"ja"`     // what Japanese readers call it and search for, the usual word first; may be empty
	Means    string   `json:"means"`  // one or two sentences
	Source   string   `json:"source"` // a key of the sources; may be empty
	Home     string   `json:"home"`   // where the book is about it: "section 1.2", "notebook 03"; may be empty
}

// vendorWord is a word and who says it.
type vendorWord struct{ Word, Whose string }

// Words are those of the vendors, once where they agree.
func (t *term) Words() []vendorWord {
	switch {
	case t.AMD == t.NVIDIA:
		return []vendorWord{{t.AMD, "both"}}
	case t.AMD == "":
		return []vendorWord{{t.NVIDIA, "NVIDIA"}}
	case t.NVIDIA == "":
		return []vendorWord{{t.AMD, "AMD"}}
	}
	return []vendorWord{{t.AMD, "AMD"}, {t.NVIDIA, "NVIDIA"}}
}

// glossary finds its words in a text.
type glossary struct {
	list []term
	find *regexp.Regexp
	home map[string]*term // word, in lower case unless it is an acronym -> its term
}

const glossaryPage = "glossary"

// newGlossary reads terms as JSON.
func newGlossary(data []byte) (*glossary, error) {
	g := &glossary{home: map[string]*term{}}
	if err := json.Unmarshal(data, &g.list); err != nil {
		return nil, err
	}
	var errs []error
	var words []string
	ids, japanese := map[string]bool{}, map[string]string{}
	for i := range g.list {
		t := &g.list[i]
		if !sourceID.MatchString(t.ID) || t.Means == "" || t.AMD+t.NVIDIA == "" {
			errs = append(errs, fmt.Errorf("term %q: want an id of lower-case letters, digits and hyphens, a vendor's word and what it means", t.ID))
		}
		if ids[t.ID] {
			errs = append(errs, fmt.Errorf("term %q is there twice", t.ID))
		}
		ids[t.ID] = true
		for _, w := range t.Japanese {
			if !inJapanese.MatchString(w) {
				errs = append(errs, fmt.Errorf("term %q: ja = %q, want a word in kana or kanji", t.ID, w))
			}
			if other := japanese[w]; other != "" {
				errs = append(errs, fmt.Errorf("term %q: %q means %q already", t.ID, w, other))
			}
			japanese[w] = t.ID
		}
		for _, w := range t.Forms {
			w = folded(w)
			if w == "" { // which would be found between any two letters
				errs = append(errs, fmt.Errorf("term %q: want no empty form", t.ID))
			}
			if other := g.home[w]; other != nil && other != t {
				errs = append(errs, fmt.Errorf("term %q: %q means %q already", t.ID, w, other.ID))
			}
			g.home[w] = t
			words = append(words, regexp.QuoteMeta(w))
		}
	}
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) }) // the longest that fits
	g.find = regexp.MustCompile(`(?i)\b(?:` + strings.Join(words, "|") + `)\b`)
	return g, errors.Join(errs...)
}

// inJapanese has the letters by which book.js tells Japanese from what has spaces.
var inJapanese = regexp.MustCompile(`^[\x{3040}-\x{30ff}\x{3400}-\x{9fff}]{2,}$`)

// aliases are what a search takes a Japanese word for, or one vendor's term of several
// words: the words of the term, one of which will do.
func (g *glossary) aliases() map[string][]string {
	all := map[string][]string{}
	if g == nil {
		return all
	}
	for _, w := range generalWords {
		all[w[0]] = w[1:]
	}
	for _, t := range g.list {
		words := t.Forms
		if len(words) == 0 {
			for _, w := range t.Words() {
				words = append(words, strings.Split(w.Word, ", ")...)
			}
		}
		words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { // the search finds what has another ending
			one, more := strings.CutSuffix(w, "s")
			return more && slices.Contains(words, one)
		})
		for _, w := range t.Japanese {
			all[w] = words
		}
		for _, w := range t.Forms {
			if strings.Contains(w, " ") && len(words) > 1 {
				all[strings.ToLower(w)] = words
			}
		}
	}
	return all
}

// generalWords are what Japanese readers search for that is no term of its own, each with
// the English for it.
var generalWords = [][]string{
	{"メモリ", "memory"}, {"グローバルメモリ", "global memory"}, {"キャッシュ", "cache"}, {"レジスタ", "register"}, {"テクスチャ", "texture"}, {"アドレス", "address"},
	{"ブロック", "block"}, {"ブロッキング", "block"}, {"タイル", "tile"}, {"フーリエ変換", "FFT", "Fourier"}, {"ヒストグラム", "histogram"},
	{"命令", "instruction"}, {"演算", "arithmetic"}, {"発行", "issue"}, {"機械語", "machine code"}, {"カーネル", "kernel"}, {"同期", "barrier", "fence"}, {"フェンス", "fence"}, {"アトミック", "atomic"},
	{"クロック", "clock"}, {"サイクル", "cycle"}, {"性能", "performance"}, {"隠蔽", "hide"}, {"参照", "reference"}, {"トレース", "trace"},
	{"常駐", "resident"}, {"ボリュームレンダリング", "renderer"}, {"光線", "ray"}, {"分岐", "branch"}, {"依存", "depend"},
}

// folded is a word as the glossary knows it: "LDS" is not "lds".
func folded(word string) string {
	if strings.ToUpper(word) == word {
		return word
	}
	return strings.ToLower(word)
}

// mention adds to the mentions of a text the words that the section has not used yet.
func (g *glossary) mention(page, text string, list []mention, defined map[string]bool) []mention {
	if len(g.home) == 0 || page == glossaryPage || page == sourcesPage {
		return list
	}
	for _, m := range g.find.FindAllStringIndex(text, -1) {
		t := g.home[folded(text[m[0]:m[1]])]
		if t == nil || defined[t.ID] || covered(list, m[0], m[1]) {
			continue
		}
		defined[t.ID] = true
		list = append(list, mention{m[0], m[1], within(page, glossaryPage, t.ID)})
	}
	slices.SortFunc(list, func(a, b mention) int { return a.from - b.from })
	return list
}

// page is the glossary as a page, in the alphabet's order.
func (g *glossary) page(links *linker) (*pageView, error) {
	p := newProse(nil)
	p.page, p.links, p.where = glossaryPage, links, "glossary.json"
	p.Title, p.Summary = "Glossary", "The words of both vendors for one thing, and what it is."
	v := &pageView{prose: p, Name: glossaryPage}
	type entry struct {
		*term
		Text, Cited, Where template.HTML
	}
	var entries []entry
	for i := range g.list {
		t := &g.list[i]
		e := entry{term: t, Text: p.linkText(t.Means), Where: p.linkText(t.Home)}
		if t.Home != "" && e.Where == template.HTML(t.Home) {
			return nil, fmt.Errorf("glossary.json: term %q: home = %q, want one like section 1.2 or notebook 03", t.ID, t.Home)
		}
		if t.Source != "" {
			var err error
			if e.Cited, err = p.cite("@" + t.Source); err != nil {
				return nil, fmt.Errorf("glossary.json: term %q: %w", t.ID, err)
			}
		}
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return strings.Compare(strings.ToLower(a.Words()[0].Word), strings.ToLower(b.Words()[0].Word))
	})
	return v, v.block("glossary", entries)
}

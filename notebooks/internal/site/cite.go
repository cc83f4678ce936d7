package site

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
)

// Cite is how to cite the book, "" without authors.
func (f Front) Cite() string {
	if len(f.Authors) == 0 {
		return ""
	}
	parts := []string{f.People(), f.Whole()}
	if f.Version != "" {
		parts = append(parts, "Version "+f.Version)
	}
	for _, more := range []string{f.Date, f.Link()} {
		if more != "" {
			parts = append(parts, more)
		}
	}
	for i, p := range parts {
		if !strings.ContainsAny(p[len(p)-1:], ".?!") {
			parts[i] += "."
		}
	}
	return strings.Join(parts, " ")
}

// Whole is the book's title in a list of others.
func (f Front) Whole() string { return f.Name + ": " + f.Title }

// BibTeX is the same for a list of references.
func (f Front) BibTeX() string {
	return f.bibTeX("misc", f.key(), [][2]string{{"title", inTeX.Replace(f.Whole())}}, cmp.Or(f.URL, f.Repository))
}

// key is the book's in BibTeX.
func (f Front) key() string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(f.Name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), "-")
}

// bibTeX is an entry with what the book and its chapters share.
func (f Front) bibTeX(kind, key string, titles [][2]string, url string) string {
	names := make([]string, len(f.Authors))
	for i, p := range f.Authors {
		if names[i] = inTeX.Replace(p.whole()); p.Family == "" {
			names[i] = "{" + inTeX.Replace(p.Literal) + "}"
		}
	}
	year, _, _ := strings.Cut(f.Date, "-")
	fields := append([][2]string{{"author", strings.Join(names, " and ")}}, titles...)
	fields = append(fields, [][2]string{{"version", inTeX.Replace(f.Version)}, {"year", year}, {"date", f.Date}, {"doi", f.DOI}, {"url", url}}...)
	var b strings.Builder
	fmt.Fprintf(&b, "@%s{%s,\n", kind, key)
	for _, field := range fields {
		if field[1] != "" {
			fmt.Fprintf(&b, "  %s = {%s},\n", field[0], field[1])
		}
	}
	return b.String() + "}"
}

// ris is an entry as RIS has it.
func (f Front) ris(kind string, titles [][2]string, url string) string {
	var fields [][2]string
	for _, p := range f.Authors {
		fields = append(fields, [2]string{"AU", p.Listed()})
	}
	year, _, _ := strings.Cut(f.Date, "-")
	fields = append(append(fields, titles...), [][2]string{{"PY", year}, {"DA", f.Slashed()}, {"ET", f.Version}, {"LA", "en"}, {"DO", f.DOI}, {"UR", url}}...)
	b := "TY  - " + kind + "\n"
	for _, field := range fields {
		if field[1] != "" {
			b += field[0] + "  - " + field[1] + "\n"
		}
	}
	return b + "ER  - \n"
}

// Slashed is the date as lists of references have it: 2026/11/22.
func (f Front) Slashed() string { return strings.ReplaceAll(f.Date, "-", "/") }

// addReferences writes the book and each of its notebooks for programs that keep
// references, if it is known who wrote it.
func (f Front) addReferences(chapters []*pageView, out files) {
	if len(f.Authors) == 0 {
		return
	}
	bib := f.BibTeX() + "\n"
	ris := f.ris("BOOK", [][2]string{{"TI", f.Whole()}}, cmp.Or(f.URL, f.Repository))
	f.DOI = "" // which is the whole's
	for _, v := range chapters {
		url := ""
		if v.Card != nil {
			url = v.Card.URL
		}
		bib += "\n" + f.bibTeX("incollection", f.key()+"-"+v.Name, [][2]string{{"title", inTeX.Replace(v.Title)}, {"booktitle", inTeX.Replace(f.Whole())}, {"chapter", v.Chapter()}}, cmp.Or(url, f.Repository)) + "\n"
		ris += "\n" + f.ris("CHAP", [][2]string{{"TI", v.Title}, {"T2", f.Whole()}, {"SE", v.Chapter()}}, cmp.Or(url, f.Repository))
	}
	out["cite/book.bib"], out["cite/book.ris"] = []byte(bib), []byte(ris)
}

// inTeX escapes plain text. A brace is counted even after a backslash; links have fields
// that are taken as they are.
var inTeX = strings.NewReplacer("&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`, "{", `{\textbraceleft}`, "}", `{\textbraceright}`, `\`, `{\textbackslash}`)

package site

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode"
)

// Cite is how to cite the book, "" without authors.
func (f Front) Cite() string { return f.cite(f.Link(), f.Whole()) }

// cite is a citation of what has these titles. Its address is last and has no stop after
// it, to be copied.
func (f Front) cite(link string, titles ...string) string {
	if len(f.Authors) == 0 {
		return ""
	}
	parts := append([]string{f.People()}, titles...)
	if f.Version != "" {
		parts = append(parts, "Version "+f.Version)
	}
	if f.Date != "" {
		parts = append(parts, f.Date)
	}
	for i, p := range parts {
		if !strings.ContainsAny(p[len(p)-1:], ".?!") {
			parts[i] += "."
		}
	}
	if link != "" {
		parts = append(parts, link)
	}
	return strings.Join(parts, " ")
}

// Whole is the book's title in a list of others.
func (f Front) Whole() string { return f.Name + ": " + f.Title }

// BibTeX is the same for a list of references.
func (f Front) BibTeX() string { return f.bibTeX(f.key(), f.Whole(), "", cmp.Or(f.URL, f.Repository)) }

// key is the book's in BibTeX.
func (f Front) key() string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(f.Name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), "-")
}

// bibTeX is an entry of the kind that wants neither editor nor publisher. BibTeX reads the
// year, and biber refuses a date beside it. The title's inner braces keep its capitals.
func (f Front) bibTeX(key, title, place, url string) string {
	names := make([]string, len(f.Authors))
	for i, p := range f.Authors {
		if names[i] = inTeX.Replace(p.whole()); p.Family == "" {
			names[i] = "{" + inTeX.Replace(p.Literal) + "}"
		}
	}
	fields := [][2]string{{"author", strings.Join(names, " and ")}, {"title", "{" + inTeX.Replace(title) + "}"}, {"howpublished", inTeX.Replace(place)}, {"version", inTeX.Replace(f.Version)}}
	if day, err := time.Parse(time.DateOnly, f.Date); err == nil {
		fields = append(fields, [2]string{"year", day.Format("2006")}, [2]string{"month", strings.ToLower(day.Format("Jan"))})
	}
	var b strings.Builder
	fmt.Fprintf(&b, "@misc{%s,\n", key)
	for _, field := range append(fields, [2]string{"doi", f.DOI}, [2]string{"url", url}) {
		switch name, value := field[0], field[1]; {
		case value == "":
		case name == "month": // which BibTeX has names for
			fmt.Fprintf(&b, "  %s = %s,\n", name, value)
		default:
			fmt.Fprintf(&b, "  %s = {%s},\n", name, value)
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
	fields = append(fields, titles...)
	if f.Version != "" {
		fields = append(fields, [2]string{"N1", "Version " + f.Version})
	}
	year, _, _ := strings.Cut(f.Date, "-")
	fields = append(fields, [][2]string{{"PY", year}, {"DA", f.Slashed()}, {"LA", "en"}, {"DO", f.DOI}, {"UR", url}}...)
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

// Cited is the front as the page is cited: of the page's date where the book has none, and
// without the DOI, which is the whole's.
func (v *pageView) Cited() Front {
	f := v.Front
	f.Date, f.DOI = cmp.Or(f.Date, v.Date), ""
	return f
}

// Cite is how to cite the page, "" without authors.
func (v *pageView) Cite() string { return v.Cited().cite(v.address(), v.Title, v.place()) }

// place says what of which book the page is.
func (v *pageView) place() string {
	if n := v.Chapter(); n != "" {
		return "Notebook " + n + " of " + v.Front.Whole()
	}
	return "Part of " + v.Front.Whole()
}

// address is where the page is published or, where nobody said, where its sources are.
func (v *pageView) address() string {
	if v.Card != nil {
		return v.Card.URL
	}
	return v.Front.Repository
}

// addReferences writes the book and its pages, together and each page alone, for programs
// that keep references, if it is known who wrote them.
func (f Front) addReferences(pages []*pageView, out files) {
	if len(f.Authors) == 0 {
		return
	}
	bib := f.BibTeX() + "\n"
	ris := f.ris("BOOK", [][2]string{{"TI", f.Whole()}}, cmp.Or(f.URL, f.Repository))
	for _, v := range pages {
		b := v.Cited().bibTeX(f.key()+"-"+v.Name, v.Title, v.place(), v.address()) + "\n"
		r := v.Cited().ris("CHAP", [][2]string{{"TI", v.Title}, {"T2", f.Whole()}, {"SE", v.Chapter()}}, v.address())
		out["cite/"+v.Name+".bib"], out["cite/"+v.Name+".ris"] = []byte(b), []byte(r)
		bib += "\n" + b
		ris += "\n" + r
	}
	out["cite/book.bib"], out["cite/book.ris"] = []byte(bib), []byte(ris)
}

// inTeX escapes plain text. A brace is counted even after a backslash; links have fields
// that are taken as they are.
var inTeX = strings.NewReplacer("&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`, "{", `{\textbraceleft}`, "}", `{\textbraceright}`, `\`, `{\textbackslash}`)

package site

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	bibEntry = regexp.MustCompile(`(?s)@(\w+)\{([^,\s]+),\n(.*?)\n\}`)
	bibField = regexp.MustCompile(`(?m)^  (\w+) = (.*),$`)
)

// Every page that tells programs how it is cited is in the lists of references, alone and
// with the others. An entry is a @misc, of which BibTeX and biber want the least: biblatex's
// data model has a title, and a date or a year but not both, and the fields below.
func TestReferences(t *testing.T) {
	known := []string{"author", "title", "howpublished", "version", "year", "month", "doi", "url"}
	front := hostedFront()
	front.Version, front.DOI = "v1.2", "10.1/x"
	front.Glossary, front.Sources = []byte(`[{"id":"lds","amd":"LDS","means":"Memory.","home":"notebook 01"}]`), []byte(`[]`)
	out, err := build(front, samplePages(t))
	if err != nil {
		t.Fatal(err)
	}
	keys := []string{"sample"}
	for name, page := range out {
		name, html := strings.CutSuffix(name, ".html")
		if !html || !strings.Contains(string(page), "citation_inbook_title") {
			continue
		}
		keys = append(keys, "sample-"+name)
		for _, kind := range []string{".bib", ".ris"} {
			one := string(out["cite/"+name+kind])
			if one == "" || !strings.Contains(string(out["cite/book"+kind]), one) || !strings.Contains(string(page), `href="cite/`+name+kind+`" download`) {
				t.Errorf("%s: want its entry in cite/%s%s, in the book's, and a link to it", name, name, kind)
			}
			if strings.Contains(one, front.DOI) {
				t.Errorf("%s%s has the DOI of the whole: %s", name, kind, one)
			}
		}
	}
	if want := []string{"sample", "sample-01-lds-banks", "sample-02-warp-issue", "sample-claims", "sample-glossary", "sample-sources"}; !slices.Equal(slices.Sorted(slices.Values(keys)), want) {
		t.Errorf("pages with a citation %q, want %q", keys, want)
	}
	var listed []string
	for _, entry := range bibEntry.FindAllStringSubmatch(string(out["cite/book.bib"]), -1) {
		listed = append(listed, entry[2])
		fields := map[string]string{}
		for _, f := range bibField.FindAllStringSubmatch(entry[3], -1) {
			if fields[f[1]] != "" || !slices.Contains(known, f[1]) {
				t.Errorf("%s: the field %s is not a @misc's, or there twice", entry[2], f[1])
			}
			fields[f[1]] = f[2]
		}
		if entry[1] != "misc" || fields["author"] == "" || fields["title"] == "" || fields["year"] != "{2026}" || fields["month"] != "nov" || strings.Count(entry[3], "\n")+1 != len(fields) {
			t.Errorf("%s\nwant a @misc with author, title, year and month, a field a line", entry[0])
		}
	}
	if slices.Sort(keys); !slices.Equal(slices.Sorted(slices.Values(listed)), keys) {
		t.Errorf("cite/book.bib has %q, want %q", listed, keys)
	}
	ris := string(out["cite/book.ris"])
	if strings.Contains(ris, "ET  - ") || strings.Count(ris, "N1  - Version v1.2\n") != len(keys) || strings.Count(ris, "\nER  - \n") != len(keys) {
		t.Errorf("want %d entries whose version is a note, and none with an edition:\n%s", len(keys), ris)
	}
}

// A page without the book's date is cited by its own; one by nobody is not cited.
func TestCitationOfAPage(t *testing.T) {
	pages := samplePages(t)
	pages[1].Date = "2025-03-04"
	front := sampleFront
	front.Repository = "https://example.org/r"
	for authors, want := range map[int]string{0: "", 1: "The Sample authors. Issuing instructions. Notebook 2 of Sample: How GPUs bank. 2025-03-04. https://example.org/r</p>"} {
		front.Authors = sampleFront.Authors[:authors]
		out, err := build(front, pages)
		if err != nil {
			t.Fatal(err)
		}
		if page := string(out["02-warp-issue.html"]); !strings.Contains(page, want) || strings.Contains(page, `id="cite"`) == (want == "") {
			t.Errorf("%d authors: want a page that says %q", authors, want)
		}
	}
}

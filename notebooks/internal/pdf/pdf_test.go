package pdf

import (
	"maps"
	"strings"
	"testing"
)

// small is how Chromium writes a document of three pages.
const small = `%PDF-1.4
1 0 obj
<</Title (Small)
/CreationDate (D:20261122185700+00'00')
/ModDate (D:20261122185700+00'00')>>
endobj
2 0 obj
<</Type /Page>>
endobj
3 0 obj
<</Type /Page>>
endobj
4 0 obj
<</Type /Page>>
endobj
5 0 obj
<</Type /Pages
/Count 2
/Kids [2 0 R 3 0 R]>>
endobj
6 0 obj
<</Type /Pages
/Kids [5 0 R 4 0 R]>>
endobj
7 0 obj
<</01-lds.fig-1-1 [2 0 R /XYZ 0 792 0]
/01-lds.fn#3A1 [4 0 R /XYZ 0 375.75 0]>>
endobj
8 0 obj
<</Type /Catalog
/Pages 6 0 R
/Dests 7 0 R>>
endobj
`

func TestPages(t *testing.T) {
	at, count, err := Pages([]byte(small))
	if want := map[string]int{"01-lds.fig-1-1": 1, "01-lds.fn:1": 3}; err != nil || count != 3 || !maps.Equal(at, want) {
		t.Errorf("%d pages, %v (%v), want 3, %v", count, at, err, want)
	}
	none := strings.Replace(small, "\n/Dests 7 0 R", "", 1)
	if at, count, err := Pages([]byte(none)); err != nil || count != 3 || len(at) != 0 {
		t.Errorf("without links: %d pages, %v (%v)", count, at, err)
	}
	if _, _, err := Pages([]byte("%PDF-1.7\n")); err == nil {
		t.Error("what is no PDF of Chromium's has pages")
	}
}

func TestDated(t *testing.T) {
	for day, want := range map[string]string{"2026-11-21": "20261121000000", "": "19700101000000"} {
		got := string(dated([]byte(small), day))
		if strings.Count(got, "(D:"+want+"+00'00')") != 2 || len(got) != len(small) {
			t.Errorf("day %q: %s", day, got[:140])
		}
	}
}

func TestFind(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("CHROME", "")
	if _, err := Find(t.Context()); err == nil || !strings.Contains(err.Error(), "install chromium, or name one in CHROME") {
		t.Errorf("without a browser the error is %v", err)
	}
}

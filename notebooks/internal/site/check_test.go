package site

import (
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for page, want := range map[string]string{
		`<p id="a">id="a" is prose</p><a href="#a">a</a> <a href="https://x.y/">away</a> <a href="#top">up</a>`: "",
		`<p id="a"></p><p id="a"></p>`: `"a" is there twice`,
		`<p id=a></p><P ID='&#97;'>`:   `"a" is there twice`,
		`<a href="#fig-8-6">Fig</a>`:   "#fig-8-6 leads nowhere",
		`<a href=#b>Fig</a>`:           "#b leads nowhere",
	} {
		err := check([]byte(page))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got error %v, want %q", page, err, want)
		}
	}
}

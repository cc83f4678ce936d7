package site

import (
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for page, want := range map[string]string{
		`<p id="a">src="https://x.y/" is prose</p><a href="#a">a</a> <a href="https://x.y/">away</a>`: "",
		`<img src="i.png"><script src="a.js"></script><p title="x onclick=1">`:                        "",
		`<img src="https://x.y/i.png">`:                    "https://x.y/i.png",
		`<img alt="a" src=//x.y/i.png>`:                    "//x.y/i.png",
		`<div style="background:url(http://x.y/i.png)">`:   "http://x.y/i.png",
		`<link rel="stylesheet" href="https://x.y/a.css">`: "https://x.y/a.css",
		`<p onclick="x()">`:                                "onclick",
		`<p class="a" onload=x()>`:                         "onload",
		`<p id="a"></p><p id="a"></p>`:                     `"a" is there twice`,
		`<a href="#fig-8-6">Fig</a>`:                       "#fig-8-6 leads nowhere",
	} {
		err := check(page)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got error %v, want %q", page, err, want)
		}
	}
}

package main

import (
	"flag"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"lanebook/charts/browsertest"
	"lanebook/notebooks/internal/site"
)

var update = flag.Bool("update", false, "take the README's pictures again")

// The README's pictures of the site: how much of which page, what must be there before
// something is done, what is done, when it is done, and what is shown then.
var readmePictures = []struct {
	file, page               string
	height                   int64
	before, do, after, shown string
}{
	{"start", "index.html", 800, `true`, `true`, `true`, `main`},
	{"whatif", "07-bench.html", 1000, `document.querySelector("[data-lbw=lds-layout]").dataset.lbwState`, `(function (pad) {
		pad.value = 1;
		pad.dispatchEvent(new Event("input", {bubbles: true}));
		pad.closest(".lbw").scrollIntoView({behavior: "instant", block: "start"});
	})(document.querySelector("[data-lbw=lds-layout] [name=pad]"))`,
		`document.querySelector("[data-lbw=lds-layout] [data-lb-state=live] [data-lb-chart] :is(canvas, svg)")`, `[data-lbw=lds-layout]`},
}

// TestReadmePictures: what the README's pictures of the site show can still be read on
// it. Pictures differ from machine to machine, words do not: testdata keeps those that
// were there when the pictures were taken.
func TestReadmePictures(t *testing.T) {
	p, books := committed(t)
	var pages []site.Page
	for _, b := range books {
		pages = append(pages, site.Page{Name: title(b.path), Notebook: b.nb, Source: b.data})
	}
	front, err := p.front(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	made, err := site.Build(front, pages)
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "site")
	if err := made.Publish(folder); err != nil {
		t.Fatal(err)
	}
	readme := read(t, "../README.md")
	browser := browsertest.Start(t)
	for _, picture := range readmePictures {
		address := url.URL{Scheme: "file", Path: filepath.Join(folder, picture.page)}
		done := func(expression string) chromedp.Action[chromedp.Void] {
			return chromedp.Poll[chromedp.Void]("!!("+expression+")", chromedp.WithPollingTimeout(time.Minute))
		}
		err := chromedp.Do(browser, chromedp.EmulateViewport(1120, picture.height), chromedp.Navigate(address.String()),
			chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 1, 1), done(picture.before),
			chromedp.Evaluate[chromedp.Void](picture.do+";0"), done(picture.after))
		if err != nil {
			t.Fatalf("%s: %v", picture.page, err)
		}
		words, err := chromedp.Run(browser, chromedp.Evaluate[string]("document.querySelector(\""+picture.shown+`").innerText.trim().replace(/\s+/g, " ") + "\n"`))
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join("testdata", "readme-"+picture.file)
		if *update {
			write(t, name+".txt", words)
			data, err := chromedp.Run(browser, chromedp.CaptureScreenshot())
			if err != nil {
				t.Fatal(err)
			}
			write(t, name+".png", string(data))
		}
		if words != read(t, name+".txt") {
			t.Errorf("%s.png is of a page that says something else now: go test ./notebooks -run TestReadmePictures -update", name)
		}
		if data := read(t, name+".png"); len(data) > 150_000 {
			t.Errorf("%s.png has %d bytes, want 150 KB at most", name, len(data))
		}
		if !strings.Contains(readme, "(notebooks/"+filepath.ToSlash(name)+".png)") {
			t.Errorf("README.md does not show %s.png", name)
		}
	}
}

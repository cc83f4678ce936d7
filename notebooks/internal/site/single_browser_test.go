package site

import (
	"bytes"
	"html"
	"os"
	"strings"
	"testing"

	"lanebook/charts/browsertest"
)

// single writes a page of the site as one file into a folder of its own.
func single(t *testing.T, dir, name string) string {
	t.Helper()
	page, err := Single(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := os.WriteFile(root+"/"+name+".html", page, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s.html: %d bytes in one file", name, len(page))
	return root
}

// TestSingleFile: a page in one file asks for no other, from a folder and from a
// server: charts come alive, tables and pictures are there, downloads have names.
func TestSingleFile(t *testing.T) {
	t.Parallel()
	root := single(t, publishSample(t), "01-lds-banks")
	// What a hostile cell might bring, if ever it came through, is not run.
	page, err := os.ReadFile(root + "/01-lds-banks.html")
	if err != nil {
		t.Fatal(err)
	}
	const hostile = `<p id="here">w</p><script>document.title = "owned"</script><script src="data:text/javascript,document.title='owned'"></script></body>`
	evil := t.TempDir()
	if err := os.WriteFile(evil+"/evil.html", bytes.Replace(page, []byte("</body>"), []byte(hostile), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx := browsertest.Shared(t)
	func() {
		p := open(t, ctx, "file://"+evil+"/evil.html", 1280)
		p.live("#fig-8-6")
		if title := value[string](p, `document.getElementById("here").textContent + document.title`); strings.Contains(title, "owned") {
			t.Errorf("a script that came with the text has run: %q", title)
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		if n := strings.Count(strings.Join(p.faults, "\n"), "violates the following Content Security Policy"); n != 2 {
			t.Errorf("the browser refuses %d scripts, want both: %q", n, p.faults)
		}
		p.faults = nil
	}()
	for _, at := range []string{"file://" + root, serve(t, root)} {
		p := open(t, ctx, at+"/01-lds-banks.html", 1280)
		for _, figure := range sampleFigures {
			p.live(figure)
		}
		p.settle()
		p.mu.Lock()
		for asked := range p.requests {
			if !strings.HasPrefix(asked, "data:") && !strings.HasPrefix(asked, "blob:") && !strings.HasSuffix(asked, "/01-lds-banks.html") {
				t.Errorf("the file asks for %s", asked)
			}
		}
		p.mu.Unlock()
		if broken := value[int](p, `Array.from(document.images).filter(i => i.complete && !i.naturalWidth).length`); broken != 0 {
			t.Errorf("%d pictures are broken", broken)
		}
		if links := value[string](p, `Array.from(document.querySelectorAll("a[href]")).map(a => a.getAttribute("href")).filter(h => !/^(#|data:|https?:)/.test(h)).join(" ")`); links != "" {
			t.Errorf("links to files that are not there: %s", links)
		}
		if unnamed := value[int](p, `document.querySelectorAll("a[download='']").length`); unnamed != 0 {
			t.Errorf("%d downloads without a name", unnamed)
		}
	}
	if _, err := Single(root, "02-warp-issue"); err == nil {
		t.Error("a page that is not there is exported")
	}
}

// TestSingleKeepsCode: code that a page shows stays as it is, though it speaks of files.
func TestSingleKeepsCode(t *testing.T) {
	const code = `<a href="02-b.html"> <img src="other/none.png"> <i data-charts="x">`
	dir := t.TempDir() + "/site"
	if err := Publish(dir, sampleFront, []Page{{Name: "n", Text: "# T\n\n```\n" + code + "\n```\n"}}); err != nil {
		t.Fatal(err)
	}
	page, err := Single(dir, "n")
	if err != nil {
		t.Fatal(err)
	}
	if _, shown, _ := strings.Cut(string(page), `<pre class="code" tabindex="0"><code>`); !strings.HasPrefix(html.UnescapeString(shown), code) {
		t.Errorf("the code is shown as %.200s, want %s", shown, code)
	}
}

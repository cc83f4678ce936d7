package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// Single returns a page of the site in the folder dir as one file that needs no
// other: pictures, data, scripts and the program of the what-ifs stand in it, most as
// data URLs, which browsers unpack when they are wanted. Of its scripts those run whose
// hashes its policy names, and what they load. It can be mailed, and
// opened from anywhere. Links to other pages of the site become words.
func Single(dir, name string) ([]byte, error) {
	source, err := os.ReadFile(filepath.Join(dir, name+".html"))
	if err != nil {
		return nil, err
	}
	text, hashes, err := inlineScripts(dir, string(source))
	if err != nil {
		return nil, fmt.Errorf("%s.html: %w", name, err)
	}
	text = alone.Replace(text)
	text = strings.Replace(text, "script-src 'self'", "script-src "+hashes+" 'strict-dynamic'", 1)
	text = turnNav.ReplaceAllString(text, "")
	// Live charts want the library, too.
	text = strings.Replace(text, ` data-charts="`, ` data-echarts="assets/echarts.min.js" data-charts="`, 1)
	text = wholeBook.ReplaceAllString(text, "")
	text = otherPage.ReplaceAllString(text, "")
	text = wasmLink.ReplaceAllString(text, "") // data-packed has the same, compressed
	var faults []error
	text = local.ReplaceAllStringFunc(text, func(attribute string) string {
		m := local.FindStringSubmatch(attribute)
		file := html.UnescapeString(m[2])
		url, err := dataURL(dir, file)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s.html: %w", name, err))
		}
		inlined := fmt.Sprintf(` %s="%s"`, m[1], url)
		if m[3] != "" || path.Ext(file) == ".txt" { // browsers show no page from a data URL
			inlined += fmt.Sprintf(` download="%s"`, html.EscapeString(path.Base(file)))
		}
		return inlined
	})
	return []byte(text), errors.Join(faults...)
}

// pageScript is one of the two scripts that a page names itself; the second waits for
// the end of the page.
var pageScript = regexp.MustCompile(`<script src="(assets/[a-z]+\.js)(?:\?v=[0-9a-f]+)?"( defer)?></script>`)

// inlineScripts puts those scripts into the page itself, and returns their hashes as a
// content security policy lists them: they may run, with what they load, and nothing else.
func inlineScripts(dir, text string) (inlined, hashes string, err error) {
	var policy []string
	inlined = pageScript.ReplaceAllStringFunc(text, func(tag string) string {
		m := pageScript.FindStringSubmatch(tag)
		source, fault := os.ReadFile(filepath.Join(dir, filepath.FromSlash(m[1])))
		if fault == nil && bytes.Contains(source, []byte("</script")) {
			fault = fmt.Errorf("%s: holds </script", m[1])
		}
		err = errors.Join(err, fault)
		sum := sha256.Sum256(source)
		policy = append(policy, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		kind := ""
		if m[2] != "" {
			kind = ` type="module"`
		}
		return "<script" + kind + ">" + string(source) + "</script>"
	})
	return inlined, strings.Join(policy, " "), err
}

// alone lets a page use what stands in it, and nothing else.
var alone = strings.NewReplacer(
	"style-src 'self'", "style-src data:",
	"connect-src 'self'; ", "",
	"img-src 'self' ", "img-src ",
	"font-src 'self'", "font-src data:",
)

var (
	// local is an attribute with the name of one of the site's files.
	local = regexp.MustCompile(` (src|href|data-[a-z-]+)="([a-z0-9-]+/[A-Za-z0-9_.-]+)(?:\?v=[0-9a-f]+)?"( download)?`)
	// otherPage is a link to another page.
	otherPage = regexp.MustCompile(`<link rel="(?:prev|next|alternate)"[^>]*>\n?| href="[a-z0-9-]+\.html(?:#[^"]*)?"`)
	turnNav   = regexp.MustCompile(`(?s)<nav class="turn".*?</nav>\n?`)
	// wholeBook is what only a site has: search, previews of other pages, and their contents.
	wholeBook = regexp.MustCompile(`(?s)<template data-book.*?</template>\n?|<button type="button" data-search.*?</button>\n?|<li><a href="[a-z0-9-]+\.html">.*?</li>\n?`)
	wasmLink  = regexp.MustCompile(` data-wasm(?:-[a-z]+)?="[^"]*"`)
)

// dataURL is a file of the site as a URL that holds it.
func dataURL(dir, file string) (string, error) {
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
	if err != nil {
		return "", err
	}
	kind := kinds[path.Ext(file)]
	if kind == "" {
		return "", fmt.Errorf("%s: of an unknown kind", file)
	}
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data), nil
}

// kinds are the media types of the site's files.
var kinds = map[string]string{".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".csv": "text/csv", ".gz": "application/gzip", ".json": "application/json", ".ipynb": "application/x-ipynb+json", ".txt": "text/plain;charset=utf-8", ".woff2": "font/woff2", ".bib": "application/x-bibtex", ".ris": "application/x-research-info-systems"}

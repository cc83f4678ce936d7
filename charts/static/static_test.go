package static_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
	"lanebook/charts/static"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func svgOf(t *testing.T, f charts.Figure) []byte {
	t.Helper()
	svg, err := static.SVG(f)
	if err != nil {
		t.Fatal(err)
	}
	return svg
}

// TestGolden holds the looks of one figure of each kind; what they show is held by
// TestSameData.
func TestGolden(t *testing.T) {
	for _, f := range []charts.Figure{sample.Stride(), sample.Stacked(), sample.LogHeatMap(), sample.Timeline()} {
		path := filepath.Join("testdata", f.Name+".svg")
		got := svgOf(t, f)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from what is drawn now, or cannot be read (%v)", path, err)
		}
	}
}

// TestSizes holds pictures to what a notebook and a page can carry.
func TestSizes(t *testing.T) {
	for _, f := range sample.Pictures() {
		if n := len(svgOf(t, f)); n > 30_000 {
			t.Errorf("%s: SVG of %d bytes, want at most 30,000", f.Name, n)
		}
		for _, th := range []charts.Theme{charts.Light, charts.Dark} {
			b, err := static.PNG(f, th)
			if err != nil {
				t.Fatal(err)
			}
			if len(b) > 60_000 {
				t.Errorf("%s: %s PNG of %d bytes, want at most 60,000", f.Name, th, len(b))
			}
			c, err := png.DecodeConfig(bytes.NewReader(b))
			if err != nil || c.Width != 1280 {
				t.Errorf("%s: %s PNG %d wide (%v), want 1280", f.Name, th, c.Width, err)
			}
		}
		b, err := static.PDF(f)
		if err != nil || len(b) > 100_000 || !bytes.HasPrefix(b, []byte("%PDF-")) {
			t.Errorf("%s: PDF of %d bytes (%v), want at most 100,000", f.Name, len(b), err)
		}
	}
}

// TestSame: drawing again gives the same bytes.
func TestSame(t *testing.T) {
	f := sample.BankMap()
	for name, draw := range map[string]func() ([]byte, error){
		"SVG": func() ([]byte, error) { return static.SVG(f) },
		"PNG": func() ([]byte, error) { return static.PNG(f, charts.Dark) },
		"PDF": func() ([]byte, error) { return static.PDF(f) },
	} {
		a, err := draw()
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := draw(); !bytes.Equal(a, b) {
			t.Errorf("two %ss of one figure differ", name)
		}
	}
}

// TestWrites: the font of PNG and PDF has the letters of all samples, no Japanese.
func TestWrites(t *testing.T) {
	for _, f := range sample.Pictures() {
		if !static.Writes(f) {
			t.Errorf("%s: want its letters to be known", f.Name)
		}
	}
	for _, label := range []string{"ずれ", "番地", "ﾊﾞﾝｸ"} {
		f := sample.Wave()
		if f.X.Label = label; static.Writes(f) {
			t.Errorf("the font is said to have the letters of %s", label)
		}
	}
	f := sample.Wave()
	if f.Caption = "見出し"; !static.Writes(f) { // stands below the picture
		t.Error("a caption is taken for a part of the picture")
	}
}

// TestPDFHasNoDate: a date would make each run's file another.
func TestPDFHasNoDate(t *testing.T) {
	b, err := static.PDF(sample.Wave())
	if err != nil {
		t.Fatal(err)
	}
	for _, date := range []string{"/CreationDate (D:19700101000000)", "/ModDate (D:19700101000000)"} {
		if bytes.Count(b, []byte(date)) != 1 || bytes.Contains(b, []byte("Date (D:20")) {
			t.Errorf("the PDF has no %s, or today's", date)
		}
	}
}

func TestRefuses(t *testing.T) {
	if _, err := static.SVG(sample.Table()); err == nil || !strings.Contains(err.Error(), "is a Table, want lines") {
		t.Errorf("a table: error %v", err)
	}
	f := sample.Wave()
	if _, err := static.PNG(f, "sepia"); err == nil || !strings.Contains(err.Error(), `theme "sepia", want light or dark`) {
		t.Errorf("an unknown theme: error %v", err)
	}
	f.Alt = ""
	for _, f := range []charts.Figure{f, {}} {
		_, a := static.SVG(f)
		_, b := static.PNG(f, charts.Light)
		_, c := static.PDF(f)
		_, d := static.Plot(f)
		for _, err := range []error{a, b, c, d} {
			if err == nil || !strings.Contains(err.Error(), "Alt is empty") {
				t.Errorf("an invalid figure: error %v", err)
			}
		}
	}
}

// TestSVGIsSafe: the SVG is well-formed, is a picture with a title and words for
// those who cannot see it, and runs nothing, whatever the figure's words are.
func TestSVGIsSafe(t *testing.T) {
	allowed := map[string]bool{"svg": true, "title": true, "desc": true, "path": true, "g": true, "text": true}
	for _, f := range append(sample.Pictures(), sample.Hostile()...) {
		if _, table := f.Series[0].(charts.Table); table {
			continue
		}
		var title, desc string
		walk(t, svgOf(t, f), func(e xml.StartElement, text string) {
			if !allowed[e.Name.Local] {
				t.Errorf("%s: an element <%s>", f.Name, e.Name.Local)
			}
			for _, a := range e.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Value, "url(") || a.Name.Local == "href" {
					t.Errorf("%s: an attribute %s=%q", f.Name, a.Name.Local, a.Value)
				}
				if a.Name.Local == "role" && a.Value != "img" {
					t.Errorf("%s: the role is %q", f.Name, a.Value)
				}
			}
			switch e.Name.Local {
			case "title":
				title = text
			case "desc":
				desc = text
			}
		})
		if title != f.Heading() || desc != f.Alt {
			t.Errorf("%s: title %q and description %q, want %q and %q", f.Name, title, desc, f.Heading(), f.Alt)
		}
	}
}

// walk calls do with each element and the text that follows its start.
func walk(t *testing.T, doc []byte, do func(e xml.StartElement, text string)) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(doc))
	var last *xml.StartElement
	text := ""
	flush := func() {
		if last != nil {
			do(*last, text)
		}
		last, text = nil, ""
	}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			flush()
			return
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, doc)
		}
		switch token := token.(type) {
		case xml.StartElement:
			flush()
			e := token.Copy()
			last = &e
		case xml.EndElement:
			flush()
		case xml.CharData:
			text += string(token)
		}
	}
}

// TestSVGFollowsThemes: every colour but those of heat is a custom property.
func TestSVGFollowsThemes(t *testing.T) {
	for _, f := range []charts.Figure{sample.BankMap(), sample.Laws(), sample.Stacked(), sample.Dataflow()} {
		walk(t, svgOf(t, f), func(e xml.StartElement, _ string) {
			attrs := map[string]string{}
			for _, a := range e.Attr {
				attrs[a.Name.Local] = a.Value
			}
			for _, what := range []string{"fill", "stroke"} {
				if c := attrs[what]; strings.HasPrefix(c, "#") && !strings.Contains(attrs["style"], what+":var(--lb-") {
					t.Errorf("%s: <%s> has %s=%s and style %q", f.Name, e.Name.Local, what, c, attrs["style"])
				}
			}
		})
	}
}

// FuzzSVG draws whatever figure is valid.
func FuzzSVG(f *testing.F) {
	for _, s := range sample.Seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var fig charts.Figure
		if json.Unmarshal(data, &fig) != nil || fig.Validate() != nil {
			return
		}
		if _, table := fig.Series[0].(charts.Table); table {
			return
		}
		svg := svgOf(t, fig)
		walk(t, svg, func(xml.StartElement, string) {})
		if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("-92233720368547758")) {
			t.Errorf("a coordinate is no number in\n%s", svg)
		}
	})
}

func BenchmarkSVG(b *testing.B) {
	f := sample.BankMap()
	for b.Loop() {
		if _, err := static.SVG(f); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPNG(b *testing.B) {
	f := sample.BankMap()
	for b.Loop() {
		if _, err := static.PNG(f, charts.Light); err != nil {
			b.Fatal(err)
		}
	}
}

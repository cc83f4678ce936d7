package live_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
	"lanebook/charts/live"
)

// element is one element of a page: its name, attributes and the text within.
type element struct {
	name  string
	attrs map[string]string
	text  string
}

// parse reads the elements of a fragment of HTML.
func parse(t *testing.T, fragment []byte) []*element {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(fragment))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var all, open []*element
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attrs: map[string]string{}}
			for _, a := range token.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			all, open = append(all, e), append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text += string(token)
			}
		}
	}
}

// TestHTML: the fragment holds what its figure says and nothing else, even where
// every word of the figure is an attack.
func TestHTML(t *testing.T) {
	allowed := map[string]bool{
		"figure": true, "div": true, "img": true, "script": true, "figcaption": true, "b": true, "br": true, "small": true,
		"table": true, "thead": true, "tbody": true, "tr": true, "th": true, "td": true,
	}
	for _, f := range append(sample.All(), sample.Hostile()...) {
		html, err := live.HTML(f, []byte("<svg/>"))
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for _, e := range parse(t, html) {
			count[e.name]++
			if !allowed[e.name] {
				t.Errorf("%s: an element <%s>", f.Name, e.name)
			}
			for a := range e.attrs {
				if strings.HasPrefix(a, "on") || a == "id" {
					t.Errorf("%s: <%s> has the attribute %s", f.Name, e.name, a)
				}
			}
			switch {
			case e.name == "figure" && e.attrs["data-lb-figure"] != f.Name:
				t.Errorf("%s: the figure is named %q", f.Name, e.attrs["data-lb-figure"])
			case e.name == "img" && e.attrs["alt"] != f.Alt:
				t.Errorf("%s: the picture says %q, want %q", f.Name, e.attrs["alt"], f.Alt)
			case e.name == "img" && e.attrs["src"] != "data:image/svg+xml;base64,PHN2Zy8+":
				t.Errorf("%s: the picture is at %.40s", f.Name, e.attrs["src"])
			case e.name == "script" && e.attrs["type"] == "application/gzip":
				option, err := charts.Packed(strings.Fields(e.text)).JSON()
				if err != nil {
					t.Fatal(err)
				}
				checkOption(t, f, string(option))
			}
		}
		want := map[string]int{"figure": 1, "figcaption": 1, "img": 1, "script": 2, "table": 0}
		if table, ok := f.Series[0].(charts.Table); ok {
			want = map[string]int{"figure": 1, "figcaption": 1, "img": 0, "script": 0, "table": 1,
				"th": len(table.Columns), "td": len(table.Columns) * len(table.Rows)}
			for _, row := range table.Rows {
				if row[0] != "" { // which heads the row
					want["th"], want["td"] = want["th"]+1, want["td"]-1
				}
			}
		}
		for name, n := range want {
			if count[name] != n {
				t.Errorf("%s: %d <%s>, want %d", f.Name, count[name], name, n)
			}
		}
		if n := strings.Count(strings.ToLower(string(html)), "</script"); n != want["script"] {
			t.Errorf("%s: %d ends of scripts, want %d", f.Name, n, want["script"])
		}
	}
}

// checkOption compares an option within a page with the figure's.
func checkOption(t *testing.T, f charts.Figure, text string) {
	t.Helper()
	raw, err := live.Option(f)
	if err != nil {
		t.Fatal(err)
	}
	var got, want any
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%s: the option in the page: %v", f.Name, err)
	}
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: the page holds another option than Option gives", f.Name)
	}
}

func TestOptionScript(t *testing.T) {
	for _, f := range append(sample.All(), sample.Hostile()...) {
		script, err := live.OptionScript(f)
		if err != nil {
			t.Fatal(err)
		}
		if _, table := f.Series[0].(charts.Table); table {
			if script != nil {
				t.Errorf("%s: a script for a table", f.Name)
			}
			continue
		}
		body, ok := strings.CutPrefix(string(script), `lanebook.option("`+f.Name+`", `)
		if !ok || strings.ContainsAny(body, "<>\u2028\u2029") {
			t.Fatalf("%s: the script begins %.60q or holds < or >", f.Name, script)
		}
		checkOption(t, f, strings.TrimSuffix(body, ");\n"))
	}
}

func TestCaption(t *testing.T) {
	f := charts.Figure{Number: "8.6", Title: "Banks & rows", Caption: "See <b>.", Note: "Assumed."}
	want := "<figcaption><b>Figure 8.6.</b> <b>Banks &amp; rows.</b> See &lt;b&gt;.<br><small>Assumed.</small></figcaption>\n"
	if got := string(live.Caption(f)); got != want {
		t.Errorf("caption\n%swant\n%s", got, want)
	}
	if got := string(live.Caption(charts.Figure{Title: "Why?"})); got != "<figcaption><b>Why?</b></figcaption>\n" {
		t.Errorf("caption %s", got)
	}
}

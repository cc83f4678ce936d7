// Package block makes what-ifs live: the HTML of one, the same in a published
// page and in a notebook's output, and the files that it needs beside it.
//
// Without scripts a block shows what its start settings give, as pictures and
// tables. With them it has sliders, answered by package whatif itself, compiled
// to WebAssembly, and its pictures become live charts; whatif.js states how.
package block

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"lanebook/charts"
	"lanebook/charts/live"
	"lanebook/notebooks/whatif"
)

// MIME is the media type under which a notebook's output says which what-if it
// is, so that the publisher can put a block in its place.
const MIME = "application/vnd.lanebook.whatif+json"

// Start is a what-if and the settings that it starts with.
type Start struct {
	Name     string   `json:"name"`
	Settings []string `json:"settings"`
}

// Parse reads what JSON wrote. It is an error if there is no such what-if, or if
// a setting does not fit it.
func Parse(data []byte) (Start, error) {
	var s Start
	if err := json.Unmarshal(data, &s); err != nil {
		return Start{}, fmt.Errorf("what-if: %w", err)
	}
	return s, s.Check()
}

// JSON is the content of an output under MIME.
func (s Start) JSON() string {
	if s.Settings == nil {
		s.Settings = []string{}
	}
	data, _ := json.Marshal(s) // strings always can be
	return string(data)
}

// Check returns what is wrong with the name or the settings.
func (s Start) Check() error {
	d, ok := whatif.Find(s.Name)
	if !ok {
		var names []string
		for _, d := range whatif.All() {
			names = append(names, d.Name)
		}
		return fmt.Errorf("what-if %q: want one of %s", s.Name, strings.Join(names, ", "))
	}
	if _, notes := d.Values(s.Settings...); len(notes) > 0 {
		return fmt.Errorf("what-if %s: settings %q: %s", s.Name, s.Settings, notes[0].EN)
	}
	return nil
}

// Body is what stands in the place of a live chart before the reader's first move: an
// <svg> or an <img>. It is called for the figures of a reply that are not tables.
type Body func(i int, p whatif.Picture) (template.HTML, error)

// HTML returns the block in a language, "en" or "ja". Where linked, the page's
// address keeps the settings; a page holds one such block for each what-if. Where not,
// in a notebook, the controls come with the scripts, and a line says how.
func HTML(s Start, lang string, linked bool, body Body) (template.HTML, error) {
	if err := s.Check(); err != nil {
		return "", err
	}
	d, _ := whatif.Find(s.Name)
	reply := whatif.Watch(nil, nil, s.Name, lang, s.Settings...)
	if reply.Failed {
		return "", fmt.Errorf("what-if %s: %s", s.Name, reply.Sentence)
	}
	view := view{Name: d.Name, Program: d.Program, Lang: lang, Linked: linked, Long: d.Long, Title: d.Title.In(lang), Reply: reply, Words: words(lang)}
	values, _ := d.Values(s.Settings...)
	for _, p := range d.Params {
		f := newField(p, values, lang)
		if p.Name == "device" {
			f.Missing = d.Missing().In(lang)
		}
		view.Fields = append(view.Fields, f)
	}
	for i, p := range reply.Pictures {
		shown := picture{Picture: p}
		if p.Option != nil {
			still, err := body(i, p)
			if err != nil {
				return "", fmt.Errorf("what-if %s: %w", s.Name, err)
			}
			shown.Body = template.HTML(live.Plot(p.Figure, []byte(still)))
		}
		view.Pictures = append(view.Pictures, shown)
	}
	var b strings.Builder
	err := templates.ExecuteTemplate(&b, "block", view)
	return template.HTML(b.String()), err
}

//go:embed block.html
var source string

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"bars":   func(p picture) [][][]charts.BarPart { return p.Figure.Series[0].(charts.Table).Bars() },
	"bar":    func(parts []charts.BarPart) template.HTML { return template.HTML(live.BarHTML(parts)) },
	"legend": func(parts []charts.Key) template.HTML { return template.HTML(live.LegendHTML(parts)) },
}).Parse(source))

// view is what the template shows.
type view struct {
	Name, Lang, Title string
	Program           string
	Linked, Long      bool
	Fields            []field
	Reply             whatif.Reply
	Pictures          []picture
	Words             map[string]string
}

// field is a parameter and its control.
type field struct {
	Name, Label, Unit, Value, Shown string
	Missing                         string // of the choices
	When                            string
	Kind                            string // "range", "choice", "list", "text", "file"
	Offered                         bool   // the choices come with answers
	Sample                          string // of a file
	Min, Max, Step, Longest         int
	Wish                            string // of a text
	Options                         []option
}

type option struct {
	Value, Label string
	Selected     bool
}

type picture struct {
	whatif.Picture
	Body template.HTML
}

func newField(p whatif.Param, values whatif.Values, lang string) field {
	value := values[p.Name]
	f := field{
		Name: p.Name, Label: p.Label.In(lang), Unit: p.Unit.In(lang), Value: value, Shown: p.Count(value, lang),
		When: p.When, Kind: "range", Min: p.Min, Max: p.Max, Step: p.Step, Longest: p.Longest, Wish: p.Wish.In(lang),
	}
	switch {
	case p.Longest > 100:
		f.Kind = "list"
	case p.Longest > 0:
		f.Kind = "text" // short enough to stand beside others
	}
	if p.File {
		f.Kind, f.Sample, f.Shown = "file", p.Sample(), whatif.Text{EN: "the sample", JA: "サンプル"}.In(lang)
	}
	choices := p.Choices
	if p.Offer != nil {
		choices, f.Offered = p.Offer(values), true
	}
	for _, c := range choices {
		f.Kind = "choice"
		o := option{c.Value, c.Label.In(lang), c.Value == value}
		f.Options = append(f.Options, o)
		if o.Selected {
			f.Shown = o.Label
		}
	}
	return f
}

func words(lang string) map[string]string {
	if lang == "ja" {
		return map[string]string{"what": "もしも", "reset": "最初に戻す", "link": "リンクをコピー", "code": "Go コードをコピー", "busy": "計算中", "file": "またはファイル（ここへドロップも可）：", "sample": "これはサンプルです。自分のリストを貼り付けてください。ページの外には送信されません。", "still": "スライダーには JavaScript が必要です。", "shown": "表示中の設定：",
			"trust": "スライダーを使うには、JupyterLab で Lanebook のカーネルを選び、このセルを実行するか、コマンドパレットの Trust Notebook でノートブックを信頼してください。表示中の設定："}
	}
	return map[string]string{"what": "What if", "reset": "Reset", "link": "Copy link", "code": "Copy as Go code", "busy": "Computing", "file": "or a file, which may be dropped here:", "sample": "This is a sample: paste your own over it. Nothing leaves the page.", "still": "The sliders need JavaScript.", "shown": "Shown is:",
		"trust": "For sliders, in JupyterLab with Lanebook’s kernel, run this cell, or trust the notebook: Trust Notebook in the command palette (Ctrl+Shift+C). Shown is:"}
}

// Bootstrap loads whatif.js, once, from the kernel's files, which the Jupyter
// server hands out. Elsewhere the pictures stay.
const Bootstrap = `(function () {
  if (window.lanebookWhatif) { window.lanebookWhatif.scan(); return; }
  var config = document.getElementById("jupyter-config-data"), base = document.body.dataset.baseUrl;
  try { base = JSON.parse(config.textContent).baseUrl; } catch (e) { }
  if (!base || document.querySelector("script[data-lbw-loader]")) return;
  var script = document.createElement("script");
  script.src = base.replace(/\/*$/, "/") + "kernelspecs/lanebook/whatif.js";
  script.setAttribute("data-lbw-loader", "");
  script.onerror = function () { script.remove(); };
  document.head.appendChild(script);
})();`

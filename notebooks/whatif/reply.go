package whatif

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"lanebook/charts"
	"lanebook/charts/static"
)

// Reply is all that a page shows of an answer, in one language.
type Reply struct {
	Values   [][2]string // every parameter and what it is set to, in order
	Settings []string    // those that differ from the defaults
	Notes    []string    // what was put right, for the reader
	Sentence string      // the answer, or why there is none
	Failed   bool        // there is none: no figures
	Call     string      // the Go statement that shows the same in a notebook
	Pictures []Picture
}

// Picture is a figure of a reply: drawn, or a table.
type Picture struct {
	Title, Caption, Alt, Note string
	SVG                       string // empty for a table
	Width, Height             int    // of the SVG, in CSS pixels
	Columns                   []charts.Column
	Rows                      [][]string
}

// Answer runs a definition on settings and draws what it returns.
func Answer(name, lang string, settings ...string) Reply {
	return Watch(nil, name, lang, settings...)
}

// Watch is Answer that tells how far it is.
func Watch(progress Progress, name, lang string, settings ...string) Reply {
	d, ok := Find(name)
	if !ok {
		return Reply{Failed: true, Sentence: Text{"There is no what-if of this name.", "この名前の what-if はありません。"}.In(lang)}
	}
	v, notes := d.Values(settings...)
	r := Reply{Settings: d.Settings(v), Call: d.Call(v)}
	for _, p := range d.Params {
		r.Values = append(r.Values, [2]string{p.Name, v[p.Name]})
	}
	for _, n := range notes {
		r.Notes = append(r.Notes, n.In(lang))
	}
	figures, sentence, err := d.Figures(v, progress)
	if err == nil {
		r.Pictures, err = draw(figures)
	}
	if err != nil {
		r.Failed, r.Sentence = true, Text{"This setting has no answer: ", "この設定では答えがありません："}.In(lang)+err.Error()
		return r
	}
	r.Sentence = sentence.In(lang)
	return r
}

// Figures runs the definition and returns its figures, named after it. The sentence
// begins with what was taken instead of values that do not go together. It is an error
// if a value is not one of its parameter's.
func (d Definition) Figures(v Values, progress Progress) ([]charts.Figure, Text, error) {
	if err := d.check(v); err != nil {
		return nil, Text{}, err
	}
	taken, said := d.take(v)
	result, err := d.Run(taken, progress)
	if err != nil {
		return nil, Text{}, err
	}
	for i := range result.Figures {
		result.Figures[i].Name = d.Name
		if i > 0 {
			result.Figures[i].Name += "-" + strconv.Itoa(i+1)
		}
	}
	return result.Figures, Text{said.EN + result.Sentence.EN, said.JA + result.Sentence.JA}, nil
}

func draw(figures []charts.Figure) ([]Picture, error) {
	var pictures []Picture
	for _, f := range figures {
		p := Picture{Title: f.Title, Caption: f.Caption, Alt: f.Alt, Note: f.Note}
		if err := validate(f); err != nil {
			return nil, err
		}
		if t, ok := f.Series[0].(charts.Table); ok {
			p.Columns, p.Rows = t.Columns, t.Rows
		} else {
			l := f.Layout()
			p.SVG, p.Width, p.Height = string(static.ValidSVG(f)), l.Width, l.Height
		}
		pictures = append(pictures, p)
	}
	return pictures, nil
}

// JSON returns the reply as JSON. It is written out here, without
// encoding/json, which would be a seventh of the program that pages load.
func (r Reply) JSON() string {
	b := []byte(`{"values":{`)
	for i, v := range r.Values {
		b = quote(comma(b, i), v[0])
		b = quote(append(b, ':'), v[1])
	}
	b = texts(append(b, `},"settings":`...), r.Settings)
	b = texts(append(b, `,"notes":`...), r.Notes)
	b = quote(append(b, `,"sentence":`...), r.Sentence)
	b = fmt.Appendf(b, `,"failed":%t`, r.Failed)
	b = quote(append(b, `,"call":`...), r.Call)
	b = append(b, `,"pictures":[`...)
	for i, p := range r.Pictures {
		b = p.json(comma(b, i))
	}
	return string(append(b, "]}"...))
}

func (p Picture) json(b []byte) []byte {
	b = quote(append(b, `{"title":`...), p.Title)
	b = quote(append(b, `,"caption":`...), p.Caption)
	b = quote(append(b, `,"alt":`...), p.Alt)
	b = quote(append(b, `,"note":`...), p.Note)
	if p.SVG != "" {
		return append(quote(append(b, `,"svg":`...), p.SVG), '}')
	}
	b = append(b, `,"columns":[`...)
	for i, c := range p.Columns {
		b = quote(append(comma(b, i), `{"head":`...), c.Head)
		b = fmt.Appendf(b, `,"numeric":%t}`, c.Numeric)
	}
	b = append(b, `],"rows":[`...)
	for i, row := range p.Rows {
		b = texts(comma(b, i), row)
	}
	return append(b, "]}"...)
}

func comma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}

func texts(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		b = quote(comma(b, i), s)
	}
	return append(b, ']')
}

// quote appends a string as JSON.
func quote(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s { // invalid UTF-8 becomes U+FFFD
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ':
			b = fmt.Appendf(b, `\u%04x`, r)
		case r < utf8.RuneSelf: // nearly all: pictures are long
			b = append(b, byte(r))
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}

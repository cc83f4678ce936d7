package whatif

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"lanebook/charts"
	"lanebook/charts/live"
)

// Reply is all that a page shows of an answer, in one language.
type Reply struct {
	Values   Values                 // every parameter and what it is set to
	Settings []string               // those that differ from the defaults
	Notes    []string               // what was put right, for the reader
	Sentence string                 // the answer, or why there is none
	Failed   bool                   // there is none: no figures
	Offered  map[string][][2]string // values and labels of parameters with Offer
	Open     bool                   // Watch has more to say
	Call     string                 // the Go statement that shows the same in a notebook
	Pictures []Picture
}

// Picture is a figure of a reply: a chart, or a table.
type Picture struct {
	Figure  charts.Figure
	Name    string // of files
	Title   string
	Caption string
	Alt     string
	Note    string
	Option  []byte          // of the live chart, as live.Option has it; none for a table
	Size    string          // the chart's, in CSS pixels: "720x405"
	Least   int             // width below which it scrolls
	Columns []charts.Column // of a table, as Rows
	Rows    [][]string
}

// Answer runs a definition on settings, without its Rest.
func Answer(name, lang string, settings ...string) Reply {
	return All().Answer(nil, name, lang, settings...)
}

// Watch is Answer with the Rest of the definition: see Set.Watch.
func Watch(stop Stop, progress Progress, name, lang string, settings ...string) Reply {
	return All().Watch(stop, progress, name, lang, settings...)
}

// Answer runs a definition of the set on settings, without its Rest, and tells how far it is.
func (s Set) Answer(progress Progress, name, lang string, settings ...string) Reply {
	return s.reply(name, lang, settings, func(d Definition, v Values) (Result, error) { return d.Run(v, progress) })
}

// Watch is Answer with the Rest of the definition: all that it has to say. It tells how
// far it is, and has no answer once it is stopped.
func (s Set) Watch(stop Stop, progress Progress, name, lang string, settings ...string) Reply {
	return s.reply(name, lang, settings, func(d Definition, v Values) (Result, error) { return d.all(stop, v, progress) })
}

func (s Set) reply(name, lang string, settings []string, run func(Definition, Values) (Result, error)) Reply {
	r := Reply{Values: Values{}, Settings: []string{}, Notes: []string{}, Pictures: []Picture{}} // pages want lists, not null
	d, ok := s.Find(name)
	if !ok {
		r.Failed, r.Sentence = true, Text{"There is no what-if of this name.", "この名前の what-if はありません。"}.In(lang)
		return r
	}
	v, notes := d.Values(settings...)
	r.Values, r.Settings, r.Call = v, d.Settings(v), d.Call(v)
	for _, n := range notes {
		r.Notes = append(r.Notes, n.In(lang))
	}
	r.Offered = d.offered(v, lang)
	result, err := d.named(v, run)
	if err == nil {
		r.Pictures, err = pictures(result.Figures)
	}
	if err != nil {
		r.Failed, r.Sentence = true, Text{"This setting has no answer: ", "この設定では答えがありません："}.In(lang)+err.Error()
		return r
	}
	r.Sentence, r.Open = result.Sentence.In(lang), result.Open
	return r
}

// offered is what the parameters with Offer are a choice among.
func (d Definition) offered(v Values, lang string) map[string][][2]string {
	all := map[string][][2]string{}
	for _, p := range d.Params {
		if p.Offer == nil {
			continue
		}
		for _, c := range p.Offer(v) {
			all[p.Name] = append(all[p.Name], [2]string{c.Value, c.Label.In(lang)})
		}
	}
	return all
}

// Figures runs the definition with its Rest and returns its figures, named after it. The
// sentence begins with what was taken instead of values that do not go together. It is an
// error if a value is not one of its parameter's.
func (d Definition) Figures(v Values, progress Progress) ([]charts.Figure, Text, error) {
	result, err := d.named(v, func(d Definition, v Values) (Result, error) { return d.all(nil, v, progress) })
	return result.Figures, result.Sentence, err
}

// all is Rest's answer, or Run's where there is no Rest.
func (d Definition) all(stop Stop, v Values, progress Progress) (Result, error) {
	if d.Rest == nil {
		return d.Run(v, progress)
	}
	if stop == nil {
		stop = func() error { return nil }
	}
	r, err := d.Rest(stop, v, progress)
	r.Open = false
	return r, err
}

// named runs the definition on values that go together, and names its figures.
func (d Definition) named(v Values, run func(Definition, Values) (Result, error)) (Result, error) {
	if err := d.check(v); err != nil {
		return Result{}, err
	}
	taken, said := d.take(v)
	result, err := run(d, taken)
	if err != nil {
		return Result{}, err
	}
	for i := range result.Figures {
		result.Figures[i].Name = d.Name
		if i > 0 {
			result.Figures[i].Name += "-" + strconv.Itoa(i+1)
		}
	}
	result.Sentence = Text{said.EN + result.Sentence.EN, said.JA + result.Sentence.JA}
	return result, nil
}

func pictures(figures []charts.Figure) ([]Picture, error) {
	var all []Picture
	for _, f := range figures {
		option, err := live.Option(f)
		if err != nil {
			return nil, err
		}
		p := Picture{Figure: f, Name: f.Name, Title: f.Title, Caption: f.Caption, Alt: f.Alt, Note: f.Note, Option: option}
		if t, ok := f.Series[0].(charts.Table); ok {
			p.Columns, p.Rows = t.Columns, t.Rows
		} else {
			l := f.Layout()
			p.Size, p.Least = fmt.Sprintf("%dx%d", l.Width, l.Height), f.LeastWidth()
		}
		all = append(all, p)
	}
	return all, nil
}

// Data is the data of one of an answer's figures, as CSV and as a table with a line
// of heads. It is nothing where there is no such answer or figure. Of what Rest answers it
// has what was asked for last.
func (s Set) Data(name string, i int, settings ...string) (csv string, rows [][]string) {
	d, ok := s.Find(name)
	if !ok {
		return "", nil
	}
	v, _ := d.Values(settings...)
	now := func() error { return errors.New("there is no time to run anything") }
	result, err := d.named(v, func(d Definition, v Values) (Result, error) {
		if r, err := d.all(now, v, nil); err == nil {
			return r, nil
		}
		return d.Run(v, nil)
	})
	if err != nil || i < 0 || i >= len(result.Figures) {
		return "", nil
	}
	var b strings.Builder
	if err := charts.WriteCSV(&b, result.Figures[i]); err != nil {
		return "", nil
	}
	rows, _ = result.Figures[i].Data() // what has just been written
	return b.String(), rows
}

// JSON returns the reply as JSON, in one line. The pictures' options stand in a list
// of their own, "options", in which there is a null for a table. Package encoding/json,
// which would do it too, is a thirtieth of the program that pages load.
func (r Reply) JSON() string {
	b := []byte(`{"values":{`)
	for i, name := range slices.Sorted(maps.Keys(r.Values)) {
		b = appendField(b, i, name, r.Values[name])
	}
	b = appendTexts(append(b, `},"settings":`...), r.Settings)
	b = appendTexts(append(b, `,"notes":`...), r.Notes)
	b = appendField(appendField(b, 1, "sentence", r.Sentence), 1, "call", r.Call)
	b = append(b, `,"offered":{`...)
	for i, name := range slices.Sorted(maps.Keys(r.Offered)) {
		b = append(live.AppendText(comma(b, i), name), `:[`...)
		for j, c := range r.Offered[name] {
			b = appendTexts(comma(b, j), c[:])
		}
		b = append(b, ']')
	}
	b = fmt.Appendf(b, `},"failed":%t,"open":%t,"pictures":[`, r.Failed, r.Open)
	for i, p := range r.Pictures {
		b = p.append(comma(b, i))
	}
	b = append(b, `],"options":[`...)
	for i, p := range r.Pictures {
		if b = comma(b, i); p.Option == nil {
			b = append(b, "null"...)
		}
		b = append(b, p.Option...)
	}
	return string(append(b, "]}"...))
}

func (p Picture) append(b []byte) []byte {
	b = append(b, '{')
	for i, f := range [][2]string{{"name", p.Name}, {"title", p.Title}, {"caption", p.Caption}, {"alt", p.Alt}, {"note", p.Note}, {"size", p.Size}} {
		b = appendField(b, i, f[0], f[1])
	}
	b = fmt.Appendf(b, `,"least":%d,"columns":[`, p.Least)
	for i, c := range p.Columns {
		b = fmt.Appendf(appendField(append(comma(b, i), '{'), 0, "head", c.Head), `,"numeric":%t,"code":%t,"parts":[`, c.Numeric, c.Code)
		for j, k := range c.Parts {
			b = appendTexts(comma(b, j), []string{string(k.Tone), k.Label})
		}
		b = append(b, "]}"...)
	}
	b = append(b, `],"rows":[`...)
	for i, row := range p.Rows {
		b = appendTexts(comma(b, i), row)
	}
	return append(b, "]}"...)
}

// comma appends one before what is not the first.
func comma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}

func appendField(b []byte, i int, name, text string) []byte {
	return live.AppendText(append(live.AppendText(comma(b, i), name), ':'), text)
}

func appendTexts(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, text := range list {
		b = live.AppendText(comma(b, i), text)
	}
	return append(b, ']')
}

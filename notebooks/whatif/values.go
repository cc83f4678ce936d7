package whatif

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Values are what a definition's parameters are set to, by name. Those that
// Definition.Values returns are complete and within their ranges.
type Values map[string]string

// Int returns the value of a parameter that is a number, or of a choice among
// numbers.
func (v Values) Int(name string) int {
	n, _ := strconv.Atoi(v[name])
	return n
}

// List returns the numbers of a parameter that is a list. They stand apart by
// commas, semicolons or blanks, and may be hexadecimal with "0x".
func (v Values) List(name string) []int {
	var list []int
	for _, word := range strings.FieldsFunc(v[name], separates) {
		n, _ := listed(word)
		list = append(list, n)
	}
	return list
}

// listed reads a number of a list: decimal, or hexadecimal with "0x".
func listed(word string) (int, error) {
	base := 10
	if hex, ok := strings.CutPrefix(word, "0x"); ok {
		word, base = hex, 16
	}
	n, err := strconv.ParseUint(word, base, 31)
	return int(n), err
}

func separates(r rune) bool { return strings.ContainsRune(" ,;\t\r\n", r) }

// The bounds of what a link may hold: more is refused unread.
const (
	mostSettings = 32
	longSetting  = 4096
)

// Values reads settings, each "name=value", over the defaults. What is not
// possible is put right, and a note says how; nothing of a bad setting is
// repeated in the notes.
func (d Definition) Values(settings ...string) (Values, []Text) {
	v := Values{}
	for _, p := range d.Params {
		v[p.Name] = p.Default
	}
	if len(settings) > mostSettings {
		return v, []Text{{
			fmt.Sprintf("More than %d settings: all are left at their defaults.", mostSettings),
			fmt.Sprintf("設定が %d 個を超えるため、すべて既定値のままです。", mostSettings),
		}}
	}
	var notes []Text
	for _, s := range settings {
		name, value, _ := strings.Cut(s, "=")
		i := slices.IndexFunc(d.Params, func(p Param) bool { return p.Name == name })
		if i < 0 || len(s) > longSetting {
			notes = append(notes, Text{"A setting that this what-if does not have, or that is too long, is left out.", "存在しない設定、または長すぎる設定は無視しました。"})
			continue
		}
		if value == "" && d.Params[i].Offer != nil {
			continue
		}
		fit, note := d.Params[i].fit(strings.TrimSpace(value))
		v[name] = fit
		if note != (Text{}) {
			notes = append(notes, note)
		}
	}
	return v, append(notes, d.offer(v)...)
}

// offer puts the first choice in the place of values that are not offered, and says so
// unless they are defaults.
func (d Definition) offer(v Values) (notes []Text) {
	for _, p := range d.Params {
		if p.Offer == nil {
			continue
		}
		choices := p.Offer(v)
		if len(choices) == 0 || slices.ContainsFunc(choices, func(c Choice) bool { return c.Value == v[p.Name] }) {
			continue
		}
		if v[p.Name] != p.Default {
			notes = append(notes, Text{
				fmt.Sprintf("%s: there is none of this number; the first is shown.", p.Label.EN),
				fmt.Sprintf("%s：この番号はないため、最初のものを表示します。", p.Label.In("ja")),
			})
		}
		v[p.Name] = choices[0].Value
	}
	return notes
}

// fit returns the possible value next to the wanted one, and a note if they differ.
func (p Param) fit(value string) (string, Text) {
	switch {
	case len(p.Choices) > 0:
		if slices.ContainsFunc(p.Choices, func(c Choice) bool { return c.Value == value }) {
			return value, Text{}
		}
	case p.Longest > 0:
		if p.isList(value) {
			return value, Text{}
		}
	case p.File:
		if _, ok := keptText(value); ok || value == "" {
			return value, Text{}
		}
		return "", Text{
			fmt.Sprintf("%s: it is not here; choose or paste it again. The sample is shown.", p.Label.EN),
			fmt.Sprintf("%s：ここにはありません。もう一度選択するか貼り付けてください。サンプルを表示します。", p.Label.In("ja")),
		}
	default:
		return p.fitNumber(value)
	}
	return p.unfit()
}

// unfit returns the default instead of a value that cannot be read.
func (p Param) unfit() (string, Text) {
	return p.Default, Text{
		fmt.Sprintf("%s: no value that can be used; the default is shown.", p.Label.EN),
		fmt.Sprintf("%s：使えない値のため、既定値を表示します。", p.Label.In("ja")),
	}
}

func (p Param) fitNumber(value string) (string, Text) {
	x, err := strconv.ParseFloat(value, 64)
	if math.IsNaN(x) || err != nil && !math.IsInf(x, 0) {
		return p.unfit()
	}
	x = math.Min(math.Max(x, float64(p.Min)), float64(p.Max))
	steps := math.Round((x - float64(p.Min)) / float64(p.Step))
	n := min(p.Min+int(steps)*p.Step, p.Max)
	fit := strconv.Itoa(n)
	if y, err := strconv.ParseFloat(value, 64); err == nil && y == float64(n) {
		return fit, Text{}
	}
	return fit, Text{
		fmt.Sprintf("%s: set to %d, the nearest of %d to %d that there is.", p.Label.EN, n, p.Min, p.Max),
		fmt.Sprintf("%s：%d〜%d のうち最も近い %d にしました。", p.Label.In("ja"), p.Min, p.Max, n),
	}
}

// isList says whether value is a list of numbers from 0 to 2^31−1.
func (p Param) isList(value string) bool {
	if len(value) > p.Longest {
		return false
	}
	for _, word := range strings.FieldsFunc(value, separates) {
		if _, err := listed(word); err != nil {
			return false
		}
	}
	return true
}

// check returns what is wrong with values that are not from Definition.Values.
func (d Definition) check(v Values) error {
	for _, p := range d.Params {
		if _, note := p.fit(v[p.Name]); note != (Text{}) {
			return fmt.Errorf("what-if %s: %s = %q, want %s", d.Name, p.Name, v[p.Name], p.wish())
		}
		if p.Offer == nil {
			continue
		}
		if of := p.Offer(v); len(of) > 0 && !slices.ContainsFunc(of, func(c Choice) bool { return c.Value == v[p.Name] }) {
			return fmt.Errorf("what-if %s: %s = %q, want one that the others leave", d.Name, p.Name, v[p.Name])
		}
	}
	return nil
}

// take returns the values that an answer takes, which go together, and says in
// sentences how they differ from v.
func (d Definition) take(v Values) (taken Values, said Text) {
	taken = maps.Clone(v)
	for _, p := range d.Params {
		if p.Take == nil || !p.shown(v) {
			continue
		}
		value, why := p.Take(taken)
		if value == v[p.Name] {
			continue
		}
		taken[p.Name] = value
		said.EN += fmt.Sprintf("%s: %s instead of %s, %s. ", p.Label.EN, p.say(value, "en"), p.say(v[p.Name], "en"), why.EN)
		said.JA += fmt.Sprintf("%s：%s の代わりに %s（%s）。", p.Label.JA, p.say(v[p.Name], "ja"), p.say(value, "ja"), why.JA)
	}
	return taken, said
}

// say is a value in words, a long list cut short.
func (p Param) say(value, lang string) string {
	const long = 40
	for _, c := range p.Choices {
		if c.Value == value {
			return c.Label.In(lang)
		}
	}
	if value == "" {
		return Text{"none", "なし"}.In(lang)
	}
	if len(value) > long {
		return value[:long] + "…"
	}
	return p.Count(value, lang)
}

// Count is a number with its unit: "2 elements", "1 element".
func (p Param) Count(value, lang string) string {
	unit := p.Unit.In(lang)
	if value == "1" {
		unit = strings.TrimSuffix(unit, "s")
	}
	return strings.TrimSpace(value + " " + unit)
}

// wish says what values are possible.
func (p Param) wish() string {
	switch {
	case len(p.Choices) > 0:
		var values []string
		for _, c := range p.Choices {
			values = append(values, c.Value)
		}
		return "one of " + strings.Join(values, ", ")
	case p.Longest > 0:
		return fmt.Sprintf("numbers in at most %d bytes", p.Longest)
	case p.File:
		return "nothing, or the name of a text that is kept"
	}
	return fmt.Sprintf("%d to %d in steps of %d", p.Min, p.Max, p.Step)
}

// Settings returns the settings that differ from the defaults, in the order of
// the parameters: Values reads them back.
func (d Definition) Settings(v Values) []string {
	settings := []string{}
	for _, p := range d.Params {
		if v[p.Name] != p.Default {
			settings = append(settings, p.Name+"="+v[p.Name])
		}
	}
	return settings
}

// Call returns the Go statement that shows the what-if with these values in a
// notebook.
func (d Definition) Call(v Values) string {
	var b strings.Builder
	fmt.Fprintf(&b, "whatif.Show(%q", d.Name)
	for _, s := range d.Settings(v) {
		if name, _, _ := strings.Cut(s, "="); !d.isFile(name) { // which a notebook does not have
			fmt.Fprintf(&b, ", %q", s)
		}
	}
	return b.String() + ")"
}

func (d Definition) isFile(name string) bool {
	return slices.ContainsFunc(d.Params, func(p Param) bool { return p.File && p.Name == name })
}

package whatif

import (
	"fmt"
	"maps"
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

package whatif

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// fit returns the possible value next to the wanted one, and a note if they differ.
func (p Param) fit(value string) (string, Text) {
	switch {
	case len(p.Choices) > 0:
		if slices.ContainsFunc(p.Choices, func(c Choice) bool { return c.Value == value }) {
			return value, Text{}
		}
	case p.Longest > 0:
		fits := p.Fits
		if fits == nil {
			fits = isList
		}
		if len(value) <= p.Longest && fits(value) {
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
	if p.Wish != (Text{}) {
		return p.Default, Text{
			fmt.Sprintf("%s: want %s; the default is shown.", p.Label.EN, p.Wish.EN),
			fmt.Sprintf("%s：%sを指定してください。既定値を表示します。", p.Label.In("ja"), p.Wish.In("ja")),
		}
	}
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
func isList(value string) bool {
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
	case p.Wish != (Text{}):
		return p.Wish.EN
	case p.Longest > 0:
		return fmt.Sprintf("numbers in at most %d bytes", p.Longest)
	case p.File:
		return "nothing, or the name of a text that is kept"
	}
	return fmt.Sprintf("%d to %d in steps of %d", p.Min, p.Max, p.Step)
}

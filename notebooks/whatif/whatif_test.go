package whatif

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
)

// full asks for everything that this package asserts, and not for what is quick;
// longest for many more states of the same.
var full, longest = os.Getenv("LANEBOOK_FULL") != "", os.Getenv("LANEBOOK_FULL") == "1"

// states returns settings over the definition's grid: every choice of each parameter with
// the others at their defaults, some values of a range (at most 17, fewer where an answer
// takes long), and as many of everything together at random (or 10), the same on every
// run. Unless all is asked for there are fewer of ranges and of everything together.
func states(d Definition) [][]string {
	most, together := 4, 8
	switch {
	case d.Long && full:
		most, together = 2, 10
	case d.Long:
		most, together = 1, 1
	case full:
		most, together = 16, 0 // as many as of all the others
	}
	all := [][]string{nil}
	choices := make([][]string, len(d.Params))
	for i, p := range d.Params {
		for _, value := range grid(p, most) {
			choices[i] = append(choices[i], p.Name+"="+value)
			if value != p.Default {
				all = append(all, []string{p.Name + "=" + value})
			}
		}
	}
	if together == 0 {
		together = len(all)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range together {
		var s []string
		for _, c := range choices {
			s = append(s, c[random.IntN(len(c))])
		}
		all = append(all, s)
	}
	return all
}

// grid returns values of a parameter, most + 1 of a range.
func grid(p Param, most int) []string {
	var values []string
	for _, c := range p.Choices {
		values = append(values, c.Value)
	}
	if p.Fits != nil {
		return []string{p.Default}
	}
	if p.Longest > 0 {
		return []string{p.Default, "", "0", "0 4 8 12", "0x80,0x100;512", "0 0 0", "3", "999999999", strings.Repeat("0 ", 65)}
	}
	if p.File {
		return []string{""}
	}
	if p.Offer != nil {
		for _, c := range p.Offer(Values{"kernel": p.Default}) {
			values = append(values, c.Value)
		}
		return values
	}
	if len(values) == 0 {
		step := max(p.Step, (p.Max-p.Min)/most/p.Step*p.Step)
		for n := p.Min; n <= p.Max; n += step {
			values = append(values, fmt.Sprint(n))
		}
		values = append(values, fmt.Sprint(p.Max))
	}
	return values
}

// TestDefinitions holds every definition to what pages rely on.
func TestDefinitions(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range All() {
		if (charts.Figure{Name: d.Name, Title: "t", Alt: "a", Series: []charts.Series{charts.Table{Columns: []charts.Column{{Head: "h"}}, Rows: [][]string{{"1"}}}}}).Validate() != nil || seen[d.Name] {
			t.Errorf("name %q: want a figure's name, once", d.Name)
		}
		seen[d.Name] = true
		if d.Title.EN == "" || d.Title.JA == "" {
			t.Errorf("%s: Title = %+v, want both languages", d.Name, d.Title)
		}
		for _, p := range d.Params {
			if p.Label.EN == "" || p.Label.JA == "" || p.Unit.EN == "" != (p.Unit.JA == "") {
				t.Errorf("%s %s: want label and unit in both languages", d.Name, p.Name)
			}
			if v, note := p.fit(p.Default); v != p.Default || note != (Text{}) {
				t.Errorf("%s %s: the default %q becomes %q: %s", d.Name, p.Name, p.Default, v, note.EN)
			}
			if name, values, ok := strings.Cut(p.When, "="); p.When != "" {
				i := slices.IndexFunc(d.Params, func(q Param) bool { return q.Name == name })
				for v := range strings.SplitSeq(values, "|") {
					if !ok || i < 0 || !slices.ContainsFunc(d.Params[i].Choices, func(c Choice) bool { return c.Value == v }) {
						t.Errorf("%s %s: When = %q, want a choice of another parameter", d.Name, p.Name, p.When)
					}
				}
			}
		}
		if r := Answer(d.Name, "en"); r.Failed || len(r.Notes) > 0 {
			t.Errorf("%s: the defaults have no answer: %s %q", d.Name, r.Sentence, r.Notes)
		}
		en, ja := Answer(d.Name, "en").Sentence, Answer(d.Name, "ja").Sentence
		if en == "" || ja == "" || en == ja {
			t.Errorf("%s says %q and, in Japanese, %q", d.Name, en, ja)
		}
	}
}

// TestEveryStateAnswers: all over the grid, every choice among it, there are valid figures,
// nothing that is offered is put right, and the settings that a reply gives lead to it again.
func TestEveryStateAnswers(t *testing.T) {
	for _, d := range All() {
		all := states(d)
		for _, s := range all {
			r := Answer(d.Name, "en", s...)
			if r.Failed || len(r.Pictures) == 0 || strings.Contains(r.Sentence, "NaN") || strings.Contains(r.Sentence, "%!") {
				t.Errorf("%s %q: %d pictures, %q", d.Name, s, len(r.Pictures), r.Sentence)
			}
			if len(s) == 1 && len(r.Notes) > 0 {
				t.Errorf("%s %q: %q", d.Name, s, r.Notes)
			}
			if again, notes := d.Values(r.Settings...); len(notes) > 0 || !maps.Equal(again, r.Values) {
				t.Errorf("%s %q: the settings %q are read as %v, %q", d.Name, s, r.Settings, again, notes)
			}
			if longest && len(r.Notes) == 0 && Answer(d.Name, "en", r.Settings...).JSON() != r.JSON() {
				t.Errorf("%s %q: the settings %q answer otherwise", d.Name, s, r.Settings)
			}
		}
		t.Logf("%s: %d states answered", d.Name, len(all))
	}
}

// TestWholeGridAnswers goes through everything together: all choices with all else as it
// is at first, and all choices with, of each slider, both ends, the default and two
// between. Of a large grid it takes some states at random, the same on every run; with
// LANEBOOK_FULL=1 nearly all choices and many more of the others. What is taken instead
// of a setting works itself, and is in the sentence.
func TestWholeGridAnswers(t *testing.T) {
	for _, d := range All() {
		choices, values := make([][]string, len(d.Params)), make([][]string, len(d.Params))
		for i, p := range d.Params {
			values[i] = grid(p, 3)
			choices[i] = values[i]
			if len(p.Choices) == 0 {
				values[i] = append(values[i], p.Default)
				choices[i] = []string{p.Default}
			}
		}
		most := 30
		switch {
		case d.Long && longest:
			most = 20
		case d.Long:
			most = 1
		case longest:
			most = 1_500
		}
		tryStates(t, d, "choices", choices, most)
		tryStates(t, d, "states", values, most)
	}
}

// tryStates demands answers of a grid, or of so many of its states at random.
func tryStates(t *testing.T, d Definition, what string, values [][]string, most int) {
	total := 1
	for _, v := range values {
		total *= len(v)
	}
	tried, otherwise := min(total, most), 0
	for _, n := range rand.New(rand.NewPCG(1, 1)).Perm(total)[:tried] {
		v := Values{}
		for i, p := range d.Params {
			v[p.Name] = values[i][n%len(values[i])]
			n /= len(values[i])
		}
		if checkState(t, d, v) {
			otherwise++
		}
	}
	t.Logf("%s: %d %s of %d answered, %d of them with another value taken", d.Name, tried, what, total, otherwise)
}

// checkState demands an answer, and reports whether other values were taken for it.
func checkState(t *testing.T, d Definition, v Values) (otherwise bool) {
	t.Helper()
	result, err := d.named(v, func(d Definition, v Values) (Result, error) { return d.Run(v, nil) })
	figures, sentence := result.Figures, result.Sentence
	if err != nil {
		t.Errorf("%s %v: %v", d.Name, v, err)
		return false
	}
	for _, f := range figures {
		if err := f.Validate(); err != nil {
			t.Errorf("%s %v: %v", d.Name, v, err)
		}
	}
	taken, said := d.take(v)
	if again, more := d.take(taken); more != (Text{}) || !maps.Equal(again, taken) {
		t.Errorf("%s %v: takes %v, and of that %v: %q", d.Name, v, taken, again, more.EN)
	}
	if !strings.HasPrefix(sentence.EN, said.EN) || !strings.HasPrefix(sentence.JA, said.JA) {
		t.Errorf("%s %v: %q does not begin with %q", d.Name, v, sentence.EN, said.EN)
	}
	for _, p := range d.Params {
		if taken[p.Name] != v[p.Name] && (!strings.Contains(said.EN, p.say(taken[p.Name], "en")) || !strings.Contains(said.JA, p.say(taken[p.Name], "ja"))) {
			t.Errorf("%s %v: %s is taken as %s, and %q does not say so", d.Name, v, p.Name, taken[p.Name], said.EN)
		}
	}
	return !maps.Equal(taken, v)
}

// TestTaken: what the GPUs' own numbers allow, by hand.
func TestTaken(t *testing.T) {
	for _, c := range []struct {
		name     string
		settings []string
		want     string
	}{
		{"block-size", []string{"device=gtx480"}, "Registers of a thread: 63 instead of 64, the most of GTX 480. GTX 480: "},
		{"block-size", []string{"device=gk110", "lds=49"}, "Local (shared) memory of a block: 48 KB instead of 49 KB, the most of GTX Titan. "},
		{"warp-issue", []string{"device=gtx480", "wavefronts=64"}, "Wavefronts (warps) on the CU (SM): 48 instead of 64, the most of GTX 480. "},
		{"latency-hiding", []string{"device=mi300x", "wavefronts=33"}, "Wavefronts (warps) on the CU (SM): 32 instead of 33, the most of MI300X. "},
		{"latency-hiding", []string{"device=mi300x", "wavefronts=32"}, "MI300X: "},
		{"transpose", []string{"device=four-banks"}, "Element: 4 bytes instead of 8 bytes, the most of toy of 4 banks. "},
		{"lds-layout", []string{"device=w7900", "op=store"}, "The lanes: load instead of store, for how PRO W7900 serves stores is not known. PRO W7900: to load column 0 "},
		{"warp-issue", []string{"device=rx9070xt", "lds=10"}, "Local (shared) memory among them: 0 % instead of 10 %, for how long RX 9070 XT takes is not known. RX 9070 XT with "},
		{"warp-issue", []string{"device=a40", "fp64=10"}, "FP64 among them: 0 % instead of 10 %, for how long A40 takes is not known. A40 with "},
		{"warp-issue", []string{"device=rx6900xt", "fp64=10", "sfu=10"}, "RX 6900 XT with "},
		{"lds-layout", []string{"columns=24", "swizzle=32"}, "XOR swizzle: column xor (row mod 8) instead of column xor (row mod 32), or it would leave the row of 24. "},
		{"lds-layout", []string{"columns=33", "swizzle=2"}, "XOR swizzle: none instead of column xor (row mod 2), or it would leave the row of 33. "},
		{"lds-layout", []string{"columns=33", "swizzle=2", "access=list"}, "H200: to load the 4 addresses takes 4 passes"},
		{"lds-layout", []string{"device=fiji", "wavefronts=64"}, "Wavefronts (warps) that do so at once: 40 instead of 64, the most of R9 Fury X. "},
		{"lds-layout", []string{"device=fiji", "rows=64", "columns=64", "pad=16", "element=16"}, "Rows: 51 instead of 64, as many as 64 KB hold. "}, // 65536 / (80 · 16) = 51.2
		{"lds-layout", []string{"index=40"}, "Which row or column: 31 instead of 40, the last. H200: to load column 31 "},
		{"lds-layout", []string{"access=row", "index=10", "rows=8"}, "Which row or column: 7 instead of 10, the last. H200: to load row 7 "},
		{"lds-layout", []string{"access=diagonal", "index=63"}, "H200: to load the diagonal "},
		{"lds-layout", []string{"access=list", "element=8", "addresses=4 999999999"}, "My own addresses, in bytes, lane after lane: 0 "},
		{"lds-layout", []string{"access=list", "addresses="}, "My own addresses, in bytes, lane after lane: 0 instead of none, 1 to 32 addresses, multiples of 4, at most "},
	} {
		if r := Answer(c.name, "en", c.settings...); !strings.HasPrefix(r.Sentence, c.want) || r.Failed || len(r.Notes) > 0 {
			t.Errorf("%s %q: %q %q, want it to begin %q", c.name, c.settings, r.Sentence, r.Notes, c.want)
		}
	}
}

// TestMissing: a what-if offers each GPU or says that it does not. By hand: of RX 6900 XT it
// is not known how its LDS serves anything, of RDNA's others no latency and no store.
func TestMissing(t *testing.T) {
	const rdna = "Without RX 6900 XT, PRO W7900, RX 9070 XT: "
	for name, want := range map[string]string{
		"lds-layout": "Without RX 6900 XT: ", "block-size": "", "warp-issue": "", "latency-hiding": rdna, "transpose": rdna, "memory-trace": "Without 17 other GPUs: ",
		"blocking": "", "machine-code": "", "histogram": "Without 18 other GPUs: ", "whole-kernel": "Without 18 other GPUs: ", "tensor-tile": "",
	} {
		d, _ := Find(name)
		said := d.Missing()
		if !strings.HasPrefix(said.EN, want) || (want == "") != (said == Text{}) || strings.Contains(said.EN, "  ") || strings.Contains(said.EN, ": is") {
			t.Errorf("%s says %q, want %q", name, said, want)
		}
	}
	if n := len(All()); n != 11 {
		t.Errorf("%d what-ifs, want the 11 that stand here", n)
	}
}

// TestTimelineShowsIssues: where the wavefronts wait for memory longer than is shown,
// at the middle of the run or at its end, the picture still has instructions in it.
func TestTimelineShowsIssues(t *testing.T) {
	for _, settings := range []string{
		"device=h200 wavefronts=8 chains=8 latency=4 memory=45 policy=round-robin",
		"device=fiji wavefronts=1 chains=8 latency=18 memory=45 policy=oldest",
		"device=gk110 wavefronts=1 chains=8 latency=10 memory=45",
	} {
		if r := Answer("warp-issue", "en", strings.Fields(settings)...); r.Failed {
			t.Errorf("%s: %s", settings, r.Sentence)
		}
	}
}

// TestUnknownIsAnError: a value that is none of its parameter's is not silently another.
func TestUnknownIsAnError(t *testing.T) {
	const unknown = "no-such"
	for _, d := range All() {
		for _, p := range d.Params {
			v, notes := d.Values(p.Name + "=" + unknown)
			if v[p.Name] != p.Default || len(notes) != 1 {
				t.Errorf("%s, %s=%s is read as %q with notes %q, want the default and a note", d.Name, p.Name, unknown, v[p.Name], notes)
			}
			v[p.Name] = unknown
			if _, _, err := d.Figures(v, nil); err == nil || !strings.Contains(err.Error(), p.Name+` = "no-such", want `) {
				t.Errorf("%s, %s=%s: error %v, want one that names it", d.Name, p.Name, unknown, err)
			}
			if p.Name != "device" && p.Name != "machine" {
				continue
			}
			if _, err := d.Run(v, nil); err == nil || !strings.Contains(err.Error(), unknown) {
				t.Errorf("%s runs with %s=%s: error %v, want one that names it", d.Name, p.Name, unknown, err)
			}
		}
	}
}

// Numbers of a list are decimal, with a leading 0 too, or begin with 0x.
func TestLists(t *testing.T) {
	v, notes := ldsLayout().Values("addresses=010 08 0x10")
	if got := v.List("addresses"); len(notes) != 0 || !slices.Equal(got, []int{10, 8, 16}) {
		t.Errorf("%v with notes %q, want 10, 8 and 16", got, notes)
	}
}

// TestBadSettings: what a crafted link may hold is put right with a note, and
// never repeated.
func TestBadSettings(t *testing.T) {
	for _, c := range []struct{ setting, name, want string }{
		{"rows=1000", "rows", "64"},
		{"rows=-5", "rows", "2"},
		{"rows=NaN", "rows", "32"},
		{"rows=1e999", "rows", "64"},
		{"rows=-Inf", "rows", "2"},
		{"rows=7.4", "rows", "7"},
		{"rows=", "rows", "32"},
		{"rows=0x10", "rows", "32"},
		{"device=<img src=x onerror=alert(1)>", "device", "h200"},
		{"element=5", "element", "4"},
		{"addresses=<b>1</b>", "addresses", "0 128 256 384"},
		{"addresses=-4", "addresses", "0 128 256 384"},
		{"addresses=0b11", "addresses", "0 128 256 384"},
		{"addresses=1_0", "addresses", "0 128 256 384"},
		{"addresses=99999999999", "addresses", "0 128 256 384"},
		{"addresses=" + strings.Repeat("1 ", 600), "addresses", "0 128 256 384"},
		{"constructor=1", "rows", "32"},
		{"<script>", "rows", "32"},
		{"rows" + strings.Repeat("=", 5000), "rows", "32"},
	} {
		v, notes := ldsLayout().Values(c.setting)
		if v[c.name] != c.want || len(notes) != 1 {
			t.Errorf("%.30q: %s = %q with %d notes, want %q with 1", c.setting, c.name, v[c.name], len(notes), c.want)
		}
		if reply := Answer("lds-layout", "en", c.setting).JSON(); strings.ContainsAny(strings.ReplaceAll(reply, "<svg", ""), "\x00") || strings.Contains(reply, "onerror") || strings.Contains(reply, "<b>") || strings.Contains(reply, "<script") {
			t.Errorf("%.30q comes back in the reply", c.setting)
		}
	}
	if v, notes := ldsLayout().Values(slices.Repeat([]string{"rows=4"}, 100)...); v["rows"] != "32" || len(notes) != 1 {
		t.Errorf("100 settings: rows = %s with %d notes, want all refused with one", v["rows"], len(notes))
	}
	if r := Answer("no-such", "en", "a=b"); !r.Failed || r.Sentence == "" {
		t.Errorf("an unknown what-if answers %+v", r)
	}
}

func FuzzValues(f *testing.F) {
	f.Add("lds-layout", "rows=64", "addresses=0 4")
	f.Add("warp-issue", "memory=1e300", "latency=own")
	f.Fuzz(func(t *testing.T, name, a, b string) {
		d, ok := Find(name)
		if !ok {
			return
		}
		v, _ := d.Values(a, b)
		for _, p := range d.Params {
			if fit, note := p.fit(v[p.Name]); fit != v[p.Name] || note != (Text{}) {
				t.Errorf("%q %q: %s = %q, want a value that is possible", a, b, p.Name, v[p.Name])
			}
		}
	})
}

// TestJSON reads the reply back with encoding/json.
func TestJSON(t *testing.T) {
	odd := "a\"b\\c\n\t\x01<é 日本\u2028</script>"
	r := Reply{Values: Values{"a": odd, "b": ""}, Settings: []string{"a=" + odd}, Notes: []string{odd, ""}, Sentence: odd, Call: odd, Failed: true,
		Pictures: []Picture{{Title: odd, Caption: odd, Alt: odd, Note: odd, Size: odd, Option: json.RawMessage(`{"a":1}`)}, {Columns: []charts.Column{{Head: odd, Numeric: true}, {}}, Rows: [][]string{{odd, "1"}, {}}}},
		Offered:  map[string][][2]string{"a": {{"1", odd}, {"2", ""}}, "b": nil}}
	var got struct {
		Values   map[string]string
		Settings []string
		Notes    []string
		Sentence string
		Call     string
		Failed   bool
		Pictures []struct {
			Title, Caption, Alt, Note, Size string
			Columns                         []charts.Column
			Rows                            [][]string
		}
		Options []map[string]int
		Offered map[string][][2]string
	}
	if err := json.Unmarshal([]byte(r.JSON()), &got); err != nil {
		t.Fatalf("%v in %s", err, r.JSON())
	}
	same := got.Values["a"] == odd && got.Settings[0] == "a="+odd && slices.Equal(got.Notes, r.Notes) && slices.Equal(got.Offered["a"], r.Offered["a"]) && got.Sentence == odd && got.Call == odd && got.Failed &&
		got.Pictures[0].Size == odd && got.Pictures[0].Alt == odd && got.Pictures[1].Columns[0].Head == odd && got.Pictures[1].Columns[0].Numeric && got.Pictures[1].Rows[0][0] == odd &&
		len(got.Options) == 2 && got.Options[0]["a"] == 1 && got.Options[1] == nil
	if !same {
		t.Errorf("read back: %+v", got)
	}
	for _, name := range []string{"nothing", "lds-layout"} {
		if reply := Answer(name, "ja").JSON(); !json.Valid([]byte(reply)) || strings.Contains(reply, ":null") || strings.Contains(reply, "\n") {
			t.Errorf("%s: want JSON in one line, its empty lists as []: %.300s", name, reply)
		}
	}
}

// TestColumnOfThe32: the textbook case, by hand. 32 rows of 32 words: a column
// lies in one bank and takes 32 passes; one word of padding makes it 1 and wastes
// 32 · 4 bytes.
func TestColumnOfThe32(t *testing.T) {
	for _, c := range []struct{ setting, want string }{
		{"pad=0", "takes 32 passes where 1 would do: 31 conflicts. Padding wastes 0 bytes. Alone: 32 cycles, 4 bytes per cycle; the pace is set by the banks."},
		{"pad=1", "takes 1 pass where 1 would do: 0 conflicts. Padding wastes 128 bytes. Alone: 1 cycle, 128 bytes per cycle; the pace is set by the banks."},
		{"swizzle=32", "takes 1 pass where 1 would do: 0 conflicts. Padding wastes 0 bytes. Alone: 1 cycle, 128 bytes per cycle; the pace is set by the banks."},
		{"access=row", "takes 1 pass where 1 would do: 0 conflicts. Padding wastes 0 bytes. Alone: 1 cycle, 128 bytes per cycle; the pace is set by the banks."},
		{"access=list", "the 4 addresses takes 4 passes where 1 would do: 3 conflicts. Alone: 4 cycles, 4 bytes per cycle; the pace is set by the banks."},
		{"wavefronts=10", "Padding wastes 0 bytes. 10 wavefronts at once: 320 cycles, 32 each, 4 bytes per cycle; the pace is set by the banks."},
	} {
		if got := Answer("lds-layout", "en", c.setting).Sentence; !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: %q, want %q", c.setting, got, c.want)
		}
	}
}

//go:build !js

package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// atomicTwins are the whole kernels of atoms.cu that both GPUs were asked, row by row.
func atomicTwins() (h200, h100 []silicon.AtomicResult, err error) {
	if h200, err = silicon.AtomicResults("H200"); err != nil {
		return nil, nil, err
	}
	all, err := silicon.AtomicResults("H100")
	for _, r := range all {
		if r.Apart == 0 {
			h100 = append(h100, r)
		}
	}
	return h200, h100, err
}

// HistogramByBins is how long an H200 takes to count 2^24 numbers by chance in so many bins, each
// lane adding in global memory, or each block in its own LDS; what it and an H100 took beside it.
func HistogramByBins() (charts.Figure, error) {
	h200, h100, err := atomicTwins()
	if err != nil {
		return charts.Figure{}, err
	}
	var all []charts.Series
	chips := [2]charts.Line{{Name: "H200", Style: charts.Dots, Measured: true, Tone: charts.Tone1}, {Name: "H100", Style: charts.Dots, Measured: true, Tone: charts.Tone5}}
	for i, form := range []struct{ name, kernel string }{{"adding in global memory", "hist"}, {"in the LDS, by 528 blocks", "histl"}} {
		model := charts.Line{Name: form.name, Tone: charts.Palette[i]}
		for j, r := range h200 {
			if r.Kernel != form.kernel || r.N != 1<<24 || r.Bins == 0 || form.kernel == "histl" && r.Workgroups != 528 {
				continue
			}
			add := func(l *charts.Line, us float64, tip string) {
				l.X, l.Y = append(l.X, float64(r.Bins)), append(l.Y, us)
				l.Tips = append(l.Tips, fmt.Sprintf("%d bins, %s\n%s %.1f µs", r.Bins, form.name, tip, us))
			}
			add(&model, r.Model, "model of the H200")
			add(&chips[0], r.Microseconds, "H200")
			add(&chips[1], h100[j].Microseconds, "H100")
		}
		all = append(all, model)
	}
	var alt string
	for i, in := range all {
		line := in.(charts.Line)
		alt += fmt.Sprintf("%s from %.0f microseconds with %.0f bins to %.0f with %.0f", [...]string{"Lines of the model:", ", and in the LDS"}[i], line.Y[0], line.X[0], line.Y[len(line.Y)-1], line.X[len(line.X)-1])
	}
	alt += "; hollow marks beside them"
	for _, chip := range chips {
		var off silicon.Agreement
		for i, y := range chip.Y { // of both lines, one after the other
			line := all[0].(charts.Line)
			if j := i - len(line.Y); j >= 0 {
				line, i = all[1].(charts.Line), j
			}
			off.Points = append(off.Points, silicon.Compared{What: fmt.Sprintf("%.0f bins", line.X[i]), Measured: line.Y[i], Model: y})
		}
		signed := func(a, b silicon.Compared) int { return cmp.Compare(off.Error(a), off.Error(b)) }
		least, most := slices.MinFunc(off.Points, signed), slices.MaxFunc(off.Points, signed)
		alt += fmt.Sprintf(", of an %s from %s %% at %s to %s %% at %s", chip.Name, Signed(100*off.Error(least), 0), least.What, Signed(100*off.Error(most), 0), most.What)
	}
	all = append(all, chips[0], chips[1])
	return charts.Figure{
		Name:    "histogram-by-bins",
		Title:   "16 million numbers in so many bins",
		Caption: "The fewer the bins, the longer they are waited for in global memory: 256 of them lie as if in two of the L2's slices, which take one sector after another. In the LDS each block has bins of its own.",
		Alt:     alt + ".",
		Note:    "Line: the model of the H200, whose numbers are from other accesses. Hollow: atoms.csv and atoms_h100.csv, medians of 15. The H100's model is another, see the table of kernels.",
		X:       charts.Axis{Label: "bins", Scale: charts.Log2},
		Y:       charts.Axis{Label: "time", Unit: "µs", Scale: charts.Log10},
		Series:  all,
	}, nil
}

// BinsApart is how long an H100 takes to count 2^20 and 2^24 numbers in 256 bins of global memory that lie so
// many words apart; of 2^20 the model had said it before.
func BinsApart() (charts.Figure, error) {
	all, err := silicon.AtomicResults("H100")
	if err != nil {
		return charts.Figure{}, err
	}
	var series []charts.Series
	var near, far silicon.Agreement // up to 4 words apart, and beyond
	var each []string               // of those beyond, of both sizes
	for i, size := range []struct {
		n    int
		name string
	}{{1 << 20, "a million numbers"}, {1 << 24, "16 million"}} {
		model := charts.Line{Name: size.name + ", model", Tone: charts.Palette[i]}
		chip := charts.Line{Name: size.name + ", H100", Style: charts.Dots, Measured: true, Tone: charts.Palette[i]}
		for _, r := range all {
			if r.Apart == 0 || r.N != size.n {
				continue
			}
			point := silicon.Compared{What: fmt.Sprint(r.Apart), Measured: r.Microseconds, Model: r.Model}
			if r.Apart <= 4 {
				near.Points = append(near.Points, point)
			} else if far.Points = append(far.Points, point); i == 0 {
				each = append(each, fmt.Sprintf("%d: %s", r.Apart, Signed(100*r.Error(), 0)))
			} else {
				at := slices.IndexFunc(each, func(s string) bool { return strings.HasPrefix(s, point.What+":") })
				each[at] += " and " + Signed(100*r.Error(), 0)
			}
			x := float64(r.Apart)
			model.X, model.Y = append(model.X, x), append(model.Y, r.Model)
			chip.X, chip.Y = append(chip.X, x), append(chip.Y, r.Microseconds)
			chip.Tips = append(chip.Tips, fmt.Sprintf("%d words apart\nH100 %.1f µs\nmodel %.1f µs, %s %%", r.Apart, r.Microseconds, r.Model, Signed(100*r.Error(), 0)))
		}
		series = append(series, model, chip)
	}
	return charts.Figure{
		Name:    "bins-apart",
		Title:   "256 bins, so many words apart",
		Caption: fmt.Sprintf("Bins that lie apart are in more slices, which add side by side. Up to 4 words apart the model is %.1f %% off on average, from 8 on %.0f %% (of a million and 16 million, in per cent, %s). Which slice has which line is known from other accesses.", 100*near.Mean(), 100*far.Mean(), strings.Join(each, ", ")),
		Alt:     "Two lines that fall, from 272 and 4250 microseconds for bins side by side to 21 and 239 from 32 words on; the H100's marks lie on them up to 8 words and up to a seventh above from 16 on.",
		Note:    "The model's first times of a million numbers, committed before such bins were timed, had lines dealt to slices evenly: from 8 words on they were 8 to 38 % off. No H200 was asked. Hollow: atoms_h100.csv.",
		X:       charts.Axis{Label: "words from bin to bin", Scale: charts.Log2},
		Y:       charts.Axis{Label: "time", Unit: "µs", Scale: charts.Log10},
		Series:  series,
	}, nil
}

// atomicPatterns are the patterns of AtomicCosts, in words.
var atomicPatterns = []struct {
	pattern string
	k       int
	words   string
}{
	{"dup", 1, "32 words in a row"},
	{"dup", 4, "8 words, 4 lanes each"},
	{"dup", 32, "one word of each warp"},
	{"stride", 2, "every 2nd word"},
	{"stride", 8, "every 8th: a sector of each lane"},
	{"stride", 16, "every 16th"},
	{"one", 1, "the same 32 words for all warps"},
	{"one", 32, "one word for all"},
	{"chance", 32, "by chance of 32 words"},
	{"chance", 256, "by chance of 256"},
	{"chance", 4096, "by chance of 4096"},
	{"chance", 65536, "by chance of 65536"},
	{"chance", 4194304, "by chance of 4 million"},
}

// AtomicCosts is the table of what an atomic addition of a warp to global memory costs its SM by where
// its lanes add, when one SM does nothing else, and when all do.
func AtomicCosts() (charts.Figure, error) {
	h200, err := silicon.CompareAtomicRates("H200")
	if err != nil {
		return charts.Figure{}, err
	}
	h100, err := silicon.CompareAtomicRates("H100")
	if err != nil {
		return charts.Figure{}, err
	}
	return charts.Figure{
		Name:    "atomic-costs",
		Title:   "What a warp's atomic addition costs its SM, in cycles",
		Caption: rateErrors(h200, h100),
		Alt:     "Table of patterns of words: cycles of an access measured on one SM and on all SMs of an H200, and of an H100, each beside the model's.",
		Note:    "32 warps of an SM. (set): a number of the model was set from this row. Which lines share a slice, what a pair of slices takes, and which values one of two ways back, are from H100s' other accesses; an H200's order of slices is assumed, with its 4096 words in view. H100: the numbers are the H200's, but for the way back of several words, of which it has 5 parts of 6 (assumed).",
		Series:  []charts.Series{rateTable(h200, h100)},
	}, nil
}

func rateTable(h200, h100 []silicon.AtomicRateRow) charts.Table {
	t := charts.Table{Columns: []charts.Column{{Head: "lanes add to"}, {Head: "one SM, H200", Numeric: true}, {Head: "model", Numeric: true},
		{Head: "all SMs, H200", Numeric: true}, {Head: "model ", Numeric: true}, {Head: "all SMs, H100", Numeric: true}, {Head: "model  ", Numeric: true}}}
	find := func(rows []silicon.AtomicRateRow, pattern string, k, sms int) silicon.AtomicRateRow {
		return rows[slices.IndexFunc(rows, func(r silicon.AtomicRateRow) bool {
			return r.What == "red" && r.Pattern == pattern && r.K == k && r.SMs == sms
		})]
	}
	for _, p := range atomicPatterns {
		row := []string{p.words}
		for _, r := range []silicon.AtomicRateRow{find(h200, p.pattern, p.k, 1), find(h200, p.pattern, p.k, 132), find(h100, p.pattern, p.k, 132)} {
			model := fmt.Sprintf("%.1f", r.Model)
			if r.Set {
				model += " (set)"
			}
			row = append(row, fmt.Sprintf("%.1f", r.Cycles), model)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// rateErrors says how far off the model is in the rows that set none of its numbers. The H100's are
// those like the H200's same row, the twins of those that set a number, and others.
func rateErrors(h200, h100 []silicon.AtomicRateRow) string {
	var one, integers, other, twins, others silicon.Agreement
	alike, few := 0, 0.0
	for _, r := range h200 {
		if !r.Set {
			one.Points = append(one.Points, ratePoint(r))
			if !strings.HasSuffix(r.What, "f") {
				integers.Points = append(integers.Points, ratePoint(r))
			}
		}
		if r.SMs == 33 {
			few = max(few, r.Error())
		}
	}
	for i, r := range h100 {
		if !r.Set {
			other.Points = append(other.Points, ratePoint(r))
		}
		if math.Abs(r.Cycles/h200[i].Cycles-1) <= 0.02 {
			alike++
		}
		a := &others
		if h200[i].Set {
			a = &twins
		}
		a.Points = append(a.Points, ratePoint(r))
	}
	worst := func(a silicon.Agreement) string {
		return fmt.Sprintf("%s %% (%s)", Signed(100*a.Error(a.Worst()), 0), a.Worst().What)
	}
	return fmt.Sprintf("In these rows nothing comes back. Of those, of rows in which the old values do and of floating-point numbers, the %d of the H200 that set no number are %.0f %% off on average (integers alone %.0f %%: what floating-point numbers wait for, and the order of an H200's slices, was chosen with rows in view), at worst %s. Of the H100's %d, %d are within 2 %% of the H200's same row: it is the same SM. The %d twins of rows that set numbers are %.1f %% off, the other %d %.1f %%, at worst %s. With 33 SMs slices that are waited for are faster than with 132, which the model does not know: it is up to %.0f %% too slow there.",
		len(one.Points), 100*one.Mean(), 100*integers.Mean(), worst(one), len(other.Points), alike, len(twins.Points), 100*twins.Mean(), len(others.Points), 100*others.Mean(), worst(others), 100*few)
}

func ratePoint(r silicon.AtomicRateRow) silicon.Compared {
	return silicon.Compared{What: rateWords(r), Measured: r.Cycles, Model: r.Model}
}

// rateWords says which row it is.
func rateWords(r silicon.AtomicRateRow) string {
	what := map[string]string{"red": "adding", "redf": "adding floating-point numbers", "atom": "adding, with what comes back", "atomf": "adding floating-point numbers, with what comes back"}[r.What]
	where := map[string]string{"dup": "%d lanes to a word", "stride": "each lane %d words on", "one": "all warps the same line, %d lanes to a word", "chance": "by chance of %d words"}[r.Pattern]
	return fmt.Sprintf("%s, "+where+", %d SMs", what, r.K, r.SMs)
}

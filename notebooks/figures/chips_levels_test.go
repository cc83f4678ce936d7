package figures_test

import (
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/figures"
	"lanebook/notebooks/figures/figuretest"
)

// cells returns a grid's cells by row and column, as label and tone.
func cells(t *testing.T, f charts.Figure) map[string]string {
	t.Helper()
	g := f.Series[0].(charts.Grid)
	keys := map[charts.Tone]string{}
	for _, k := range g.Keys {
		keys[k.Tone] = k.Label
	}
	out := map[string]string{}
	for _, c := range g.Cells {
		out[g.Rows[c.Row]+": "+g.Columns[c.Column]] = c.Label + ", " + keys[c.Tone]
	}
	return out
}

// Each cell is its GPU's, with its sign, and coloured by what was set; counts are those of
// ChipErrors' rows, of levels with our own H100's and the TLBs of six chases besides.
func TestLevelErrors(t *testing.T) {
	all := map[string]func() (charts.Figure, error){"latency": figures.LatencyErrors, "step": figures.StepErrors, "bandwidth": figures.BandwidthErrors, "stream": figures.StreamErrors}
	made := map[string]charts.Figure{}
	for name, f := range all {
		made[name] = must[charts.Figure](t)(f())
		all[name] = func() (charts.Figure, error) { return made[name], nil }
	}
	figuretest.Valid(t, all)
	for name, want := range map[string]map[string]string{
		"latency": {
			"V100, AIK: L1":        "-22, beyond",
			"V100, GB25: L1":       "0, set from it",
			"B300: DRAM":           "+1.0, unseen, within 5 %",
			"H100, ours: L2":       "+1.5, unseen, within 5 %",
			"H200, ours: L2":       "+0.3, set from it",
			"MI300X: Infinity":     "-0.4, set from it",
			"RX6900XT: L0":         "0, set from it",
			"mean, unseen: DRAM":   "2.5, all GPUs", // of -7.1, -4.0, +0.1, 0, +2.6, +1.0
			"in bar, unseen: DRAM": "83, all GPUs",  // five of six
		},
		"step": {
			"RX6900XT: DRAM":           "-15, beyond",
			"MI300X: DRAM":             "-0.1, set from it",
			"GH200, GB25: L2":          "-1.6, set from it",
			"GH200, AIK: L2":           "+5.6, unseen, within 10 %",
			"mean, set: DRAM":          "3.0, all GPUs", // of MI100's 7.6, MI210's 3.9, MI300X's 0.1 and our H200's 0.7
			"in bar, unseen: Infinity": "100, all GPUs",
		},
		"bandwidth": {
			"MI300X: L1 max":     "+111, beyond",
			"MI100: L2":          "1.3, set in part",
			"MI100: L2 free":     "61, beyond",
			"A100-80: DRAM":      "1.5, set from it",
			"MI100, again: DRAM": "18, beyond",
			"V100: L1 max":       "+2.0, unseen, within 15 %",
		},
		"stream": {
			"A40: 5 points":  "18, set in part",
			"MI210: triad":   "18, beyond",
			"RX6900XT: load": "4.6, set from it",
		},
	} {
		got := cells(t, made[name])
		for cell, want := range want {
			if got[cell] != want {
				t.Errorf("%s, %s is %q, want %q", name, cell, got[cell], want)
			}
		}
		if _, ok := got["A40: far half"]; ok {
			t.Errorf("%s: an A40 has a far half of its L2", name)
		}
	}
	for name, want := range map[string]string{
		"latency": "Of 29 unseen numbers, 5.9 % off on average, 20 are within 5 %",  // 19 and 14 of ChipErrors; four of four; six TLBs, two
		"step":    "Of 55 unseen numbers, 5.3 % off on average, 45 are within 10 %", // 53 and 43; two of two
		"stream":  "Of 1000 unseen numbers, 8.9 % off on average, 835 are within 15 %",
	} {
		if f := made[name]; !strings.Contains(f.Caption, want) {
			t.Errorf("%s: %q, want %q in it", name, f.Caption, want)
		}
	}
}

// Bars are where passes are known, lighter where a rule is assumed, and a mark lies where it was
// measured: on the bar but for CDNA 4's disputed one, and for Fermi's mean of 8 and 4.
func TestPassesByWidth(t *testing.T) {
	f := must[charts.Figure](t)(figures.PassesByWidth("All", "Fermi", "CDNA 4", "RDNA 3"))
	figuretest.Valid(t, map[string]func() (charts.Figure, error){"passes": func() (charts.Figure, error) { return f, nil }})
	at := map[string]int{}
	for i, c := range f.X.Categories {
		at[c] = i
	}
	bars, marks := map[string][]float64{}, map[string]map[int]float64{}
	for _, s := range f.Series {
		switch s := s.(type) {
		case charts.Bars:
			bars[s.Name] = s.Y
		case charts.Line:
			marks[s.Name] = map[int]float64{}
			for i := range s.X {
				marks[s.Name][int(s.X[i])] = s.Y[i]
			}
			if !s.Measured || s.Style != charts.Dots {
				t.Errorf("%s: style %q, measured %v; want hollow marks", s.Name, s.Style, s.Measured)
			}
		}
	}
	for _, want := range []struct {
		series, category string
		passes           float64
	}{
		{"loads", "Fermi: 8", 2}, {"loads, assumed", "Fermi: 16", 8}, {"stores, assumed", "Fermi: 16", 4}, {"loads", "Fermi: 16", 0},
		{"loads", "CDNA 4: 16", 4}, {"loads", "CDNA 4: 12", 16}, {"stores", "CDNA 4: 12", 0}, {"stores", "CDNA 4: 8", 4}, {"loads, assumed", "CDNA 4: 4", 2},
		{"loads", "RDNA 3: 16", 4}, {"stores", "RDNA 3: 4", 0},
	} {
		if got := bars[want.series][at[want.category]]; got != want.passes {
			t.Errorf("%s, %s: %v passes, want %v", want.series, want.category, got, want.passes)
		}
	}
	if m := marks["measured"][at["Fermi: 16"]]; m < 6 || m > 6.1 {
		t.Errorf("Fermi's 16 bytes are marked at %v passes, want 6.06", m)
	}
	if m := marks["listed, not measured"]; len(m) != 1 || m[at["CDNA 4: 4"]] != 1 {
		t.Errorf("listed: %v, want CDNA 4's loads of 4 bytes in 1 pass", m)
	}
	if m := marks["measured"]; len(m) != 3 {
		t.Errorf("measured: %v, want Fermi's three widths", m)
	}
	if m := marks["by lanes found together"]; m[at["RDNA 3: 16"]] != 4 || m[at["CDNA 4: 8"]] != 4 || len(m) != 6 {
		t.Errorf("by lanes: %v, want six widths, of which RDNA 3's of 16 and CDNA 4's stores of 8 bytes take 4 passes", m)
	}
	for _, text := range []string{"1 other set none; missed: CDNA 4's 4-byte loads", "CDNA 4's 12-byte loads in a row conflict: 16 passes for 8."} {
		if !strings.Contains(f.Caption, text) {
			t.Errorf("%q, want %q in it", f.Caption, text)
		}
	}
	if _, err := figures.PassesByWidth("None", "RDNA 2"); err == nil || !strings.Contains(err.Error(), `generation = "RDNA 2"`) {
		t.Errorf("error %v of a generation without rules", err)
	}
}

// A store that costs what its load does is marked once.
func TestPassesOfHopper(t *testing.T) {
	all := must[[]silicon.WidthPasses](t)(silicon.PassesByWidth())
	counted := 0
	for _, p := range all {
		for _, m := range p.Measured {
			if p.Generation == "Hopper" {
				counted++
				if m.Passes != float64(p.Width/4) || m.Model != m.Passes || p.Assumed != "" {
					t.Errorf("%d-byte %v: %v passes counted, %v by the model, assumed %q", p.Width, p.Op, m.Passes, m.Model, p.Assumed)
				}
			}
			if p.Generation == "Ampere" && p.Op == gpumodel.Load && m.Set() {
				t.Errorf("a rule was set from the A100's L1")
			}
		}
	}
	if counted < 6 {
		t.Errorf("%d counters of a Hopper's accesses in a row, want one of each width and way at least", counted)
	}
	f := must[charts.Figure](t)(figures.PassesByWidth("Hopper", "Hopper"))
	last := f.Series[len(f.Series)-1].(charts.Line)
	if last.Name != "measured" || len(last.X) != 3 || len(f.Series) != 3 {
		t.Errorf("%d series, the last %q with %d marks; want bars of loads and of stores, and three marks, of both", len(f.Series), last.Name, len(last.X))
	}
}

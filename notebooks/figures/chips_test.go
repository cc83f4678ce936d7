package figures_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/notebooks/figures"
)

// What was set from a number is in other rows than what was not, and the counts are those of
// package silicon's tests.
func TestChipErrors(t *testing.T) {
	f := must[charts.Figure](t)(figures.ChipErrors())
	counts := map[string]string{}
	for _, r := range table(t, f) {
		counts[r[0]+", "+r[1]] = r[2] + " " + r[4]
	}
	for row, want := range map[string]string{
		"bandwidth by occupancy, no":                                             "1000 835",
		"stencils: the law has them as scale, as scale":                          "984 842",
		"bandwidth by occupancy, yes":                                            "968 953",
		"place of a step, no":                                                    "53 43",
		"of these, where the sizes measured are within the bar, no":              "16 15",
		"place of a step, yes":                                                   "4 4",
		"latency of a level, no":                                                 "19 14",
		"latency of a level, yes":                                                "60 60",
		"reads of arrays in NVIDIA's L2, no":                                     "219 119",
		"reads of arrays in AMD's L2, the limit, from stores of the same rows":   "184 179",
		"reads of arrays in AMD's L2, without a limit on the start of lanes, no": "184 90",
		"speed beside streams, at the clock that it had, no":                     "283 ",
	} {
		if counts[row] != want {
			t.Errorf("%s: %q numbers and within the bar, want %q", row, counts[row], want)
		}
	}
	for text, in := range map[string]string{
		"Of 3780 numbers 1574 set nothing": f.Caption, "of 40 the model has the place between the same two sizes": f.Note,
		"14 of 25 if it visits 87 %, 19 of 25 if it visits 92 %, 17 of 25 if it visits 97 %": f.Note, "4.1, 5.0, 7.1, 16.4 %": f.Note,
	} {
		if !strings.Contains(in, text) {
			t.Errorf("%q, want %q in it", in, text)
		}
	}
}

// The worst comes first, whatever its kind: reads from the L2 and roofs are among them.
func TestChipMisses(t *testing.T) {
	rows := table(t, must[charts.Figure](t)(figures.ChipMisses(4)))
	last, found := math.Inf(1), map[string]bool{}
	for _, r := range rows {
		off, err := strconv.ParseFloat(strings.TrimSuffix(r[4], " %"), 64)
		if err != nil || math.Abs(off) > last {
			t.Errorf("%v after %v %%, %v: want the worst first", r, last, err)
		}
		last = math.Abs(off)
		for _, kind := range []string{"read of", "roof at", "stencil of", "step to", "latency of"} {
			found[kind] = found[kind] || strings.HasPrefix(r[1], kind)
		}
	}
	if len(rows) != 20 || rows[0][0] != "A40" || rows[0][4] != "+62 %" || rows[1][0] != "MI300X" || rows[1][4] != "+53 %" || len(found) != 5 {
		t.Errorf("%d rows, of kinds %v, first %v and %v; want 20 of five kinds, A40's +62 %% and MI300X's +53 %%", len(rows), found, rows[0], rows[1])
	}
	for kind, is := range found {
		if !is {
			t.Errorf("no %q among the misses", kind)
		}
	}
}

// What is unseen has joined marks, and steps that set something have a sentence of their own.
func TestLatencyLadders(t *testing.T) {
	if _, err := figures.LatencyLadders("t", "h200"); err == nil || !strings.Contains(err.Error(), "no chase of [h200]") {
		t.Errorf("a GPU that nobody chased: error %v", err)
	}
	f := must[charts.Figure](t)(figures.LatencyLadders("Hopper", "gh200", "h100-pcie", "h100"))
	joined := 0
	for _, s := range f.Series {
		l := s.(charts.Line)
		if strings.HasSuffix(l.Name, ", unseen") != (l.Measured && l.Style == charts.Joined) || strings.HasSuffix(l.Name, ", measured") != (l.Measured && l.Style == charts.Dots) {
			t.Errorf("%s: %q, measured: %v", l.Name, l.Style, l.Measured)
		}
		if l.Measured && l.Style == charts.Joined {
			joined++
		}
	}
	if joined != 1 || !strings.Contains(f.Caption, "the 11 steps from which nothing was set") || !strings.Contains(f.Caption, "the step from which something was") {
		t.Errorf("%d joined lines of marks, %q: want one, and steps apart", joined, f.Caption)
	}
	roofs := must[charts.Figure](t)(figures.Rooflines("Roofs", "MI300X"))
	if most := roofs.Series[0].(charts.Line).Y; most[len(most)-1] < 50 || most[len(most)-1] > 200 || roofs.Y.Unit != "Tflops" {
		t.Errorf("roofs up to %v %s, want about 160 Tflops", most[len(most)-1], roofs.Y.Unit)
	}
}

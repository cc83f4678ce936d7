package lds_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/documents/lds"
	"lanebook/notebooks/figures/figuretest"
)

var (
	plain    = gpumodel.Array{Rows: 64, Columns: 64, Element: 4}
	padded   = gpumodel.Array{Rows: 64, Columns: 64, Element: 4, Pad: 1}
	swizzled = gpumodel.Array{Rows: 64, Columns: 64, Element: 4, Swizzle: gpumodel.Swizzle{Span: 32}}
)

func column(t *testing.T, a gpumodel.Array, lanes int) gpumodel.Access {
	t.Helper()
	access, err := a.Column(0, lanes)
	if err != nil {
		t.Fatal(err)
	}
	return access
}

// Every figure of the document is one that any renderer accepts.
func TestFiguresAreValid(t *testing.T) {
	gcn := gpu.Fiji()
	layouts := []lds.NamedArray{{Name: "plain", Array: plain}, {Name: "padded", Array: padded}, {Name: "swizzled", Array: swizzled}}
	figuretest.Valid(t, map[string]func() (charts.Figure, error){
		"layout":     func() (charts.Figure, error) { return lds.Layout(gcn, 4) },
		"by-bank":    func() (charts.Figure, error) { return lds.PassesByBank(gcn, []string{"a"}, column(t, plain, 64)) },
		"strides":    func() (charts.Figure, error) { return lds.StrideSweep(128, gcn, gpu.H200(), gpu.GK110()) },
		"padding":    func() (charts.Figure, error) { return lds.PadOrSwizzle(gcn, layouts...) },
		"comparison": func() (charts.Figure, error) { return lds.Comparison(gpu.Complete(), layouts...) },
		"views":      func() (charts.Figure, error) { return lds.TwoViews(gcn) },
		"mi300":      lds.MI300Strides,
	})
}

// Devices that agree share a line; of one that differs only the difference shows.
func TestStrideSweepMerges(t *testing.T) {
	f, err := lds.StrideSweep(64, gpu.Fiji(), gpu.H200(), gpu.GK110())
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Series) != 2 {
		t.Fatalf("%d lines, want 2", len(f.Series))
	}
	if name := f.Series[0].(charts.Line).Name; name != "R9 Fury X, H200" {
		t.Errorf("first line is %q", name)
	}
	kepler := f.Series[1].(charts.Line)
	for i, x := range kepler.X {
		if x == 2 && kepler.Y[i] == 1 { // the two words of an 8-byte row come together
			return
		}
	}
	t.Errorf("Kepler at stride 2: %v %v, want no slowdown", kepler.X, kepler.Y)
}

// The bars are the rows that the access's own rule asks of each bank, of every GPU,
// operation and width, and the caption calls the tallest the time where it is.
func TestPassesByBankFollowsTheRule(t *testing.T) {
	for _, d := range append(gpu.Complete(), gpu.FourBanks()) {
		for _, rule := range d.LDS.Rules {
			if rule.Width == 12 {
				continue // no array has such elements
			}
			array := gpumodel.Array{Rows: 64, Columns: 8, Element: rule.Width}
			for what, a := range figuretest.Accesses(t, array, d.Lanes) {
				a.Op = rule.Op
				checkPassesByBank(t, fmt.Sprintf("%s, %d-byte %v, %s", d.Name, rule.Width, rule.Op, what), d, a)
			}
		}
	}
}

// checkPassesByBank counts each bank's rows again, and holds what is said of the
// tallest bar to the passes.
func checkPassesByBank(t *testing.T, name string, d gpumodel.Device, a gpumodel.Access) {
	t.Helper()
	requests, s := figuretest.Served(t, d, a)
	f, err := lds.PassesByBank(d, []string{"access"}, a)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	y := f.Series[0].(charts.Bars).Y
	want, counted := make([]float64, len(y)), map[[2]int]bool{}
	for _, q := range requests {
		if q.Bank >= len(y) {
			t.Fatalf("%s: %d bars, want one for bank %d", name, len(y), q.Bank)
		}
		if row := [2]int{q.Bank, q.Pass}; !counted[row] { // a bank serves one row in a pass
			want[q.Bank]++
			counted[row] = true
		}
	}
	if !slices.Equal(y, want) {
		t.Errorf("%s: bars %v, want the rows %v", name, y, want)
	}
	decides := strings.Contains(f.Caption, "tallest bar is the time")
	if int(slices.Max(y)) == s.Passes != decides || len(s.Phases()) == 1 && !decides {
		t.Errorf("%s: tallest bar %v of %d passes in %d phases; %q", name, slices.Max(y), s.Passes, len(s.Phases()), f.Caption)
	}
}

// The picture of the layout puts every word where a load of it looks.
func TestLayoutFollowsTheRule(t *testing.T) {
	for _, d := range append(gpu.Complete(), gpu.FourBanks()) {
		const rows = 20
		f, err := lds.Layout(d, rows)
		if err != nil {
			t.Fatal(err)
		}
		cells := f.Series[0].(charts.Grid).Cells
		if want := (rows + 1) * d.LDS.Banks * int(d.LDS.RowBytes/d.LDS.Interleave); len(cells) != want {
			t.Errorf("%s: %d words, want %d", d.Name, len(cells), want)
		}
		for _, c := range cells {
			load := gpumodel.Stride(4, d.Lanes, gpumodel.Bytes(c.Value), 0)
			load.Active = 1
			requests, _ := figuretest.Served(t, d, load)
			if want := fmt.Sprintf("bank %d, row %d", requests[0].Bank, requests[0].Row); c.Column != requests[0].Bank || !strings.HasSuffix(c.Tip, want) {
				t.Fatalf("%s: column %d, %q, want %s", d.Name, c.Column, c.Tip, want)
			}
		}
	}
}

// What the caption of the comparison says of 1×, of plain columns, and of 2×.
func TestComparisonIsExplained(t *testing.T) {
	devices := gpu.Complete()
	for _, base := range []gpumodel.Array{{Rows: 64, Columns: 64, Element: 4}, {Rows: 64, Columns: 32, Element: 8}, {Rows: 64, Columns: 32, Element: 16}} {
		padded, swizzled := base, base
		padded.Pad, swizzled.Swizzle.Span = 1, 128/int(base.Element)
		f, err := lds.Comparison(devices, lds.NamedArray{Name: "plain", Array: base}, lds.NamedArray{Name: "padded", Array: padded}, lds.NamedArray{Name: "swizzled", Array: swizzled})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range f.Series[0].(charts.Grid).Cells {
			d := devices[c.Column]
			rule, _ := d.LDS.Rule(gpumodel.Load, base.Element)
			wide := gpumodel.Bytes(d.LDS.BanksOf(rule)) * d.LDS.RowBytes
			name := fmt.Sprintf("%s, %d bytes, line %d", d.Name, base.Element, c.Row)
			switch { // rows and columns of each layout in turn
			case c.Row%2 == 0 && c.Value != 1:
				t.Errorf("%s: a row at %v times", name, c.Value)
			case c.Row == 1 && c.Value != float64(rule.Groups[0].Count()+rule.Extra)/float64(1+rule.Extra):
				t.Errorf("%s: a plain column at %v times, want %d, the lanes of a phase, and %d passes more of each", name, c.Value, rule.Groups[0].Count(), rule.Extra)
			case c.Row > 1 && c.Value != 1 && (c.Value != 2 || wide != 256):
				t.Errorf("%s: %v times where the banks deliver %d bytes, want 1, or 2 where they deliver 256", name, c.Value, wide)
			}
		}
	}
}

func TestFiguresRefuse(t *testing.T) {
	kepler := gpu.GK110()
	broken := gpu.Fiji()
	broken.LDS.Banks = 33
	for name, tt := range map[string]struct {
		make func() (charts.Figure, error)
		want string
	}{
		"33 banks":        {func() (charts.Figure, error) { return lds.Layout(broken, 4) }, "Banks = 33"},
		"no ports":        {func() (charts.Figure, error) { return lds.TwoViews(kepler) }, "no ports"},
		"a name too many": {func() (charts.Figure, error) { return lds.PassesByBank(kepler, []string{"a"}) }, "1 names, want 0"},
		"an array too short": {func() (charts.Figure, error) {
			return lds.PadOrSwizzle(gpu.Fiji(), lds.NamedArray{Name: "short", Array: gpumodel.Array{Rows: 32, Columns: 64, Element: 4}})
		}, "lane 32 asks for A[32][0]"},
	} {
		if _, err := tt.make(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tt.want)
		}
	}
}

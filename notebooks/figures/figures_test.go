package figures_test

import (
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/charts/static"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/dgemm"
	"lanebook/notebooks/documents/ledger"
	"lanebook/notebooks/figures"
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

// Every figure is one that any renderer accepts.
func TestFiguresAreValid(t *testing.T) {
	gcn := gpu.Fiji()
	layouts := []figures.NamedArray{{Name: "plain", Array: plain}, {Name: "padded", Array: padded}, {Name: "swizzled", Array: swizzled}}
	checkValid(t, map[string]func() (charts.Figure, error){
		"layout":     func() (charts.Figure, error) { return figures.LDSLayout(gcn, 4) },
		"map":        func() (charts.Figure, error) { return figures.BankMap(gcn, plain, column(t, plain, 64), 16) },
		"by-bank":    func() (charts.Figure, error) { return figures.PassesByBank(gcn, []string{"a"}, column(t, plain, 64)) },
		"strides":    func() (charts.Figure, error) { return figures.StrideSweep(128, gcn, gpu.H200(), gpu.GK110()) },
		"padding":    func() (charts.Figure, error) { return figures.PadOrSwizzle(gcn, layouts...) },
		"comparison": func() (charts.Figure, error) { return figures.Comparison(gpu.All(), layouts...) },
		"phases":     func() (charts.Figure, error) { return figures.Phases(16, gpu.All()...) },
		"widths":     func() (charts.Figure, error) { return figures.Widths(gpu.All()...) },
		"views":      func() (charts.Figure, error) { return figures.TwoViews(gcn) },
		"capacity":   func() (charts.Figure, error) { return figures.Capacity(gpu.All()...) },
		"mi300":      figures.MI300Strides,
		"h200":       figures.H200Latency,
		"claims":     func() (charts.Figure, error) { return figures.Claims(dgemm.Claims()) },
	})
}

// checkValid demands of each figure that any renderer accepts it.
func checkValid(t *testing.T, all map[string]func() (charts.Figure, error)) {
	t.Helper()
	for name, make := range all {
		f, err := make()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		f.Name = name
		if err := f.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !static.Writes(f) {
			t.Errorf("%s: want words for which the pictures' font has letters", name)
		}
		if f.Caption == "" || f.Title == "" {
			t.Errorf("%s: want a title and a caption", name)
		}
	}
}

// tones counts a bank map's cells by tone.
func tones(t *testing.T, f charts.Figure) map[charts.Tone]int {
	t.Helper()
	n := map[charts.Tone]int{}
	for _, c := range f.Series[0].(charts.Grid).Cells {
		n[c.Tone]++
	}
	return n
}

// Figure 8.6 is one queue, figure 8.7 none: 64 words of 4096 are asked for, two
// of them first in their half; with padding all are, beside 64 unused elements.
func TestBankMapTellsWhoWaits(t *testing.T) {
	gcn := gpu.Fiji()
	for _, tt := range []struct {
		array                           gpumodel.Array
		served, waiting, plain, padding int
	}{
		{plain, 2, 62, 4096 - 64, 0},
		{padded, 64, 0, 4096 - 64, 64},
		{swizzled, 64, 0, 4096 - 64, 0},
	} {
		f, err := figures.BankMap(gcn, tt.array, column(t, tt.array, 64), 1000)
		if err != nil {
			t.Fatal(err)
		}
		n := tones(t, f)
		if n[charts.Tone1] != tt.served || n[charts.Tone2] != tt.waiting || n[charts.TonePlain] != tt.plain || n[charts.ToneMuted] != tt.padding {
			t.Errorf("%s: %v, want %d served, %d waiting, %d plain, %d padding", f.Title, n, tt.served, tt.waiting, tt.plain, tt.padding)
		}
	}
}

// Hovering over a cell says element, address, bank, row, lane and cycle.
func TestBankMapTips(t *testing.T) {
	f, err := figures.BankMap(gpu.Fiji(), plain, column(t, plain, 64), 16)
	if err != nil {
		t.Fatal(err)
	}
	const want = "A[3][0]\naddress 768\nbank 0, row 6\nlane 3\ncycle 4 of 64"
	for _, c := range f.Series[0].(charts.Grid).Cells {
		if c.Row == 6 && c.Column == 0 {
			if c.Tip != want || c.Label != "3" {
				t.Errorf("cell says %q, labelled %q; want %q, labelled 3", c.Tip, c.Label, want)
			}
			return
		}
	}
	t.Error("no cell at row 6, bank 0")
}

// Devices that agree share a line; of one that differs only the difference shows.
func TestStrideSweepMerges(t *testing.T) {
	f, err := figures.StrideSweep(64, gpu.Fiji(), gpu.H200(), gpu.GK110())
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

func TestFiguresRefuse(t *testing.T) {
	kepler := gpu.GK110()
	broken := gpu.Fiji()
	broken.LDS.Banks = 33
	for name, tt := range map[string]struct {
		make func() (charts.Figure, error)
		want string
	}{
		"no flat map": {func() (charts.Figure, error) { return figures.BankMap(kepler, plain, column(t, plain, 32), 8) }, "no flat map"},
		"beyond the LDS": {func() (charts.Figure, error) {
			return figures.BankMap(gpu.Fiji(), plain, gpumodel.Stride(4, 64, 0, 1<<12), 8)
		}, "want at most"},
		"33 banks":        {func() (charts.Figure, error) { return figures.LDSLayout(broken, 4) }, "Banks = 33"},
		"no ports":        {func() (charts.Figure, error) { return figures.TwoViews(kepler) }, "no ports"},
		"a name too many": {func() (charts.Figure, error) { return figures.PassesByBank(kepler, []string{"a"}) }, "1 names, want 0"},
		"an array too short": {func() (charts.Figure, error) {
			return figures.PadOrSwizzle(gpu.Fiji(), figures.NamedArray{Name: "short", Array: gpumodel.Array{Rows: 32, Columns: 64, Element: 4}})
		}, "lane 32 asks for A[32][0]"},
	} {
		if _, err := tt.make(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tt.want)
		}
	}
}

// The figures that set the model against silicon; and of the rules, only the H200's
// own explains the unseen accesses, though another explained all before.
func TestAgreementFigures(t *testing.T) {
	all, err := agreements()
	if err != nil {
		t.Fatal(err)
	}
	of := func(figure func([]silicon.Agreement) (charts.Figure, error)) func() (charts.Figure, error) {
		return func() (charts.Figure, error) { return figure(all) }
	}
	checkValid(t, map[string]func() (charts.Figure, error){
		"agreements": of(figures.Agreements),
		"set":        of(figures.Set),
		"worst":      of(figures.WorstPoints),
		"quantiles":  of(figures.ErrorQuantiles),
		"rivals":     figures.RivalRules,
		"chase":      figures.PointerChase,
		"bandwidth":  figures.BandwidthInFlight,
		"strides":    figures.LoadsByStride,
		"loops":      func() (charts.Figure, error) { return figures.LoopErrors(gpu.H200()) },
	})
	f, err := figures.RivalRules()
	if err != nil {
		t.Fatal(err)
	}
	unseen := f.Series[1].(charts.Bars)
	for i, y := range unseen.Y {
		if (y == 100) != (i == 0) {
			t.Errorf("%s explains %v %% of the unseen accesses", f.X.Categories[i], y)
		}
	}
	if seen := f.Series[0].(charts.Bars); seen.Y[0] != 100 || seen.Y[2] != 100 {
		t.Errorf("of the first accesses the rule explains %v %%, one way to merge %v %%; want 100 and 100", seen.Y[0], seen.Y[2])
	}
}

// Units stand in a column of their own, where 1 may be of many banks, and what was
// not measured stays empty.
func TestClaimsTable(t *testing.T) {
	one := ledger.Claim{ID: "D0.1", Item: "a", Statement: "b", Kind: ledger.Derived, Says: ledger.Between(1, 1.5), Unit: "banks", Remark: "c", Compute: func() (float64, error) { return 1.25, nil }}
	two := ledger.Claim{ID: "D0.2", Item: "a", Statement: "b", Kind: ledger.Measured, Ours: true, Says: ledger.AtLeast(16), Unit: "banks", Silicon: silicon.Banks}
	three := ledger.Claim{ID: "D0.3", Item: "a", Statement: "b", Kind: ledger.Transcribed, Says: ledger.Yes(), Compute: func() (float64, error) { return 1, nil }, Silicon: silicon.Banks, Contradicted: "no"}
	f, err := figures.Claims([]ledger.Claim{one, two, three})
	if err != nil {
		t.Fatal(err)
	}
	const banks = "32 banks (H200, smallest stride with 32 passes, hardware counter; patterns_counters.csv)"
	got, want := slices.Concat(f.Series[0].(charts.Table).Rows...), []string{
		"D0.1", "a", "b. c", "1 to 1.5", "1.25", "banks", "holds", "–",
		"D0.2", "a", "b", "ours: at least 16", "–", "banks", "measured", banks,
		"D0.3", "a", "b. no", "yes", "yes", "", "taken from the document; silicon says otherwise", banks}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

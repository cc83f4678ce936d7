package figures_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/dgemm"
	"lanebook/notebooks/documents/ledger"
	"lanebook/notebooks/figures"
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

// Every figure is one that any renderer accepts.
func TestFiguresAreValid(t *testing.T) {
	gcn := gpu.Fiji()
	figuretest.Valid(t, map[string]func() (charts.Figure, error){
		"map":    func() (charts.Figure, error) { return figures.BankMap(gcn, plain, column(t, plain, 64), 16) },
		"h200":   figures.H200Latency,
		"pages":  figures.PageReads,
		"ladder": func() (charts.Figure, error) { return figures.LatencyLadders("CDNA 3", "mi300a", "mi300x") },
		"reads":  func() (charts.Figure, error) { return figures.ReadsByOccupancy("CDNA 3", "MI300A", "MI300X") },
		"roofs":  func() (charts.Figure, error) { return figures.Rooflines("Falling clocks", "L40", "MI300X") },
		"errors": figures.ChipErrors,
		"misses": func() (charts.Figure, error) { return figures.ChipMisses(6) },
		"caches": figures.Delivered,
		"mi300a": figures.MI300AKernels,
		"bins":   figures.HistogramByBins,
		"atomic": figures.AtomicCosts,
		"apart":  figures.BinsApart,
		"sums":   figures.SumForms,
		"kinds":  figures.AtomicKernels,
		"beside": figures.MI300AErrors,
		"shares": figures.SharesOfL2,
		"frames": figures.FramesInL2,
		"days":   figures.Everyday,
		"paces":  figures.TexturePaces,
		"ends":   figures.TextureEnds,
		"waits":  figures.TextureWaits,
		"claims": func() (charts.Figure, error) { return figures.Claims(dgemm.Claims()) },
	})
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

// Figure 1.2 is one queue, Figure 1.3 none: 64 words of 4096 are asked for, two
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
		if n[charts.Tone1] != tt.served || n[charts.Tone2] != tt.waiting || n[charts.TonePlain] != tt.plain || n[charts.Tone4] != tt.padding {
			t.Errorf("%s: %v, want %d served, %d waiting, %d plain, %d padding", f.Title, n, tt.served, tt.waiting, tt.plain, tt.padding)
		}
	}
}

// Of an array with more rows than are wanted, a map keeps all that is asked for: of
// figures 8.6 and 8.7 every lane, and every bank that one of them meets.
func TestBankMapKeepsWhatIsAskedFor(t *testing.T) {
	for _, tt := range []struct {
		array gpumodel.Array
		most  int
		rows  int
		lanes int
		banks int
		says  string
	}{
		{plain, 66, 66, 64, 1, "Below the first 4 of 128 rows, those are left out of which nobody asks a word."},
		{padded, 66, 66, 64, 32, "Below the first 4 of 130 rows, those are left out of which nobody asks a word."},
		{plain, 128, 128, 64, 1, "where 2 would do without a conflict."},
		{plain, 65, 65, 33, 1, "The first 65 of 128 rows are shown."}, // lane 32 is in row 64
	} {
		f, err := figures.BankMap(gpu.Fiji(), tt.array, column(t, tt.array, 64), tt.most)
		if err != nil {
			t.Fatal(err)
		}
		g := f.Series[0].(charts.Grid)
		lanes, banks := map[string]bool{}, map[int]bool{}
		for _, c := range g.Cells {
			if c.Label != "" {
				lanes[c.Label], banks[c.Column] = true, true
			}
		}
		if len(g.Rows) != tt.rows || len(lanes) != tt.lanes || len(banks) != tt.banks || !strings.HasSuffix(f.Caption, tt.says) {
			t.Errorf("%s, at most %d rows: %d rows with %d lanes in %d banks, %q; want %d, %d, %d, %q", f.Title, tt.most, len(g.Rows), len(lanes), len(banks), f.Caption, tt.rows, tt.lanes, tt.banks, tt.says)
		}
		if f.Name = "map"; f.Layout().LabelSize == 0 != (tt.rows > 72) {
			t.Errorf("%s of %d rows: labels of size %d", f.Title, len(g.Rows), f.Layout().LabelSize)
		}
	}
}

// Hovering over a cell says element, address, bank, row, pass and lane.
func TestBankMapTips(t *testing.T) {
	f, err := figures.BankMap(gpu.Fiji(), plain, column(t, plain, 64), 16)
	if err != nil {
		t.Fatal(err)
	}
	const want = "A[3][0]\naddress 768\nbank 0, row 6\npass 4 of 64: lane 3"
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

func TestFiguresRefuse(t *testing.T) {
	for name, tt := range map[string]struct {
		make func() (charts.Figure, error)
		want string
	}{
		"beyond the LDS": {func() (charts.Figure, error) {
			return figures.BankMap(gpu.Fiji(), plain, gpumodel.Stride(4, 64, 0, 1<<12), 8)
		}, "want at most"},
	} {
		if _, err := tt.make(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tt.want)
		}
	}
}

// full asks for the figures of all that was measured, which the model takes long to run.
var full = os.Getenv("LANEBOOK_FULL") != ""

// The figures that set the model against silicon: in quick runs those of a few points.
func TestAgreementFigures(t *testing.T) {
	points := []silicon.Compared{{What: "near", Measured: 100, Model: 101}, {What: "far", Measured: 100, Model: 90}}
	all := []silicon.Agreement{
		{Subject: "passes", On: "H200", Unit: "passes", Absolute: true, Points: []silicon.Compared{{What: "met", Measured: 2, Model: 2}}, Set: 1, From: "all"},
		{Subject: "latency", On: "H200", Unit: "cycles", Absolute: true, Bar: 2, Points: points, Again: true, From: "none"},
		{Subject: "loops", On: "H200", Unit: "cycles", Bar: 0.06, OfMean: true, Points: points, Set: 1, From: "a loop"},
		{Subject: "loops, unseen", On: "MI300", Unit: "cycles", Bar: 0.05, Points: points, From: "none"},
	}
	makes := map[string]func() (charts.Figure, error){"rivals": figures.RivalRules}
	if full {
		var err error
		if all, err = silicon.Agreements(); err != nil {
			t.Fatal(err)
		}
		makes["chase"], makes["bandwidth"], makes["strides"] = figures.PointerChase, figures.BandwidthInFlight, figures.LoadsByStride
		makes["loops"] = func() (charts.Figure, error) { return figures.LoopErrors(gpu.H200()) }
	}
	for name, figure := range map[string]func([]silicon.Agreement) (charts.Figure, error){
		"agreements": figures.Agreements, "set": figures.Set, "worst": figures.WorstPoints, "quantiles": figures.ErrorQuantiles,
	} {
		makes[name] = func() (charts.Figure, error) { return figure(all) }
	}
	figuretest.Valid(t, makes)
}

// Of the rules, only the H200's own explains the unseen accesses, though another
// explained all before.
func TestRivalRules(t *testing.T) {
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
	three := ledger.Claim{ID: "D0.3", Item: "a", Statement: "b", Kind: ledger.Transcribed, Says: ledger.Exactly(16), Unit: "banks", Compute: func() (float64, error) { return 16, nil }, Silicon: silicon.Banks, Contradicted: "no"}
	four := ledger.Claim{ID: "D0.4", Item: "a", Statement: "b", Kind: ledger.Transcribed, Says: ledger.Yes(), Compute: func() (float64, error) { return 1, nil }, Silicon: silicon.Banks, Kin: true}
	five := ledger.Claim{ID: "D0.5", Item: "a", Statement: "b", Kind: ledger.Derived, Says: ledger.Exactly(16), Unit: "banks", Compute: func() (float64, error) { return 16, nil }, Silicon: silicon.Banks, Kin: true}
	f, err := figures.Claims([]ledger.Claim{one, two, three, four, five})
	if err != nil {
		t.Fatal(err)
	}
	const banks = "32 banks (H200, smallest stride with 32 passes, hardware counter; patterns_counters.csv)"
	got, want := slices.Concat(f.Series[0].(charts.Table).Rows...), []string{
		"D0.1", "a", "b. c", "1 to 1.5", "1.25", "banks", "holds", "–",
		"D0.2", "a", "b", "ours: at least 16", "–", "banks", "measured", banks,
		"D0.3", "a", "b. no", "16", "16", "banks", "taken from the document; silicon says otherwise", banks,
		"D0.4", "a", "b", "yes", "yes", "", "taken from the document", "kin: " + banks,
		"D0.5", "a", "b", "16", "16", "banks", "holds", "kin, otherwise: " + banks}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if !strings.Contains(f.Caption, "Kin is") {
		t.Errorf("caption %q does not say what kin is", f.Caption)
	}
}

// A claim that the model does not meet says so, with its reason, and is not counted among
// those that hold.
func TestClaimsApart(t *testing.T) {
	compute := func() (float64, error) { return 92, nil }
	f, err := figures.Claims([]ledger.Claim{
		{ID: "D4.1", Kind: ledger.Derived, Says: ledger.Exactly(92), Compute: compute},
		{ID: "D4.2", Kind: ledger.Derived, Says: ledger.Exactly(80), Compute: compute, Apart: "Too coarse"},
	})
	if err != nil {
		t.Fatal(err)
	}
	row := strings.Join(f.Series[0].(charts.Table).Rows[1], "|")
	if !strings.Contains(row, "Too coarse") || !strings.HasSuffix(row, "|not met by the model|–") || !strings.HasPrefix(f.Caption, "2 numbers of the documents: 2 derived (1 hold, 1 not met by the model). ") {
		t.Errorf("row %q under %q", row, f.Caption)
	}
}

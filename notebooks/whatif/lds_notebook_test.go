package whatif

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/documents/lds"
	"lanebook/notebooks/figures"
)

// layoutAnswer is the what-if's map, and the last rows of its numbers by their heads.
func layoutAnswer(t *testing.T, settings string) (charts.Figure, map[string]string) {
	t.Helper()
	v, notes := ldsLayout().Values(strings.Fields(settings)...)
	list, sentence, err := ldsLayout().Figures(v, nil)
	if err != nil || len(notes) > 0 || strings.Contains(sentence.EN, "instead of") {
		t.Fatalf("%s: %v %q %s", settings, err, notes, sentence.EN)
	}
	row := map[string]string{}
	for _, f := range list[1:3] {
		numbers := f.Series[0].(charts.Table)
		for i, c := range numbers.Columns {
			row[c.Head] = numbers.Rows[len(numbers.Rows)-1][i]
		}
	}
	return list[0], row
}

// settingsOf sets an array.
func settingsOf(d gpumodel.Device, a gpumodel.Array) string {
	return fmt.Sprintf("device=%s rows=%d columns=%d element=%d pad=%d swizzle=%d ", d.ID, a.Rows, a.Columns, a.Element, a.Pad, a.Swizzle.Span)
}

// Figures 8.6, 8.7 and 1.6 of notebook 01 are the what-if's own picture.
func TestLayoutMapsOfNotebook01(t *testing.T) {
	gcn := gpu.Fiji()
	for _, array := range []gpumodel.Array{
		{Rows: 64, Columns: 64, Element: 4},
		{Rows: 64, Columns: 64, Element: 4, Pad: 1},
		{Rows: 64, Columns: 64, Element: 4, Swizzle: gpumodel.Swizzle{Span: 32}},
	} {
		column, err := array.Column(0, gcn.Lanes)
		if err != nil {
			t.Fatal(err)
		}
		want, err := figures.BankMap(gcn, array, column, 66)
		if err != nil {
			t.Fatal(err)
		}
		want.Name = ldsLayout().Name
		if got, _ := layoutAnswer(t, settingsOf(gcn, array)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the what-if draws %q with %d rows, the notebook %q with %d", settingsOf(gcn, array), got.Title, len(got.Series[0].(charts.Grid).Rows), want.Title, len(want.Series[0].(charts.Grid).Rows))
		}
	}
}

// Figures 1.4, 1.5 and 1.9 of notebook 01, point by point.
func TestLayoutPassesOfNotebook01(t *testing.T) {
	gcn := gpu.Fiji()
	for _, d := range []gpumodel.Device{gcn, gpu.H200(), gpu.GK110()} {
		sweep, err := lds.StrideSweep(64, d)
		if err != nil {
			t.Fatal(err)
		}
		for i, y := range sweep.Series[0].(charts.Line).Y[1:] {
			array := gpumodel.Array{Rows: 64, Columns: i + 2, Element: 4}
			checkSlowdown(t, settingsOf(d, array), y)
		}
	}
	var layouts []lds.NamedArray
	for _, base := range []gpumodel.Array{{Rows: 64, Columns: 64, Element: 4}, {Rows: 64, Columns: 32, Element: 8}, {Rows: 64, Columns: 32, Element: 16}} {
		padded, swizzled := base, base
		padded.Pad, swizzled.Swizzle.Span = 1, 128/int(base.Element)
		for _, a := range []gpumodel.Array{base, padded, swizzled} {
			layouts = append(layouts, lds.NamedArray{Name: "layout", Array: a})
		}
	}
	devices := []gpumodel.Device{gpu.GTX480(), gpu.GK110(), gpu.GK110EightByte(), gcn, gpu.MI300X(), gpu.MI350X(), gpu.H200()}
	comparison, err := lds.Comparison(devices, layouts...)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range comparison.Series[0].(charts.Grid).Cells {
		array, d := layouts[c.Row/2].Array, devices[c.Column]
		if int(array.Size()) > int(d.LDS.Size) {
			t.Fatalf("%s: %d bytes do not fit", d.Name, array.Size())
		}
		checkSlowdown(t, settingsOf(d, array)+"access="+[]string{"row", "column"}[c.Row%2], c.Value)
	}
	bars, err := lds.PadOrSwizzle(gcn, layouts[:3]...)
	if err != nil {
		t.Fatal(err)
	}
	for i, layout := range layouts[:3] {
		for k, access := range []string{"row", "column", "diagonal"} {
			_, row := layoutAnswer(t, settingsOf(gcn, layout.Array)+"access="+access)
			if want := fmt.Sprint(bars.Series[i].(charts.Bars).Y[k]); row["passes"] != want {
				t.Errorf("%s %s: %s passes, want %s", settingsOf(gcn, layout.Array), access, row["passes"], want)
			}
		}
	}
}

func checkSlowdown(t *testing.T, settings string, want float64) {
	t.Helper()
	_, row := layoutAnswer(t, settings)
	var passes, phases float64
	if _, err := fmt.Sscan(row["passes"], &passes); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscan(row["phases"], &phases); err != nil {
		t.Fatal(err)
	}
	if passes/phases != want {
		t.Errorf("%s: %v passes of %v, want %v times", settings, passes, phases, want)
	}
}

// Stores, several wavefronts and wide elements: what notebook 01 says of two views of a
// cycle (Figure 1.6 and the cell below it) and of widths (Figure 1.11), derived there by
// hand: 64 lanes through a port of 16, and four cycles for a store's addresses.
func TestLayoutRatesOfNotebook01(t *testing.T) {
	for _, c := range []struct{ settings, cycles, each, bytes, pace string }{
		{"device=fiji rows=64 columns=64 access=row wavefronts=1", "4", "4", "64", "the SIMDs' ports"},
		{"device=fiji rows=64 columns=64 access=row wavefronts=2", "4", "2", "128", "the banks"},
		{"device=fiji rows=64 columns=64 access=column wavefronts=1", "64", "64", "4", "the banks"},
		{"device=fiji rows=64 columns=64 access=column wavefronts=2", "128", "64", "4", "the banks"},
		{"device=fiji rows=64 columns=64 access=row op=store", "8", "8", "32", "the SIMDs' ports"},
		{"device=fiji rows=32 columns=64 element=16 access=row op=store", "20", "20", "51.2", "the SIMDs' ports"},
		{"device=mi350x rows=64 columns=64 element=8 access=row", "4", "4", "128", "the SIMDs' ports"},
		{"device=mi350x rows=64 columns=64 element=8 access=row wavefronts=2", "4", "2", "256", "the banks"},
		{"device=mi350x rows=64 columns=64 element=16 access=row op=store", "12", "12", "85.33", "the SIMDs' ports"},
		{"device=h200 rows=64 columns=64 element=16 access=row", "4", "4", "128", "the banks"},
		{"device=h200 rows=64 columns=64 element=16 access=row op=store wavefronts=5", "20", "4", "128", "the banks"},
	} {
		_, row := layoutAnswer(t, c.settings)
		if row["cycles"] != c.cycles || row["cycles each"] != c.each || row["bytes per cycle"] != c.bytes || row["pace set by"] != c.pace {
			t.Errorf("%s: %v, want %s cycles, %s each, %s bytes per cycle, by %s", c.settings, row, c.cycles, c.each, c.bytes, c.pace)
		}
	}
}

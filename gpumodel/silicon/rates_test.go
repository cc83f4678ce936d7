package silicon

import (
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// What rates_model.csv has is what the model gives. Quick runs try three rows,
// LANEBOOK_FULL=1 two more, and -update writes all.
func TestRatesModel(t *testing.T) {
	type row struct {
		L2RateRow
		d gpumodel.Device
	}
	var all []row
	for _, d := range []gpumodel.Device{gpu.H200(), gpu.H100()} {
		rows, err := comparedRates(d.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			all = append(all, row{r, d})
		}
	}
	sizes := []gpumodel.Bytes{16 << 20}
	if os.Getenv("LANEBOOK_FULL") == "1" {
		sizes = append(sizes, 4<<30)
	}
	holdLines(t, "rates_model.csv", ratesModelCSV, len(all), func(i int) bool {
		r := all[i]
		if r.d.Name == "H200" && r.Sectors == 1 && r.Side == 1 && r.Size == 48<<20 { // lines that cross decide it
			return true
		}
		return slices.Contains(sizes, r.Size) && r.Sectors == 4 && r.Side == 4
	}, func(i int) (string, error) {
		r := all[i]
		lines, err := r.model(r.d)
		return fmt.Sprintf("%s,model=%.2f", r.name(r.d.Name), lines), err
	})
}

// TestReadsByChance holds the presets to the rows from which none of their numbers was set. FarTurns alone was chosen with some of
// them in view, seven of the H200's; which numbers to have, with those of the H100 too.
func TestReadsByChance(t *testing.T) {
	for device, most := range map[string]float64{"H200": 0.055, "H100": 0.045} {
		rows, err := CompareL2Rates(device)
		if err != nil {
			t.Fatal(err)
		}
		n, off := 0.0, 0.0
		for _, r := range rows {
			if !r.Set {
				n++
				off += math.Abs(r.Model/r.Lines - 1)
			}
		}
		t.Logf("%s: %.0f of %d rows set nothing: %.1f %% off", device, n, len(rows), 100*off/n)
		if off/n > most {
			t.Errorf("%s: %.1f %% off, want at most %.1f", device, 100*off/n, 100*most)
		}
	}
	if _, err := L2Rates("V100"); err == nil {
		t.Error("rates of a V100, want an error")
	}
	for _, bad := range []string{"", "far,sectors=1", "far,sectors=x,side=1,mb=16,sms=1,warps=1,lines_per_cycle=1"} {
		if _, err := l2Rates("", ratesCSV, bad); err == nil {
			t.Errorf("far.csv of %q: no error", bad)
		}
	}
}

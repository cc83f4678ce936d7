package silicon

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// What rates_model.csv has is what the model gives. Quick runs try two rows of each GPU, and
// -update writes all.
func TestRatesModel(t *testing.T) {
	var all []string
	for i, d := range []gpumodel.Device{gpu.H200(), gpu.H100()} {
		size := gpumodel.Bytes([2]int{16 << 20, 4 << 30}[i]) // that is run anew
		rows, err := comparedRates(d.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if !*update && (r.Size != size || r.Sectors != 4 || r.Side != 4) {
				continue
			}
			var by [2]float64
			for i, d := range []gpumodel.Device{d, ChanceVariant(d)} {
				if by[i], err = r.model(d); err != nil {
					t.Fatal(err)
				}
			}
			line := fmt.Sprintf("%s,preset=%.2f,variant=%.2f", r.name(d.Name), by[0], by[1])
			if !*update && !slices.Contains(strings.Split(ratesModelCSV, "\n"), line) {
				t.Errorf("%s is not in rates_model.csv", line)
			}
			all = append(all, line)
		}
	}
	if *update {
		if err := os.WriteFile("rates_model.csv", []byte(strings.Join(all, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Of the rows from which none of its numbers was set, the variant is nearer to both GPUs than
// their presets, and as near as this.
func TestReadsByChance(t *testing.T) {
	for device, most := range map[string]float64{"H200": 0.07, "H100": 0.05} {
		rows, err := CompareL2Rates(device)
		if err != nil {
			t.Fatal(err)
		}
		n, preset, variant := 0.0, 0.0, 0.0
		for _, r := range rows {
			if !r.Set {
				n++
				preset += math.Abs(r.Preset/r.Lines - 1)
				variant += math.Abs(r.Variant/r.Lines - 1)
			}
		}
		t.Logf("%s: %.0f of %d rows set nothing: the preset %.1f %% off, the variant %.1f", device, n, len(rows), 100*preset/n, 100*variant/n)
		if variant/n > most || variant > preset/2 {
			t.Errorf("%s: %.1f %% off, want at most %.0f, and half of the preset's %.1f", device, 100*variant/n, 100*most, 100*preset/n)
		}
	}
	if _, err := L2Rates("V100"); err == nil {
		t.Error("rates of a V100, want an error")
	}
	for _, bad := range []string{"", "far,sectors=1", "far,sectors=x,side=1,mb=16,sms=1,warps=1,lines_per_cycle=1"} {
		if _, err := l2Rates(ratesCSV, bad); err == nil {
			t.Errorf("far.csv of %q: no error", bad)
		}
	}
}

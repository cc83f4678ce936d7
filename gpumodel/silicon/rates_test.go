package silicon

import (
	"fmt"
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
	for _, d := range []gpumodel.Device{gpu.H200(), gpu.H100()} {
		rows, err := comparedRates(d.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if !*update && (r.Size != 16<<20 && r.Size != 4<<30 || r.Sectors != 4 || r.Side != 4) {
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

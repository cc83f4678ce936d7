package silicon

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

func TestRatesTry(t *testing.T) {
	want := strings.Fields(os.Getenv("ROWS"))
	for _, d := range []gpumodel.Device{gpu.H200(), gpu.H100()} {
		rows, err := L2Rates(d.Name)
		if err != nil {
			t.Fatal(err)
		}
		n, sum := 0, 0.0
		seen := map[string]bool{}
		for _, r := range rows {
			key := fmt.Sprintf("%d/%d/%d/%d/%d", r.Size>>20, r.Side, r.Sectors, r.CUs, r.Warps)
			hit := false
			for _, w := range want {
				hit = hit || w == key && r.Chance
			}
			if !hit || seen[key] {
				continue
			}
			seen[key] = true
			m, err := r.Model(d)
			if err != nil {
				t.Fatal(err)
			}
			n++
			sum += math.Abs(m/r.Lines - 1)
			fmt.Printf("%s %s: %.2f %.2f, %+.1f %%\n", d.Name, key, m, r.Lines, 100*(m/r.Lines-1))
		}
		fmt.Printf("mean %.1f %%\n", 100*sum/float64(n))
	}
}

package silicon

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"lanebook/gpumodel/gpu"
)

// What littles_model.csv has is what the model gives. Quick runs try one row in thirty, LANEBOOK_FULL
// one in five, and -update writes all.
func TestLittlesModel(t *testing.T) {
	all := []func() ([]BandwidthPoint, error){H200Bandwidth, H200BandwidthOfFew, h100Bandwidth, h100BandwidthOfFew}
	var points []BandwidthPoint
	for _, read := range all {
		some, err := read()
		if err != nil {
			t.Fatal(err)
		}
		points = append(points, some...)
	}
	every := 31 // so that lanes, loads and CUs change
	if os.Getenv("LANEBOOK_FULL") != "" {
		every = 7
	}
	holdLines(t, "littles_model.csv", littlesModelCSV, len(points), func(i int) bool { return i%every == 0 }, func(i int) (string, error) {
		d := gpu.H200()
		if i >= len(points)/len(all)*2 {
			d = gpu.H100()
		}
		speed, err := points[i].run(d)
		return fmt.Sprintf("%s,model=%.2f", points[i].name(d.Name), speed/1e6), err
	})
	if _, err := CompareBandwidth("H200", slices.Concat(points[:1], []BandwidthPoint{{CUs: 7}})); err == nil {
		t.Error("a point that the file has not is no error")
	}
}

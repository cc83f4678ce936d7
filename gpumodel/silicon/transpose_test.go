package silicon_test

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// Each of the transposes within 15 %, but for three of the plain tile of 16 complex numbers,
// whose conflicts the model hides behind other work too well: the bar is missed there. All
// that are further off than 10 % are printed, the worst first. No number was set from any
// of them.
func TestTransposes(t *testing.T) {
	var all []silicon.TransposeResult
	for _, c := range []struct {
		size    int
		element gpumodel.Bytes
		want    int
	}{{8192, 4, 9}, {1024, 8, 8}, {2048, 8, 8}, {4096, 8, 8}, {8192, 8, 8}} {
		rows, err := silicon.TransposeResults(c.size, c.element)
		if err != nil || len(rows) != c.want {
			t.Errorf("%d transposes of %d² elements of %d bytes, error %v, want %d", len(rows), c.size, c.element, err, c.want)
		}
		all = append(all, rows...)
	}
	slices.SortStableFunc(all, func(a, b silicon.TransposeResult) int { return cmp.Compare(math.Abs(b.Error()), math.Abs(a.Error())) })
	sum, missed := 0.0, 0
	for _, r := range all {
		off := math.Abs(r.Error())
		sum += off
		if off > 0.10 {
			t.Logf("%d² of %d bytes, %s: %.4f ms, measured %.4f: %+.1f %%; %s %.0f %% used", r.Size, r.Element, r.Name, r.Model/1e3, r.Milliseconds, 100*r.Error(), r.Part, 100*r.Used)
		}
		if off > 0.15 {
			if missed++; r.Name != "tile16" || r.Element != 8 {
				t.Errorf("%d² of %d bytes, %s: %+.1f %%, want within 15 %%", r.Size, r.Element, r.Name, 100*r.Error())
			}
		}
	}
	t.Logf("mean error %.1f %%, %d of %d off by more than 15 %%", 100*sum/float64(len(all)), missed, len(all))
	if missed > 3 {
		t.Errorf("%d transposes miss 15 %%, want three at most", missed)
	}
	if _, err := silicon.TransposeResults(512, 8); err == nil {
		t.Error("512² complex numbers were not timed, and are compared")
	}
}

// Without the bank rule the model misses the tile that has the conflicts.
func TestTransposesNeedTheBanks(t *testing.T) {
	times, err := silicon.H200Transposes()
	if err != nil {
		t.Fatal(err)
	}
	h200 := gpu.H200()
	for i := range h200.LDS.Rules { // lanes one by one: no two can be in conflict
		if r := &h200.LDS.Rules[i]; r.Width == 4 && (r.Op == gpumodel.Load || r.Op == gpumodel.Store) {
			r.Groups = []gpumodel.LaneMask{0xf, 0xf0, 0xf00, 0xf000, 0xf0000, 0xf00000, 0xf000000, 0xf0000000}
		}
	}
	worst := 0.0
	for _, w := range times {
		if w.Tile == 32 && !w.Naive {
			r, err := silicon.RunTranspose(h200, w, chip.Options{Sample: 0.001})
			if err != nil {
				t.Fatal(err)
			}
			worst = max(worst, math.Abs(r.Error))
		}
	}
	if worst <= 0.15 {
		t.Errorf("groups of 4 lanes: worst error %.1f %%, want the measurement to refuse the rule", 100*worst)
	}
}

func TestTransposeRowsAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		"transpose,tile16,ms=0.2,gbps=1\ntranspose,wall,ms=1,gbps=1": "line 2, column 2",
		"transpose,tile99,ms=1,gbps=1":                               "1 to 32",
		"transpose,tile4,ms=zero,gbps=1":                             "ms=a number",
		"transpose,tile4":                                            "4 columns",
	} {
		if _, err := silicon.ReadTransposes(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one that says %q", text, err, want)
		}
	}
}

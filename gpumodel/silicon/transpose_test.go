package silicon_test

import (
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// Each of the nine transposes within 15 %.
func TestH200Transposes(t *testing.T) {
	fit, err := silicon.CompareTransposes(gpu.H200())
	if err != nil {
		t.Fatal(err)
	}
	if len(fit.Rows) != 9 {
		t.Errorf("%d transposes, want 9", len(fit.Rows))
	}
	for _, r := range fit.Rows {
		t.Logf("%-10s launch %.4f + memory %.4f + banks %.4f (%d passes, %d without conflicts) = %.4f ms, measured %.4f: %+.1f %%",
			r.Name, r.Launch, r.Memory, r.Banks, r.Passes, r.Ideal, r.Model, r.Milliseconds, 100*r.Error)
		if math.Abs(r.Error) > 0.15 {
			t.Errorf("%s: %+.1f %%, want within 15 %%", r.Name, 100*r.Error)
		}
	}
}

// Without the bank rule the model misses the tile that has the conflicts.
func TestTransposesNeedTheBanks(t *testing.T) {
	h200 := gpu.H200()
	for i := range h200.LDS.Rules { // lanes one by one: no two can be in conflict
		if r := &h200.LDS.Rules[i]; r.Width == 4 {
			r.Groups = []gpumodel.LaneMask{0xf, 0xf0, 0xf00, 0xf000, 0xf0000, 0xf00000, 0xf000000, 0xf0000000}
		}
	}
	fit, err := silicon.CompareTransposes(h200)
	if err != nil {
		t.Fatal(err)
	}
	if fit.Worst <= 0.15 {
		t.Errorf("groups of 4 lanes: worst error %.1f %%, want the measurement to refuse the rule", 100*fit.Worst)
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
	if _, err := silicon.ReadParts("copy,tile=4,blocks=1,ms=-1"); err == nil || !strings.Contains(err.Error(), "ms=a number of more than 0") {
		t.Errorf("error %v, want one about ms", err)
	}
}

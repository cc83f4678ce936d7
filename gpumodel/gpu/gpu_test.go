package gpu_test

import (
	"strings"
	"testing"

	"lanebook/gpumodel/gpu"
)

func TestAll(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range append(gpu.All(), gpu.FourBanks()) {
		if err := d.Validate(); err != nil {
			t.Errorf("%s: %v", d.ID, err)
		}
		if d.ID == "" || seen[d.ID] || strings.ToLower(d.ID) != d.ID {
			t.Errorf("%s: ID = %q, want a new one in lower case", d.Name, d.ID)
		}
		seen[d.ID] = true
		if got, err := gpu.ByID(d.ID); err != nil || got.Name != d.Name {
			t.Errorf("ByID(%q) is %s, %v, want %s", d.ID, got.Name, err, d.Name)
		}
	}
	if _, err := gpu.ByID("no-such-gpu"); err == nil || !strings.Contains(err.Error(), `ID = "no-such-gpu", want one of gtx480, `) {
		t.Errorf("error %v of an unknown GPU, want one that lists those known", err)
	}
}

func TestLadders(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range gpu.Ladders() {
		if err := l.Validate(); err != nil {
			t.Error(err)
		}
		if got, ok := gpu.Ladder(l.ID); !ok || got.Name != l.Name || seen[l.ID] {
			t.Errorf("Ladder(%q) is %s, %v; want %s, the only one", l.ID, got.Name, ok, l.Name)
		}
		seen[l.ID] = true
	}
	if _, ok := gpu.Ladder("no-such-gpu"); ok {
		t.Error("an unknown GPU has a ladder")
	}
}

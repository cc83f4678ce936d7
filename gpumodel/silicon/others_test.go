package silicon_test

import (
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// TestOthers holds every set of others' measurements to its bar; those that miss it stand
// here, and how far off they may be.
func TestOthers(t *testing.T) {
	all, err := silicon.OtherAgreements()
	if err != nil {
		t.Fatal(err)
	}
	missed := map[string]float64{ // the mean error, where the bar is missed
		"latency of the LDS, MI308X":           0.14, // one row of four, which its file calls doubtful
		"loads from the L1, textures, R9 Fury": 0.102,
		"loads from the L1, textures, R9 390X": 0.108,
		"loads from the L1, textures, RX 480":  0.103,
	}
	points := map[string]int{"MI300X": 21, "MI308X": 9, "GTX 480": 3, "A100": 432, "A40": 144, "H200": 138, "MI210": 112, "RDNA2": 112, "R9 Fury": 67, "R9 390X": 67, "RX 480": 67, "Vega FE": 67, "Radeon VII": 67}
	for _, a := range all {
		points[a.On] -= len(a.Points)
		if len(a.Points) == 0 || a.From == "" || (a.Set == 0) != strings.HasPrefix(a.From, "none") {
			t.Errorf("%s, %s: %d points, %d set from %q", a.Subject, a.On, len(a.Points), a.Set, a.From)
		}
		most, known := missed[a.Subject+", "+a.On]
		if a.Met() == known || known && a.Mean() > most {
			t.Errorf("%s, %s: mean error %.3f, met: %v; want %v, and at most %.3f", a.Subject, a.On, a.Mean(), a.Met(), !known, most)
		}
		t.Logf("%-42s %-10s %3d points, %d set, mean %.3f, worst %s: %.4g for %.4g", a.Subject, a.On, len(a.Points), a.Set, a.Mean(), a.Worst().What, a.Worst().Model, a.Worst().Measured)
	}
	for on, n := range points {
		if n != 0 {
			t.Errorf("%s: %d points fewer than wanted", on, n)
		}
	}
}

// TestStridesUnseen: Ampere's bank of tags was set from the floats of the A100. What it
// says of doubles, and of the H200 if that were an A100, nobody fitted. The A40 is no further
// witness: its counters are the A100's.
func TestStridesUnseen(t *testing.T) {
	all, err := silicon.OtherAgreements()
	if err != nil {
		t.Fatal(err)
	}
	unseen := 0
	for _, a := range all {
		if strings.HasPrefix(a.Subject, "their passes") && a.Mean() != 0 {
			t.Errorf("%s, %s: %.3f passes off, want none", a.Subject, a.On, a.Mean())
		}
		if strings.HasPrefix(a.Subject, "their turns") && a.Set == 0 {
			if unseen++; a.Mean() > 0.06 {
				t.Errorf("%s, %s: mean error %.3f, want at most 0.06", a.Subject, a.On, a.Mean())
			}
		}
		if strings.HasPrefix(a.Subject, "their") && a.On == "A40" || a.On == "H200" && !strings.Contains(a.From, "A100's rule tried on it") {
			t.Errorf("%s, %s, from %q: want none of A40, and of H200 whose rule it is", a.Subject, a.On, a.From)
		}
	}
	if unseen != 3 {
		t.Errorf("%d sets of turns from which nothing was set, want 3", unseen)
	}
	rows, err := silicon.L1Strides()
	if err != nil {
		t.Fatal(err)
	}
	type counted struct{ wavefronts, tags float64 }
	of, same := map[silicon.L1Stride]counted{}, 0
	for _, r := range rows {
		key := silicon.L1Stride{Element: r.Element, Blocks: r.Blocks, Step: r.Step}
		switch c := (counted{r.Wavefronts, r.Tags}); {
		case r.GPU == "A100":
			of[key] = c
		case r.GPU == "A40" && of[key] == c:
			same++
		}
	}
	if same != 144 {
		t.Errorf("A40 counts what A100 does in %d rows, want 144 of 144", same)
	}
}

// TestMI300XRules: what 21 equal counters prove, and what they do not.
func TestMI300XRules(t *testing.T) {
	rules, err := silicon.MI300XRules()
	if err != nil {
		t.Fatal(err)
	}
	want := []silicon.RuleTest{{"", 21, 3}, {"", 21, 2}, {"", 3, 0}, {"", 0, 0}}
	for i, r := range rules {
		if len(rules) != len(want) || r.Counters != want[i].Counters || r.Phases != want[i].Phases {
			t.Errorf("%+v, want %d of 21 counters and %d of 3 widths", r, want[i].Counters, want[i].Phases)
		}
	}
}

// TestPhases: the groups of every preset are those that were measured, but for one entry
// that is disputed.
func TestPhases(t *testing.T) {
	checks, err := silicon.ComparePhases()
	if err != nil {
		t.Fatal(err)
	}
	if len(checks) != 18 {
		t.Errorf("%d sets of groups, want 18", len(checks))
	}
	for i, c := range checks {
		disputed := c.Device == "gfx950 MI350X" && c.Width == 4
		if c.Equal == disputed || disputed && (i > 0 || !strings.Contains(c.ModelSource, "amd-shark-ai lists all 64 lanes")) {
			t.Errorf("%d: %s, %d-byte %v by %s: equal: %v, %q", i, c.Device, c.Width, c.Op, c.Source, c.Equal, c.ModelSource)
		}
		if c.Equal && c.ModelSource != "" {
			t.Errorf("%s, %d-byte %v is measured, but its rule says: %s", c.Device, c.Width, c.Op, c.ModelSource)
		}
		lanes := 0
		for _, g := range c.LDSGroups.Groups {
			lanes += g.Count()
		}
		if lanes != 32 && lanes != 64 {
			t.Errorf("%s, %d-byte %v: %d lanes", c.Device, c.Width, c.Op, lanes)
		}
	}
}

func TestPresetOf(t *testing.T) {
	if d, err := silicon.Preset("gfx950"); err != nil || d.ID != "mi350x" {
		t.Errorf("gfx950 is %s, %v", d.ID, err)
	}
	if _, err := silicon.Preset("gfx1300 RX 10"); err == nil || !strings.Contains(err.Error(), `device = "gfx1300 RX 10", want`) {
		t.Errorf("error %v of a device without a preset", err)
	}
}

// TestSaturations: the strides from which on nothing gets worse tell the banks.
func TestSaturations(t *testing.T) {
	all, err := silicon.Saturations()
	if err != nil || len(all) != 10 {
		t.Fatalf("%d sweeps, %v, want 10", len(all), err)
	}
	for _, s := range all {
		want := 4 * gpu.W7900().LDS.Banks
		if s.Device == "gfx950 MI350X" {
			want = 256
		}
		if int(s.Measured) != want || s.Model != s.Measured {
			t.Errorf("%+v, want %d", s, want)
		}
	}
}

// TestOthersFiles reads what the files' own descriptions say of their sizes.
func TestOthersFiles(t *testing.T) {
	sweeps, err := silicon.LDSSweeps()
	if err != nil || len(sweeps) != 21+7+42 {
		t.Errorf("%d sweeps, %v", len(sweeps), err)
	}
	for _, s := range sweeps {
		if s.Latency < 38 || s.Latency > 10025 || (s.Unit == "tick") != strings.Contains(s.Device, "gfx1100") || (s.Conflicts >= 0) != strings.Contains(s.Device, "MI300X") {
			t.Errorf("%+v", s)
		}
	}
	strides, err := silicon.L1Strides()
	if err != nil || len(strides) != 622 {
		t.Errorf("%d strides, %v", len(strides), err)
	}
	for _, s := range strides {
		if nvidia := s.GPU != "MI210" && s.GPU != "RDNA2"; s.Cycles < 1 || s.Cycles > 71 || math.IsNaN(s.Wavefronts) == nvidia {
			t.Errorf("%+v", s)
		}
	}
	loads, err := silicon.GCNLoads()
	if err != nil || len(loads) != 420 {
		t.Errorf("%d loads, %v", len(loads), err)
	}
	latencies, err := silicon.LDSLatencies()
	if err != nil || len(latencies) != 5 || latencies[0].Latency != 64 || !math.IsNaN(latencies[4].Latency) {
		t.Errorf("latencies %+v, %v", latencies, err)
	}
	swaps, err := silicon.GTX480Swaps()
	if err != nil || len(swaps) != 3 || swaps[2].PerClock != 2.64 {
		t.Errorf("swaps %+v, %v", swaps, err)
	}
}

package silicon

import (
	"cmp"
	"fmt"
	"slices"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// preset returns the GPU that is meant by a file's name for it. The error says
// which name has none.
func preset(device string) (gpumodel.Device, error) {
	switch device {
	case "gfx942 MI300X", "gfx942 MI300":
		return gpu.MI300X(), nil
	case "gfx950 MI350X", "gfx950":
		return gpu.MI350X(), nil
	case "gfx1100 W7900":
		return gpu.W7900(), nil
	case "gfx1201 RX 9070 XT":
		return gpu.RX9070XT(), nil
	}
	return gpumodel.Device{}, fmt.Errorf("silicon: device = %q, want one of which there is a preset", device)
}

// PhaseCheck is a measured set of groups beside the rule of the preset.
type PhaseCheck struct {
	LDSGroups
	On          string // the preset
	Model       []gpumodel.LaneMask
	ModelBanks  int
	SameLanes   bool   // the same lanes are together
	Equal       bool   // and on as many banks
	ModelSource string // what the rule assumes; empty where it has a source
}

// ComparePhases sets the presets' groups of lanes beside those that were measured; what
// differs comes first.
func ComparePhases() ([]PhaseCheck, error) {
	all, err := LDSPhases()
	if err != nil {
		return nil, err
	}
	var out []PhaseCheck
	for _, m := range all {
		d, err := preset(m.Device)
		if err != nil {
			return nil, err
		}
		rule, ok := d.LDS.Rule(m.Op, m.Width)
		if !ok {
			return nil, fmt.Errorf("silicon: %s has no rule for a %d-byte %v", d.Name, m.Width, m.Op)
		}
		c := PhaseCheck{LDSGroups: m, On: d.Name, Model: rule.Groups, ModelBanks: d.LDS.BanksOf(rule), ModelSource: rule.Assumed}
		a, b := slices.Sorted(slices.Values(m.Groups)), slices.Sorted(slices.Values(rule.Groups))
		c.SameLanes = slices.Equal(a, b)
		c.Equal = c.SameLanes && c.ModelBanks == m.Banks
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b PhaseCheck) int {
		switch {
		case a.Equal == b.Equal:
			return 0
		case b.Equal:
			return -1
		}
		return 1
	})
	return out, nil
}

// RuleTest is one way to cut MI300X's lanes into groups, and what it explains.
type RuleTest struct {
	Name     string
	Counters int // of 21 strides, those with its number of conflicts
	Phases   int // of 3 widths, those with its groups
}

// MI300XRules tries groupings on MI300X's 21 counters and on its measured groups. The
// strides are powers of two from lane 0 on, so that they tell how large the groups are and
// not which lanes are in them.
func MI300XRules() ([]RuleTest, error) {
	sweeps, err := LDSSweeps()
	if err != nil {
		return nil, err
	}
	phases, err := LDSPhases()
	if err != nil {
		return nil, err
	}
	var out []RuleTest
	for _, r := range []struct {
		name  string
		lanes func(model []gpumodel.LaneMask) []gpumodel.LaneMask
	}{
		{"the model's", func(m []gpumodel.LaneMask) []gpumodel.LaneMask { return m }},
		{"neighbours, as many", func(m []gpumodel.LaneMask) []gpumodel.LaneMask { return neighbours(64 / len(m)) }},
		{"neighbours, half as many", func(m []gpumodel.LaneMask) []gpumodel.LaneMask { return neighbours(32 / len(m)) }},
		{"neighbours, twice as many", func(m []gpumodel.LaneMask) []gpumodel.LaneMask { return neighbours(128 / len(m)) }},
	} {
		d, test := gpu.MI300X(), RuleTest{Name: r.name}
		for _, s := range sweeps {
			if s.Conflicts < 0 {
				continue
			}
			rule, _ := d.LDS.Rule(gpumodel.Load, s.Width)
			if conflicts(d.LDS, s, r.lanes(rule.Groups)) == s.Conflicts {
				test.Counters++
			}
		}
		for _, m := range phases {
			rule, _ := d.LDS.Rule(m.Op, m.Width)
			if m.Device == "gfx942 MI300X" && slices.Equal(slices.Sorted(slices.Values(m.Groups)), slices.Sorted(slices.Values(r.lanes(rule.Groups)))) {
				test.Phases++
			}
		}
		out = append(out, test)
	}
	return out, nil
}

// neighbours cuts 64 lanes into groups of so many.
func neighbours(size int) (groups []gpumodel.LaneMask) {
	for first := 0; first < 64; first += size {
		groups = append(groups, gpumodel.AllLanes(size)<<first)
	}
	return groups
}

// conflicts counts those of a sweep's 64 loads if lanes are grouped so: for each group the
// most words of a bank, less one. LDS.Serve has room for eight groups only.
func conflicts(l gpumodel.LDS, s LDSSweep, groups []gpumodel.LaneMask) int {
	n := 0
	for _, g := range groups {
		var words [64]int
		for lane := range 64 {
			for b := gpumodel.Bytes(0); b < s.Width && g.Has(lane); b += 4 {
				words[(gpumodel.Bytes(lane)*s.Stride+b)/4%gpumodel.Bytes(l.Banks)]++ // all different
			}
		}
		n += slices.Max(words[:]) - 1
	}
	return 64 * n
}

// Saturation is the stride from which on a sweep takes longest.
type Saturation struct {
	Device, On      string // as the file names it; the preset
	Width           gpumodel.Bytes
	Measured, Model gpumodel.Bytes // the least stride within 5 % of the longest; with the most passes
}

// Saturations finds them in every sweep: banks times their width, on all four GPUs.
func Saturations() ([]Saturation, error) {
	sweeps, err := LDSSweeps()
	if err != nil {
		return nil, err
	}
	var out []Saturation
	for len(sweeps) > 0 {
		n := slices.IndexFunc(sweeps, func(s LDSSweep) bool { return s.Device != sweeps[0].Device || s.Width != sweeps[0].Width })
		if n < 0 {
			n = len(sweeps)
		}
		one := sweeps[:n]
		d, err := preset(one[0].Device)
		if err != nil {
			return nil, err
		}
		sweeps = sweeps[n:]
		longest, most := 0.0, 0
		passes := make([]int, n)
		for i, s := range one {
			service, err := d.LDS.Serve(gpumodel.Stride(s.Width, d.Lanes, 0, s.Stride))
			if err != nil {
				return nil, fmt.Errorf("silicon: %s: %w", s.Device, err)
			}
			passes[i] = service.Passes
			longest, most = max(longest, s.Latency), max(most, service.Passes)
		}
		out = append(out, Saturation{one[0].Device, d.Name, one[0].Width,
			one[slices.IndexFunc(one, func(s LDSSweep) bool { return s.Latency >= 0.95*longest })].Stride,
			one[slices.Index(passes, most)].Stride})
	}
	slices.SortStableFunc(out, func(a, b Saturation) int { // misses first
		return cmp.Compare(b2i(a.Measured == a.Model), b2i(b.Measured == b.Model))
	})
	return out, nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

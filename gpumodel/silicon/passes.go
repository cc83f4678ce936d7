package silicon

import (
	"fmt"
	"slices"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// WidthPasses is what one access costs whose lanes ask for Width bytes each, one right behind
// the other: passes of a wavefront through the banks (warp through the shared memory).
type WidthPasses struct {
	Generation string // "Fermi"
	Device     gpumodel.Device
	Op         gpumodel.Op
	Width      gpumodel.Bytes
	Model      int
	Conflicts  int    // of them: passes more than without a bank conflict
	Assumed    string // what of the rule has no source, in words
	Measured   []PassCount
}

// PassCount is such a cost as it was counted, timed, or found by which lanes are served together.
type PassCount struct {
	Passes, Model float64 // as measured; what the model has for the same
	By            string  // in words: "counted"
	Kind          PassKind
}

// Set reports whether the rule was written down from it.
func (c PassCount) Set() bool { return c.Kind == OfAccess || c.Kind == OfBoth || c.Kind == OfGroups }

// PassKind says what a PassCount is of.
type PassKind int

// The kinds.
const (
	OfAccess PassKind = iota // of the access alone
	OfBoth                   // the mean of a load and a store that were timed together
	OfGroups                 // not counted: what lanes that were found to be served together cost by the model's own law of banks
	OfL1                     // of loads from the L1, which has the same banks
	Listed                   // its source lists it, and shows no measurement
)

// generations are GPUs that stand for theirs. Of RDNA 2 no rule is known.
var generations = []struct {
	name string
	make func() gpumodel.Device
}{
	{"Fermi", gpu.GTX480}, {"Kepler", gpu.GK110}, {"Volta", gpu.V100}, {"Ampere", gpu.A100}, {"Hopper", gpu.H200},
	{"GCN", gpu.Fiji}, {"CDNA 1, 2", gpu.MI210}, {"CDNA 3", gpu.MI300X}, {"CDNA 4", gpu.MI350X}, // MI100's rules are MI210's
	{"RDNA 3", gpu.W7900}, {"RDNA 4", gpu.RX9070XT},
}

// PassesByWidth returns, generation by generation, what loads and stores of every width cost
// that its GPU has a rule for, with all that was measured of it.
func PassesByWidth() ([]WidthPasses, error) {
	measured, err := measuredPasses()
	if err != nil {
		return nil, err
	}
	var out []WidthPasses
	for _, g := range generations {
		d := g.make()
		for _, width := range []gpumodel.Bytes{4, 8, 12, 16} {
			for _, op := range []gpumodel.Op{gpumodel.Load, gpumodel.Store} {
				rule, known := d.LDS.Rule(op, width)
				if !known {
					continue
				}
				s, err := rowService(d, rule)
				if err != nil {
					return nil, err
				}
				out = append(out, WidthPasses{g.name, d, op, width, s.Passes, s.Conflicts, rule.Assumed, measured[passKey{d.ID, op, width}]})
			}
		}
	}
	for i := range out {
		for j := range out[i].Measured {
			c := &out[i].Measured[j]
			c.Model = float64(out[i].Model)
			if c.Kind == OfBoth { // a load's, with which its store follows
				c.Model = float64(out[i].Model+out[i+1].Model) / 2
			}
		}
	}
	return out, nil
}

// rowService returns what an access costs under a rule, lanes one right behind the other.
func rowService(d gpumodel.Device, rule gpumodel.Rule) (gpumodel.Service, error) {
	d.LDS.Rules = []gpumodel.Rule{rule}
	a := gpumodel.Stride(rule.Width, d.Lanes, 0, rule.Width)
	a.Op = rule.Op
	return d.LDS.Serve(a)
}

type passKey struct {
	id    string
	op    gpumodel.Op
	width gpumodel.Bytes
}

// measuredPasses gathers what the files have of such accesses.
func measuredPasses() (map[passKey][]PassCount, error) {
	all := map[passKey][]PassCount{}
	add := func(d gpumodel.Device, op gpumodel.Op, width gpumodel.Bytes, c PassCount) {
		k := passKey{d.ID, op, width}
		all[k] = append(all[k], c)
	}
	swaps, err := GTX480Swaps()
	if err != nil {
		return nil, err
	}
	fermi := gpu.GTX480()
	for _, s := range swaps {
		passes := float64(fermi.Lanes) / s.PerClock / float64(fermi.LDS.PassCycles)
		add(fermi, gpumodel.Load, s.Width, PassCount{Passes: passes, By: "timed, a load and a store together", Kind: OfBoth})
	}
	patterns, err := H200Patterns()
	if err != nil {
		return nil, err
	}
	hopper := gpu.H200()
	for _, p := range patterns {
		row := gpumodel.Stride(p.Access.Width, hopper.Lanes, 0, p.Access.Width)
		if p.Access.Active == row.Active && slices.Equal(p.Access.Addr, row.Addr) {
			add(hopper, p.Access.Op, p.Access.Width, PassCount{Passes: float64(p.Passes), By: "counted"})
		}
	}
	strides, err := L1Strides()
	if err != nil {
		return nil, err
	}
	for _, s := range strides {
		if s.GPU == "A100" && !s.Blocks && s.Step == 1 {
			add(gpu.A100(), gpumodel.Load, s.Element, PassCount{Passes: s.Wavefronts, By: "counted, of loads from the L1", Kind: OfL1})
		}
	}
	return all, groupPasses(add)
}

// groupPasses adds what follows from the lanes that were found to be served together.
func groupPasses(add func(gpumodel.Device, gpumodel.Op, gpumodel.Bytes, PassCount)) error {
	phases, err := LDSPhases()
	if err != nil {
		return err
	}
	for _, m := range phases {
		d, err := preset(m.Device)
		if err != nil {
			return err
		}
		s, err := rowService(d, gpumodel.Rule{Op: m.Op, Width: m.Width, Groups: m.Groups, Banks: m.Banks})
		if err != nil {
			return fmt.Errorf("silicon: lds_phases.csv: %s: %w", m.Device, err)
		}
		source, _, _ := strings.Cut(m.Source[strings.Index(m.Source, "/")+1:], "@")
		c := PassCount{Passes: float64(s.Passes), By: "groups of lanes found by " + source, Kind: OfGroups}
		if m.Listed {
			c.By, c.Kind = "listed by "+source+", without a measurement", Listed
		}
		add(d, m.Op, m.Width, c)
	}
	return nil
}

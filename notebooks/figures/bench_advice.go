package figures

import (
	"fmt"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// poor is the share of moved bytes below which a global access wants another order.
const poor = 0.5

// Advice is the table of what the kernel could do better on a device: padding of
// local memory, the order of global accesses, what limits the resident blocks, and
// lanes that go unused. Each is a model's answer to one question, the others left
// as they are.
func (b Bench) Advice(d gpumodel.Device) (charts.Figure, error) {
	var locals []gpumodel.Access
	watched := 0
	b.Launch.Watch = func(r kernel.Reference) {
		if r.Kind != gpumodel.Local || r.Access.Op == gpumodel.Shuffle {
			return
		}
		if watched++; watched <= mostWatched {
			locals = append(locals, r.Access)
		}
	}
	r, err := b.run(d)
	if err != nil {
		return charts.Figure{}, err
	}
	t := charts.Table{Columns: []charts.Column{{Head: "where"}, {Head: "what is so"}, {Head: "what would be better"}}}
	row, err := bankAdvice(d, locals)
	if err != nil {
		return charts.Figure{}, err
	}
	if watched > mostWatched {
		row[1] += fmt.Sprintf(", of the first %d accesses", mostWatched)
	}
	t.Rows = append(t.Rows, row)
	for i, s := range r.Sites {
		if s.Kind == gpumodel.Global && used(s) < poor {
			t.Rows = append(t.Rows, []string{siteName(i, s), fmt.Sprintf("%.0f %% of the bytes moved are of use", 100*used(s)), "let neighbouring lanes touch neighbouring elements, or turn the data in local memory"})
		}
	}
	row, err = residenceAdvice(d, b.need(r))
	if err != nil {
		return charts.Figure{}, err
	}
	t.Rows = append(t.Rows, row)
	if lanes := b.Launch.Workgroup.Lanes(); lanes%d.Lanes != 0 {
		share := gpumodel.Shape{X: lanes, Y: 1, Z: 1}.TailEfficiency(d.Lanes)
		t.Rows = append(t.Rows, []string{"block size", fmt.Sprintf("%d lanes in wavefronts of %d: %.0f %% in use", lanes, d.Lanes, 100*share), fmt.Sprintf("a multiple of %d", d.Lanes)})
	}
	return charts.Figure{
		Title:   "Advice for " + d.Name,
		Caption: "Paddings are tried on the addresses that the kernel asked for: every power of two of bytes, with one, two or four elements after it.",
		Alt:     "Table: a part of the kernel, how it is, and what would be better.",
		Series:  []charts.Series{t},
	}, nil
}

// mostWatched is how many accesses the paddings are tried on.
const mostWatched = 1 << 12

// bankAdvice looks for padding.
func bankAdvice(d gpumodel.Device, locals []gpumodel.Access) ([]string, error) {
	if len(locals) == 0 {
		return []string{"local memory", "not used", "nothing"}, nil
	}
	list, err := d.LDS.Repad(locals...)
	if err != nil {
		return nil, err
	}
	plain := gpumodel.Tally{}
	for _, r := range list {
		if r.Pad == 0 {
			plain = r.Tally
		}
	}
	so := fmt.Sprintf("%s, %d without a conflict", Passes(plain.Passes), plain.Ideal)
	best := list[0]
	switch {
	case plain.Passes == plain.Ideal:
		return []string{"local memory", so, "nothing"}, nil
	case best.Pad == 0 && slices.ContainsFunc(locals, addsTogether):
		return []string{"local memory", so, "lanes of a wavefront add to the same word, which no padding helps: let them add up among themselves first, or give each a counter of its own"}, nil
	case best.Pad == 0:
		return []string{"local memory", so, "no padding helps; try an XOR swizzle"}, nil
	}
	return []string{"local memory", so, fmt.Sprintf("%d bytes of padding after every %d: %s", best.Pad, best.Every, Passes(best.Tally.Passes))}, nil
}

// addsTogether reports whether lanes meet in a word that they change one after the other.
func addsTogether(a gpumodel.Access) bool {
	switch a.Op {
	case gpumodel.Atomic, gpumodel.CompareSwap, gpumodel.AtomicFloat, gpumodel.AtomicCount:
	default:
		return false
	}
	met := map[gpumodel.Bytes]bool{}
	for i, addr := range a.Addr {
		if a.Active.Has(i) && met[addr] {
			return true
		}
		met[addr] = met[addr] || a.Active.Has(i)
	}
	return false
}

// residenceAdvice says what makes room for another block.
func residenceAdvice(d gpumodel.Device, n gpumodel.Need) ([]string, error) {
	o, err := d.Occupancy(n)
	if err != nil {
		return nil, err
	}
	so := fmt.Sprintf("%s, %d of %d wavefronts, limited by %s", Counted(o.Workgroups, "block", "blocks"), o.Wavefronts, o.Most, Limiters(o))
	if o.Wavefronts == o.Most {
		return []string{"occupancy", so, "nothing"}, nil
	}
	better := "nothing that the kernel could give up"
	for i, s := range o.Next {
		what := s.Resource.String()
		if s.Resource == gpumodel.WavefrontSlots {
			what = "lanes of a block"
		}
		if i == 0 {
			better = "for one block more: "
		} else {
			better += ", "
		}
		better += fmt.Sprintf("%s %d → %d", what, s.From, s.To)
	}
	return []string{"occupancy", so, better}, nil
}

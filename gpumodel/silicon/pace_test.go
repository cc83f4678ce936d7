package silicon_test

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// TestTexturePaces: references that hit, drawn by chance after the unit's rule was set: the model's
// cycles but for the clock's, which are up to one in twenty off.
func TestTexturePaces(t *testing.T) {
	all, err := silicon.TexturePaces()
	if err != nil {
		t.Fatal(err)
	}
	d := gpu.H100()
	equal, of := map[string]int{}, map[string]int{}
	for i := range all {
		p := &all[i]
		m, err := p.Model(d)
		if err != nil {
			t.Fatal(err)
		}
		of[p.Kind]++
		if p.Agrees(m) {
			equal[p.Kind]++
		} else if of[p.Kind]-equal[p.Kind] < 4 {
			t.Logf("%s, row %d: %v cycles, measured %v", p.Kind, i+1, m, p.Cycles)
		}
	}
	for kind, least := range map[string]int{"pairs": 2000, "fours": 2000, "some": 2000, "fractions": 1999, "rays": 2000} {
		t.Logf("%s: %d of %d", kind, equal[kind], of[kind])
		if of[kind] != 2000 || equal[kind] < least {
			t.Errorf("%s: %d of %d, want %d of 2000", kind, equal[kind], of[kind], least)
		}
	}
}

// By hand: where pace.cu's generator with that seed says that three rows' lanes sample.
func TestTexturePacesAreDrawnAlike(t *testing.T) {
	all, err := silicon.TexturePaces()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int][3]int{
		0:    {25408, 18496, 21568},
		2991: {166208, 40000, 46656},
		9970: {47334, 44306, 50097},
	} {
		for axis, x := range want {
			if got := all[i].At[31][axis]; got != float32(x)/256+0.5 {
				t.Errorf("row %d: lane 31 at %v along axis %d, want %v", i+1, got, axis, float32(x)/256+0.5)
			}
		}
	}
	if got, want := [2]gpumodel.LaneMask{all[4985].Lanes, all[5982].Lanes}, [2]gpumodel.LaneMask{0x44444444, 0xeeeeeeee}; got != want {
		t.Errorf("lanes %#x of rows 4986 and 5983, want %#x", got, want)
	}
}

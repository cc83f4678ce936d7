package silicon

import (
	_ "embed"
	"math"
	"slices"
	"testing"
)

// TestReadsFarApart: up to 256 MB an SM gets as many lines whatever its group; over 4 GB each group
// gets one line a cycle, and over 272 MB and more groups of four SMs as many as those of six, to 4 %. The H100,
// of which nothing was read before, gives each group what the H200 gives it, to 1 %.
func TestReadsFarApart(t *testing.T) {
	var group [2][]float64 // lines of a group of six far apart, by GPU
	for i, device := range []string{"H200", "H100"} {
		groups, reads, err := ReadsFarApart(device)
		if err != nil {
			t.Fatal(err)
		}
		sms := map[int]bool{}
		for _, g := range groups {
			for _, sm := range g.SMs {
				sms[sm] = true
			}
			if n := len(g.SMs); n != 4 && n != 6 || math.Abs(g.Alone-1) > 0.03 {
				t.Errorf("%s: group %+v, want 4 or 6 SMs of which a pair alone gets 1 line a cycle", device, g)
			}
		}
		if len(sms) != 132 || len(groups) != 23+i {
			t.Errorf("%s: %d SMs in %d groups, want 132 in %d", device, len(sms), len(groups), 23+i)
		}
		for _, r := range reads {
			four, six := r.By[4], r.By[6]
			switch {
			case r.Over <= 256<<20 && math.Abs(four/six-1) > 0.06:
				t.Errorf("%s, %d sectors over %d MB: %.3f and %.3f lines of an SM, want as many", device, r.Sectors, r.Over>>20, four, six)
			case r.Sectors == 1 && r.Over > 256<<20:
				if group[i] = append(group[i], 6*six); math.Abs(4*four/(6*six)-1) > 0.04 {
					t.Errorf("%s over %d MB: %.3f and %.3f lines of a group, want as many", device, r.Over>>20, 4*four, 6*six)
				}
			}
		}
		if last := group[i][len(group[i])-1]; math.Abs(last-1) > 0.04 {
			t.Errorf("%s: %.3f lines of a group over 4 GB, want 1", device, last)
		}
	}
	for k, of := range group[0] {
		if math.Abs(group[1][k]/of-1) > 0.01 {
			t.Errorf("row %d: %.3f lines of a group on the H100, %.3f on the H200, want as many", k, group[1][k], of)
		}
	}
	if _, _, err := ReadsFarApart("GTX 480"); err == nil {
		t.Error("reads far apart of a GTX 480: no error")
	}
}

// order_h100.csv has of the H100 of reach_h100.csv what order.csv has of an H200.
//
//go:embed order_h100.csv
var orderH100CSV string

// TestFastSMsAreInSmallGroups: of one H100, the SMs that run ahead in its first frame are those of the
// groups of four, which other reads have told apart, and no others.
func TestFastSMsAreInSmallGroups(t *testing.T) {
	groups, _, err := ReadsFarApart("H100")
	if err != nil {
		t.Fatal(err)
	}
	references, frames, err := order("order_h100.csv", orderH100CSV)
	if err != nil || len(references) != 64 || len(frames) != 40 {
		t.Fatalf("%d references, %d frames, error %v; want 64 and 40", len(references), len(frames), err)
	}
	var small []int
	for _, g := range groups {
		if len(g.SMs) == 4 {
			small = append(small, g.SMs...)
		}
	}
	slices.Sort(small)
	if !slices.Equal(small, frames[0].Fast) {
		t.Errorf("groups of four have the SMs %v, fast are %v", small, frames[0].Fast)
	}
	all := 0
	for _, f := range frames {
		if len(f.Fast) < 10 {
			continue
		}
		of := 0
		for _, sm := range f.Fast {
			if slices.Contains(small, sm) {
				of++
			}
		}
		if all++; of < 17 {
			t.Errorf("%v %d×%d: %d of the %d fast SMs are in groups of four, want 17 of 24 or more", f.View, f.X, f.Y, of, len(f.Fast))
		}
	}
	if all != 17 {
		t.Errorf("%d frames with ten fast SMs or more, want 17", all)
	}
}

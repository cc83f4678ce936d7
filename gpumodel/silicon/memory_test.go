package silicon_test

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel/silicon"
)

func TestMemoryFiles(t *testing.T) {
	chase, err := silicon.H200Chase()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(chase); n != 19 || chase[0] != (silicon.ChasePoint{Size: 4 << 10, L1: 39.7, PastL1: 280}) || chase[18].Size != 1<<30 {
		t.Errorf("pointer chase: %d points, the first %+v; want 19 from 4 KB to 1 GB", n, chase[0])
	}
	bandwidth, err := silicon.H200Bandwidth()
	if err != nil {
		t.Fatal(err)
	}
	if len(bandwidth) != 30 {
		t.Errorf("bandwidth: %d points, want 30", len(bandwidth))
	}
	few, err := silicon.H200BandwidthOfFew()
	if err != nil {
		t.Fatal(err)
	}
	if len(few) != 60 || few[0] != (silicon.BandwidthPoint{CUs: 1, Lanes: 32, Unroll: 1, InFlight: 512, BytesPerSecond: 1.28e9}) || few[59].CUs != 33 {
		t.Errorf("bandwidth of few: %d points, the first %+v; want 60, of one CU and 33", len(few), few[0])
	}
	for _, p := range bandwidth {
		if int(p.InFlight) != p.Lanes*p.Unroll*16 {
			t.Errorf("%d lanes with %d loads of 16 bytes have %d in flight, want %d", p.Lanes, p.Unroll, p.InFlight, p.Lanes*p.Unroll*16)
		}
	}
}

// Oracle: an H200's bandwidth by bytes in flight, of 1, 33 and 132 CUs, within 10 % on
// average of each; all that are further off are printed, the worst first. Nothing was set
// from those of 1 and 33.
func TestBandwidth(t *testing.T) {
	var all []silicon.Compared
	for _, subject := range []string{"memory, bandwidth by bytes in flight", "memory, bandwidth of 1 and 33 CUs"} {
		all = append(all, silicon.AgreementOn(t, subject).Points...)
	}
	off := func(p silicon.Compared) float64 { return math.Abs(p.Model/p.Measured - 1) }
	slices.SortStableFunc(all, func(a, b silicon.Compared) int { return cmp.Compare(off(b), off(a)) })
	for _, p := range all {
		if off(p) > 0.05 {
			t.Logf("%s: %.2f GB/s, measured %.2f: %+.1f %%", p.What, p.Model, p.Measured, 100*(p.Model/p.Measured-1))
		}
	}
	for _, cus := range []string{"1 CUs", "33 CUs", "132 CUs"} {
		sum, n := 0.0, 0
		for _, p := range all {
			if strings.HasPrefix(p.What, cus) {
				sum, n = sum+off(p), n+1
			}
		}
		if mean := sum / float64(n); n != 30 || mean > 0.10 {
			t.Errorf("%s: %d points, mean error %.1f %%, want 30 and at most 10 %%", cus, n, 100*mean)
		} else {
			t.Logf("%s: mean error %.1f %%", cus, 100*mean)
		}
	}
}

func TestVolumeFiles(t *testing.T) {
	points, err := silicon.H200Volume()
	if err != nil {
		t.Fatal(err)
	}
	if len(points) != 24 {
		t.Fatalf("%d points, want 24", len(points))
	}
	for _, p := range points {
		if len(p.Methods) != 3 || p.X*p.Y != 128 || p.Hit <= 0 || p.Hit >= 1 {
			t.Errorf("point %+v, want three methods, 128 lanes and a hit rate", p)
		}
		for _, m := range p.Methods {
			if d := m.ReferenceCycles/(m.ReferenceCycles+m.OtherCycles) - m.Share; d > 0.001 || d < -0.001 {
				t.Errorf("%d×%d %s: share %v, want %v of its cycles", p.X, p.Y, m.Name, m.Share, m.ReferenceCycles/(m.ReferenceCycles+m.OtherCycles))
			}
		}
	}
}

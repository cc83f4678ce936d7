package silicon_test

import (
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
	for _, p := range bandwidth {
		if int(p.InFlight) != p.Lanes*p.Unroll*16 {
			t.Errorf("%d lanes with %d loads of 16 bytes have %d in flight, want %d", p.Lanes, p.Unroll, p.InFlight, p.Lanes*p.Unroll*16)
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

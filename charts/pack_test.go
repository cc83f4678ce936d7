package charts_test

import (
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
)

func TestPack(t *testing.T) {
	for _, json := range []string{`{}`, `{"tips":["` + strings.Repeat("lane 0 reads A[0][0]", 9000) + `"]}`} {
		packed := charts.Pack([]byte(json))
		again := charts.Pack([]byte(json))
		if !slices.Equal(packed, again) {
			t.Errorf("packed twice, %.20s is not the same", json)
		}
		if back, err := packed.JSON(); err != nil || string(back) != json {
			t.Errorf("%.20s comes back as %.20s, %v", json, back, err)
		}
		if size := len(strings.Join(packed, "")); size > 100+len(json)/20 {
			t.Errorf("%d bytes take %d", len(json), size)
		}
	}
	for _, bad := range []charts.Packed{nil, {"x"}, {"e30="}, {"H4sIAAAAAAAC/6quBQQAAP//"}} {
		if data, err := bad.JSON(); err == nil {
			t.Errorf("%q is %q, want an error", bad, data)
		}
	}
}

// TestPackedLines: incompressible data fill lines of 1,000 letters.
func TestPackedLines(t *testing.T) {
	noise, x := make([]byte, 3000), uint32(1)
	for i := range noise {
		x = x*1664525 + 1013904223
		noise[i] = byte(x >> 24)
	}
	packed := charts.Pack(noise)
	if len(packed) != 5 || len(packed[0]) != 1000 || len(packed[4]) > 100 {
		t.Errorf("%d lines, want four of 1000 letters and a short one", len(packed))
	}
	if back, err := packed.JSON(); err != nil || string(back) != string(noise) {
		t.Errorf("the data come back changed, %v", err)
	}
}

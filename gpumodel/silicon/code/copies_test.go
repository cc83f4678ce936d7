package code

import (
	"math"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// Asynchronous copies of 4 and 8 bytes, 32 wavefronts: their time grows with the passes, by a
// line through the 8-byte copies of the least and the most, which are not scored.
func TestCopies(t *testing.T) {
	points, err := h200Matrix()
	if err != nil {
		t.Fatal(err)
	}
	const least, most = 2, 32
	lds, at, n := gpu.H200().LDS, map[int]float64{}, 0
	for _, name := range []string{"cpa8", "cpa4", "cpa8"} { // the second time to be scored
		scored := name == "cpa4" || at[most] > 0
		for _, p := range points {
			if p.Name != name {
				continue
			}
			s, err := lds.Serve(p.Access)
			if err != nil {
				t.Fatal(err)
			}
			if !scored {
				at[s.Passes] = p.Busy
				continue
			}
			if p.Access.Width == 8 && (s.Passes == least || s.Passes == most) {
				continue
			}
			law := at[least] + (at[most]-at[least])*float64(s.Passes-least)/(most-least)
			if n++; math.Abs(law/p.Busy-1) > 0.08 {
				t.Errorf("%s, %s: %.1f cycles, want %.1f within 8 %%", p.Name, p.Kind, law, p.Busy)
			}
		}
	}
	t.Logf("%d rows of 4 and 8 bytes within 8 %%", n)
}

// Copies of 16 bytes, all that set no number: those of matrix_atomic.csv, from another
// program, and of copies.csv where 32 wavefronts wait for theirs. A wavefront's own latency
// is taken as measured in both; how far the law comes without it is told too.
func TestWideCopies(t *testing.T) {
	copies := gpu.H200().LDS.Copies
	worst, n, within, alone := 0.0, 0, 0, 0
	score := func(kind string, a gpumodel.Access, latency, measured, bound float64) {
		t.Helper()
		law, err := copies.Cycles(a, nil)
		if err != nil {
			t.Fatal(err)
		}
		miss := max(law, latency/32)/measured - 1
		if n++; math.Abs(miss) <= 0.06 {
			within++
		}
		if math.Abs(law/measured-1) <= 0.06 {
			alone++
		}
		if worst = max(worst, math.Abs(miss)); math.Abs(miss) > 0.06 {
			t.Logf("missed: %s: %.1f cycles, measured %.1f (%+.0f %%)", kind, max(law, latency/32), measured, 100*miss)
		}
		if math.Abs(miss) > bound {
			t.Errorf("%s: %.1f cycles, want %.1f within %.0f %%", kind, max(law, latency/32), measured, 100*bound)
		}
	}
	points, err := h200Matrix()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range points {
		if p.Name == "cpa16" {
			score("matrix_atomic.csv, "+p.Kind, p.Access, p.Latency, p.Busy, 0.10)
		}
	}
	rows, err := H200Copies()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range rows {
		if !c.Waiting || c.Wavefronts != 32 || c.Fitted() {
			continue
		}
		bound := 0.13
		if c.Kind == "near" { // lanes that write the same 16 bytes from different lines
			bound = 0.25
		}
		score(c.Kind, c.Access, c.Alone, c.Cycles, bound)
	}
	t.Logf("%d of %d copies within 6 %%, worst %.0f %%; %d by the law alone", within, n, 100*worst, alone)
}

// What has no line is refused, and so is every other access.
func TestCopiesRefuse(t *testing.T) {
	ok := gpumodel.Access{Op: gpumodel.AsyncCopy, Width: 16, Active: 1, Addr: make([]gpumodel.Bytes, 32)}
	if _, err := (gpumodel.Copies{}).Cycles(ok, nil); err == nil {
		t.Error("a GPU of which nothing is known answers")
	}
	for _, c := range []struct {
		name   string
		change func(*gpumodel.Access)
	}{
		{"a store", func(a *gpumodel.Access) { a.Op = gpumodel.Store }},
		{"8 bytes", func(a *gpumodel.Access) { a.Width = 8 }},
		{"no lane", func(a *gpumodel.Access) { a.Active = 0 }},
		{"a place that is no multiple of 16", func(a *gpumodel.Access) { a.Addr = []gpumodel.Bytes{8} }},
	} {
		a := ok
		c.change(&a)
		if _, err := gpu.H200().LDS.Copies.Cycles(a, nil); err == nil {
			t.Errorf("%s: no error", c.name)
		}
	}
}

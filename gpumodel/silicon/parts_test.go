package silicon_test

import (
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// rowsOf returns the rows of a file that begin with the name, by their columns.
func rowsOf(t *testing.T, file, name string) (out []map[string]float64) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), name+",")
		if !ok {
			continue
		}
		row := map[string]float64{}
		for _, column := range strings.Split(rest, ",") {
			key, value, _ := strings.Cut(column, "=")
			if row[key], err = strconv.ParseFloat(value, 64); err != nil {
				t.Fatalf("%s: %q, want %s=a number", file, line, key)
			}
		}
		out = append(out, row)
	}
	if len(out) == 0 {
		t.Fatalf("%s has no %s", file, name)
	}
	return out
}

// What the preset says of the dispatcher and of one CU's stores is what parts.csv has.
func TestPartsSetThePreset(t *testing.T) {
	d := gpu.H200()
	near := func(what string, preset, measured, most float64) {
		t.Helper()
		if math.Abs(preset/measured-1) > most {
			t.Errorf("%s: %v in the preset, measured %v, want within %v %%", what, preset, measured, 100*most)
		}
	}
	var gaps, apart, each, cold []float64
	for _, r := range rowsOf(t, "parts.csv", "turnover") {
		switch {
		case r["resident"] == 1:
			gaps = append(gaps, r["gap_p50"])
			cold = append(cold, (r["us"]-1e6*d.Dispatch.Seconds)*float64(d.Clock)/1e6-24*(r["life"]+r["gap_p50"]))
		case r["threads"] == 32:
			apart = append(apart, r["first_apart"])
		case r["threads"] <= 256: // 4 and 8 wavefronts, less what is one's
			each = append(each, (r["first_apart"]-float64(d.Dispatch.Fill))/(r["threads"]/32-1))
		}
	}
	slices.Sort(gaps)
	slices.Sort(apart)
	near("Dispatch.Turnover", float64(d.Dispatch.Turnover), gaps[len(gaps)/2], 0.03)
	near("Dispatch.Fill", float64(d.Dispatch.Fill), apart[len(apart)/2], 0.01)
	slices.Sort(each)
	near("Dispatch.Each", float64(d.Dispatch.Each), each[len(each)/2], 0.01)

	// Dispatch.Cold was chosen within these, by no rule.
	slices.Sort(cold)
	if least, half, most := cold[0], (cold[4]+cold[5])/2, cold[9]; len(cold) != 10 || math.Round(least) != 600 || math.Round(half) != 2582 || math.Round(most) != 5952 ||
		float64(d.Dispatch.Cold) < least || float64(d.Dispatch.Cold) > most {
		t.Errorf("Dispatch.Cold = %d; %.0f, want ten from 600 to 5952, half of them up to 2582, and Cold among them", d.Dispatch.Cold, cold)
	}

	// Sectors through the port, and a cycle for each line of which only a part is stored.
	for _, r := range rowsOf(t, "parts.csv", "one,write4") {
		if r["threads"] < 1024 {
			continue // too few to keep it busy
		}
		span := gpumodel.Bytes(32 * 4 * r["stride"])
		lines, sectors := float64(span/128), float64(min(32, span/32))
		want := sectors * 32 / float64(d.Caches.StoreBytesPerCycle)
		if r["stride"] > 1 {
			want += lines * float64(d.Caches.MaskCycles)
		}
		near("stores of one CU", want, r["cycles_per_access"], 0.02)
	}
}

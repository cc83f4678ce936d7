package silicon_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// table returns a file's rows by its columns' names.
func table(t *testing.T, file string) (rows []map[string]string) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all[1:] {
		row := map[string]string{}
		for i, name := range all[0] {
			row[name] = r[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// numbers returns what stands between slashes.
func numbers(t *testing.T, text string) (all []float64) {
	t.Helper()
	for _, s := range strings.Split(text, "/") {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// number returns the first of them.
func number(t *testing.T, text string) float64 {
	t.Helper()
	return numbers(t, text)[0]
}

// TestPlacesOfTextures holds what TextureUnit.Overtakes and notebook 10 say of fours.csv, and of vr_window.csv, whose frames are full at as
// many references as room.csv says, and what their pauses end with.
func TestPlacesOfTextures(t *testing.T) {
	for _, r := range table(t, "fours.csv") {
		if later := number(t, r["later"]); r["fours"] == "8" && later < 0.68 || r["fours"] != "8" && later > 0.19 {
			t.Errorf("%s, %s fours of two passes: %.3f come later, want 0.68 or more of eight, else 0.19 or less", r["lanes"], r["fours"], later)
		}
	}
	most, least := 0.0, math.Inf(1)
	for _, r := range table(t, "vr_window.csv") {
		median, frame := number(t, r["p50"]), r["view"]+","+r["tb"]
		one := strings.HasPrefix(frame, "0/0/0,") || strings.HasPrefix(frame, "90/0/90,")
		if one && (median < 56 || median > 60) || !one && (median < 39 || median > 51) {
			t.Errorf("%s: %v references have been taken since the oldest, want 56 to 60, or 39 to 51 with two passes", frame, median)
		}
		part := number(t, r["oldest"]) / number(t, r["pauses"])
		if every := number(t, r["references"]) / number(t, r["pauses"]); every < 4 || every > 56.5 || !one && (part < 0.085 || part > 0.33) {
			t.Errorf("%s: pauses every %.1f references, of which %.3f end with the oldest; want 4 to 56, and 0.09 to 0.33 with two passes", frame, every, part)
		}
		if one {
			most, least = max(most, part), min(least, part)
			if back := 1 - number(t, r["held"])/median; back < 0.15 || back > 0.41 {
				t.Errorf("%s: %.2f of those have their result, want 0.15 to 0.41", frame, back)
			}
		}
	}
	if got := fmt.Sprintf("%.2f to %.2f", least, most); got != "0.60 to 0.89" {
		t.Errorf("%s of the pauses end with the oldest reference, want 0.60 to 0.89", got)
	}
}

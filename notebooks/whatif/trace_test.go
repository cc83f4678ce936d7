package whatif

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"lanebook/notebooks/documents/tracing"
	"lanebook/notebooks/documents/tracing/volume"
)

// TestTraceIsNotebooks: at the notebook's views the memory trace has its numbers, of every
// shape and method.
func TestTraceIsNotebooks(t *testing.T) {
	for _, v := range tracing.Views() {
		points, err := tracing.WholePicture(v)
		if err != nil {
			t.Fatal(err)
		}
		for m := volume.Simple; m < volume.Methods; m++ {
			hits, frames := tracing.TrendOf(points).Correlations(m)
			for _, p := range points {
				r := Answer("memory-trace", "en", fmt.Sprintf("alpha=%g", v.Alpha), fmt.Sprintf("beta=%g", v.Beta), fmt.Sprintf("gamma=%g", v.Gamma), "shape="+traceName(p.Shape), "method="+m.String())
				for _, want := range []string{
					fmt.Sprintf("%v blocks: the trace finds %.0f %% ", p.Shape, 100*p.By[m].Share()),
					fmt.Sprintf("one taking %.0f cycles; %.0f %% hit", p.By[m].Reference, 100*p.By[volume.None].Hit),
					fmt.Sprintf("with a correlation of %.2f, and with the hit rate of %.2f.", frames, hits),
				} {
					if !strings.Contains(r.Sentence, want) {
						t.Errorf("view %v, %v, %v: %q, want %q", v, p.Shape, m, r.Sentence, want)
					}
				}
			}
		}
	}
}

// TestTraceOnChip: on the H200 the memory trace has notebook 06's numbers, and what was
// measured beside them.
func TestTraceOnChip(t *testing.T) {
	for i, v := range volume.ChipViews() {
		points, err := tracing.OnSilicon(v)
		if err != nil {
			t.Fatal(err)
		}
		p := points[3]
		r := Answer("memory-trace", "en", "device=h200", fmt.Sprintf("view=%d", i), "shape="+traceName(p.Shape))
		if want := fmt.Sprintf("%v blocks: the trace finds %.0f %% ", p.Shape, 100*p.By[volume.Dummy].Share()); !strings.Contains(r.Sentence, want) {
			t.Errorf("view %v: %q, want %q", v, r.Sentence, want)
		}
		all, err := onChip("h200", v)
		if err != nil {
			t.Fatal(err)
		}
		for m := range all.chip {
			if len(all.chip[m]) != len(points) {
				t.Fatalf("view %v: %d shapes measured, want %d", v, len(all.chip[m]), len(points))
			}
			for k, one := range all.chip[m] {
				if one.Shape != points[k].Shape {
					t.Errorf("view %v: measured shape %d is %v, want %v", v, k, one.Shape, points[k].Shape)
				}
			}
		}
	}
}

// TestTraceOnH100: so on the H100, which is slower than the H200: in its model no frame is more than a hundredth faster.
func TestTraceOnH100(t *testing.T) {
	for i, v := range volume.ChipViews() {
		all, err := onChip("h100", v)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := onChip("h200", v)
		if err != nil {
			t.Fatal(err)
		}
		r := Answer("memory-trace", "en", "device=h100", fmt.Sprintf("view=%d", i), "shape=8x16")
		if want := fmt.Sprintf("8×16 blocks: the trace finds %.0f %% ", 100*all.all[volume.Dummy][3].Share()); !strings.Contains(r.Sentence, want) {
			t.Errorf("view %v: %q, want %q", v, r.Sentence, want)
		}
		for m := range all.chip {
			if len(all.chip[m]) != len(volume.Shapes()) {
				t.Fatalf("view %v: %d shapes measured, want %d", v, len(all.chip[m]), len(volume.Shapes()))
			}
		}
		for k, one := range all.all[volume.None] {
			if ratio := one.Frame / theirs.all[volume.None][k].Frame; ratio < 0.99 {
				t.Errorf("view %v, %v: the H100 takes %.2f of the H200's time in the model, want 0.99 or more", v, one.Shape, ratio)
			}
		}
	}
}

// TestTraceSample: the sample, which answers everywhere else, is near the whole picture
// where both are known.
func TestTraceSample(t *testing.T) {
	for _, v := range tracing.Views() {
		points, err := tracing.WholePicture(v)
		if err != nil {
			t.Fatal(err)
		}
		sampled, err := sampleOf(volume.OnGTX480(), v, nil)
		if err != nil {
			t.Fatal(err)
		}
		whole := traceOf{}
		for _, p := range points {
			for m := range p.By {
				whole.all[m] = append(whole.all[m], p.By[m])
			}
		}
		for i, one := range sampled.all[volume.None] {
			if off := one.Hit - whole.all[volume.None][i].Hit; math.Abs(off) > 0.15 {
				t.Errorf("view %v, %v: %.1f points more hits in the sample", v, one.Shape, 100*off)
			}
		}
		for _, m := range []volume.Method{volume.Simple, volume.Dummy} {
			worst := 0.0
			for i, one := range sampled.all[m] {
				worst = max(worst, math.Abs(one.Share()-whole.all[m][i].Share()))
			}
			s, w := sampled.by(m), whole.by(m)
			t.Logf("view %v, %v: shares within %.1f points; r with frames %.2f against %.2f, with hits %.2f against %.2f", v, m, 100*worst,
				volume.Correlation(s.frequency, s.frames), volume.Correlation(w.frequency, w.frames), volume.Correlation(s.frequency, s.hits), volume.Correlation(w.frequency, w.hits))
			if worst > 0.06 {
				t.Errorf("view %v, %v: shares of the sample are off by %.1f points", v, m, 100*worst)
			}
		}
		if s, w := sampled.by(volume.Dummy), whole.by(volume.Dummy); math.Abs(volume.Correlation(s.frequency, s.frames)-volume.Correlation(w.frequency, w.frames)) > 0.06 {
			t.Errorf("view %v: the sample's proposed frequency goes with frames by %.2f, the whole picture's by %.2f", v, volume.Correlation(s.frequency, s.frames), volume.Correlation(w.frequency, w.frames))
		}
	}
}

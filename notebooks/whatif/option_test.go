package whatif

import (
	"encoding/json"
	"reflect"
	"testing"

	"lanebook/charts/live"
)

// TestSameAsLive: what a page draws of an answer is the live chart of its figure, in
// every state of every what-if.
func TestSameAsLive(t *testing.T) {
	for _, d := range All() {
		charts := 0
		for n, s := range states(d) {
			for i, p := range answers()[d.Name][n].Pictures {
				want, err := live.Option(p.Figure)
				if err != nil {
					t.Fatal(err)
				}
				if want == nil {
					continue
				}
				charts++
				if at := differ(decoded(t, p.Option), decoded(t, want), ""); at != "" {
					t.Fatalf("%s %q, figure %d: %s", d.Name, s, i+1, at)
				}
			}
		}
		t.Logf("%s: %d charts are the same", d.Name, charts)
		if charts == 0 {
			t.Errorf("%s has no chart", d.Name)
		}
	}
}

func decoded(t *testing.T, data []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// differ returns where two values differ, and how; "" if they do not. A null is as
// good as nothing.
func differ(got, want any, at string) string {
	if reflect.DeepEqual(got, want) {
		return ""
	}
	if g, ok := got.(map[string]any); ok {
		if w, ok := want.(map[string]any); ok {
			for k := range w {
				if d := differ(g[k], w[k], at+"."+k); d != "" {
					return d
				}
			}
			for k := range g {
				if _, ok := w[k]; !ok {
					return at + "." + k + " is too much"
				}
			}
			return ""
		}
	}
	if g, ok := got.([]any); ok {
		if w, ok := want.([]any); ok && len(g) == len(w) {
			for i := range w {
				if d := differ(g[i], w[i], at+"[]"); d != "" {
					return d
				}
			}
			return ""
		}
	}
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(want)
	return at + ": " + string(a[:min(len(a), 300)]) + ", want " + string(b[:min(len(b), 300)])
}

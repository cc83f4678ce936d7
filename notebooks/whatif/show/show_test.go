package show

import (
	"strings"
	"testing"

	"lanebook/notebooks/whatif"
	"lanebook/notebooks/whatif/block"
)

// TestForms: an output has all that a front end, GitHub or the publisher may take.
func TestForms(t *testing.T) {
	for _, d := range whatif.All() {
		got, err := forms(block.Start{Name: d.Name})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := block.Parse([]byte(got[block.MIME].(string))); err != nil {
			t.Error(err)
		}
		png, _ := got["image/png"].([]byte)
		if !strings.HasPrefix(string(png), "\x89PNG") || len(png) > 60<<10 {
			t.Errorf("%s: a PNG of %d bytes, want one of at most 60 KB", d.Name, len(png))
		}
		for mime, want := range map[string]string{
			"image/svg+xml": "<svg ", "text/plain": `whatif.Show("` + d.Name + `")`, "text/html": "data:image/png;base64,",
		} {
			if text, _ := got[mime].(string); !strings.Contains(text, want) {
				t.Errorf("%s: %s lacks %q", d.Name, mime, want)
			}
		}
	}
	for _, bad := range []block.Start{{Name: "other"}, {Name: "lds-layout", Settings: []string{"rows=0"}}, {Name: "lds-layout", Settings: []string{"device=no-such"}}} {
		if _, err := forms(bad); err == nil {
			t.Errorf("%+v is shown, want an error", bad)
		}
	}
}

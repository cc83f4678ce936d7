package show

import (
	"regexp"
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
		if _, err := block.Parse([]byte(got[block.MIME])); err != nil {
			t.Error(err)
		}
		// Of a notebook that is not trusted front ends drop scripts and their content.
		untrusted := regexp.MustCompile(`(?s)<script.*?</script>`).ReplaceAllString(got["text/html"], "")
		if control := regexp.MustCompile(`<(form|input|select|textarea|button|progress)\b`).FindString(untrusted); control != "" || !strings.Contains(untrusted, "Trust Notebook") {
			t.Errorf("%s: a notebook that is not trusted shows a dead %s>, or does not say how to trust it", d.Name, control)
		}
		for mime, want := range map[string]string{"text/plain": `whatif.Show("` + d.Name + `")`, "text/html": "data:image/svg+xml;base64,"} {
			if !strings.Contains(got[mime], want) {
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

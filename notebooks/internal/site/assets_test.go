package site

import (
	"bytes"
	"testing"

	"lanebook/charts/live"
	"lanebook/notebooks/whatif/block"
)

// TestScriptsCanBeSlim: no script has a text or a comment over several lines, in which
// slim would change words.
func TestScriptsCanBeSlim(t *testing.T) {
	program, err := block.Program()
	if err != nil {
		t.Fatal(err)
	}
	scripts := map[string][]byte{"lanebook.js": live.Loader, "whatif.js": program["whatif.js"]}
	for _, name := range []string{"page.js", "slides.js", "book.js", "theme.js"} {
		if scripts[name], err = embedded.ReadFile("assets/" + name); err != nil {
			t.Fatal(err)
		}
	}
	for name, script := range scripts {
		for i, line := range bytes.Split(script, []byte("\n")) {
			if bytes.ContainsRune(line, '`') || bytes.HasSuffix(line, []byte("\\")) || bytes.Count(line, []byte("/*")) != bytes.Count(line, []byte("*/")) {
				t.Errorf("%s:%d: %q, want no text or comment that goes on in the next line", name, i+1, line)
			}
		}
	}
}

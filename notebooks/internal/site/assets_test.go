package site

import (
	"bytes"
	"testing"

	"lanebook/charts/live"
	"lanebook/notebooks/whatif/block"
)

func TestSlim(t *testing.T) {
	const long, short = "// what it is\n\nlet a = 1; // one\n\n  let u = \"; //c\";\n  if (a) {\n    // then\n    b(\"//c\");\n  }\n", "let a = 1;\nlet u = \"; //c\";\nif (a) {\nb(\"//c\");\n}\n"
	if got := string(slim([]byte(long))); got != short {
		t.Errorf("%q, want %q", got, short)
	}
}

func TestSlimStyle(t *testing.T) {
	const long, short = "/* what\n   it is */\n\na :is(b, c) > d {\n  margin: 0 1px;\n}\n@media (min-width: 1px) { p { color: red; } }\n", "a :is(b,c)>d{margin:0 1px}@media (min-width:1px){p{color:red}}"
	if got := string(slimStyle([]byte(long))); got != short {
		t.Errorf("%q, want %q", got, short)
	}
}

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

package slim

import "testing"

func TestScript(t *testing.T) {
	const long, short = "// what it is\n\nlet a = 1; // one\n\n  let u = \"; //c\";\n  if (a) {\n    // then\n    b(\"//c\");\n  }\n", "let a = 1;\nlet u = \"; //c\";\nif (a) {\nb(\"//c\");\n}\n"
	if got := string(Script([]byte(long))); got != short {
		t.Errorf("%q, want %q", got, short)
	}
}

func TestStyle(t *testing.T) {
	const long, short = "/* what\n   it is */\n\na :is(b, c) > d {\n  margin: 0 1px;\n}\n@media (min-width: 1px) { p { color: red; } }\n", "a :is(b,c)>d{margin:0 1px}@media (min-width:1px){p{color:red}}"
	if got := string(Style([]byte(long))); got != short {
		t.Errorf("%q, want %q", got, short)
	}
	const line = "b { top: 0; } /* why */\n\n@media print { i { left: 0; } }\n"
	if got := string(StyleLines([]byte(line))); got != "b{top:0}\n@media print{i{left:0}}\n" {
		t.Errorf("%q, want a line for each", got)
	}
}

package block

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A program without lines runs as before, and its panic still names functions.
func TestDropLines(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run the program")
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("go.mod", "module broken\n\ngo 1.24\n")
	write("main.go", `package main

import ("fmt"; "runtime"; "strings")

//go:noinline
func deep(n int) string { if n == 0 { runtime.GC(); return "end" }; defer func() {}(); return deep(n-1) + "." }

func caught() (said any) { defer func() { said = recover() }(); var m map[string]int; m["a"] = 1; return nil }

//go:noinline
func broken(list []int) int { return list[len(list)] }

func main() {
	fmt.Println(strings.Count(deep(3000), "."), caught())
	pc, _, _, _ := runtime.Caller(0)
	fmt.Println(runtime.FuncForPC(pc).Name())
	broken(nil)
}
`)
	out := filepath.Join(dir, "main.wasm")
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", out, ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	wasm, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if wasm, err = joinSegments(wasm); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(wasm, []byte("/runtime/panic.go")) || !dropLines(wasm) || bytes.Contains(wasm, []byte("/runtime/panic.go")) {
		t.Fatal("the names of source files are not in the program, or stay in it")
	}
	write("main.wasm", string(wasm))
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command(node, filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), out).CombinedOutput()
	if err == nil {
		t.Error("the program ends well, want a panic")
	}
	for _, want := range []string{"3000 assignment to entry in nil map\n", "main.main\n", "index out of range [0] with length 0", "main.broken(", "main.main("} {
		if !strings.Contains(string(said), want) {
			t.Errorf("the program says\n%s\nwant %q in it", said, want)
		}
	}
	if strings.Contains(string(said), ".go:") {
		t.Errorf("the program says\n%s\nwant no line of a source file", said)
	}
}

// What is no such table stays as it is.
func TestDropLinesElsewhere(t *testing.T) {
	for _, other := range []string{
		"",
		"\x00asm\x01\x00\x00\x00 and more",
		"\xf1\xff\xff\xff\x00\x00\x01\x08 cut short",
		"\xf1\xff\xff\xff\x00\x00\x01\x08" + strings.Repeat("\xff", 200),
		"\xf1\xff\xff\xff\x00\x00\x01\x08" + strings.Repeat("\x00", 200),
		"\xf1\xff\xff\xff\x00\x00\x01\x08" + strings.Repeat("\x48\x00\x00\x00\x00\x00\x00\x00", 40),
	} {
		b := []byte(other)
		if dropLines(b) || string(b) != other {
			t.Errorf("%q: taken for a table of functions", other)
		}
	}
}

func FuzzDropLines(f *testing.F) {
	f.Add([]byte("\xf1\xff\xff\xff\x00\x00\x01\x08" + strings.Repeat("\x48\x00\x00\x00\x00\x00\x00\x00", 40)))
	f.Fuzz(func(t *testing.T, wasm []byte) {
		before := bytes.Clone(wasm)
		if !dropLines(wasm) && !bytes.Equal(wasm, before) {
			t.Error("changed, though no table was found")
		}
	})
}

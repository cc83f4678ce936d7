package kernel

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestGatheringIsLinear counts the bytes allocated for 10 MB that come in pieces.
func TestGatheringIsLinear(t *testing.T) {
	const pieces, size = 10_000, 1000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	reply, k := &Reply{streams: map[string]*strings.Builder{}}, &Kernel{}
	text := strings.Repeat("x", size)
	for range pieces {
		if err := k.collect(reply, "stream", &content{Name: "stdout", Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	reply.finish()
	runtime.ReadMemStats(&after)
	if len(reply.Outputs) != 1 || len(reply.Outputs[0].Text) != pieces*size {
		t.Fatalf("%d outputs, want one of %d bytes", len(reply.Outputs), pieces*size)
	}
	if got, most := after.TotalAlloc-before.TotalAlloc, uint64(10*pieces*size); got > most {
		t.Errorf("%d bytes were allocated, want at most %d", got, most)
	}
}

// TestImportsAreFoundAnywhere has the program of a cell in a folder whose name would be a
// pattern.
func TestImportsAreFoundAnywhere(t *testing.T) {
	k := &Kernel{dir: filepath.Join(t.TempDir(), "[ab]*")}
	program := filepath.Join(k.tmp(), "gonb_1")
	if err := os.MkdirAll(program, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(program, "main.go"), []byte("package main\n\nimport \"lanebook/charts\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := k.Imports(); err != nil || !slices.Equal(got, []string{"lanebook/charts"}) {
		t.Errorf("imports are %q, error %v, want lanebook/charts", got, err)
	}
}

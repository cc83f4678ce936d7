package figures_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"lanebook/charts/static"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/figures"
)

var update = flag.Bool("update", false, "rewrite testdata/readme.svg")

// The README's picture is what the model draws today.
func TestReadmePicture(t *testing.T) {
	f, err := figures.BankMap(gpu.Fiji(), plain, column(t, plain, 64), 16)
	if err != nil {
		t.Fatal(err)
	}
	f.Name = "readme"
	svg, err := static.SVG(f)
	if err != nil {
		t.Fatal(err)
	}
	const file = "testdata/readme.svg"
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, svg, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(svg, want) {
		t.Errorf("%s is stale: go test ./notebooks/figures -update", file)
	}
}

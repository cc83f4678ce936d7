// Command whole renders the whole pictures of document 4's experiment on the GTX 480
// and writes what it finds, a row for each view and shape: ten minutes on two cores.
//
//	go run ./notebooks/documents/tracing/whole > notebooks/documents/tracing/volume/whole.csv
package main

import (
	"fmt"
	"os"

	"lanebook/notebooks/documents/tracing"
)

func main() {
	if err := tracing.WriteWhole(os.Stdout, func(done, all int) { fmt.Fprintf(os.Stderr, "\r%d of %d", done, all) }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

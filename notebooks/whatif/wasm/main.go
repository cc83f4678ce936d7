//go:build js && wasm

// Wasm is the program that answers most what-ifs in a browser; see package answer.
package main

import (
	"lanebook/notebooks/whatif"
	"lanebook/notebooks/whatif/wasm/answer"
)

func main() { answer.Serve(whatif.Most()) }

//go:build js && wasm

// Count is the program that answers the what-ifs about adding and multiplying; see package answer.
package main

import (
	"lanebook/notebooks/whatif"
	"lanebook/notebooks/whatif/wasm/answer"
)

func main() { answer.Serve(whatif.Counts()) }

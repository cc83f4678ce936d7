//go:build js && wasm

// Launch is the program that answers the what-if about whole kernels of machine code; see
// package answer.
package main

import (
	"lanebook/notebooks/whatif"
	"lanebook/notebooks/whatif/wasm/answer"
)

func main() { answer.Serve(whatif.Launches()) }

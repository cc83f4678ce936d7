//go:build js && wasm

// Trace is the program that answers the what-ifs that follow a program step by step; see
// package answer.
package main

import (
	"lanebook/notebooks/whatif"
	"lanebook/notebooks/whatif/wasm/answer"
)

func main() { answer.Serve(whatif.Traces()) }

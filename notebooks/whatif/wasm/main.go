//go:build js && wasm

// Wasm is the program that answers what-ifs in a browser. It gives the page one
// function:
//
//	lanebookAnswer(name, language, [setting, ...]) → Reply as JSON
package main

import (
	"runtime/debug"
	"syscall/js"

	"lanebook/notebooks/whatif"
)

func main() {
	debug.SetGCPercent(1000) // an answer leaves little behind, and pages have room
	js.Global().Set("lanebookAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		settings := make([]string, args[2].Length())
		for i := range settings {
			settings[i] = args[2].Index(i).String()
		}
		return whatif.Answer(args[0].String(), args[1].String(), settings...).JSON()
	}))
	select {}
}

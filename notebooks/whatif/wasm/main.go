//go:build js && wasm

// Wasm is the program that answers what-ifs in a browser. It gives the page one
// function:
//
//	lanebookAnswer(name, language, [setting, ...], tell) → Reply as JSON
//
// Of a long answer, tell(done, all) is called for each part that is done.
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
		tell := func(done, all int) { args[3].Invoke(done, all) }
		return whatif.Watch(tell, args[0].String(), args[1].String(), settings...).JSON()
	}))
	select {}
}

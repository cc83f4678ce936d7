//go:build js && wasm

// Wasm is the program that answers what-ifs in a browser. It gives the page one
// function:
//
//	lanebookAnswer(name, language, [setting, ...], tell) → Reply as JSON
//
// Of a long answer, tell(done, all) is called for each part that is done.
//
//	lanebookTidy()
//
// collects garbage if there is much. The page calls it between answers: while the
// program answers, the collector would get its turns so rarely that it holds the
// answer up ten times as long as it works.
package main

import (
	"runtime"
	"runtime/debug"
	"syscall/js"

	"lanebook/notebooks/whatif"
)

// Bytes: from where on lanebookTidy collects, and an answer does not wait for it.
const (
	much = 24 << 20
	most = 256 << 20
)

func main() {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(most)
	js.Global().Set("lanebookAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		settings := make([]string, args[2].Length())
		for i := range settings {
			settings[i] = args[2].Index(i).String()
		}
		tell := func(done, all int) { args[3].Invoke(done, all) }
		return whatif.Watch(tell, args[0].String(), args[1].String(), settings...).JSON()
	}))
	js.Global().Set("lanebookTidy", js.FuncOf(func(js.Value, []js.Value) any {
		var m runtime.MemStats
		if runtime.ReadMemStats(&m); m.HeapAlloc > much {
			runtime.GC()
		}
		return nil
	}))
	select {}
}

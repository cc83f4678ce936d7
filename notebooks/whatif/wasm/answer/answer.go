//go:build js && wasm

// Package answer is the programs that answer what-ifs in a browser. It gives the page one
// function:
//
//	lanebookAnswer(name, language, [setting, ...], tell) → Reply as JSON
//
// Of a long answer, tell(done, all) is called for each part that is done.
//
//	lanebookRest(name, language, [setting, ...], tell, done) → end
//
// begins to answer with what takes seconds besides; done(Reply as JSON) is called with the
// answer, unless end() was called before. Every 25 milliseconds it lets others have their turn.
//
//	lanebookData(name, [setting, ...], i) → {csv, rows}
//
// is the data of the answer's figure i.
//
//	lanebookKeep(name, Uint8Array)
//
// keeps a text of the reader's, in UTF-8, under a name, which is then a value of a parameter.
//
//	lanebookTidy()
//
// collects garbage if there is much. The page calls it between answers: while the
// program answers, the collector would get its turns so rarely that it holds the
// answer up ten times as long as it works.
package answer

import (
	"errors"
	"runtime"
	"runtime/debug"
	"syscall/js"
	"time"
	"unsafe"

	"lanebook/notebooks/whatif"
)

// Bytes: from where on lanebookTidy collects, and an answer does not wait for it.
const (
	much = 24 << 20
	most = 256 << 20
)

// Serve answers what-ifs of a set, and does not return.
func Serve(set whatif.Set) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(most)
	js.Global().Set("lanebookAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		tell := func(done, all int) { args[3].Invoke(done, all) }
		return set.Answer(tell, args[0].String(), args[1].String(), list(args[2])...).JSON()
	}))
	js.Global().Set("lanebookRest", js.FuncOf(func(_ js.Value, args []js.Value) any { return rest(set, args) }))
	js.Global().Set("lanebookData", js.FuncOf(func(_ js.Value, args []js.Value) any {
		csv, rows := set.Data(args[0].String(), args[2].Int(), list(args[1])...)
		table := make([]any, len(rows))
		for i, row := range rows {
			cells := make([]any, len(row))
			for j, text := range row {
				cells[j] = text
			}
			table[i] = cells
		}
		return map[string]any{"csv": csv, "rows": table}
	}))
	js.Global().Set("lanebookKeep", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := make([]byte, args[1].Length())
		js.CopyBytesToGo(text, args[1])
		whatif.Keep(args[0].String(), unsafe.String(unsafe.SliceData(text), len(text))) // it may be large, and nothing else has it
		return nil
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

// rest is lanebookRest.
func rest(set whatif.Set, args []js.Value) any {
	tell, done := args[3], args[4]
	name, lang, settings := args[0].String(), args[1].String(), list(args[2])
	var stopped error
	go func() {
		last := time.Now()
		reply := set.Watch(func() error { return stopped }, func(of, all int) {
			if time.Since(last) > 25*time.Millisecond {
				tell.Invoke(of, all)
				time.Sleep(time.Millisecond) // until the worker has looked at its messages
				last = time.Now()
			}
		}, name, lang, settings...)
		if stopped == nil {
			done.Invoke(reply.JSON())
		}
	}()
	var end js.Func
	end = js.FuncOf(func(js.Value, []js.Value) any {
		stopped = errors.New("the reader asks for something else")
		end.Release()
		return nil
	})
	return end
}

// list is an array of strings.
func list(v js.Value) []string {
	all := make([]string, v.Length())
	for i := range all {
		all[i] = v.Index(i).String()
	}
	return all
}

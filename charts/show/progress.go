package show

import (
	"fmt"
	"os"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// Progress shows how much of a long task is done while a cell runs, "12 of 48
// renderings", and nothing any more when all is: the cell's outputs are then those of a
// cell without it. Call what it returns after each part of the task, from one goroutine
// at a time, and with all of all also when the task ends early. Outside a notebook it is a
// line of the terminal, on standard error, or nothing where that is no terminal.
func Progress(parts string) func(done, all int) {
	id, shown := "", "" // the id of the output; front ends and files do not keep it
	return func(done, all int) {
		text := fmt.Sprintf("%d of %d %s", done, all, parts)
		if done >= all {
			text = ""
		}
		if text == shown {
			return
		}
		shown = text
		if !gonbui.IsNotebook {
			if terminal(os.Stderr) {
				fmt.Fprintf(os.Stderr, "\r\x1b[K%s", text) // erases the line from its beginning
			}
			return
		}
		if id == "" {
			id = gonbui.UniqueId()
		}
		gonbui.SendData(&protocol.DisplayData{Data: map[protocol.MIMEType]any{protocol.MIMETextPlain: text}, DisplayID: id})
	}
}

// terminal reports whether what is written to a file can be erased.
func terminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

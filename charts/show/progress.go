package show

import (
	"fmt"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// Progress shows how much of a long task is done while a cell runs, "12 of 48
// renderings", and nothing any more when all is: the cell's outputs are then those of a
// cell without it. Call what it returns after each part of the task, from one goroutine
// at a time. Outside a notebook it shows nothing.
func Progress(parts string) func(done, all int) {
	id := "" // of the output; front ends and files do not keep it
	return func(done, all int) {
		if !gonbui.IsNotebook {
			return
		}
		if id == "" {
			id = gonbui.UniqueId()
		}
		text := fmt.Sprintf("%d of %d %s", done, all, parts)
		if done >= all {
			text = ""
		}
		gonbui.SendData(&protocol.DisplayData{Data: map[protocol.MIMEType]any{protocol.MIMETextPlain: text}, DisplayID: id})
	}
}

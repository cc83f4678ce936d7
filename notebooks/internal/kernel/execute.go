package kernel

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"lanebook/notebooks/internal/nb"
)

type output = nb.Output

// Reply is what running a cell gave.
type Reply struct {
	Outputs        []*nb.Output // a later cell may still replace the content of one that it can name
	OK             bool
	EName, EValue  string // when not OK
	ExecutionCount int
	Lost           string // what the kernel itself says of an output that it could not show
	CommandFailed  bool   // a command for bash

	size    int                         // of Outputs, as the messages had it
	streams map[string]*strings.Builder // text of the streams in Outputs, by name, until finish
}

// MostOutput is how many bytes a cell may put out, as they are in the kernel's
// messages. A notebook with a hundredth of it is hard to load in a front end.
const MostOutput = 16 << 20

// ErrTooMuch says that a cell put out more than MostOutput.
var ErrTooMuch = fmt.Errorf("puts out more than %d MB, the most that is kept: print less, or write a file", MostOutput>>20)

// ErrInput says that a cell asked the reader to type something, or waits to read it.
var ErrInput = errors.New("the cell asks for input, and nobody is there to give it")

// ErrOutput says that a cell put out what no notebook can hold.
var ErrOutput = errors.New("puts out what no notebook can hold")

// ErrBytes says that a cell put out what is no text.
var ErrBytes = errors.New("puts out bytes that are not UTF-8, which the kernel replaces (or so much at once that it cuts a character in two)")

// replaced is, in a message of the kernel, the place of bytes that are no character: a
// replacement character that the cell itself puts out is not escaped.
var replaced = regexp.MustCompile(`\\(ufffd)|\\.`)

// Execute runs the source of a cell and returns when all of its outputs are
// here. The error is a DeathError, ErrInput, ErrOutput, ErrTooMuch,
// ErrBytes, or the context's cause when that ends first; after an error the kernel is of no more use.
func (k *Kernel) Execute(ctx context.Context, source string) (*Reply, error) {
	id, err := k.send("execute_request", map[string]any{
		"code": source, "silent": false, "store_history": true, "user_expressions": struct{}{},
		"allow_stdin": false, "stop_on_error": true,
	})
	if err != nil {
		return nil, err
	}
	look := time.NewTicker(500 * time.Millisecond)
	defer look.Stop()
	waits := 0 // how often in a row the cell was found to be reading its input
	reply := &Reply{streams: map[string]*strings.Builder{}}
	for replied, idle := false, false; !replied || !idle; {
		var r received
		select {
		case r = <-k.received:
		case <-look.C:
			if waits++; !k.readsInput() {
				waits = 0
			}
			if waits == 3 {
				return nil, ErrInput
			}
			continue
		case <-k.exited:
			return nil, k.death()
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		if r.err != nil {
			return nil, r.err
		}
		if r.Parent.ID != id {
			continue // the tail of an earlier request
		}
		var content content
		if err := json.Unmarshal(r.Content, &content); err != nil {
			return nil, fmt.Errorf("the kernel's %s: %w", r.Header.Type, err)
		}
		switch r.Header.Type {
		case "execute_reply":
			replied = true
			reply.end(&content)
		case "status":
			idle = content.State == "idle"
		case "input_request":
			return nil, ErrInput
		case "stream", "display_data", "execute_result", "update_display_data":
			if err := reply.admit(r.Content); err != nil {
				return nil, err
			}
			if err := k.collect(reply, r.Header.Type, &content); err != nil {
				return nil, err
			}
		}
	}
	reply.finish()
	reply.Lost = k.lost()
	reply.CommandFailed, err = k.commandFailed()
	return reply, err
}

// lost returns what the kernel has logged since the last cell of an output that is lost.
func (k *Kernel) lost() string {
	text := k.log()
	lost := lostOutput.FindStringSubmatch(Plain(text[min(k.quiet, len(text)):]))
	k.quiet = len(text)
	if lost == nil {
		return ""
	}
	return lost[1]
}

// lostOutput is how the kernel logs it, at the end of its pipe.
var lostOutput = regexp.MustCompile(`(?m)^(?:E\d{4} .* namedpipes\.go:\d+\](?: \[\w+\])?|.* Named pipe:) (.*)$`)

// end takes over what the kernel replied to the request.
func (r *Reply) end(c *content) {
	r.OK, r.EName, r.EValue, r.ExecutionCount = c.Status == "ok", c.EName, c.EValue, c.ExecutionCount
	if !r.OK && r.EValue == "" {
		r.EValue = "the kernel gives no reason: its status is " + cmp.Or(c.Status, "missing")
	}
}

// admit says what is wrong with one more message of output.
func (r *Reply) admit(message []byte) error {
	if r.size += len(message); r.size > MostOutput {
		return ErrTooMuch
	}
	if !bytes.Contains(message, []byte(`\ufffd`)) {
		return nil
	}
	for _, escape := range replaced.FindAllSubmatchIndex(message, -1) {
		if escape[2] >= 0 {
			return ErrBytes
		}
	}
	return nil
}

// finish gives the streams their text.
func (r *Reply) finish() {
	for _, out := range r.Outputs {
		if out.Type == nb.Stream {
			out.Text = r.streams[out.Name].String()
		}
	}
}

// content is the union of the contents that matter here.
type content struct {
	Status    string                     `json:"status"`          // execute_reply
	State     string                     `json:"execution_state"` // status
	Name      string                     `json:"name"`            // stream
	Text      string                     `json:"text"`
	Data      map[string]json.RawMessage `json:"data"` // display_data, update_display_data, execute_result
	Metadata  json.RawMessage            `json:"metadata"`
	Transient struct {
		DisplayID string `json:"display_id"`
	} `json:"transient"`
	ExecutionCount int    `json:"execution_count"`
	EName          string `json:"ename"`
	EValue         string `json:"evalue"`
}

// collect adds an output. What goes to one stream is one output, wherever its
// pieces come. A display with an id is remembered: updates replace its content
// wherever it is. Errors are left out: the reply tells them.
func (k *Kernel) collect(reply *Reply, kind string, c *content) error {
	out := &output{Data: c.Data, Metadata: c.Metadata}
	if err := out.Tidy(); err != nil {
		return fmt.Errorf("%w: %w", ErrOutput, err)
	}
	if k.Shown != nil && c.Transient.DisplayID != "" {
		text, _ := out.Content("text/plain")
		k.Shown(text)
	}
	switch id := c.Transient.DisplayID; kind {
	case "stream":
		text := reply.streams[c.Name]
		if text == nil {
			text = &strings.Builder{}
			reply.streams[c.Name] = text
			reply.Outputs = append(reply.Outputs, &output{Type: nb.Stream, Name: c.Name})
		}
		text.WriteString(c.Text)
	case "display_data":
		out.Type = nb.DisplayData
		if id != "" {
			k.displays[id] = append(k.displays[id], out)
		}
		reply.Outputs = append(reply.Outputs, out)
	case "execute_result":
		out.Type, out.ExecutionCount = nb.ExecuteResult, c.ExecutionCount
		reply.Outputs = append(reply.Outputs, out)
	case "update_display_data":
		for _, shown := range k.displays[id] {
			shown.Data, shown.Metadata = out.Data, out.Metadata
		}
	}
	return nil
}

// Dir is the kernel's folder: a path that must not get into an output.
func (k *Kernel) Dir() string { return k.dir }

// Imports are the import paths of the program that the last cell became. It has
// those that goimports added, too, which stand in no cell. A cell without Go
// code leaves the program of the cell before.
func (k *Kernel) Imports() ([]string, error) {
	programs, err := fs.Glob(os.DirFS(k.tmp()), "gonb_*/main*.go") // the folder's own name is no pattern
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, name := range programs {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(k.tmp(), name), nil, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return nil, err
			}
			paths = append(paths, path)
		}
	}
	return paths, nil
}

var escapeSequence = regexp.MustCompile(`\x1b\[[0-9;?]*[ -/]*[@-~]`)

// Plain is text without the escape sequences that colour it on a terminal.
func Plain(text string) string { return escapeSequence.ReplaceAllString(text, "") }

package kernel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
)

// TestMain lets this binary be a kernel that misbehaves.
func TestMain(m *testing.M) {
	if how := os.Getenv("LANEBOOK_HOSTILE"); how != "" {
		beHostile(how)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestHostileKernels: whatever a kernel does, the runner returns in time with a word
// on it, and leaves neither process nor folder.
func TestHostileKernels(t *testing.T) {
	for how, want := range map[string]string{
		// before it answers
		"exits": "the kernel died (exit status 0)", "fails": "the kernel died (exit status 3)\nno such thing", "sleeps": "connecting to the kernel: too late", "ignores": "too late", "mute": "too late",
		// in what it sends
		"wrong key": "a message of the kernel bears a wrong signature", "incomplete": "a message of the kernel is incomplete", "header": "a message of the kernel has a damaged header",
		"content": "the kernel's stream: ", "list": "the kernel's display_data: ", "number": `puts out what no notebook can hold: data["text/plain"]`, "null": `puts out what no notebook can hold: data["text/plain"]`,
		"metadata": "puts out what no notebook can hold: metadata is [],", "bytes": "puts out bytes that are not UTF-8", "endless": "puts out more than 16 MB", "one message": "puts out more than 16 MB",
		"input": "the cell asks for input",
		// in what it does not send
		"no reply": "too late", "no idle": "too late", "others": "too late", "dies": "the kernel died (exit status 4)", "aborted": "the kernel gives no reason: its status is aborted", "no status": "the kernel gives no reason: its status is missing",
		// which harms nobody
		"strangers": "ok", "twice": "ok", "late": "ok", "unknown update": "ok",
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			if got := meet(t, how); !strings.HasPrefix(got, want) {
				t.Errorf("it ends with %q, want %q", got, want)
			}
			if took := time.Since(began); took > 30*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// meet runs a cell in a hostile kernel and says how that ends.
func meet(t *testing.T, how string) string {
	tools := Tools{Root: t.TempDir(), Dir: t.TempDir(), Versions: map[string]string{}}
	script := fmt.Sprintf("#!/bin/sh\nLANEBOOK_HOSTILE='%s' exec '%s' \"$@\"\n", how, os.Args[0])
	for _, name := range []string{"gonb", "goimports"} {
		// A process that another test forks while the file is open to be written holds
		// it open until its own exec, and a file held so cannot be run (ETXTBSY).
		syscall.ForkLock.RLock()
		err := os.WriteFile(filepath.Join(tools.Dir, name), []byte(script), 0o755)
		syscall.ForkLock.RUnlock()
		if err != nil {
			t.Fatal(err)
		}
	}
	limit := 20 * time.Second
	switch how {
	case "sleeps", "ignores", "mute", "no reply", "no idle", "others":
		limit = 3 * time.Second
	}
	ctx, cancel := context.WithTimeoutCause(t.Context(), limit, errors.New("too late"))
	defer cancel()
	k, err := Start(ctx, tools, t.TempDir())
	if err != nil {
		return err.Error()
	}
	defer closeClean(t, k)
	switch reply, err := k.Execute(ctx, "1 + 1"); {
	case err != nil:
		return err.Error()
	case !reply.OK:
		return reply.EValue
	}
	return "ok"
}

// hostile is a kernel's side of the protocol, as far as it goes.
type hostile struct {
	how          string
	key          []byte
	shell, iopub zmq4.Socket
}

// beHostile is the process of a hostile kernel: --kernel FILE.
func beHostile(how string) {
	switch how {
	case "exits":
		return
	case "fails":
		fmt.Fprintln(os.Stderr, "no such thing")
		os.Exit(3)
	case "sleeps":
		time.Sleep(time.Hour)
	}
	var connection struct {
		IP  string `json:"ip"`
		Key string `json:"key"`
	}
	data, err := os.ReadFile(os.Args[2])
	if err != nil || json.Unmarshal(data, &connection) != nil {
		os.Exit(9)
	}
	h := &hostile{how: how, key: []byte(connection.Key), shell: zmq4.NewRouter(context.Background()), iopub: zmq4.NewPub(context.Background())}
	if how == "wrong key" {
		h.key = []byte("guess")
	}
	stdin := zmq4.NewRouter(context.Background())
	for port, socket := range map[int]zmq4.Socket{shellPort: h.shell, iopubPort: h.iopub, stdinPort: stdin} {
		if err := socket.Listen(fmt.Sprintf("ipc://%s-%d", connection.IP, port)); err != nil {
			os.Exit(9)
		}
	}
	if how == "mute" {
		time.Sleep(time.Hour)
	}
	for {
		msg, err := h.shell.Recv()
		if err != nil {
			os.Exit(9)
		}
		request, err := parse([]byte(connection.Key), msg)
		switch {
		case err != nil:
			os.Exit(9)
		case request.Header.Type == "kernel_info_request" && how != "ignores":
			h.status(request, "busy")
			h.reply(msg.Frames[0], request, "kernel_info_reply", `{}`)
			h.status(request, "idle")
		case request.Header.Type == "execute_request":
			h.status(request, "busy")
			h.execute(msg.Frames[0], request)
		}
	}
}

// execute answers a request to run a cell.
func (h *hostile) execute(client []byte, request message) {
	display := func(data string) { h.publish(request, "display_data", `{"data":`+data+`,"metadata":{}}`) }
	status := `{"status":"ok","execution_count":1}`
	switch h.how {
	case "incomplete":
		h.iopub.SendMulti(zmq4.NewMsgFrom([]byte(delimiter), []byte("x")))
	case "header":
		parts := [][]byte{[]byte(`{`), []byte(`{}`), []byte(`{}`), []byte(`{}`)}
		h.iopub.SendMulti(zmq4.NewMsgFrom(append([][]byte{[]byte(delimiter), sign(h.key, parts)}, parts...)...))
	case "content":
		h.publish(request, "stream", `{"name":"stdout","text":`)
	case "list":
		h.publish(request, "display_data", `{"data":[]}`)
	case "number":
		display(`{"text/plain":7}`)
	case "null":
		display(`{"text/plain":null}`)
	case "metadata":
		h.publish(request, "display_data", `{"data":{},"metadata":[]}`)
	case "bytes":
		h.publish(request, "stream", `{"name":"stdout","text":"\ufffd"}`)
	case "endless":
		for {
			h.publish(request, "stream", `{"name":"stdout","text":"`+strings.Repeat("x", 1<<16)+`"}`)
		}
	case "one message":
		h.publish(request, "stream", `{"name":"stdout","text":"`+strings.Repeat("x", 17<<20)+`"}`)
	case "input":
		h.publish(request, "input_request", `{"prompt":"?"}`)
	case "no reply":
		h.status(request, "idle")
		return
	case "no idle":
		h.reply(client, request, "execute_reply", status)
		return
	case "others":
		for {
			h.publish(message{}, "stream", `{"name":"stdout","text":"of another cell"}`)
		}
	case "dies":
		os.Exit(4)
	case "aborted":
		status = `{"status":"aborted"}`
	case "no status":
		status = `{}`
	case "strangers":
		h.publish(message{}, "stream", `{"name":"stdout","text":"of another cell"}`)
		h.publish(request, "no_such_type", `{"name":"x"}`)
	case "twice":
		h.reply(client, request, "execute_reply", status)
	case "unknown update":
		h.publish(request, "update_display_data", `{"data":{"text/plain":"x"},"metadata":{},"transient":{"display_id":"none"}}`)
	}
	if h.how == "late" {
		h.status(request, "idle")
		time.Sleep(200 * time.Millisecond)
	}
	h.reply(client, request, "execute_reply", status)
	h.status(request, "idle")
}

func (h *hostile) status(request message, state string) {
	h.publish(request, "status", `{"execution_state":"`+state+`"}`)
}

func (h *hostile) publish(request message, kind, content string) {
	h.iopub.SendMulti(zmq4.NewMsgFrom(h.frames(request, kind, content)...))
}

func (h *hostile) reply(client []byte, request message, kind, content string) {
	h.shell.SendMulti(zmq4.NewMsgFrom(append([][]byte{client}, h.frames(request, kind, content)...)...))
}

// frames lays out an answer; content need not be JSON.
func (h *hostile) frames(request message, kind, content string) [][]byte {
	head, _ := json.Marshal(header{ID: kind, Type: kind, Version: "5.3"}) // strings: cannot fail
	parent, _ := json.Marshal(request.Header)
	parts := [][]byte{head, parent, []byte("{}"), []byte(content)}
	return append([][]byte{[]byte(delimiter), sign(h.key, parts)}, parts...)
}

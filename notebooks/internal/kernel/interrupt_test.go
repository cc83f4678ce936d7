package kernel

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
)

// TestInterruptedCell: what a front end sends when its reader stops a cell ends the program
// that the cell is, and leaves the kernel for the next.
func TestInterruptedCell(t *testing.T) {
	k := start(t)
	control := zmq4.NewDealer(k.ctx, zmq4.WithID(zmq4.SocketIdentity(k.session)))
	defer control.Close()
	if err := control.Dial("ipc://" + k.address("-4")); err != nil {
		t.Fatal(err)
	}
	began := filepath.Join(t.TempDir(), "began")
	sent := make(chan error, 1)
	go func() {
		for {
			if _, err := os.Stat(began); err == nil || t.Context().Err() != nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		msg, err := newMessage(k.session, "interrupt_request", struct{}{})
		if err != nil {
			sent <- err
			return
		}
		frames, err := msg.frames(k.key)
		if err == nil {
			err = control.SendMulti(zmq4.NewMsgFrom(frames...))
		}
		sent <- err
	}()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	reply, err := k.Execute(ctx, fmt.Sprintf("import \"os\"\n%%%%\nos.WriteFile(%q, nil, 0o600)\nfor {\n}", began))
	if err != nil || reply.OK {
		t.Fatalf("the cell ended with %+v, %v, want that it was interrupted", reply, err)
	}
	if err := <-sent; err != nil {
		t.Error(err)
	}
	if reply, err = k.Execute(ctx, "%%\nprintln(1)"); err != nil || !reply.OK {
		t.Errorf("the next cell: %+v, %v", reply, err)
	}
}

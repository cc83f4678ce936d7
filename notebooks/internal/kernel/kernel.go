// Package kernel runs GoNB, the Go kernel of Jupyter, and speaks Jupyter's
// messaging protocol to it.
//
// A Kernel is one process group with one folder for its temporary files. Close
// ends the group, and on Linux what has left it, and removes the folder, whatever
// state they are in, so nothing stays behind of a kernel that hung, crashed or was
// killed. Should this process be killed before it can call Close, its guard does the
// same.
package kernel

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"time"

	"github.com/go-zeromq/zmq4"
)

// Kernel is a running kernel. One goroutine at a time may use it.
type Kernel struct {
	dir     string       // sockets, connection file, log, and TMPDIR of the kernel
	release func() error // removes dir
	cmd     *exec.Cmd
	exited  chan struct{} // closed when the process has ended
	guard   *guard
	quiet   int // length of the log before the cell under way
	session string
	key     []byte

	ctx                 context.Context // ends with Close
	cancel              context.CancelFunc
	shell, iopub, stdin zmq4.Socket
	received            chan received
	displays            map[string][]*output // by display id

	// Shown, if set, is told the text of each output that a cell may replace, as it comes: how
	// far a long one is.
	Shown func(text string)
}

// received is a message, or why there will be no more from its socket.
type received struct {
	message
	err error
}

// startTimeout is how long a kernel may take to answer; it answers in about
// half a second on an idle machine.
const startTimeout = time.Minute

// Start starts a kernel that works in dir, where a notebook's relative paths
// begin, and in which cells import the packages of the module that pins the
// tools. Close must be called when Start returned no error.
func Start(ctx context.Context, tools Tools, dir string) (*Kernel, error) {
	if err := tools.programs().check(); err != nil {
		return nil, err
	}
	k := &Kernel{
		exited: make(chan struct{}), session: rand.Text(), key: []byte(rand.Text()),
		received: make(chan received), displays: map[string][]*output{},
	}
	k.ctx, k.cancel = context.WithCancel(context.Background())
	err := k.start(ctx, tools, dir)
	if err == nil {
		return k, nil
	}
	select {
	case <-k.exited: // which tells more than that its sockets do not answer
		err = k.death()
	case <-ctx.Done():
	case <-time.After(time.Second): // those of a process that is ending fail before it has ended
	}
	return nil, errors.Join(err, k.Close())
}

func (k *Kernel) start(ctx context.Context, tools Tools, dir string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, startTimeout, fmt.Errorf("the kernel did not answer within %v", startTimeout))
	defer cancel()
	if err := k.makeDir(); err != nil {
		return err
	}
	if err := k.spawn(tools, dir); err != nil {
		return fmt.Errorf("starting the kernel: %w", err)
	}
	if err := k.connect(ctx); err != nil {
		return fmt.Errorf("connecting to the kernel: %w", err)
	}
	if err := k.greet(ctx); err != nil {
		return err
	}
	k.quiet = len(k.log())
	return nil
}

// connect waits for the kernel's sockets and connects to them.
func (k *Kernel) connect(ctx context.Context) error {
	id := zmq4.WithID(zmq4.SocketIdentity(k.session)) // one for all: the kernel answers by it
	quiet := zmq4.WithLogger(log.New(io.Discard, "", 0))
	k.shell = zmq4.NewDealer(k.ctx, id, quiet)
	k.iopub = zmq4.NewSub(k.ctx, id, quiet)
	k.stdin = zmq4.NewDealer(k.ctx, id, quiet)
	if err := k.iopub.SetOption(zmq4.OptionSubscribe, ""); err != nil {
		return err
	}
	for port, socket := range map[int]zmq4.Socket{shellPort: k.shell, iopubPort: k.iopub, stdinPort: k.stdin} {
		path := k.address(fmt.Sprintf("-%d", port))
		if err := k.await(ctx, path); err != nil {
			return err
		}
		if err := socket.Dial("ipc://" + path); err != nil {
			return err
		}
		go k.receive(socket)
	}
	return nil
}

// await returns when there is a file at path, or when there will be none.
func (k *Kernel) await(ctx context.Context, path string) error {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		if _, err := os.Stat(path); err == nil {
			return nil
		}
		select {
		case <-k.exited:
			return k.death()
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}

// receive hands on what comes through the socket until Close.
func (k *Kernel) receive(socket zmq4.Socket) {
	for {
		msg, err := socket.Recv()
		if err != nil {
			return // closed, or the process has died, which exited tells
		}
		var r received
		r.message, r.err = parse(k.key, msg)
		select {
		case k.received <- r:
		case <-k.ctx.Done():
			return
		}
	}
}

// greet asks the kernel for its name until both it and its broadcasts arrive: a
// subscription takes effect some time after the connection, and an output that
// is broadcast before would be lost.
func (k *Kernel) greet(ctx context.Context) error {
	var replied, heard bool
	for !replied || !heard {
		if _, err := k.send("kernel_info_request", struct{}{}); err != nil {
			return err
		}
		retry := time.After(200 * time.Millisecond)
		for waiting := true; waiting && !(replied && heard); {
			select {
			case r := <-k.received:
				if r.err != nil {
					return r.err
				}
				replied = replied || r.Header.Type == "kernel_info_reply"
				heard = heard || r.Header.Type == "status"
			case <-retry:
				waiting = false
			case <-k.exited:
				return k.death()
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
	}
	return nil
}

// send sends a request through the shell socket and gives its id.
func (k *Kernel) send(kind string, content any) (id string, err error) {
	msg, err := newMessage(k.session, kind, content)
	if err != nil {
		return "", err
	}
	frames, err := msg.frames(k.key)
	if err != nil {
		return "", err
	}
	return msg.Header.ID, k.shell.SendMulti(zmq4.NewMsgFrom(frames...))
}

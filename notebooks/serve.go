package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
)

// serve shows the site on the listener until ctx ends, by a program of its own. The go
// command must be able to see this module: the working directory lies in it.
func (p *project) serve(ctx context.Context, listener net.Listener) error {
	program := filepath.Join(p.records(), "server")
	if !isFile(program) {
		p.say("compiling what serves the site, this once")
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", program, ourModule+"/notebooks/internal/serve/server")
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("compiling what serves the site: %w", errors.Join(err, errors.New(string(bytes.TrimSpace(said)))))
	}
	socket, err := listener.(*net.TCPListener).File()
	if err != nil {
		return err
	}
	defer socket.Close()
	cmd := exec.CommandContext(ctx, program, p.site())
	cmd.ExtraFiles = []*os.File{socket}
	cmd.Stdout, cmd.Stderr = p.stdout, os.Stderr
	alive, err := cmd.StdinPipe() // it ends when this does, even when this is killed
	if err != nil {
		return err
	}
	cmd.Cancel = alive.Close
	if err := cmd.Run(); err != nil && ctx.Err() == nil {
		return fmt.Errorf("serving the site: %w", err)
	}
	return nil
}

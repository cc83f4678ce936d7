// Server serves the site in the folder that its argument names, on the listener that is
// its file 3, until its standard input ends. It is a program of its own so that
// publishing need not wait until what speaks HTTP is compiled, a fifth of all else.
package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"syscall"

	"lanebook/notebooks/internal/serve"
)

func main() {
	signal.Ignore(os.Interrupt, syscall.SIGHUP) // of a terminal; who started this ends it
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	listener, err := net.FileListener(os.NewFile(3, "listener"))
	if err == nil {
		err = serve.Site(ctx, os.Args[1], listener, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

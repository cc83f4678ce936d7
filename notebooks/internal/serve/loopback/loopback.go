// Package loopback listens where this machine alone can ask.
package loopback

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
)

// Default is the address where Listen listens when it is given none.
const Default = "127.0.0.1:8765"

// Listen takes the port addr, which must be a loopback address. An empty
// addr is Default, or a free port where that is taken.
func Listen(addr string) (net.Listener, error) {
	if addr == "" {
		listener, err := net.Listen("tcp", Default)
		if errors.Is(err, syscall.EADDRINUSE) {
			return net.Listen("tcp", "127.0.0.1:0")
		}
		return listener, err
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("-addr %s: want host:port, such as %s", addr, Default)
	}
	if !Is(host) {
		return nil, fmt.Errorf("-addr %s: want an address of this machine only, such as %s", addr, Default)
	}
	return net.Listen("tcp", addr)
}

// Is reports whether host, a name or an address, is this machine for itself.
func Is(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

package loopback

import (
	"net"
	"strings"
	"testing"
)

func TestAddresses(t *testing.T) {
	for addr, want := range map[string]string{
		"0.0.0.0:80":     "an address of this machine only",
		":8080":          "an address of this machine only",
		"example.org:80": "an address of this machine only",
		"8080":           "want host:port",
	} {
		if _, err := Listen(addr); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error is %v, want %q", addr, err, want)
		}
	}
	for _, addr := range []string{"127.0.0.1:0", "localhost:0"} {
		l, err := Listen(addr)
		if err != nil {
			t.Errorf("%s: %v", addr, err)
			continue
		}
		l.Close()
	}
}

func TestFreePortWhereTheDefaultIsTaken(t *testing.T) {
	taken, err := net.Listen("tcp", Default)
	if err == nil {
		defer taken.Close()
	} // else somebody else has taken it, which does as well
	l, err := Listen("")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if l.Addr().String() == Default || !strings.HasPrefix(l.Addr().String(), "127.0.0.1:") {
		t.Errorf("listening on %v, want another port of 127.0.0.1", l.Addr())
	}
	if _, err := Listen(Default); err == nil {
		t.Errorf("-addr %s was not taken at its word", Default)
	}
}

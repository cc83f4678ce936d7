package serve

import (
	"bufio"
	"compress/gzip"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func writeSite(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "site")
	for name, text := range map[string]string{
		"index.html": "<p>home", "sub/index.html": "<p>sub", "a.wasm": "\x00asm", "a.js": "let a", "a.csv": "1,2",
		"a.svg": "<svg/>", "a.png": "png", "a.ipynb": "{}", "a.odd": "?", "../secret.txt": "secret",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../secret.txt", filepath.Join(dir, "link.txt")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestHandler(t *testing.T) {
	root, err := os.OpenRoot(writeSite(t))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	handler := Handler(root.FS())
	for _, c := range []struct {
		method, path, accept string
		status               int
		kind, body           string
	}{
		{"GET", "/", "", 200, "text/html; charset=utf-8", "<p>home"},
		{"GET", "/", "br, gzip", 200, "text/html; charset=utf-8", "<p>home"},
		{"HEAD", "/", "", 200, "text/html; charset=utf-8", ""},
		{"GET", "/sub/", "", 200, "text/html; charset=utf-8", "<p>sub"},
		{"GET", "/sub", "", 301, "", ""},
		{"GET", "/a.wasm", "gzip", 200, "application/wasm", "\x00asm"},
		{"GET", "/a.js", "", 200, "text/javascript; charset=utf-8", "let a"},
		{"GET", "/a.csv", "", 200, "text/csv; charset=utf-8", "1,2"},
		{"GET", "/a.svg", "", 200, "image/svg+xml", "<svg/>"},
		{"GET", "/a.png", "gzip", 200, "image/png", "png"},
		{"GET", "/a.ipynb", "", 200, "application/x-ipynb+json", "{}"},
		{"GET", "/a.odd", "", 200, "application/octet-stream", "?"},
		{"GET", "/none.html", "", 404, "", ""},
		{"GET", "/link.txt", "", 404, "", ""},
		{"GET", "/../secret.txt", "", 404, "", ""},
		{"GET", "/sub/../../secret.txt", "", 404, "", ""},
		{"GET", "/%2e%2e/secret.txt", "", 404, "", ""},
		{"GET", "/..%2fsecret.txt", "", 404, "", ""},
		{"POST", "/", "", 405, "", ""},
	} {
		request := httptest.NewRequest(c.method, c.path, nil)
		request.Header.Set("Accept-Encoding", c.accept)
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		response := recorder.Result()
		if response.StatusCode != c.status {
			t.Errorf("%s %s: status %d, want %d", c.method, c.path, response.StatusCode, c.status)
		}
		if c.status != 200 {
			continue
		}
		if got := response.Header.Get("Content-Type"); got != c.kind {
			t.Errorf("%s: type %q, want %q", c.path, got, c.kind)
		}
		packed := response.Header.Get("Content-Encoding") == "gzip"
		if want := strings.Contains(c.accept, "gzip") && c.path != "/a.png"; packed != want {
			t.Errorf("%s: compressed %v, want %v", c.path, packed, want)
		}
		if got := text(t, response.Body, packed); got != c.body {
			t.Errorf("%s: %q, want %q", c.path, got, c.body)
		}
	}
}

func text(t *testing.T, body io.Reader, packed bool) string {
	t.Helper()
	if packed {
		var err error
		if body, err = gzip.NewReader(body); err != nil {
			t.Fatal(err)
		}
	}
	data, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestSiteServesUntilInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	ended := make(chan error, 1)
	dir := writeSite(t)
	go func() { ended <- Site(ctx, dir, "127.0.0.1:0", writer) }()
	line, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url := strings.Fields(line)[1]
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	if got := text(t, response.Body, false); got != "<p>home" {
		t.Errorf("%s is %q, want the home page", url, got)
	}
	response.Body.Close()
	stop()
	if err := <-ended; err != nil {
		t.Errorf("after the interruption: %v", err)
	}
}

func TestAddresses(t *testing.T) {
	for addr, want := range map[string]string{
		"0.0.0.0:80":     "an address of this machine only",
		":8080":          "an address of this machine only",
		"example.org:80": "an address of this machine only",
		"8080":           "want host:port",
	} {
		if _, err := listen(addr); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error is %v, want %q", addr, err, want)
		}
	}
	for _, addr := range []string{"127.0.0.1:0", "localhost:0"} {
		l, err := listen(addr)
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
	l, err := listen("")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if l.Addr().String() == Default || !strings.HasPrefix(l.Addr().String(), "127.0.0.1:") {
		t.Errorf("listening on %v, want another port of 127.0.0.1", l.Addr())
	}
	if _, err := listen(Default); err == nil {
		t.Errorf("-addr %s was not taken at its word", Default)
	}
}

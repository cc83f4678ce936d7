package serve

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lanebook/notebooks/internal/serve/loopback"
)

// long is enough text to be worth compressing.
var long = strings.Repeat("home ", 1000)

func writeSite(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "site")
	for name, text := range map[string]string{
		"index.html": long, "sub/index.html": "<p>sub", "bare/a.txt": "a", "a.wasm": "\x00asm" + long, "a.js": "let a", "a.csv": "1,2",
		"a.svg": "<svg/>" + long, "a.png": "png" + long, "a.ipynb": "{}", "a.odd": "?", "../secret.txt": "secret",
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
	handler := Handler(writeSite(t))
	for _, c := range []struct {
		method, path, accept string
		status               int
		kind, body           string
	}{
		{"GET", "/", "", 200, "text/html; charset=utf-8", long},
		{"GET", "/", "br, gzip", 200, "text/html; charset=utf-8", long},
		{"HEAD", "/", "", 200, "text/html; charset=utf-8", ""},
		{"GET", "/sub/", "", 200, "text/html; charset=utf-8", "<p>sub"},
		{"GET", "/sub", "", 301, "", ""},
		{"GET", "/bare/", "", 404, "", ""},
		{"GET", "/a.wasm", "gzip", 200, "application/wasm", "\x00asm" + long},
		{"GET", "/a.js", "", 200, "text/javascript; charset=utf-8", "let a"},
		{"GET", "/a.csv", "", 200, "text/csv; charset=utf-8", "1,2"},
		{"GET", "/a.svg", "gzip", 200, "image/svg+xml", "<svg/>" + long},
		{"GET", "/a.png", "gzip", 200, "image/png", "png" + long},
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
		request := httptest.NewRequest(c.method, "http://127.0.0.1"+c.path, nil)
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
	listener, err := loopback.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { ended <- Site(ctx, dir, listener, writer) }()
	line, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url := strings.Fields(line)[1]
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	if got := text(t, response.Body, false); got != long {
		t.Errorf("%s is %q, want the home page", url, got)
	}
	response.Body.Close()
	stop()
	if err := <-ended; err != nil {
		t.Errorf("after the interruption: %v", err)
	}
}

// What is published anew is served anew: the folder of the name is another one then.
func TestSiteIsPublishedAnew(t *testing.T) {
	dir := writeSite(t)
	handler := Handler(dir)
	get := func() (int, string) {
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, httptest.NewRequest("GET", "http://127.0.0.1/", nil))
		return recorder.Code, recorder.Body.String()
	}
	if code, body := get(); code != 200 || body != long {
		t.Fatalf("at first: status %d, %.20q", code, body)
	}
	if err := os.Rename(dir, dir+"-old"); err != nil {
		t.Fatal(err)
	}
	if code, _ := get(); code != 404 {
		t.Errorf("without a site: status %d, want 404", code)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("new"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir + "-old"); err != nil {
		t.Fatal(err)
	}
	if code, body := get(); code != 200 || body != "new" {
		t.Errorf("published anew: status %d, %.20q, want the new page", code, body)
	}
}

// A part of a file is of the file as it is, and a file that is known is not sent again.
func TestRangesAndKnownFiles(t *testing.T) {
	handler := Handler(writeSite(t))
	get := func(header, value string) *http.Response {
		request := httptest.NewRequest("GET", "http://127.0.0.1/", nil)
		request.Header.Set("Accept-Encoding", "gzip")
		request.Header.Set(header, value)
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		return recorder.Result()
	}
	part := get("Range", "bytes=2-5")
	if body := text(t, part.Body, false); part.StatusCode != 206 || body != long[2:6] {
		t.Errorf("status %d, %q, want 206 and %q", part.StatusCode, body, long[2:6])
	}
	if again := get("If-Modified-Since", part.Header.Get("Last-Modified")); again.StatusCode != 304 {
		t.Errorf("a known file: status %d, want 304", again.StatusCode)
	}
}

// Who asks and does not read the answer holds no connection for ever.
func TestIdleReaders(t *testing.T) {
	dir := writeSite(t)
	if err := os.WriteFile(filepath.Join(dir, "large.png"), make([]byte, 64<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	server := newServer(dir)
	if server.ReadTimeout != readLimit || server.WriteTimeout != writeLimit {
		t.Fatalf("limits %v and %v, want %v and %v", server.ReadTimeout, server.WriteTimeout, readLimit, writeLimit)
	}
	server.WriteTimeout = 50 * time.Millisecond
	ended := make(chan bool)
	inner := server.Handler
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inner.ServeHTTP(w, r)
		close(ended)
	})
	listener, err := loopback.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(listener)
	defer server.Close()
	idle, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer idle.Close()
	fmt.Fprint(idle, "GET /large.png HTTP/1.1\r\nHost: localhost\r\n\r\n")
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Error("the server still waits for a reader that reads nothing")
	}
}

// A name that somebody else's server turned to this machine is not answered.
func TestForeignHosts(t *testing.T) {
	handler := Handler(writeSite(t))
	for host, want := range map[string]int{
		"127.0.0.1:8765": 200, "localhost:8765": 200, "localhost": 200, "127.9.9.9": 200, "[::1]:8765": 200, "[::1]": 200, "LOCALHOST": 200, "LocalHost:8765": 200,
		"evil.example:8765": 421, "evil.example": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example:80": 421,
		"192.168.0.1": 421, "0.0.0.0:8765": 421, "": 421,
	} {
		request := httptest.NewRequest("GET", "http://127.0.0.1/", nil)
		request.Host = host
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		if recorder.Code != want || want != 200 && strings.Contains(recorder.Body.String(), "home") {
			t.Errorf("Host %q: status %d, want %d", host, recorder.Code, want)
		}
	}
}

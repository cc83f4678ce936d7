// Package serve shows a static site on this machine.
package serve

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Default is the address where Site serves when it is given none.
const Default = "127.0.0.1:8765"

// Site serves the folder dir over HTTP at addr, which must be a loopback
// address, until ctx ends. It says on out where. An empty addr is Default, or
// a free port where that is taken.
func Site(ctx context.Context, dir, addr string, out io.Writer) error {
	listener, err := listen(addr)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(dir) // nothing outside it can be reached, not even by a link
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer root.Close()
	server := &http.Server{Handler: Handler(root.FS()), ReadHeaderTimeout: 10 * time.Second}
	fmt.Fprintf(out, "serving http://%s/ until interrupted\n", listener.Addr())
	stopped := context.AfterFunc(ctx, func() { server.Close() })
	defer stopped()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func listen(addr string) (net.Listener, error) {
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
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("-addr %s: want an address of this machine only, such as %s", addr, Default)
	}
	return net.Listen("tcp", addr)
}

// types are the MIME types of a site's files by extension: the same on every
// machine, whatever it believes a file to be.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json", ".ipynb": "application/x-ipynb+json", ".csv": "text/csv; charset=utf-8",
	".txt": "text/plain; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png", ".pdf": "application/pdf",
	".wasm": "application/wasm", ".woff2": "font/woff2", ".ico": "image/x-icon",
}

// packed are the extensions of files that are compressed already.
var packed = map[string]bool{".png": true, ".pdf": true, ".woff2": true}

// Handler serves the files of a site: compressed for who accepts that, with
// index.html for a folder.
func Handler(site fs.FS) http.Handler {
	h := &handler{site: site, gzipped: map[string][]byte{}}
	return http.HandlerFunc(h.serve)
}

type handler struct {
	site    fs.FS
	mu      sync.Mutex
	gzipped map[string][]byte // by name, size and time of the file
}

func (h *handler) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if name == "" {
		name = "."
	}
	info, err := fs.Stat(h.site, name)
	if err == nil && info.IsDir() {
		if !strings.HasSuffix(r.URL.Path, "/") {
			http.Redirect(w, r, path.Base(name)+"/", http.StatusMovedPermanently) // or relative links would break
			return
		}
		name = path.Join(name, "index.html")
		info, err = fs.Stat(h.site, name)
	}
	if err != nil {
		http.NotFound(w, r)
		return
	}
	data, err := fs.ReadFile(h.site, name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	kind := types[path.Ext(name)]
	if kind == "" {
		kind = "application/octet-stream"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-cache") // ask again: the site may be published anew
	w.Header().Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && r.Header.Get("Range") == "" && !packed[path.Ext(name)] {
		data = h.gzip(fmt.Sprint(name, info.Size(), info.ModTime().UnixNano()), data)
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Length", fmt.Sprint(len(data)))
	}
	http.ServeContent(w, r, name, info.ModTime(), bytes.NewReader(data))
}

// gzip compresses data once for each version of a file.
func (h *handler) gzip(version string, data []byte) []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.gzipped[version] == nil {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write(data) // to memory: cannot fail
		z.Close()
		h.gzipped[version] = b.Bytes()
	}
	return h.gzipped[version]
}

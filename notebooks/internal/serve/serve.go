// Package serve shows a static site on this machine.
package serve

import (
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
	"time"

	"github.com/go-chi/chi/v5/middleware"

	"lanebook/notebooks/internal/serve/loopback"
)

// The time that a request may take to be read, and its answer to be sent.
const (
	readLimit  = 10 * time.Second
	writeLimit = time.Minute
)

// Site serves the folder dir over HTTP until ctx ends, also while it is published
// anew. It says on out where. The listener is closed at the end.
func Site(ctx context.Context, dir string, listener net.Listener, out io.Writer) error {
	server := newServer(dir)
	fmt.Fprintf(out, "serving http://%s/ until interrupted\n", listener.Addr())
	stopped := context.AfterFunc(ctx, func() { server.Close() })
	defer stopped()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func newServer(dir string) *http.Server {
	return &http.Server{Handler: Handler(dir), ReadTimeout: readLimit, WriteTimeout: writeLimit}
}

// types are the MIME types of a site's files by extension: the same on every
// machine, whatever it believes a file to be.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json", ".ipynb": "application/x-ipynb+json", ".csv": "text/csv; charset=utf-8",
	".txt": "text/plain; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm",
	".xml": "application/xml", ".pdf": "application/pdf", ".woff2": "font/woff2", ".gz": "application/gzip",
}

// Handler serves the files of the site in the folder dir: compressed for who accepts
// that, with index.html for a folder. It answers only who asks for this machine: a page
// of elsewhere whose name was turned to it reads nothing.
func Handler(dir string) http.Handler {
	files := middleware.Compress(gzip.DefaultCompression, "text/*", "application/*", "image/svg+xml")(http.FileServerFS(folder(dir)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = strings.Trim(r.Host, "[]")
		}
		switch {
		case !loopback.Is(host):
			http.Error(w, "this site is for this machine only", http.StatusMisdirectedRequest)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		default:
			w.Header().Set("Content-Type", kind(r.URL.Path))
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Header().Set("Cache-Control", "no-cache") // ask again: the site may be published anew
			if r.Header.Get("Range") != "" {
				r.Header.Del("Accept-Encoding") // a range is of the file as it is
			}
			files.ServeHTTP(w, r)
		}
	})
}

func kind(name string) string {
	extension := path.Ext(name)
	if strings.HasSuffix(name, "/") {
		extension = ".html"
	}
	if known := types[extension]; known != "" {
		return known
	}
	return "application/octet-stream"
}

// folder is the site in the folder of a name, as it is when a file of it is opened:
// publishing puts another folder in its place.
type folder string

// Open opens a file, or a folder that has an index.html. There is nothing else, and
// nothing outside, not even by a link.
func (f folder) Open(name string) (fs.File, error) {
	missing := &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	root, err := os.OpenRoot(string(f))
	if err != nil {
		return nil, missing
	}
	defer root.Close()
	file, err := root.FS().Open(name)
	if err != nil {
		return nil, missing
	}
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		return file, nil
	}
	if _, err := root.Stat(path.Join(name, "index.html")); err != nil {
		return nil, errors.Join(missing, file.Close())
	}
	return file, nil
}

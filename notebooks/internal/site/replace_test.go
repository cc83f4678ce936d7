package site

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestSiteIsNeverGone looks at a site without pause while it is published again and
// again.
func TestSiteIsNeverGone(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("this system cannot exchange two folders")
	}
	dir := filepath.Join(t.TempDir(), "site")
	s := Site{files{"index.html": []byte("x"), "assets/lanebook.js": nil}}
	if err := s.Publish(dir); err != nil {
		t.Fatal(err)
	}
	done, gone := make(chan bool), make(chan int)
	go func() {
		misses := 0
		for {
			select {
			case <-done:
				gone <- misses
				return
			default:
			}
			if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
				misses++
			}
		}
	}()
	for range 300 {
		if err := s.Publish(dir); err != nil {
			t.Error(err)
		}
	}
	close(done)
	if misses := <-gone; misses > 0 {
		t.Errorf("the site was gone %d times", misses)
	}
}

// TestSiteWithoutExchange is for systems that cannot exchange two folders.
func TestSiteWithoutExchange(t *testing.T) {
	parent := t.TempDir()
	path := func(name string) string { return filepath.Join(parent, name) }
	for _, name := range []string{"dir", "fresh"} {
		if err := os.MkdirAll(path(name+"/"+name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := rename(path("dir"), path("fresh"), path("old")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"dir/fresh", "old/dir"} {
		if _, err := os.Stat(path(want)); err != nil {
			t.Error(err)
		}
	}
	if err := rename(path("dir"), path("none"), path("older")); err == nil {
		t.Error("nothing took the place of a folder")
	}
	if _, err := os.Stat(path("dir/fresh")); err != nil {
		t.Errorf("after an error it is not as it was: %v", err)
	}
}

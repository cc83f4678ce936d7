package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestServe: -serve shows what was published until it is interrupted, and nothing of it
// is left then.
func TestServe(t *testing.T) {
	r := newRepository(t, t.TempDir())
	r.mustRun(t, nil)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	reader, writer := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, r.root, []string{"-serve", "-addr", "127.0.0.1:0"}, writer, io.Discard)
		writer.Close()
	}()
	url := ""
	lines := bufio.NewScanner(reader)
	for url == "" && lines.Scan() {
		if after, found := strings.CutPrefix(lines.Text(), "serving "); found {
			url, _, _ = strings.Cut(after, " ")
		}
	}
	if url == "" {
		t.Fatalf("nothing is served: %v", <-ended)
	}
	response, err := http.Get(url + "01-banks.html")
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil || !strings.Contains(string(page), "32 banks") {
		t.Errorf("the page is %.200q, %v", page, err)
	}
	go io.Copy(io.Discard, reader)
	stop()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("after the interruption: %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it still serves")
	}
	if _, err := http.Get(url); err == nil {
		t.Error("somebody still serves")
	}
}

// Package browsertest starts a real, headless browser for tests of what a page
// does.
package browsertest

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// Start starts a browser that lives as long as the test and its subtests, and
// returns the context of its first tab. It takes the browser that CHROME names,
// or what the system calls Chromium. Without one the test is skipped, or fails
// where LANEBOOK_BROWSER=required. More are further options of the browser.
func Start(t testing.TB, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	path := find(t)
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true))
	options = append(options, more...)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, closeBrowser := chromedp.NewContext(allocator)
	t.Cleanup(closeBrowser)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("starting %s: %v", path, err)
	}
	return ctx
}

func find(t testing.TB) string {
	t.Helper()
	for _, name := range []string{os.Getenv("CHROME"), "chromium", "chromium-browser", "google-chrome"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("LANEBOOK_BROWSER") == "required" {
		t.Fatal("no browser: install chromium, or name one in CHROME")
	}
	t.Skip("NOT TESTED IN A BROWSER: install chromium, or name one in CHROME")
	return ""
}

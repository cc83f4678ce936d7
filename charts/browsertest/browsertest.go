// Package browsertest starts a real, headless browser for tests of what a page
// does.
package browsertest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"lanebook/charts/chromium"
)

// Start starts a browser that lives as long as the test and its subtests, and
// returns the context of its first tab. It takes the browser that CHROME names,
// or what the system calls Chromium. Without one the test is skipped, or fails
// where LANEBOOK_BROWSER=required. More are further options of the browser.
func Start(t testing.TB, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	ctx, stop, err := start(Find(t), more)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return ctx
}

// shared is the browser of all tests of a package.
var shared struct {
	sync.Mutex
	browser context.Context
	stop    func()
}

// Shared returns the context of a browser that all tests of a package share, which
// starts with the first that asks. A tab is a child of it; one that is to have a cache
// and storage of its own is made with [chromedp.WithNewBrowserContext]. The package's
// TestMain calls [Stop] after the tests. Else it is as Start.
func Shared(t testing.TB) context.Context {
	t.Helper()
	path := Find(t)
	shared.Lock()
	defer shared.Unlock()
	if shared.browser == nil {
		var err error
		if shared.browser, shared.stop, err = start(path, nil); err != nil {
			t.Fatal(err)
		}
	}
	return shared.browser
}

// Stop ends the browser that tests have shared, if there was one.
func Stop() {
	if shared.browser != nil {
		shared.stop()
	}
}

func start(path string, more []chromedp.ExecAllocatorOption) (context.Context, func(), error) {
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("force-prefers-reduced-motion", true)) // or each chart moves as it wakes, which takes longer than all else
	options = append(options, more...)
	for _, option := range chromium.Options() {
		options = append(options, chromedp.Flag(strings.TrimPrefix(option, "--"), true))
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, closeBrowser := chromedp.NewContext(allocator)
	end := func() {
		closeBrowser()
		stop()
	}
	if err := chromedp.Do(ctx); err != nil {
		end()
		return nil, nil, fmt.Errorf("starting %s: %w", path, err)
	}
	return ctx, end, nil
}

// Find returns the browser that Start starts, or skips or fails the test as it does.
func Find(t testing.TB) string {
	t.Helper()
	path, err := chromium.Find()
	if err != nil && os.Getenv("LANEBOOK_BROWSER") == "required" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip("NOT TESTED IN A BROWSER: ", err)
	}
	return path
}

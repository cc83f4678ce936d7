package labtest

import (
	"context"
	"fmt"
	"lanebook/charts/browsertest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// tab is one page in a browser of its own, and what it complained about.
type tab struct {
	context.Context
	t *testing.T

	mu     sync.Mutex
	said   []string                     // console messages, exceptions, failed requests
	strays []string                     // requests to other hosts
	urls   map[network.RequestID]string // what was asked
}

// openTab starts a browser that lives as long as the test.
func openTab(t *testing.T) *tab {
	t.Helper()
	ctx := browsertest.Start(t)
	p := &tab{t: t, Context: ctx, urls: map[network.RequestID]string{}}
	if err := chromedp.Listen(ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *tab) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, a := range e.Args {
			words = append(words, strings.Trim(string(a.Value), `"`)+a.Description)
		}
		p.say("console %s: %s", e.Type, strings.Join(words, " "))
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		p.say("exception: %s", text)
	case *log.EventEntryAdded:
		p.say("log %s: %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL)
	case *network.EventRequestWillBeSent:
		p.urls[e.RequestID] = e.Request.URL
		if u, err := url.Parse(e.Request.URL); err != nil || slices.Contains([]string{"http", "https", "ws", "wss"}, u.Scheme) && u.Hostname() != "127.0.0.1" {
			p.strays = append(p.strays, e.Request.URL)
		}
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			p.say("status %d: %s", e.Response.Status, e.Response.URL)
		}
	case *network.EventLoadingFailed:
		if !e.Canceled {
			p.say("%s: %s", e.ErrorText, p.urls[e.RequestID])
		}
	}
}

var port = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// say notes a message once. The caller holds p.mu.
func (p *tab) say(format string, args ...any) {
	message := port.ReplaceAllString(fmt.Sprintf(format, args...), "HOST")
	if !slices.Contains(p.said, message) {
		p.said = append(p.said, message)
	}
}

func (p *tab) run(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// value evaluates a JavaScript expression, awaiting a promise for as long as
// limit.
func value[T any](p *tab, limit time.Duration, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.Context, limit)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits for a JavaScript expression to become true.
func (p *tab) until(limit time.Duration, expression string) {
	p.t.Helper()
	for end := time.Now().Add(limit); !value[bool](p, limit, "!!("+expression+")"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			p.shoot("stuck")
			p.t.Fatalf("%v and not yet: %s\nthe browser said:\n%s", limit, expression, strings.Join(p.said, "\n"))
		}
	}
}

// shoot keeps a picture of the page in LANEBOOK_SHOTS.
func (p *tab) shoot(name string) {
	p.t.Helper()
	folder := os.Getenv("LANEBOOK_SHOTS")
	if folder == "" {
		return
	}
	png, err := chromedp.Run(p, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name+".png"), png, 0o644)
	}
	if err != nil {
		p.t.Error(err)
	}
}

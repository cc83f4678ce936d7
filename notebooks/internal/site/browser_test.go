package site

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	serving "lanebook/notebooks/internal/serve"
)

// tab is one page in the browser and everything it complained about.
type tab struct {
	context.Context
	t *testing.T

	mu       sync.Mutex
	faults   []string          // console messages, exceptions, failed requests
	requests map[string]string // URL -> resource type, in this tab's life
	bytes    map[string]int    // URL -> decoded size
	ids      map[network.RequestID]string
	idle     map[cdp.LoaderID]bool // documents that have nothing left to load
	document cdp.LoaderID
}

// open opens a page in a new tab of the given width, and at the end of the test
// demands that it was silent and asked no other host than its own.
func open(t *testing.T, browser context.Context, address string, width int64, before ...chromedp.Action[chromedp.Void]) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	p := &tab{t: t, requests: map[string]string{}, bytes: map[string]int{}, ids: map[network.RequestID]string{}, idle: map[cdp.LoaderID]bool{}}
	if err := chromedp.Listen(ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	p.Context, cancel = context.WithTimeout(ctx, 180*time.Second)
	t.Cleanup(cancel)
	p.run(chromedp.EmulateViewport(width, 800))
	p.run(before...)
	p.run(chromedp.Navigate(address))
	t.Cleanup(func() { p.checkSilent(address) })
	return p
}

func (p *tab) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, a := range e.Args {
			words = append(words, string(a.Value)+a.Description)
		}
		p.faults = append(p.faults, fmt.Sprintf("console %s: %s", e.Type, strings.Join(words, " ")))
	case *runtime.EventExceptionThrown:
		p.faults = append(p.faults, fmt.Sprintf("exception: %s %v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
	case *log.EventEntryAdded:
		p.faults = append(p.faults, fmt.Sprintf("log %s: %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL))
	case *network.EventRequestWillBeSent:
		p.requests[e.Request.URL] = string(e.Type)
		p.ids[e.RequestID] = e.Request.URL
		if e.Type == network.ResourceTypeDocument {
			p.document = e.LoaderID
		}
	case *page.EventLifecycleEvent:
		if e.Name == "networkIdle" {
			p.idle[e.LoaderID] = true
		}
	case *network.EventDataReceived:
		p.bytes[p.ids[e.RequestID]] += int(e.DataLength)
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			p.faults = append(p.faults, fmt.Sprintf("%s: status %d", e.Response.URL, e.Response.Status))
		}
	case *network.EventLoadingFailed:
		if !e.Canceled {
			p.faults = append(p.faults, fmt.Sprintf("%s: %s", p.ids[e.RequestID], e.ErrorText))
		}
	}
}

func (p *tab) checkSilent(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.faults {
		p.t.Error(f)
	}
	home, err := url.Parse(address)
	if err != nil {
		p.t.Fatal(err)
	}
	for asked := range p.requests {
		u, err := url.Parse(asked)
		if err != nil || u.Scheme != "data" && u.Scheme != "blob" && (u.Scheme != home.Scheme || u.Host != home.Host) {
			p.t.Errorf("a request left the site: %s", asked)
		}
	}
}

func (p *tab) run(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// value evaluates JavaScript, awaiting a promise.
func value[T any](p *tab, script string) T {
	p.t.Helper()
	v, err := chromedp.Run(p, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", script, err)
	}
	return v
}

// do runs JavaScript for its effect.
func (p *tab) do(format string, args ...any) {
	p.t.Helper()
	p.run(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(format, args...)))
}

// until waits for a JavaScript expression to become true. (chromedp.Poll makes
// functions of strings, which the pages' content security policy forbids.)
func (p *tab) until(expression string) {
	p.t.Helper()
	if !value[bool](p, fmt.Sprintf(`new Promise(function (resolve) {
		const end = Date.now() + 60000;
		(function look() {
			if (%s) resolve(true);
			else if (Date.now() > end) resolve(false);
			else setTimeout(look, 20);
		})();
	})`, expression)) {
		p.t.Fatalf("60 s and not yet: %s", expression)
	}
}

// settle waits until the page has loaded all that it loads unasked.
func (p *tab) settle() {
	p.t.Helper()
	for end := time.Now().Add(60 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		p.mu.Lock()
		done := p.idle[p.document]
		p.mu.Unlock()
		if done {
			return
		}
	}
	p.t.Fatal("60 s and the page still loads")
}

// live scrolls a figure into view and waits for its chart. It follows the figure:
// while the charts above it are drawn the page still moves.
func (p *tab) live(figure string) {
	p.t.Helper()
	p.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 1, 1)) // a reader is there
	p.until(fmt.Sprintf(`(function (figure) {
		const done = ["live", "failed"].includes(figure.dataset.lbState);
		if (!done) figure.scrollIntoView({behavior: "instant", block: "center"});
		return done;
	})(document.querySelector(%q))`, figure))
	if why := value[string](p, fmt.Sprintf(`document.querySelector(%q).dataset.lbError || ""`, figure)); why != "" {
		p.t.Fatalf("%s did not come alive: %s", figure, why)
	}
}

// serve serves a published folder as a plain static host does.
func serve(t *testing.T, dir string) string {
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	return server.URL
}

// serveGzip is serve as servers of sites do it: compressed for who accepts that.
func serveGzip(t *testing.T, dir string) string {
	server := httptest.NewServer(serving.Handler(dir))
	t.Cleanup(server.Close)
	return server.URL
}

package site

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"lanebook/charts/browsertest"
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

// TestMain ends what the tests share: a browser, and the sites that none of them changes.
func TestMain(m *testing.M) {
	status := m.Run()
	browsertest.Stop()
	if shared.dir != "" {
		os.RemoveAll(shared.dir)
	}
	os.Exit(status)
}

// shared are the sites that several tests read, by name, in folders of dir.
var shared struct {
	sync.Mutex
	dir   string
	sites map[string]bool
}

// publishOnce publishes a site, unless a test before has, and returns its folder. No test
// may change what is there.
func publishOnce(t testing.TB, name string, front Front, pages func() []Page) string {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.dir == "" {
		var err error
		if shared.dir, err = os.MkdirTemp("", "lanebook-site-"); err != nil {
			t.Fatal(err)
		}
		shared.sites = map[string]bool{}
	}
	dir := filepath.Join(shared.dir, name)
	if !shared.sites[name] {
		if err := Publish(dir, front, pages()); err != nil {
			t.Fatal(err)
		}
		shared.sites[name] = true
	}
	return dir
}

// full asks for every page, width and way of opening. Quick runs leave out those that
// show the same again, and say which.
var full = os.Getenv("LANEBOOK_FULL") != ""

// open opens a page in a new tab of the given width, with storage and cache of its own,
// and at the end of the test demands that it was silent and asked no other host than its
// own.
func open(t *testing.T, browser context.Context, address string, width int64, before ...chromedp.Action[chromedp.Void]) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	p := &tab{t: t, requests: map[string]string{}, bytes: map[string]int{}, ids: map[network.RequestID]string{}, idle: map[cdp.LoaderID]bool{}}
	if err := chromedp.Listen(ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	p.Context, cancel = context.WithTimeout(ctx, 10*time.Minute)
	t.Cleanup(cancel)
	p.run(focused, chromedp.EmulateViewport(width, 800))
	p.run(before...)
	p.run(chromedp.Navigate(address))
	t.Cleanup(func() { p.checkSilent(address) })
	return p
}

// focused lets a page have the focus, whichever tab a test beside this one moves.
func focused(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	_, err := cdp.Call(ctx, t, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return chromedp.Void{}, err
}

// visit goes to another page of the same host, on a screen of the given width, and waits
// until it has loaded. (chromedp.Navigate may take the end of the page before for that.)
func (p *tab) visit(address string, width int64) {
	p.t.Helper()
	p.do(`window.left = true`)
	p.run(chromedp.EmulateViewport(width, 800), chromedp.Navigate(address))
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		there, err := chromedp.Run(p, chromedp.Evaluate[bool](`!window.left && document.readyState === "complete"`))
		if err == nil && there { // there is an error while one page gives way to the other
			return
		}
	}
	p.t.Fatalf("%v and not yet at %s", patience, address)
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

// patience is how long a page may take: it is there to end what hangs, on a machine that
// may be busy with other tests. Times are held to bars elsewhere.
const patience = 4 * time.Minute

// until waits for a JavaScript expression to become true, also while one page gives way to
// another, when there are errors. (chromedp.Poll makes functions of strings, which the
// pages' content security policy forbids.)
func (p *tab) until(expression string) {
	p.t.Helper()
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		var there bool
		if there, err = chromedp.Run(p, chromedp.Evaluate[bool](fmt.Sprintf("Boolean(%s)", expression))); err == nil && there {
			return
		}
	}
	p.t.Fatalf("%v and not yet: %s (%v)", patience, expression, err)
}

// settle waits until the page has loaded all that it loads unasked.
func (p *tab) settle() {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		p.mu.Lock()
		done := p.idle[p.document]
		p.mu.Unlock()
		if done {
			return
		}
	}
	p.t.Fatalf("%v and the page still loads", patience)
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

package labtest

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"lanebook/notebooks/internal/nb"
)

// TestVSCode opens every notebook in VS Code's own notebook editor, with the renderers
// that come with it, in both themes: every picture, formula and answer of a what-if is to
// be seen, and nothing that is dead. LANEBOOK_VSCODE names a folder with code-server, which
// is VS Code for a browser, and the Node.js that it wants: bash .ci/long vscode makes one.
func TestVSCode(t *testing.T) {
	installed := os.Getenv("LANEBOOK_VSCODE")
	if installed == "" {
		t.Skip("LANEBOOK_VSCODE does not name a folder with code-server")
	}
	paths, err := filepath.Glob("../../*.ipynb")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no notebooks in ../..: %v", err)
	}
	code := startCode(t, installed)
	for _, theme := range []string{"Light", "Dark"} {
		code.setTheme(t, theme)
		for _, path := range paths {
			t.Run(theme+"/"+strings.TrimSuffix(filepath.Base(path), ".ipynb"), func(t *testing.T) { code.check(t, path, theme) })
		}
	}
}

// vsCode is a code-server of its own.
type vsCode struct{ url, root, settings string }

// startCode starts code-server, which ends with the test, without anything of the user's.
func startCode(t *testing.T, installed string) vsCode {
	t.Helper()
	home, err := os.MkdirTemp("", "vs") // sockets lie in it, whose paths must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(home) })
	port := freePort(t)
	c := vsCode{fmt.Sprintf("http://127.0.0.1:%d", port), filepath.Join(home, "notebooks"), filepath.Join(home, "data", "User", "settings.json")}
	for _, folder := range []string{c.root, filepath.Dir(c.settings)} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	modules := filepath.Join(installed, "node_modules")
	cmd := exec.Command(filepath.Join(modules, "node", "bin", "node"), filepath.Join(modules, "code-server", "out", "node", "entry.js"),
		"--auth", "none", "--bind-addr", c.url[len("http://"):], "--disable-telemetry", "--disable-update-check",
		"--user-data-dir", filepath.Join(home, "data"), "--extensions-dir", filepath.Join(home, "extensions"), c.root)
	cmd.Env = append(cmd.Environ(), "HOME="+home, "TMPDIR="+home, "XDG_RUNTIME_DIR="+home)
	said := &transcript{}
	cmd.Stdout, cmd.Stderr = said, said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		cmd.Wait()
	})
	for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if reply, err := http.Get(c.url + "/healthz"); err == nil {
			reply.Body.Close()
			return c
		} else if time.Now().After(end) {
			t.Fatalf("code-server did not start within a minute: %v\n%s", err, said)
		}
	}
}

// setTheme makes the next window a notebook's alone, in a theme.
func (c vsCode) setTheme(t *testing.T, theme string) {
	t.Helper()
	settings := `{"workbench.colorTheme": "Default ` + theme + ` Modern", "workbench.editorAssociations": {"*.ipynb": "jupyter-notebook"},
		"security.workspace.trust.enabled": false, "chat.disableAIFeatures": true, "git.enabled": false,
		"workbench.startupEditor": "none", "workbench.secondarySideBar.defaultVisibility": "hidden"}`
	if err := os.WriteFile(c.settings, []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
}

// What a cell's output has: the pictures, and what a what-if answers.
var (
	picture = regexp.MustCompile(`<img [^>]*alt="([^"]*)"`)
	answer  = regexp.MustCompile(`<p class="lbw-sentence"[^>]*>([^<]*)</p>`)
)

// outputs is the document in which VS Code renders a notebook's outputs and prose; a
// shadow tree holds the prose of each cell.
const outputs = `(function () {
	const frame = document.querySelector("iframe.webview.ready"), inner = frame && frame.contentDocument.querySelector("#active-frame");
	return inner && inner.contentDocument && inner.contentDocument.body;
})()`

// check opens a notebook and looks at all that it renders.
func (c vsCode) check(t *testing.T, path, theme string) {
	book, err := nb.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	opened := filepath.Join(c.root, filepath.Base(path))
	if err := os.WriteFile(opened, data, 0o644); err != nil {
		t.Fatal(err)
	}
	var pictures, answers []string
	cells, formulas := 0, 0
	for _, cell := range book.Cells {
		if cell.Type == nb.Markdown {
			formulas += strings.Count(cell.Source, "$$") / 2
		}
		if len(cell.Outputs) > 0 {
			cells++
		}
		for _, out := range cell.Outputs {
			shown, _ := out.Content("text/html")
			for _, found := range picture.FindAllStringSubmatch(shown, -1) {
				pictures = append(pictures, html.UnescapeString(found[1]))
			}
			for _, found := range answer.FindAllStringSubmatch(shown, -1) {
				answers = append(answers, html.UnescapeString(found[1]))
			}
		}
	}
	p := openTab(t)
	p.run(chromedp.EmulateViewport(1280, 1000))
	open := fmt.Sprintf(`[["openFile","vscode-remote://%s%s"]]`, c.url[len("http://"):], opened)
	p.run(chromedp.Navigate(c.url + "/?" + url.Values{"folder": {c.root}, "payload": {open}}.Encode()))
	p.until(2*time.Minute, fmt.Sprintf(`%s && %[1]s.querySelectorAll(".output_container").length >= %d`, outputs, cells))
	p.until(time.Minute, outputs+`.classList.contains("vscode-`+strings.ToLower(theme)+`")`)
	rendered := fmt.Sprintf(`(function (body) {
		window.everything = (function all(root) {
			return Array.from(root.querySelectorAll("*")).flatMap(e => [e].concat(e.shadowRoot ? all(e.shadowRoot) : []));
		})(body);
		const count = (what) => everything.filter(e => e.matches(what) && (e.tagName !== "IMG" || e.complete)).length;
		return count(".katex-display") >= %d && count("img") >= %d && count(".lbw-sentence") >= %d;
	})(%s)`, formulas, len(pictures), len(answers), outputs)
	for end := time.Now().Add(time.Minute); !value[bool](p, time.Minute, rendered) && time.Now().Before(end); {
		time.Sleep(200 * time.Millisecond) // what is missing then, is told below
	}
	p.shoot(strings.ToLower(theme) + "-" + filepath.Base(path))
	seen := map[string]bool{}
	for _, alt := range value[[]string](p, time.Minute, `everything.filter(e => e.tagName === "IMG" && e.complete && e.naturalWidth > 0 && e.width > 100).map(e => e.alt)`) {
		seen[alt] = true
	}
	for _, alt := range pictures {
		if !seen[alt] {
			t.Errorf("there is no picture %.80q", alt)
		}
	}
	words := value[[]string](p, time.Minute, `everything.filter(e => e.matches(".lbw-sentence") && e.offsetHeight).map(e => e.textContent)`)
	for _, sentence := range answers {
		if !slices.Contains(words, sentence) {
			t.Errorf("there is no answer %.80q", sentence)
		}
	}
	if n := value[int](p, time.Minute, `everything.filter(e => e.matches(".katex-display")).length`); n != formulas {
		t.Errorf("%d displayed formulas, want %d", n, formulas)
	}
	for what, expression := range map[string]string{
		"formulas that are not understood": `e.classList.contains("katex-error")`,
		"controls that do nothing":         `e.matches(".lbw :is(input, select, textarea, button, progress)") && e.offsetParent`,
		"outputs without a renderer":       `e.matches(".output_container") && /renderer could be found|renderer not available|unsupported/i.test(e.textContent)`,
	} {
		if n := value[int](p, time.Minute, "everything.filter(e => "+expression+").length"); n != 0 {
			t.Errorf("%d %s", n, what)
		}
	}
	t.Logf("%d pictures, %d displayed formulas, %d answers of what-ifs", len(pictures), formulas, len(answers))
	if now, err := os.ReadFile(opened); err != nil || string(now) != string(data) {
		t.Errorf("opening has changed the notebook: %v", err)
	}
}

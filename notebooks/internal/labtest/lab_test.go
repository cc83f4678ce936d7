package labtest

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"lanebook/charts"
	"lanebook/notebooks/internal/diff"
	"lanebook/notebooks/internal/execute"
	"lanebook/notebooks/internal/nb"
)

// probe.js asks JupyterLab for what a reader would see.
//
//go:embed testdata/probe.js
var probe string

// patience is how long something may take that takes a second at rest.
const patience = 2 * time.Minute

// noise is what JupyterLab 4 itself says, whatever the notebook.
var noise = []*regexp.Regexp{
	regexp.MustCompile(`^console debug: Starting application in workspace: `),
	regexp.MustCompile(`^console debug: Starting WebSocket: ws://HOST/api/kernels/[-0-9a-f]+$`),
}

// executed are the notebooks whose cells are run in JupyterLab; with LANEBOOK_FULL=1 all are. Of the
// others JupyterLab shows the outputs that were committed, which the main command has got from the same kernel.
var executed = []string{"01-lds-banks.ipynb", "11-counting.ipynb"}

// TestJupyterLab opens every notebook in JupyterLab as a reader does who has just
// cloned the repository, saves it, which changes nothing, runs all cells or trusts the notebook, looks at every
// chart in both themes, and moves a slider of each what-if.
func TestJupyterLab(t *testing.T) {
	python := os.Getenv("JUPYTER_PYTHON")
	if python == "" {
		t.Skip("JUPYTER_PYTHON does not name a Python with JupyterLab 4")
	}
	paths, err := filepath.Glob("../../*.ipynb")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no notebooks in ../..: %v", err)
	}
	lab := startLab(t, python)
	beside := lab // one notebook in each at a time, as they change its theme
	beside.start(t, python, freePort(t))
	free := make(chan server, 2)
	free <- lab
	free <- beside
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".ipynb"), func(t *testing.T) {
			t.Parallel()
			lab := <-free
			t.Cleanup(func() { free <- lab })
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			committed, err := nb.Read(data)
			if err != nil {
				t.Fatal(err)
			}
			n := notebook{tab: openTab(t), name: filepath.Base(path), book: committed, file: filepath.Join(lab.root, filepath.Base(path))}
			if err := os.WriteFile(n.file, data, 0o644); err != nil {
				t.Fatal(err)
			}
			n.run(chromedp.EmulateViewport(1280, 900))
			n.open(lab.url)
			n.setTheme("JupyterLab Light") // the notebook before this one has left it dark
			n.checkPictures()
			n.checkUntrusted()
			n.save()
			n.checkUnchanged()
			running := slices.Contains(executed, n.name) || os.Getenv("LANEBOOK_FULL") == "1"
			if running {
				n.runAll()
			} else {
				n.trust(python, lab.trust)
				n.open(lab.url)
			}
			light := n.checkCharts("light")
			n.checkHover()
			n.setTheme("JupyterLab Dark")
			for i, ink := range n.checkCharts("dark") {
				if ink != "" && ink == light[i] {
					n.t.Errorf("the chart of cells[%d] has letters of %s in both themes", i, ink)
				}
			}
			n.save()
			if running {
				n.compare()
				n.open(lab.url)
				n.checkCharts("reopened")
			} else {
				n.checkUnchanged()
			}
			n.moveWhatIfs()
			n.checkQuiet()
		})
	}
}

// notebook is a notebook open in JupyterLab.
type notebook struct {
	*tab
	name string
	book *nb.Notebook // as committed
	file string       // that JupyterLab opens
}

// open opens the notebook and waits for its kernel.
func (n *notebook) open(lab string) {
	n.t.Helper()
	n.run(chromedp.Navigate(lab + "/lab/tree/" + n.name + "?reset"))
	n.until(patience, `window.jupyterapp && Array.from(jupyterapp.shell.widgets("main")).some(w => w.sessionContext)`)
	n.run(chromedp.Evaluate[chromedp.Void](probe + "true"))
	n.until(patience, "probe.ready()")
	if kernel := value[string](n.tab, time.Minute, "probe.kernel()"); kernel != "lanebook" {
		n.t.Fatalf("the notebook runs in the kernel %q, want lanebook", kernel)
	}
}

// figures are the indices of the cells that show figures.
func (n *notebook) figures() []int {
	var cells []int
	for i, cell := range n.book.Cells {
		for _, out := range cell.Outputs {
			if _, ok := out.Data[charts.MIME]; ok {
				cells = append(cells, i)
				break
			}
		}
	}
	return cells
}

// checkPictures demands that every figure is to be seen before anything was run.
// The notebook is not trusted yet, so that no script of its outputs runs.
func (n *notebook) checkPictures() {
	n.t.Helper()
	figures := n.figures()
	if len(figures) == 0 {
		n.t.Error("the notebook shows no figure")
	}
	for _, i := range figures {
		n.until(patience, fmt.Sprintf("probe.show(%d) && probe.shows(%d)", i, i))
		n.shoot(fmt.Sprintf("%s-%02d-untrusted", n.name, i))
	}
	n.t.Logf("%d figures are to be seen before the notebook is trusted", len(figures))
}

// trust tells Jupyter that the notebook's outputs may run their scripts, by the server's option.
func (n *notebook) trust(python, option string) {
	n.t.Helper()
	if said, err := exec.Command(python, "-m", "jupyter", "trust", option, n.file).CombinedOutput(); err != nil {
		n.t.Fatalf("jupyter trust: %v\n%s", err, said)
	}
}

// runAll runs all cells by JupyterLab's own command.
func (n *notebook) runAll() {
	n.t.Helper()
	start := time.Now()
	for _, fault := range value[[]string](n.tab, 5*time.Minute, "probe.runAll()") {
		n.t.Error(fault)
	}
	n.until(time.Minute, "probe.idle()")
	n.t.Logf("JupyterLab ran all cells in %.1f s", time.Since(start).Seconds())
}

// checkCharts demands that every figure that is more than a table is live. It
// returns the colours of the charts' letters by cell.
func (n *notebook) checkCharts(when string) map[int]string {
	n.t.Helper()
	live := 0
	inks := map[int]string{}
	for _, i := range n.figures() {
		n.until(patience, fmt.Sprintf("probe.show(%d) && probe.settled(%d)", i, i))
		for _, fault := range value[[]string](n.tab, time.Minute, fmt.Sprintf("probe.faults(%d)", i)) {
			n.t.Errorf("%s: %s", when, fault)
		}
		live += value[int](n.tab, time.Minute, fmt.Sprintf("probe.charts(%d)", i))
		inks[i] = value[string](n.tab, time.Minute, fmt.Sprintf("probe.ink(%d)", i))
		n.shoot(fmt.Sprintf("%s-%02d-%s", n.name, i, when))
	}
	if live == 0 {
		n.t.Errorf("%s: no chart is live", when)
	}
	n.t.Logf("%s: %d charts are live", when, live)
	return inks
}

// checkHover moves the mouse over the charts until one tells what is there.
func (n *notebook) checkHover() {
	n.t.Helper()
	for _, i := range n.figures() {
		for _, at := range value[[][2]float64](n.tab, time.Minute, fmt.Sprintf("probe.spots(%d)", i)) {
			n.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
			for end := time.Now().Add(300 * time.Millisecond); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
				if said := value[string](n.tab, time.Minute, fmt.Sprintf("probe.tooltip(%d)", i)); said != "" {
					n.t.Logf("a chart says below the mouse: %s", strings.ReplaceAll(said, "\n", "; "))
					n.shoot(fmt.Sprintf("%s-%02d-hover", n.name, i))
					return
				}
			}
		}
	}
	n.t.Error("no chart tells anything below the mouse")
}

func (n *notebook) setTheme(theme string) {
	n.t.Helper()
	value[any](n.tab, time.Minute, fmt.Sprintf("jupyterapp.commands.execute('apputils:change-theme', {theme: %q})", theme))
	n.until(patience, fmt.Sprintf("document.body.dataset.jpThemeLight === '%t'", theme == "JupyterLab Light"))
}

func (n *notebook) save() {
	n.t.Helper()
	value[bool](n.tab, time.Minute, "probe.save()")
}

// checkUnchanged demands that opening and saving the notebook has left its file as it was.
func (n *notebook) checkUnchanged() {
	n.t.Helper()
	want, err := n.book.Bytes()
	if err != nil {
		n.t.Fatal(err)
	}
	got, err := os.ReadFile(n.file)
	if err != nil {
		n.t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	old, now := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	for i := range min(len(old), len(now)) {
		if old[i] != now[i] {
			n.t.Errorf("opening and saving changes line %d: %.200s, was %.200s", i+1, now[i], old[i])
			return
		}
	}
	n.t.Errorf("opening and saving gives %d lines, was %d", len(now), len(old))
}

// compare holds what JupyterLab saved against the committed outputs.
func (n *notebook) compare() {
	n.t.Helper()
	theirs, err := nb.ReadFile(n.file)
	if err != nil {
		n.t.Fatal(err)
	}
	if err := execute.Normalise(theirs); err != nil {
		n.t.Fatal(err)
	}
	if found := diff.Outputs(n.book, theirs); len(found) > 0 {
		n.t.Errorf("JupyterLab saved other outputs than those committed:\n%s", strings.Join(found, "\n"))
	}
}

// checkQuiet demands that the browser had nothing to complain about, and that
// nothing was asked of another host.
func (n *notebook) checkQuiet() {
	n.t.Helper()
	n.mu.Lock()
	defer n.mu.Unlock()
message:
	for _, said := range n.said {
		for _, known := range noise {
			if known.MatchString(said) {
				n.t.Logf("JupyterLab's own: %s", said)
				continue message
			}
		}
		n.t.Errorf("the browser said: %s", said)
	}
	for _, stray := range n.strays {
		n.t.Errorf("a request left this machine: %s", stray)
	}
}

package labtest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"lanebook/notebooks/internal/nb"
	"lanebook/notebooks/whatif/block"
)

// whatIfs are the indices of the cells that show what-ifs, and their names.
func (n *notebook) whatIfs() (cells []int, names []string) {
	for i, cell := range n.book.Cells {
		for _, out := range cell.Outputs {
			if content, ok := out.Content(block.MIME); ok {
				start, err := block.Parse([]byte(content))
				if err != nil {
					n.t.Fatal(err)
				}
				cells, names = append(cells, i), append(names, start.Name)
			}
		}
	}
	return cells, names
}

// TestWhatIfsInJupyterLab opens the bench in JupyterLab, sees its pictures before
// it is trusted, runs it, and moves a slider of each what-if: the answer changes
// without the kernel's help.
func TestWhatIfsInJupyterLab(t *testing.T) {
	python := os.Getenv("JUPYTER_PYTHON")
	if python == "" {
		t.Skip("JUPYTER_PYTHON does not name a Python with JupyterLab 4")
	}
	const name = "07-bench.ipynb"
	data, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	book, err := nb.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	lab := startLab(t, python)
	if err := os.WriteFile(filepath.Join(lab.root, name), data, 0o644); err != nil {
		t.Fatal(err)
	}
	n := notebook{tab: openTab(t), name: name, book: book}
	n.run(chromedp.EmulateViewport(1280, 900))
	n.open(lab.url)
	cells, names := n.whatIfs()
	if len(cells) == 0 {
		t.Fatal("the bench shows no what-if")
	}
	for _, i := range cells {
		n.until(20*time.Second, fmt.Sprintf("probe.show(%d) && probe.shows(%d)", i, i))
		const dead = `Array.from(document.querySelectorAll(".lbw :is(input, select, textarea, button, progress)")).filter(c => c.offsetParent).length`
		if n.until(20*time.Second, `document.body.innerText.includes("Trust Notebook")`); value[int](n.tab, time.Minute, dead) != 0 {
			t.Errorf("cell %d shows controls that do nothing until the notebook is trusted", i)
		}
		n.shoot(fmt.Sprintf("%s-%02d-untrusted", name, i))
	}
	n.runAll()
	for k, i := range cells {
		block := fmt.Sprintf(`document.querySelector("[data-lbw=%s]")`, names[k])
		n.until(20*time.Second, fmt.Sprintf(`probe.show(%d) && %s && %[2]s.dataset.lbwState`, i, block))
		answer := block + `.querySelector(".lbw-call code").textContent` // names the settings that are answered
		before := value[string](n.tab, time.Minute, answer)
		n.run(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(function () {
			const c = %s.querySelectorAll("input[type=range]")[0];
			c.value = c.max / 2 - 1;
			c.dispatchEvent(new Event("input", {bubbles: true}));
		})()`, block)))
		n.until(20*time.Second, fmt.Sprintf(`%s !== %q && %s.querySelector("[data-lb-state=live] [data-lb-chart] canvas")`, answer, before, block))
		n.t.Logf("%s: %s", names[k], value[string](n.tab, time.Minute, block+`.querySelector(".lbw-sentence").textContent`))
		n.shoot("whatif-" + names[k])
	}
	n.checkQuiet()
}

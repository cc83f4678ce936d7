package labtest

import (
	"fmt"
	"time"

	"github.com/chromedp/chromedp"

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

// checkUntrusted demands that a what-if shows a picture and no control that does nothing, before
// the notebook is trusted.
func (n *notebook) checkUntrusted() {
	n.t.Helper()
	cells, _ := n.whatIfs()
	for _, i := range cells {
		n.until(patience, fmt.Sprintf("probe.show(%d) && probe.shows(%d)", i, i))
		const dead = `Array.from(document.querySelectorAll(".lbw :is(input, select, textarea, button, progress)")).filter(c => c.offsetParent).length`
		if n.until(patience, `document.body.innerText.includes("Trust Notebook")`); value[int](n.tab, time.Minute, dead) != 0 {
			n.t.Errorf("cell %d shows controls that do nothing until the notebook is trusted", i)
		}
		n.shoot(fmt.Sprintf("%s-%02d-untrusted", n.name, i))
	}
}

// moveWhatIfs moves a slider of each what-if of a notebook that was run or is trusted: the answer changes without
// the kernel's help.
func (n *notebook) moveWhatIfs() {
	n.t.Helper()
	cells, names := n.whatIfs()
	if len(cells) == 0 && n.name == "07-bench.ipynb" {
		n.t.Error("the bench shows no what-if")
	}
	for k, i := range cells {
		block := fmt.Sprintf(`document.querySelector("[data-lbw=%s]")`, names[k])
		n.until(patience, fmt.Sprintf(`probe.show(%d) && %s && %[2]s.dataset.lbwState`, i, block))
		if !value[bool](n.tab, time.Minute, "!!"+block+`.querySelector("input[type=range]")`) {
			n.t.Logf("%s has no slider", names[k])
			continue
		}
		answer := block + `.querySelector(".lbw-call code").textContent` // names the settings that are answered
		before := value[string](n.tab, time.Minute, answer)
		n.run(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(function () {
			const c = %s.querySelectorAll("input[type=range]")[0];
			if (c.value === c.min) c.stepUp(); else c.stepDown();
			c.dispatchEvent(new Event("input", {bubbles: true}));
		})()`, block)))
		n.run(chromedp.Evaluate[chromedp.Void](block + `.querySelector(".lbw-picture").scrollIntoView({block: "nearest"})`)) // below many controls
		n.until(patience, fmt.Sprintf(`%s !== %q && %s.querySelector("[data-lb-state=live] [data-lb-chart] canvas")`, answer, before, block))
		n.t.Logf("%s: %s", names[k], value[string](n.tab, time.Minute, block+`.querySelector(".lbw-sentence").textContent`))
		n.shoot("whatif-" + names[k])
	}
}

package site

import (
	"encoding/json"
	"os"
	"strings"
)

// checkAccessible holds the page, as it is now, to the rules of axe-core, whose file
// LANEBOOK_AXE names; without it nothing is checked. What is there many times is taken
// away before, or axe needs minutes: the later rows of tables, and what charts have
// drawn, each of which is one image.
func (p *tab) checkAccessible(when string) {
	p.t.Helper()
	path := os.Getenv("LANEBOOK_AXE")
	if path == "" {
		return
	}
	if !value[bool](p, `"axe" in window`) {
		source, err := os.ReadFile(path)
		if err != nil {
			p.t.Fatal(err)
		}
		p.do("%s;0", source)
	}
	var violations []struct {
		ID, Help string
		Nodes    []struct {
			HTML, FailureSummary string
		}
	}
	p.do(`document.querySelectorAll("tbody tr:nth-child(n+4), [data-lb-chart] svg > *").forEach(e => e.remove())`)
	const rules = `axe.run({resultTypes: ["violations"]}).then(r => JSON.stringify(r.violations))`
	if err := json.Unmarshal([]byte(value[string](p, rules)), &violations); err != nil {
		p.t.Fatal(err)
	}
	p.t.Logf("axe, %s: %d violations", when, len(violations))
	for _, v := range violations {
		n := v.Nodes[0]
		p.t.Errorf("%s: axe %s (%s), %d times, first %.300s: %s", when, v.ID, v.Help, len(v.Nodes), n.HTML, strings.ReplaceAll(n.FailureSummary, "\n", " "))
	}
}

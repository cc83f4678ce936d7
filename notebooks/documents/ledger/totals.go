package ledger

import (
	"fmt"
	"strings"
)

// tally is how many claims there are, by kind, and how many of each kind are marked:
// each once, first as off, then as apart, then as contradicted.
type tally struct {
	all                            int
	kind, off, apart, contradicted [kinds]int
}

// Totals says how many claims there are of each kind, the documents' first and then
// ours, and what became of those that are derived. It goes by what the claims say of
// themselves, which Check proves.
func Totals(list []Claim) string {
	var theirs, ours tally
	for _, c := range list {
		t := &theirs
		if c.Ours {
			t = &ours
		}
		t.add(c)
	}
	var parts []string
	if theirs.all > 0 {
		parts = append(parts, theirs.words(false))
	}
	if ours.all > 0 {
		parts = append(parts, ours.words(true))
	}
	return strings.Join(parts, " ")
}

func (t *tally) add(c Claim) {
	t.all++
	t.kind[c.Kind]++
	switch {
	case c.Off != "":
		t.off[c.Kind]++
	case c.Apart != "":
		t.apart[c.Kind]++
	case c.Contradicted != "":
		t.contradicted[c.Kind]++
	}
}

// words writes "5 numbers of ours: 3 derived (2 hold, 1 not met by the model), 2 measured."
func (t *tally) words(ours bool) string {
	var list []string
	for k := Derived; k < kinds; k++ {
		n, off, apart, contradicted := t.kind[k], t.off[k], t.apart[k], t.contradicted[k]
		if n == 0 {
			continue
		}
		word, inside := words[k], []string(nil)
		if k == Derived {
			word, inside = names[k], []string{fmt.Sprintf("%d hold", n-off-apart-contradicted)}
		}
		if contradicted > 0 {
			inside = append(inside, fmt.Sprintf("%d contradicted by silicon", contradicted))
		}
		if apart > 0 {
			inside = append(inside, fmt.Sprintf("%d not met by the model", apart))
		}
		if off > 0 {
			inside = append(inside, fmt.Sprintf("in %d %s", off, k.off()))
		}
		part := fmt.Sprintf("%d %s", n, word)
		if len(inside) > 0 {
			part += " (" + strings.Join(inside, ", ") + ")"
		}
		list = append(list, part)
	}
	whose := "the documents"
	if ours {
		whose = "ours"
	}
	return fmt.Sprintf("%d numbers of %s: %s.", t.all, whose, strings.Join(list, ", "))
}

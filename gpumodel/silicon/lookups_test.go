package silicon_test

import (
	"slices"
	"strconv"
	"testing"
)

// lookups returns how often a reference of those lanes, a texel each, looks up their line: once for each four lanes that go together, or, of
// texels between which it filters, for each two.
func lookups(filter string, lanes uint64) (n int) {
	together := 4
	if filter == "linear" {
		together = 2
	}
	for ; lanes != 0; lanes >>= together {
		if lanes&(1<<together-1) != 0 {
			n++
		}
	}
	return n
}

// TestLookups: oracle, which of seven lines of one set an H200's L1 still has. By the rule of lines.csv, if each lookup after the first counts as a
// hit of its own, and so does that of a line which has not come yet, all are right. The rule of lookups was read off other visits of
// the same hour, which are not kept; it is that of passes (texture_counters.csv).
func TestLookups(t *testing.T) {
	rows, once := table(t, "lookups.csv"), 0
	for i, row := range rows {
		lanes, err := strconv.ParseUint(row["lanes"], 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		if got := kept(row["visits"], lookups(row["filter"], lanes)); got != row["there"] {
			t.Errorf("row %d, %s, %s: %s are there by the rule, %s on the chip", i, row["filter"], row["visits"], got, row["there"])
		}
		if kept(row["visits"], 1) == row["there"] {
			once++
		}
	}
	if len(rows) != 615 || once != 543 {
		t.Errorf("%d of %d rows are right where each reference is one lookup, want 543 of 615", once, len(rows))
	}
}

// kept returns which of seven lines of a set the rule has after visits, a digit each; those with a + are so many lookups.
func kept(visits string, many int) (there string) {
	c := &l1{after: 3}
	for k, line := range visits {
		n := 1
		if line == '+' {
			line, n = rune(visits[k-1]), many-1
		}
		for range n {
			c.visit(uint64(line - '0'))
		}
	}
	for line := range uint64(7) {
		if slices.ContainsFunc(c.sets[0], func(k keptLine) bool { return k.line == line }) {
			there += "1"
		} else {
			there += "0"
		}
	}
	return there
}

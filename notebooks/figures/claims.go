//go:build !js

package figures

import (
	"fmt"
	"strings"

	"lanebook/charts"
	"lanebook/notebooks/documents/ledger"
)

// Claims is the ledger as a table: what a document says, what the model computes, what
// silicon measured, and what kind of truth it is.
func Claims(list []ledger.Claim) (charts.Figure, error) { return Verdicts(ledger.Check(list)) }

// Verdicts is Claims of claims that have been checked.
func Verdicts(list []ledger.Verdict) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{
		{Head: "claim"}, {Head: "where"}, {Head: "what it says"}, {Head: "document", Numeric: true}, {Head: "model", Numeric: true}, {Head: "unit"}, {Head: "verdict"}, {Head: "silicon"},
	}}
	var claims []ledger.Claim
	kin := ""
	for _, v := range list {
		c := v.Claim
		claims = append(claims, c)
		if c.Kin {
			kin = " Kin is another GPU than the claim's."
		}
		if v.Err != nil {
			return charts.Figure{}, fmt.Errorf("claim %s: %w", c.ID, v.Err)
		}
		document, model, measured := c.Says.String(), "–", "–"
		if c.Ours {
			document = "ours: " + document
		}
		if c.Compute != nil {
			model = c.Says.Number(v.Model, charts.FormatNumber)
		}
		if m := v.Measured; m != nil {
			measured = fmt.Sprintf("%s %s (%s)", charts.FormatNumber(m.Value()), m.Unit(), m.Source())
			if whose := v.Relation(); whose != "" {
				measured = whose + ": " + measured
			}
		}
		t.Rows = append(t.Rows, []string{c.ID, c.Item, statement(c), document, model, c.Unit, v.Word(), measured})
	}
	return charts.Figure{
		Title:   "The ledger",
		Caption: ledger.Totals(claims) + " Only what the model derives from something else than the statement can hold. What is not met has its likeliest reason beside it." + kin,
		Alt:     "Table of claims: what the document says, what the model gives, what silicon measured, and which kind of truth that is.",
		Series:  []charts.Series{t},
	}, nil
}

// statement is what a claim says, with all that is to be known beside it.
func statement(c ledger.Claim) string {
	says := []string{c.Statement}
	for _, more := range []string{c.Off, c.Apart, c.Contradicted, c.Remark} {
		if more != "" {
			says = append(says, more)
		}
	}
	return strings.Join(says, ". ")
}

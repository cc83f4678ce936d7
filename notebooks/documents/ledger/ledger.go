// Package claims is the ledger of what the documents say: each number of
// theirs, the function of the model that computes it, how near the two must be,
// and what silicon measured where it was asked.
//
// One test holds all claims. The notebooks and the site show the same ledger.
package ledger

import (
	"fmt"
	"math"
)

// Claim is one number of a document.
type Claim struct {
	ID        string // document, dot, running number: "D1.7"
	Item      string // where it stands: "Fig 8.6"
	Statement string // what is claimed, in our words
	Says      float64
	Unit      string
	Tolerance float64 // |model − Says| at most, in Unit; 0 means exactly
	Compute   func() (float64, error)

	// Off, when not empty, says why the document's number is wrong, loose or a
	// slip of its source. The claim then holds when the model does NOT agree.
	Off string

	// Apart, when not empty, says why the model, most likely, parts from a document
	// that may well be right. Such a claim is not met; it holds in the sense that the
	// ledger says so: when the model does NOT agree.
	Apart string

	Silicon *Measurement // nil where nothing was measured
	Remark  string       // what a reader should know beside the number; may be empty
}

// Measurement is what real hardware gave for a claim, or for its nearest kin.
type Measurement struct {
	Value float64
	Unit  string
	What  string // what was measured, on what
}

// Verdict is a claim with what the model computes for it.
type Verdict struct {
	Claim
	Model float64
	Holds bool
	Err   error // why Compute failed; Holds is then false
}

// Check computes the claim.
func (c Claim) Check() Verdict {
	model, err := c.Compute()
	v := Verdict{Claim: c, Model: model, Err: err}
	if err == nil {
		agrees := math.Abs(model-c.Says) <= c.Tolerance+1e-9*math.Abs(c.Says) // the last term is for rounding only
		v.Holds = agrees == (c.Off == "" && c.Apart == "")
	}
	return v
}

// String writes the verdict in one line.
func (v Verdict) String() string {
	if v.Err != nil {
		return fmt.Sprintf("%s (%s): %v", v.ID, v.Item, v.Err)
	}
	verdict := "holds"
	if !v.Holds {
		verdict = "DOES NOT HOLD"
	}
	return fmt.Sprintf("%s (%s) %s: document %g, model %g ± %g %s: %s", v.ID, v.Item, v.Statement, v.Says, v.Model, v.Tolerance, v.Unit, verdict)
}

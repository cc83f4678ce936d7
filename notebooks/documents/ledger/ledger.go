// Package ledger is the ledger of what the documents say: each number of theirs, what
// kind of truth it is that the model gives the same, and what silicon measured where
// it was asked. Numbers of ours stand beside theirs, and are marked.
//
// One test holds all claims. The notebooks and the site show the same ledger.
package ledger

import (
	"errors"
	"fmt"
	"math"

	"lanebook/gpumodel/silicon"
)

// Claim is one number of a document, or of ours.
type Claim struct {
	ID        string // document, dot, running number: "D1.7"
	Item      string // where it stands: "Fig 8.6"
	Statement string // what is claimed, in our words
	Kind      Kind   // never left out
	Ours      bool   // the number is ours, not the document's
	Says      Said
	Unit      string
	Compute   func() (float64, error) // the model's number; nil if Measured, and only then

	// Off, when not empty, says why the document's number is wrong, loose or a slip of
	// its source; of what is Sourced, what the model's source says instead. The claim is
	// then in order when the model does NOT give it.
	Off string

	// Apart, when not empty, says why the model, most likely, parts from a document
	// that may well be right. Such a claim is not met; it is in order in the sense that
	// the ledger says so: when the model does NOT give the document's number.
	Apart string

	Silicon silicon.Reading // what a GPU gave for it; nil where nothing was measured

	// Kin says that Silicon is of another GPU than the one that the claim speaks of. What
	// it gave is shown, and where it is not what is claimed that is said beside it, see
	// Relation; the verdict does not go by it. A claim of any GPU has no kin.
	Kin bool

	// Contradicted says how Silicon parts from the claim. It must be there where silicon
	// is not kin, is in the claim's unit and is not what Says allows, and only there.
	Contradicted string

	Remark string // what a reader should know beside the number; may be empty
}

// Verdict is a claim with what the model computes for it and what silicon measured.
type Verdict struct {
	Claim
	Model    float64              // NaN where there is no model
	Measured *silicon.Measurement // nil where nothing was measured
	InOrder  bool                 // model and silicon are to the claim as it says they are; holding is more, see Word
	Err      error                // why Compute or Silicon failed; InOrder is then false
}

// Check computes the claim, reads what was measured, and compares.
func (c Claim) Check() Verdict {
	v := Verdict{Claim: c, Model: math.NaN()}
	if v.Err = c.validate(); v.Err != nil {
		return v
	}
	var errs [2]error
	if c.Compute != nil {
		v.Model, errs[0] = c.Compute()
	}
	if c.Silicon != nil {
		var m silicon.Measurement
		if m, errs[1] = c.Silicon(); errs[1] == nil && m == (silicon.Measurement{}) {
			errs[1] = fmt.Errorf("claim %s: Silicon measured nothing", c.ID)
		}
		v.Measured = &m
	}
	if v.Err = errors.Join(errs[:]...); v.Err != nil {
		return v
	}
	number := v.Model
	if c.Kind == Measured {
		number = v.Measured.Value()
	}
	v.InOrder = c.Says.Allows(number) == (c.Off == "" && c.Apart == "")
	v.InOrder = v.InOrder && (v.parts() && !c.Kin) == (c.Contradicted != "")
	return v
}

// Check checks claims one after the other.
func Check(list []Claim) []Verdict {
	verdicts := make([]Verdict, len(list))
	for i, c := range list {
		verdicts[i] = c.Check()
	}
	return verdicts
}

// parts reports whether silicon, of the claim's GPU or of kin, is not what is claimed,
// where it is in the same unit. Of a measured claim it is the number itself, which is
// compared already.
func (v Verdict) parts() bool {
	m := v.Measured
	return m != nil && v.Kind != Measured && m.Unit() == v.Unit && !v.Says.Allows(m.Value())
}

// Relation says whose the measured number is: "" of what the claim speaks of, "kin" or,
// where it is in the claim's unit and not what is claimed, "kin, otherwise".
func (v Verdict) Relation() string {
	switch {
	case !v.Kin:
		return ""
	case v.parts():
		return "kin, otherwise"
	}
	return "kin"
}

// validate holds the kind to what the claim has: silicon alone, or a model.
func (c Claim) validate() error {
	switch {
	case c.Kind < Derived || c.Kind >= kinds:
		return fmt.Errorf("claim %s: Kind = %v, want one of the six", c.ID, c.Kind)
	case c.Kind == Measured && (c.Compute != nil || c.Silicon == nil):
		return fmt.Errorf("claim %s is measured: want Silicon and no Compute", c.ID)
	case c.Kind != Measured && c.Compute == nil:
		return fmt.Errorf("claim %s is %v: want Compute", c.ID, c.Kind)
	case c.Kin && (c.Silicon == nil || c.Kind == Measured):
		return fmt.Errorf("claim %s is %v and Kin: want Silicon beside a model", c.ID, c.Kind)
	}
	return nil
}

// Word says what became of the claim. Only what is derived can hold, and where silicon
// says otherwise the word ends so.
func (v Verdict) Word() string {
	word := words[v.Kind]
	switch {
	case v.Err != nil:
		return "not computed"
	case !v.InOrder && v.Kind == Derived:
		return "DOES NOT HOLD"
	case !v.InOrder:
		return "NOT AS MARKED: " + word
	case v.Off != "":
		word = v.Kind.off()
	case v.Apart != "":
		word = "not met by the model"
	}
	if v.Contradicted != "" {
		word += "; silicon says otherwise"
	}
	return word
}

// String writes the verdict in one line.
func (v Verdict) String() string {
	if v.Err != nil {
		return fmt.Sprintf("%s (%s): %v", v.ID, v.Item, v.Err)
	}
	who := "document says"
	if v.Ours {
		who = "we say"
	}
	line := fmt.Sprintf("%s (%s) %s: %s %v", v.ID, v.Item, v.Statement, who, v.Says)
	if v.Compute != nil {
		line += ", model " + v.Says.Number(v.Model, func(x float64) string { return fmt.Sprintf("%g", x) })
	}
	if v.Unit != "" {
		line += " " + v.Unit
	}
	if v.Measured != nil {
		line += fmt.Sprintf(", silicon %v", v.Measured)
	}
	return line + ": " + v.Word()
}

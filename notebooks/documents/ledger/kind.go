package ledger

// Kind is the kind of truth that a claim is: what it shows that the model gives the
// number.
type Kind uint8

// The kinds, best first. Only Derived can agree with a document; of the others the
// model must give the same number too, but that says nothing.
const (
	_           Kind = iota // forgotten: no claim may have it
	Derived                 // the model computes it from something else than the statement
	Sourced                 // the model has the number, or the rule, from another source
	Arithmetic              // a sum: the document's own, done again, or ours for what it states
	Transcribed             // the model took the number, or the rule, from the document
	Fitted                  // a number of the model was chosen with this one in view
	Measured                // no model: what silicon gave
	kinds
)

var (
	names = [kinds]string{"of no kind", "derived", "looked up", "arithmetic", "transcribed", "fitted", "measured"}
	words = [kinds]string{"", "holds", "looked up elsewhere", "arithmetic only", "taken from the document", "set with this number in view", "measured"}
)

// off is what a document's number of the kind is said to be that is not the model's.
func (k Kind) off() string {
	if k == Sourced {
		return "the source says otherwise"
	}
	return "the document is off"
}

func (k Kind) String() string {
	if k >= kinds {
		return "unknown"
	}
	return names[k]
}

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
	Arithmetic              // the document's own sum, done again
	Transcribed             // the model took the number, or the rule, from the document
	Fitted                  // a number of the model was chosen with this one in view
	Measured                // no model: what silicon gave
	kinds
)

var (
	names = [kinds]string{"of no kind", "derived", "looked up", "arithmetic", "transcribed", "fitted", "measured"}
	words = [kinds]string{"", "holds", "looked up elsewhere", "the document's own sum", "taken from the document", "set with this number in view", "measured"}
)

// off is what a document's number of the kind is said to be that is not the model's.
func (k Kind) off() string {
	if k == Sourced {
		return "the source says otherwise"
	}
	return "the document is off"
}

// word is what a claim of the kind is said to be, which may be ours.
func (k Kind) word(ours bool) string {
	if k == Arithmetic && ours {
		return "our own sum"
	}
	return words[k]
}

func (k Kind) String() string {
	if k >= kinds {
		return "unknown"
	}
	return names[k]
}

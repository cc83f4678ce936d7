// Package whatif holds the notebooks' what-ifs: questions with sliders. Each is a
// Definition, data and one Go function from parameters to figures and a sentence.
//
// The same function answers in a notebook cell (package whatif/show), in tests,
// and, compiled to WebAssembly (whatif/wasm), in the published page and in
// JupyterLab (whatif/block): there is no second implementation.
package whatif

import (
	"slices"
	"strings"

	"lanebook/charts"
)

// Definition is one what-if.
type Definition struct {
	Name    string // in links and calls: "lds-layout"; lower-case words joined by hyphens
	Title   Text   // the question
	Params  []Param
	Program string                                 // that answers it in a page: "", which answers most, "trace", "count" or "launch"
	Long    bool                                   // takes longer than the eye waits: pages show how far it is, and do not try it out beforehand
	Run     func(Values, Progress) (Result, error) // the values are those of Params, all possible together

	// Rest, if set, answers as Run does, and what Run leaves open besides, which takes
	// seconds: pages show Run's answer at once, and stop Rest when the reader asks for
	// something else. The Stop is not nil.
	Rest func(Stop, Values, Progress) (Result, error)
}

// Stop is asked often by a long answer, which ends with its error: a context's Err, for
// example. nil: nothing stops it.
type Stop func() error

// Progress is told how far a long answer is: so many of all its parts. It may be nil.
type Progress func(done, all int)

// part is the progress of one of so many parts, which are equal.
func (p Progress) part(i, of int) Progress {
	if p == nil {
		return nil
	}
	const fine = 1000
	return func(done, all int) { p(fine*i+fine*done/all, fine*of) }
}

// Text is a text in the languages of the notebooks.
type Text struct{ EN, JA string }

// In returns the text in a language: "ja", or else English.
func (t Text) In(lang string) string {
	if lang == "ja" && t.JA != "" {
		return t.JA
	}
	return t.EN
}

// Param is something that the reader sets: a whole number in a range, one of
// some choices, where Longest is more than 0 a list of numbers or a text, or a File.
type Param struct {
	Name           string // in links: "rows"; a lower-case word
	Label          Text
	Unit           Text   // of a number; may be empty
	Default        string // one that the reader could set
	Min, Max, Step int    // of a number: Min, Min+Step, … Max
	Choices        []Choice
	Longest        int               // of a list or text, in bytes
	Fits           func(string) bool // which texts are possible; nil: lists of numbers
	Wish           Text              // likewise, in words; of a text
	File           bool              // a text, pasted or of a file: the value is the name under which Keep has it, or empty for the sample
	Sample         func() string     // of a File
	When           string            // shown only while another parameter has one of these values: "access=row|column"; empty: always

	// Take, if set, returns the value that an answer takes instead of one that does not
	// go with the other settings, and why; or the value itself, where it does.
	Take func(Values) (string, Text)

	// Offer, if set, returns the choices among a number's values that there are with the
	// other settings; of others the first is taken.
	Offer func(Values) []Choice
}

// shown says whether the parameter matters with the others as they are.
func (p Param) shown(v Values) bool {
	name, values, _ := strings.Cut(p.When, "=")
	return p.When == "" || slices.Contains(strings.Split(values, "|"), v[name])
}

// Choice is one of a Param's choices.
type Choice struct {
	Value string // in links: lower-case letters, digits and hyphens
	Label Text
}

// Result is what a Definition answers.
type Result struct {
	Figures  []charts.Figure // pictures and tables, without Name
	Sentence Text            // what they say
	Open     bool            // Rest has more to say
}

// Set is some definitions, such as those that one program answers.
type Set []Definition

// Most returns the definitions that the page's first program answers. Each program links
// what its own need, and no more.
func Most() Set {
	return Set{ldsLayout(), blockSize(), warpIssue(), latencyHiding(), transpose()}
}

// Traces returns those that follow a program step by step, which have a program of their
// own, named "trace".
func Traces() Set {
	return Set{memoryTrace(), machineCode()}.by("trace")
}

// Counts returns those of what an SM's wavefronts do together in one place, adding or multiplying, whose program is named "count".
func Counts() Set { return Set{blocking(), histogram(), tensorTile()}.by("count") }

// by gives them a program.
func (s Set) by(program string) Set {
	for i := range s {
		s[i].Program = program
	}
	return s
}

// Launches returns those that execute machine code on a whole GPU, whose program is named "launch".
func Launches() Set { return Set{wholeKernel()}.by("launch") }

// All returns every definition, in the order in which the site lists them.
func All() Set { return slices.Concat(Most(), Traces(), Counts(), Launches()) }

// Find returns the definition of a name among all, and false where there is none.
func Find(name string) (Definition, bool) { return All().Find(name) }

// Find returns the definition of a name, and false where there is none.
func (s Set) Find(name string) (Definition, bool) {
	i := slices.IndexFunc(s, func(d Definition) bool { return d.Name == name })
	if i < 0 {
		return Definition{}, false
	}
	return s[i], true
}

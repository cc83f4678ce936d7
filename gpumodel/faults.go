package gpumodel

import (
	"errors"
	"fmt"
)

// faults is what is found wrong, in the order in which it is found.
type faults []error

// add says that a field has a value and wants another. Faults are rare and checks many: inlined
// into each, as also's body, it would be a good part of what a page loads.
//
//go:noinline
func (f *faults) add(field string, value any, wish string) {
	*f = append(*f, fmt.Errorf("%s = %v, want %s", field, value, wish))
}

// also adds what others have found, if anything.
//
//go:noinline
func (f *faults) also(errs ...error) { *f = append(*f, errs...) }

// joined is all of it, nil if there is nothing.
func (f faults) joined() error {
	if f == nil {
		return nil
	}
	return errors.Join(f...)
}

// bound is between which numbers a field may be.
type bound struct {
	field              string
	value, least, most float64
}

// within says which of the fields are not, with what their names begin.
func within(name string, all ...bound) error {
	var f faults
	for _, b := range all {
		if !(b.value >= b.least && b.value <= b.most) {
			f.also(fmt.Errorf("%s%s = %.10g, want %.10g to %.10g", name, b.field, b.value, b.least, b.most))
		}
	}
	return f.joined()
}

func powerOfTwo(n, least, most Bytes) bool { return n >= least && n <= most && n&(n-1) == 0 }

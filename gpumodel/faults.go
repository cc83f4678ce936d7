package gpumodel

import (
	"errors"
	"fmt"
)

// fault adds to what is wrong that a field has a value and wants another. Faults are rare and
// checks many: inlined into each, it would be a hundredth of what a page loads.
//
//go:noinline
func fault(err error, field string, value any, wish string) error {
	return errors.Join(err, fmt.Errorf("%s = %v, want %s", field, value, wish))
}

// bound is between which numbers a field may be.
type bound struct {
	field              string
	value, least, most float64
}

// within says which of the fields are not, with what their names begin.
func within(name string, all ...bound) (err error) {
	for _, b := range all {
		if !(b.value >= b.least && b.value <= b.most) {
			err = errors.Join(err, fmt.Errorf("%s%s = %.10g, want %.10g to %.10g", name, b.field, b.value, b.least, b.most))
		}
	}
	return err
}

func powerOfTwo(n, least, most Bytes) bool { return n >= least && n <= most && n&(n-1) == 0 }

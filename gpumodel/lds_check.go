package gpumodel

import (
	"errors"
	"fmt"
)

// checkGeometry returns what makes the bank rule itself meaningless.
func (l *LDS) checkGeometry() error {
	switch {
	case !powerOfBanks(l.Banks):
		return fmt.Errorf("lds: Banks = %d, want a power of two, %d to %d", l.Banks, minBanks, MaxBanks)
	case l.Interleave != 4 && l.Interleave != 8:
		return fmt.Errorf("lds: Interleave = %d, want 4 or 8 bytes", l.Interleave)
	case l.RowBytes != 4 && l.RowBytes != 8 || l.RowBytes < l.Interleave:
		return fmt.Errorf("lds: RowBytes = %d, want 4 or 8 bytes, at least Interleave", l.RowBytes)
	case l.Lanes < 1 || l.Lanes > 64:
		return fmt.Errorf("lds: Lanes = %d, want 1 to 64", l.Lanes)
	case l.EmptyGroup < 0 || l.EmptyGroup > 1:
		return fmt.Errorf("lds: EmptyGroup = %d, want 0 or 1", l.EmptyGroup)
	case l.PassCycles < 0 || l.PassCycles > 64:
		return fmt.Errorf("lds: PassCycles = %d, want 0 to 64", l.PassCycles)
	case l.Size < 1 || l.Size > 1<<30:
		return fmt.Errorf("lds: Size = %d, want 1 byte to 1 GiB", l.Size)
	}
	return nil
}

// minBanks lets the widest request, four words, fall into different banks.
const minBanks = 4

func powerOfBanks(n int) bool { return n >= minBanks && n <= MaxBanks && n&(n-1) == 0 }

// check returns what is wrong with the rule on wavefronts of that many lanes.
func (r *Rule) check(lanes int) error {
	if r.Banks != 0 && !powerOfBanks(r.Banks) {
		return r.fault("Banks", r.Banks, fmt.Sprintf("a power of two, %d to %d, or 0", minBanks, MaxBanks))
	}
	if r.Extra < 0 || r.Extra > 64 {
		return r.fault("Extra", r.Extra, "0 to 64")
	}
	if r.Times < 0 || r.Times > 2 || r.Times*len(r.Groups) > MaxPhases {
		return r.fault("Times", r.Times, fmt.Sprintf("0 to 2, for %d phases at most", MaxPhases))
	}
	if !partition(r.Groups, lanes) {
		return r.fault("Groups", r.Groups, fmt.Sprintf("each of %d lanes in exactly one of at most %d groups", lanes, MaxPhases))
	}
	for _, x := range r.MergeXor {
		if x < 1 || x >= 64 {
			return r.fault("MergeXor", r.MergeXor, "masks of 1 to 63")
		}
	}
	if len(r.MergeXor) > 0 && !partition(r.Merged, lanes) {
		return r.fault("Merged", r.Merged, fmt.Sprintf("each of %d lanes in exactly one of at most %d groups", lanes, MaxPhases))
	}
	return nil
}

func (r *Rule) fault(field string, value any, wish string) error {
	return fmt.Errorf("lds: rule for a %d-byte %v: %s = %v, want %s", r.Width, r.Op, field, value, wish)
}

// partition reports whether the groups hold each of the lanes exactly once, and the LDS
// has room for them.
func partition(groups []LaneMask, lanes int) bool {
	return len(groups) <= MaxPhases && disjoint(groups, AllLanes(lanes))
}

// disjoint reports whether the groups hold each of the lanes exactly once.
func disjoint(groups []LaneMask, lanes LaneMask) bool {
	var seen LaneMask
	for _, g := range groups {
		if g == 0 || seen&g != 0 {
			return false
		}
		seen |= g
	}
	return seen == lanes
}

// Validate returns everything that is wrong with the LDS, joined.
func (l LDS) Validate() error {
	errs := []error{l.checkGeometry()}
	if errs[0] != nil {
		return errs[0]
	}
	type kind struct {
		op    Op
		width Bytes
	}
	seen := map[kind]bool{}
	for i := range l.Rules {
		r := &l.Rules[i]
		if k := (kind{r.Op, r.Width}); seen[k] {
			errs = append(errs, r.fault("Rules", "two", "one"))
		} else {
			seen[k] = true
		}
		errs = append(errs, r.check(l.Lanes))
	}
	return errors.Join(append(errs, l.Port.check(), l.checkLatencies())...)
}

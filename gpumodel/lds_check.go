package gpumodel

import (
	"errors"
	"fmt"
)

// checkGeometry returns everything that makes the bank rule itself meaningless, joined. Serve
// asks it of each access, so nothing is made where nothing is wrong.
func (l *LDS) checkGeometry() (err error) {
	if !powerOfBanks(l.Banks) {
		err = errors.Join(err, fmt.Errorf("lds: Banks = %d, want a power of two, %d to %d", l.Banks, minBanks, MaxBanks))
	}
	if l.Interleave != 4 && l.Interleave != 8 {
		err = errors.Join(err, fmt.Errorf("lds: Interleave = %d, want 4 or 8 bytes", l.Interleave))
	}
	if l.RowBytes != 4 && l.RowBytes != 8 || l.RowBytes == 4 && l.Interleave == 8 {
		err = errors.Join(err, fmt.Errorf("lds: RowBytes = %d, want 4 or 8 bytes, at least Interleave", l.RowBytes))
	}
	if l.Lanes < 1 || l.Lanes > 64 {
		err = errors.Join(err, fmt.Errorf("lds: Lanes = %d, want 1 to 64", l.Lanes))
	}
	if l.EmptyGroup < 0 || l.EmptyGroup > 1 {
		err = errors.Join(err, fmt.Errorf("lds: EmptyGroup = %d, want 0 or 1", l.EmptyGroup))
	}
	if l.PassCycles < 0 || l.PassCycles > 64 {
		err = errors.Join(err, fmt.Errorf("lds: PassCycles = %d, want 0 to 64", l.PassCycles))
	}
	if l.Size < 1 || l.Size > 1<<30 {
		err = errors.Join(err, fmt.Errorf("lds: Size = %d, want 1 byte to 1 GiB", l.Size))
	}
	return err
}

// minBanks lets the widest request, four words, fall into different banks.
const minBanks = 4

func powerOfBanks(n int) bool { return n >= minBanks && n <= MaxBanks && n&(n-1) == 0 }

// check returns everything that is wrong with what the rule does to wavefronts of that many
// lanes, joined; what it is a rule of is Validate's to check. Serve asks it too.
func (r *Rule) check(lanes int) (err error) {
	if r.Banks != 0 && !powerOfBanks(r.Banks) {
		err = errors.Join(err, r.fault("Banks", r.Banks, fmt.Sprintf("a power of two, %d to %d, or 0", minBanks, MaxBanks)))
	}
	if r.Extra < 0 || r.Extra > 64 {
		err = errors.Join(err, r.fault("Extra", r.Extra, "0 to 64"))
	}
	if r.Times < 0 || r.Times > 2 || r.Times*len(r.Groups) > MaxPhases {
		err = errors.Join(err, r.fault("Times", r.Times, fmt.Sprintf("0 to 2, for %d phases at most", MaxPhases)))
	}
	if !partition(r.Groups, lanes) {
		err = errors.Join(err, r.fault("Groups", r.Groups, fmt.Sprintf("each of %d lanes in exactly one of at most %d groups", lanes, MaxPhases)))
	}
	for _, x := range r.MergeXor {
		if x < 1 || x >= 64 {
			err = errors.Join(err, r.fault("MergeXor", r.MergeXor, "masks of 1 to 63"))
			break
		}
	}
	if len(r.MergeXor) > 0 && !partition(r.Merged, lanes) {
		err = errors.Join(err, r.fault("Merged", r.Merged, fmt.Sprintf("each of %d lanes in exactly one of at most %d groups", lanes, MaxPhases)))
	}
	return err
}

func (r *Rule) fault(field string, value any, wish string) error {
	return fmt.Errorf("lds: rule for a %d-byte %v: %s = %v, want %s", r.Width, r.Op, field, value, wish)
}

// partition reports whether the groups hold each of the lanes exactly once, and the LDS
// has room for them.
func partition(groups []LaneMask, lanes int) bool {
	return len(groups) <= MaxPhases && disjoint(groups, AllLanes(lanes))
}

// disjoint reports whether the groups hold each of the lanes exactly once. Of no lanes, which
// are a fault by themselves, any groups that do not overlap do.
func disjoint(groups []LaneMask, lanes LaneMask) bool {
	var seen LaneMask
	for _, g := range groups {
		if g == 0 || seen&g != 0 {
			return false
		}
		seen |= g
	}
	return seen == lanes || lanes == 0
}

// Validate returns everything that is wrong with the LDS, joined.
func (l LDS) Validate() error {
	errs := []error{l.checkGeometry(), l.Port.check(), l.Copies.check()}
	type kind struct {
		field string
		op    Op
		width Bytes
	}
	seen := map[kind]bool{}
	check := func(i int, k kind) {
		if k.op >= Ops {
			errs = append(errs, fmt.Errorf("lds: %s[%d].Op = %d, want an operation below %d", k.field, i, k.op, Ops))
		}
		if !validWidth(k.width) {
			errs = append(errs, fmt.Errorf("lds: %s[%d].Width = %d, want 4, 8, 12 or 16", k.field, i, k.width))
		}
		if seen[k] {
			errs = append(errs, fmt.Errorf("lds: %s[%d] is another for a %d-byte %v, want one at most", k.field, i, k.width, k.op))
		}
		seen[k] = true
	}
	for i := range l.Rules {
		r := &l.Rules[i]
		check(i, kind{"Rules", r.Op, r.Width})
		errs = append(errs, r.check(l.Lanes))
	}
	for i, t := range l.Latencies {
		check(i, kind{"Latencies", t.Op, t.Width})
		errs = append(errs, t.check(i))
	}
	return errors.Join(errs...)
}

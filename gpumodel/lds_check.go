package gpumodel

import (
	"errors"
	"fmt"
)

// checkGeometry returns everything that makes the bank rule itself meaningless, joined. Serve
// asks it of each access, so nothing is made where nothing is wrong.
func (l *LDS) checkGeometry() (err error) {
	if !powerOfBanks(l.Banks) {
		err = fault(err, "lds: Banks", l.Banks, fmt.Sprintf("a power of two, %d to %d", minBanks, MaxBanks))
	}
	if l.Interleave != 4 && l.Interleave != 8 {
		err = fault(err, "lds: Interleave", l.Interleave, "4 or 8 bytes")
	}
	if l.RowBytes != 4 && l.RowBytes != 8 || l.RowBytes == 4 && l.Interleave == 8 {
		err = fault(err, "lds: RowBytes", l.RowBytes, "4 or 8 bytes, at least Interleave")
	}
	if l.Lanes < 1 || l.Lanes > 64 {
		err = fault(err, "lds: Lanes", l.Lanes, "1 to 64")
	}
	if l.EmptyGroup < 0 || l.EmptyGroup > 1 {
		err = fault(err, "lds: EmptyGroup", l.EmptyGroup, "0 or 1")
	}
	if l.PassCycles < 0 || l.PassCycles > 64 {
		err = fault(err, "lds: PassCycles", l.PassCycles, "0 to 64")
	}
	if l.Size < 1 || l.Size > 1<<30 {
		err = fault(err, "lds: Size", l.Size, "1 byte to 1 GiB")
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
		err = fault(err, r.field("Banks"), r.Banks, fmt.Sprintf("a power of two, %d to %d, or 0", minBanks, MaxBanks))
	}
	if r.Extra < 0 || r.Extra > 64 {
		err = fault(err, r.field("Extra"), r.Extra, "0 to 64")
	}
	if r.Times < 0 || r.Times > 2 || r.Times*len(r.Groups) > MaxPhases {
		err = fault(err, r.field("Times"), r.Times, fmt.Sprintf("0 to 2, for %d phases at most", MaxPhases))
	}
	if !partition(r.Groups, lanes) {
		err = fault(err, r.field("Groups"), r.Groups, fmt.Sprintf(wantedGroups, lanes, MaxPhases))
	}
	for _, x := range r.MergeXor {
		if x < 1 || x >= 64 {
			err = fault(err, r.field("MergeXor"), r.MergeXor, "masks of 1 to 63")
			break
		}
	}
	if len(r.MergeXor) > 0 && !partition(r.Merged, lanes) {
		err = fault(err, r.field("Merged"), r.Merged, fmt.Sprintf(wantedGroups, lanes, MaxPhases))
	}
	return err
}

const wantedGroups = "each of %d lanes in exactly one of at most %d groups"

// field names a field of the rule.
func (r *Rule) field(name string) string {
	return fmt.Sprintf("lds: rule for a %d-byte %v: %s", r.Width, r.Op, name)
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
	err := errors.Join(l.checkGeometry(), l.Port.check(), l.Copies.check())
	type kind struct {
		field string
		op    Op
		width Bytes
	}
	seen := map[kind]bool{}
	check := func(i int, k kind) {
		if k.op >= Ops {
			err = fault(err, fmt.Sprintf("lds: %s[%d].Op", k.field, i), uint8(k.op), fmt.Sprintf("an operation below %d", Ops))
		}
		if !validWidth(k.width) {
			err = fault(err, fmt.Sprintf("lds: %s[%d].Width", k.field, i), k.width, "4, 8, 12 or 16")
		}
		if seen[k] {
			err = errors.Join(err, fmt.Errorf("lds: %s[%d] is another for a %d-byte %v, want one at most", k.field, i, k.width, k.op))
		}
		seen[k] = true
	}
	for i := range l.Rules {
		r := &l.Rules[i]
		check(i, kind{"Rules", r.Op, r.Width})
		err = errors.Join(err, r.check(l.Lanes))
	}
	for i, t := range l.Latencies {
		check(i, kind{"Latencies", t.Op, t.Width})
		err = errors.Join(err, t.check(i))
	}
	return err
}

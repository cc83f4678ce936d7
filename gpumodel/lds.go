package gpumodel

import (
	"fmt"
	"math/bits"
)

// LDS is the banked local memory of one CU (shared memory of one SM).
//
// Memory is dealt out to the banks in turn, Interleave bytes at a time, and a
// bank delivers one row of RowBytes in a pass:
//
//	bank(addr) = (addr / Interleave) mod Banks
//	row(addr)  = addr / (Banks·RowBytes)
//
// An instruction is served in phases: groups of lanes, one group after another.
// A phase takes as many passes as the most rows that its lanes ask of one bank;
// lanes that ask for the same row of a bank are served together. Which lanes
// form a group is data: the vendors' rules differ and are in Rules.
type LDS struct {
	Size       Bytes     // usable by one CU's workgroups
	Lanes      int       // of a wavefront, 1 to 64
	Banks      int       // a power of two, 4 to MaxBanks
	Interleave Bytes     // 4, or 8 in Kepler's 8-byte mode
	RowBytes   Bytes     // 4, or 8 on Kepler, whose banks are 8 bytes wide
	PassCycles Cycles    // that a pass takes; 0 means 1
	EmptyGroup int       // passes that a group without active lanes takes: 0 or 1
	Rules      []Rule    // at most one for each operation and width
	Port       Port      // to the SIMDs; the zero value: no limit
	Latencies  []Latency // at most one for each operation and width; may be empty
	Copies     Copies    // of 16 bytes, past the L1; the zero value: not known
	Assumed    string    // what of the banks has no source, in words; rules have their own
}

// Rule says how accesses of one operation and width are cut into phases.
type Rule struct {
	Op     Op         // what the accesses do
	Width  Bytes      // of each lane's request: 4, 8, 12 or 16
	Groups []LaneMask // served one after another; together all lanes, each once; at most MaxPhases
	Banks  int        // a power of two; 0 means LDS.Banks

	// A load's groups may merge into fewer. When, for some mask x of MergeXor,
	// every two active lanes i and i xor x ask for the same address, then
	// Merged replaces Groups. An inactive partner never hinders.
	MergeXor []int
	Merged   []LaneMask

	Apart bool // lanes that ask for the same row of a bank are not served together
	Extra int  // passes that a group takes beyond those for its rows
	Times int  // that the groups are served, 0 to 2: a compare-and-swap reads, then writes; 0 means once

	Assumed string // what of the rule has no source, in words; empty when all has
}

// The largest sizes that a Service has room for.
const (
	MaxBanks  = 64
	MaxPhases = 8
)

// Service is how the LDS serves one access. It holds no pointers, so that
// millions of accesses cost no allocation.
type Service struct {
	Passes    int // through the banks; one pass takes one cycle, or LDS.PassCycles (NVIDIA's counters: wavefronts)
	Ideal     int // passes with no bank conflict: one for each phase, and Rule.Extra
	Conflicts int // Passes − Ideal
	Requests  int // 4-byte words that the active lanes ask for
	Broadcast int // of them, those served by a row fetched for another lane
	Merged    int // the xor mask by which phases merged; 0 when they did not

	count  int
	phases [MaxPhases]Phase
}

// Phase is one group of lanes, served together.
type Phase struct {
	Lanes  LaneMask        // active lanes served in this phase
	Passes int             // the most rows asked of one bank, and Rule.Extra; LDS.EmptyGroup when no lane is active
	Rows   [MaxBanks]uint8 // distinct rows asked of each bank
}

// Phases returns the phases in the order in which they are served. A group
// that takes no pass is left out.
func (s *Service) Phases() []Phase { return s.phases[:s.count] }

// Serve returns how the access is served. It allocates nothing.
//
// The error names what is wrong with the access, or with the fields of the LDS
// that it needs; Device.Validate checks all of them.
func (l LDS) Serve(a Access) (s Service, err error) {
	rule, rising, err := l.prepare(&a)
	if err != nil {
		return s, err
	}
	groups := rule.Groups
	if s.Merged = rule.mergedBy(&a); s.Merged != 0 {
		groups = rule.Merged
	}
	g := l.geometry(rule)
	var seen *rowSet // stays nil, and nothing is looked up, where no two requests can share a row
	if rule.share(&l, &a, rising) {
		seen = new(rowSet)
	}
	times := max(rule.Times, 1)
	for again := range times {
		if again > 0 && seen != nil {
			*seen = rowSet{} // the second go asks anew
		}
		for _, group := range groups {
			p := &s.phases[s.count]
			p.Lanes = group & a.Active
			if p.Lanes == 0 {
				p.Passes = l.EmptyGroup
			} else {
				s.Broadcast += g.serve(&a, p, uint32(s.count), seen)
				p.Passes += rule.Extra
				s.Ideal += rule.Extra
			}
			if p.Passes > 0 {
				s.count++
				s.Passes += p.Passes
			}
		}
	}
	if wide := a.Width >> g.interleave; wide > 1 && a.Width != 12 { // banks that one request spans
		for i := range s.Phases() {
			g.widen(&s.phases[i], wide)
		}
	}
	s.Ideal += s.count
	s.Conflicts = s.Passes - s.Ideal
	s.Requests = a.Active.Count() * int(a.Width/wordBytes) * times
	return s, nil
}

// Rule returns the rule for accesses of an operation and width, and false when
// there is none.
func (l LDS) Rule(op Op, width Bytes) (Rule, bool) {
	for _, r := range l.Rules {
		if r.Op == op && r.Width == width {
			return r, true
		}
	}
	return Rule{}, false
}

// BanksOf returns the number of banks that accesses under the rule see.
func (l LDS) BanksOf(r Rule) int {
	if r.Banks != 0 {
		return r.Banks
	}
	return l.Banks
}

// Place returns the bank and its row in which accesses under the rule find the byte
// at an address, 0 or more:
//
//	bank(addr) = (addr / Interleave) mod BanksOf(r)
//	row(addr)  = addr / (BanksOf(r)·RowBytes)
//
// The LDS and the rule must be valid.
func (l LDS) Place(r Rule, addr Bytes) (bank, row int) {
	b, n := l.geometry(&r).bankRow(addr)
	return int(b), int(n)
}

// prepare checks the access and returns the rule it falls under, and whether
// its addresses rise from lane to lane.
func (l *LDS) prepare(a *Access) (rule *Rule, rising bool, err error) {
	if err := l.checkGeometry(); err != nil {
		return nil, false, err
	}
	if rising, err = a.check(l.Lanes, l.Size); err != nil {
		return nil, false, err
	}
	for i := range l.Rules {
		if r := &l.Rules[i]; r.Op == a.Op && r.Width == a.Width {
			return r, rising, r.check(l.Lanes)
		}
	}
	return nil, false, fmt.Errorf("lds: Rules have none for a %d-byte %v, want one for each operation and width in use", a.Width, a.Op)
}

// mergedBy returns the first mask of MergeXor under which all partners agree,
// or 0.
func (r *Rule) mergedBy(a *Access) int {
	for _, x := range r.MergeXor {
		agree := true
		for m := a.Active; m != 0 && agree; m &= m - 1 {
			i := bits.TrailingZeros64(uint64(m))
			agree = !a.Active.Has(i^x) || a.Addr[i] == a.Addr[i^x]
		}
		if agree {
			return x
		}
	}
	return 0
}

// share reports whether two lanes of the access may be served by one row. Under Apart they
// never are. Where addresses rise from lane to lane no two are the same, and then only
// these can share: requests of 12 bytes, which are not aligned to their width, and those
// for parts of a row that is wider than the interleave or than a request.
func (r *Rule) share(l *LDS, a *Access, rising bool) bool {
	return !r.Apart && (!rising || a.Width == 12 || l.RowBytes != l.Interleave || l.RowBytes > a.Width)
}

// wordBytes is the unit in which requests are counted.
const wordBytes = 4

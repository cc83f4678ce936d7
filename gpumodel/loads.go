package gpumodel

import (
	"errors"
	"fmt"
	"math/bits"
)

// LoadPath says for how many cycles one global load keeps the first-level cache of a CU
// (L1 of an SM) busy, if all that it reads is there. Two things can hold it up: tags of
// different lines in one bank are looked up one after another, and so are different words
// in one bank of the data. The zero value says that nothing is known.
type LoadPath struct {
	Line     Bytes    // that one tag covers; a power of two, 32 to 256
	TagBanks TagBanks // in which they lie
	// Together says that the tags of all lanes are looked up while data are delivered, so
	// that the longer of both counts. Otherwise each group of lanes has its own turn.
	Together bool
	Rules    []LoadRule // at most one of each width
}

// TagBanks are the banks, four at most, in which the tags of a cache lie: bit i of a bank is
// the parity of a line's number under the i'th mask. The zero value is one bank.
type TagBanks [2]uint32

// Of returns the bank, 0 to 3, of a line by its number (its address by the line's size).
func (b TagBanks) Of(line uint32) int {
	return bits.OnesCount32(line&b[0])&1 | bits.OnesCount32(line&b[1])&1<<1
}

// LoadRule is how loads of one width are cut into groups of lanes.
type LoadRule struct {
	Width     Bytes      // of each lane's request: 4, 8, 12 or 16
	Rows      []LaneMask // lanes that take a cycle for each run, if they read in runs: see LoadPath.Serve; may be empty
	Groups    []LaneMask // served one after another, if not as a row; together all lanes, each once
	Banks     int        // through which a group's data come: a power of two, 1 to 64; 0: no conflict is known
	BankBytes Bytes      // of a bank's word: 4, 8 or 16
	Least     int        // cycles that a load takes of which not all lanes make rows; 0 to 1024
}

// LoadCycles is for how long a load keeps the first-level cache busy.
type LoadCycles struct {
	Tags   int // cycles in which tags are looked up (NVIDIA's counters: t_output_wavefronts)
	Data   int // cycles in which data are delivered (NVIDIA's counters: lsu_data_wavefronts)
	Cycles int // until the next load may follow
}

// Known reports whether the path is described.
func (p LoadPath) Known() bool { return len(p.Rules) > 0 }

// Serve returns the cycles of a load, or of a store, which is taken to be as long. Its
// addresses are global. A run is four lanes or more, or all of a row, of which each reads
// right behind the one before, or all the same.
// The error says which width has no rule, or what is wrong with the
// access; Device.Validate checks the path itself.
func (p LoadPath) Serve(a Access) (LoadCycles, error) {
	const whole = Bytes(1) << 62 // the address space
	if _, err := a.check(len(a.Addr), whole); err != nil {
		return LoadCycles{}, err
	}
	for i := range p.Rules {
		if r := &p.Rules[i]; r.Width == a.Width {
			return p.serve(r, &a), nil
		}
	}
	return LoadCycles{}, fmt.Errorf("loads: Rules have none for %d bytes, want one for each width in use", a.Width)
}

// cycles returns those of an instruction: none of a texture's, and the error of Serve.
func (p *LoadPath) cycles(in *Instruction) (Cycles, error) {
	if in.Kind != Global {
		return 0, nil
	}
	c, err := p.Serve(in.Access)
	return Cycles(c.Cycles), err
}

func (p *LoadPath) serve(r *LoadRule, a *Access) LoadCycles {
	var c LoadCycles
	var rows LaneMask
	var f fullest
	for _, row := range r.Rows {
		if n := a.runs(row & a.Active); n > 0 {
			rows |= row
			c.Tags, c.Data, c.Cycles = c.Tags+n, c.Data+n, c.Cycles+n
		}
	}
	for _, g := range r.Groups {
		m := g & a.Active &^ rows
		if m == 0 {
			continue
		}
		data := r.data(a, m, &f)
		c.Data += data
		if !p.Together {
			tags := p.tags(a, m, &f)
			c.Tags += tags
			c.Cycles += max(tags, data)
		}
	}
	if p.Together {
		c.Tags = p.tags(a, a.Active, &f)
		c.Cycles = max(c.Tags, c.Data)
	}
	if a.Active&^rows != 0 {
		c.Cycles = max(c.Cycles, r.Least)
	}
	return c
}

// runs returns how many runs the lanes read in, or 0 if they do not. A lane that is not
// active may be a part of any run.
func (a *Access) runs(lanes LaneMask) (n int) {
	const least = 4
	for m := lanes; m != 0; {
		first := bits.TrailingZeros64(uint64(m))
		last, step := first, Bytes(-1)
		for m &= m - 1; m != 0; m &= m - 1 {
			next := bits.TrailingZeros64(uint64(m))
			moved, lanes := a.Addr[next]-a.Addr[last], Bytes(next-last)
			if step < 0 && (moved == 0 || moved == lanes*a.Width) {
				step = moved / lanes
			}
			if step < 0 || moved != lanes*step {
				break
			}
			last = next
		}
		if n++; last-first+1 < least && (n > 1 || m != 0) {
			return 0
		}
	}
	return n
}

// tags returns the most lines of one bank.
func (p *LoadPath) tags(a *Access, lanes LaneMask, f *fullest) int {
	f.clear()
	for m := lanes; m != 0; m &= m - 1 {
		at := a.Addr[bits.TrailingZeros64(uint64(m))]
		for line := at / p.Line; line <= (at+a.Width-1)/p.Line; line++ {
			if f.n > 0 && line == f.seen[f.n-1] { // as the lane before
				continue
			}
			f.add(line, p.TagBanks.Of(uint32(line)))
		}
	}
	return int(f.most)
}

// data returns the most words of one bank.
func (r *LoadRule) data(a *Access, lanes LaneMask, f *fullest) int {
	if r.Banks == 0 {
		return 1
	}
	f.clear()
	for m := lanes; m != 0; m &= m - 1 {
		at := a.Addr[bits.TrailingZeros64(uint64(m))]
		for word := at / r.BankBytes; word <= (at+a.Width-1)/r.BankBytes; word++ {
			f.add(word, int(word)&(r.Banks-1))
		}
	}
	return int(f.most)
}

// fullest counts different items by bank: of a lane four at most.
type fullest struct {
	seen  [256]Bytes
	n     int
	banks [64]uint16
	most  uint16
}

func (f *fullest) clear() { f.n, f.most, f.banks = 0, 0, [64]uint16{} }

func (f *fullest) add(item Bytes, bank int) {
	for i := f.n - 1; i >= 0; i-- {
		if f.seen[i] == item {
			return
		}
	}
	f.seen[f.n] = item
	f.n++
	f.banks[bank]++
	f.most = max(f.most, f.banks[bank])
}

// check returns everything that is wrong with a path that is known, joined.
func (p *LoadPath) check(lanes int) error {
	var err error
	if p.Known() && !powerOfTwo(p.Line, 32, 256) {
		err = fault(err, "loads: Line", p.Line, "a power of two, 32 to 256")
	}
	seen := map[Bytes]bool{}
	for i, r := range p.Rules {
		name := fmt.Sprintf("loads: Rules[%d].", i)
		if !validWidth(r.Width) || seen[r.Width] {
			err = fault(err, name+"Width", r.Width, "4, 8, 12 or 16, of no other rule")
		}
		seen[r.Width] = true
		if !disjoint(r.Groups, AllLanes(lanes)) {
			err = fault(err, name+"Groups", r.Groups, fmt.Sprintf("each of %d lanes in exactly one", lanes))
		}
		if len(r.Rows) > 0 && !disjoint(r.Rows, AllLanes(lanes)) {
			err = fault(err, name+"Rows", r.Rows, fmt.Sprintf("none, or each of %d lanes in exactly one", lanes))
		}
		if r.Banks != 0 && !powerOfTwo(Bytes(r.Banks), 1, 64) {
			err = fault(err, name+"Banks", r.Banks, "0, or a power of two up to 64")
		}
		if r.Banks != 0 && !powerOfTwo(r.BankBytes, 4, 16) {
			err = fault(err, name+"BankBytes", r.BankBytes, "4, 8 or 16")
		}
		err = errors.Join(err, within(name, bound{"Least", float64(r.Least), 0, 1 << 10}))
	}
	return err
}

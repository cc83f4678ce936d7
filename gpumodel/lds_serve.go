package gpumodel

import (
	"encoding/binary"
	"math/bits"
)

// How Serve counts millions of accesses a second without allocating: sizes are powers of
// two, so that shifts and masks find bank and row; rows are counted for each bank in the
// Service itself; whether a row was asked for before is looked up in a small table on the
// stack, and only where two lanes can ask for the same. Of a request that spans several
// banks the first is counted, and the others get its count at the end, eight banks at a
// time. `reference` in lds_test.go is the same in plain lines.

// geometry is the bank rule of one access, its divisions turned into shifts.
type geometry struct {
	interleave, row uint
	banks           Bytes
}

func (l *LDS) geometry(r *Rule) geometry {
	banks := Bytes(l.BanksOf(*r))
	log2 := func(b Bytes) uint { return uint(bits.TrailingZeros64(uint64(b))) }
	return geometry{log2(l.Interleave), log2(banks * l.RowBytes), banks}
}

func (g geometry) bankRow(addr Bytes) (bank, row Bytes) {
	return addr >> g.interleave & (g.banks - 1), addr >> g.row
}

// rowSet is a hash set of the rows asked for so far, each with its bank and
// phase. It is emptied before the groups are served again, so that 64 lanes of 12 bytes,
// which add three rows each at most, take 192 of its 256 places.
type rowSet [256]uint32

// add returns false if the key is there already.
func (s *rowSet) add(key uint32) bool {
	for i := key * 0x9e3779b9 >> 24; ; i = (i + 1) % uint32(len(s)) { // multiplicative hashing, linear probing
		switch s[i] {
		case 0:
			s[i] = key
			return true
		case key:
			return false
		}
	}
}

// serve fills in the passes of the phase, the index'th of its access, and the rows
// of its requests' first words. It returns how many words were served by a row
// fetched for another lane.
//
// A request is aligned to its width, so two lanes that share one of its words'
// rows share all of them: the first word stands for the rest.
func (g geometry) serve(a *Access, p *Phase, index uint32, seen *rowSet) (broadcast int) {
	most := uint8(0)
	if a.Width == 12 {
		most, broadcast = g.serveWords(a, p, index, seen)
	} else if seen == nil {
		most = g.count(a, p)
	} else {
		for m := p.Lanes; m != 0; m &= m - 1 {
			bank, row := g.bankRow(a.Addr[bits.TrailingZeros64(uint64(m))])
			if !seen.add((uint32(row*g.banks+bank)*MaxPhases + index) + 1) {
				broadcast += int(a.Width / wordBytes)
				continue
			}
			p.Rows[bank]++
			most = max(most, p.Rows[bank])
		}
	}
	p.Passes = int(most)
	return broadcast
}

// serveWords does the same word by word, for requests that are aligned to words only and
// so may share some of their rows.
func (g geometry) serveWords(a *Access, p *Phase, index uint32, seen *rowSet) (most uint8, broadcast int) {
	for m := p.Lanes; m != 0; m &= m - 1 {
		at := a.Addr[bits.TrailingZeros64(uint64(m))]
		last := Bytes(-1) // both words of a row that is 8 bytes wide come with it
		for addr := at; addr < at+a.Width; addr += wordBytes {
			bank, row := g.bankRow(addr)
			place := row*g.banks + bank
			if place == last {
				continue
			}
			last = place
			if seen != nil && !seen.add(uint32(place*MaxPhases)+index+1) {
				broadcast++
				continue
			}
			p.Rows[bank]++
			most = max(most, p.Rows[bank])
		}
	}
	return most, broadcast
}

// widen completes the rows of a phase whose requests span several banks: the
// others are asked for as much as the first.
func (g geometry) widen(p *Phase, wide Bytes) {
	repeat := uint64(0x0101)
	if wide == 4 {
		repeat = 0x01010101
	}
	for b := Bytes(0); b < g.banks; b += 8 {
		rows := p.Rows[b&(MaxBanks-8):] // the mask only spares a check
		binary.LittleEndian.PutUint64(rows, binary.LittleEndian.Uint64(rows)*repeat)
	}
}

// count fills in the rows of a phase whose requests all ask for different ones,
// and returns the most of one bank.
func (g geometry) count(a *Access, p *Phase) (most uint8) {
	rows := &p.Rows
	first := bits.TrailingZeros64(uint64(p.Lanes))
	if run := p.Lanes >> first; run&(run+1) == 0 { // neighbours, as nearly always
		shift, last := g.interleave%64, uint8(g.banks-1)%MaxBanks
		for _, addr := range a.Addr[first : first+run.Count()] {
			bank := uint8(addr>>shift) & last
			n := rows[bank] + 1
			rows[bank], most = n, max(most, n)
		}
		return most
	}
	for m := p.Lanes; m != 0; m &= m - 1 {
		bank := a.Addr[bits.TrailingZeros64(uint64(m))] >> g.interleave & (g.banks - 1)
		rows[bank]++
		most = max(most, rows[bank])
	}
	return most
}

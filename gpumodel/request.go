package gpumodel

import "math/bits"

// Request is one 4-byte word of an access and the moment it is served: what a
// bank map shows.
type Request struct {
	Lane    int   // of the wavefront, that asks
	Address Bytes // of the word, a multiple of 4
	Bank    int   // 0 to Banks − 1 of the rule
	Row     int   // row of the bank
	Pass    int   // from 0, over the whole access
	Shared  bool  // served by a row fetched for an earlier lane of the same phase
}

// Requests returns every word that the active lanes ask for, phase by phase and
// lane by lane, with the pass that serves it. Within a phase each bank serves
// its rows in the order in which the lanes ask for them; real hardware may
// choose another order, but no shorter one.
func (l LDS) Requests(a Access) ([]Request, error) {
	s, err := l.Serve(a)
	if err != nil {
		return nil, err
	}
	rule, _, err := l.prepare(&a)
	if err != nil {
		return nil, err
	}
	g := l.geometry(rule)
	requests := make([]Request, 0, s.Requests)
	first := 0 // pass in which the phase begins
	for _, p := range s.Phases() {
		type fetch struct{ pass, lane int }
		fetched := map[[2]int]fetch{} // bank and row to the pass within the phase, and for whom
		var asked [MaxBanks]int
		for m := p.Lanes; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(uint64(m))
			for addr := a.Addr[i]; addr < a.Addr[i]+a.Width; addr += wordBytes {
				b, r := g.bankRow(addr)
				bank, row := int(b), int(r)
				f, known := fetched[[2]int{bank, row}]
				if !known || rule.Apart {
					f = fetch{asked[bank], i}
					asked[bank]++
					fetched[[2]int{bank, row}] = f
				}
				requests = append(requests, Request{i, addr, bank, row, first + f.pass, f.lane != i})
			}
		}
		first += p.Passes
	}
	return requests, nil
}

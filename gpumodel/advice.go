package gpumodel

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Turn returns what a transpose does with its tile: store by rows, load by
// columns.
func Turn() []Use { return []Use{{Store, ByRows}, {Load, ByColumns}} }

// Tally is what the uses of a tile take of the LDS, all wavefronts together.
type Tally struct {
	Passes int     // through the banks, a cycle each
	Ideal  int     // passes with no bank conflict
	Uses   []Tally // of each use alone; nil within
}

// Tally returns what the uses of a tile with this layout take.
func (l LDS) Tally(a Array, uses ...Use) (Tally, error) {
	sum := Tally{}
	for _, u := range uses {
		one := Tally{}
		err := a.each(u, l.Lanes, func(access Access) error {
			s, err := l.Serve(access)
			one.Passes += s.Passes
			one.Ideal += s.Ideal
			return err
		})
		if err != nil {
			return Tally{}, err
		}
		sum.Passes += one.Passes
		sum.Ideal += one.Ideal
		sum.Uses = append(sum.Uses, one)
	}
	return sum, nil
}

// Advice is one layout of a tile and what it takes.
type Advice struct {
	Array  Array  // the tile with this layout
	Tally  Tally  // of all uses
	Memory Bytes  // of the LDS, padding included
	Reason string // why it stands where it stands, in words
}

// Advise ranks the layouts of a tile for what a kernel does with it: first by
// passes, then by memory, then the plainer one. The tile's own Pad and Swizzle
// are ignored. What is searched:
//
//	padding   0 to one element less than a round of the banks: then it repeats
//	swizzles  of the unpadded tile, every Span, Every and Chunk that has an effect
//
// A layout that needs more than the LDS is left out. The error says what is
// wrong with the device, the tile or the uses, or that not even the plain tile
// fits.
func Advise(d Device, tile Array, uses ...Use) ([]Advice, error) {
	if err := d.Validate(); err != nil {
		return nil, err
	}
	if len(uses) == 0 {
		return nil, errors.New("advice: no uses, want what the kernel does with the tile")
	}
	tile.Pad, tile.Swizzle = 0, Swizzle{}
	if err := tile.Validate(); err != nil {
		return nil, err
	}
	if end := tile.Base + tile.Size(); end > d.LDS.Size {
		return nil, fmt.Errorf("advice: the tile ends at byte %d, want at most the %d of the LDS", end, d.LDS.Size)
	}
	var list []Advice
	banks := d.LDS.Banks
	for _, u := range uses {
		if r, ok := d.LDS.Rule(u.Op, tile.Element); ok {
			banks = max(banks, d.LDS.BanksOf(r))
		}
	}
	for _, a := range layouts(tile, Bytes(banks)*d.LDS.RowBytes) {
		if a.Base+a.Size() > d.LDS.Size {
			continue
		}
		t, err := d.LDS.Tally(a, uses...)
		if err != nil {
			return nil, err
		}
		list = append(list, Advice{Array: a, Tally: t, Memory: a.Size()})
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return a.Tally.Passes < b.Tally.Passes || a.Tally.Passes == b.Tally.Passes && a.Memory < b.Memory
	})
	plain := slices.IndexFunc(list, func(a Advice) bool { return a.Array == tile })
	for i := range list {
		list[i].Reason = reason(list[i], list[plain], uses)
	}
	return list, nil
}

// layouts returns every layout that is tried, the plainest first. round is the
// bytes of one row of all banks.
func layouts(tile Array, round Bytes) []Array {
	var out []Array
	for pad := range max(1, int(round/tile.Element)) {
		a := tile
		a.Pad = pad
		out = append(out, a)
	}
	for span := 2; span <= tile.Columns; span *= 2 {
		for chunk := 1; span*chunk <= tile.Columns; chunk *= 2 {
			for every := 1; every < tile.Rows; every *= 2 {
				if tile.Columns%(span*chunk) == 0 {
					a := tile
					a.Swizzle = Swizzle{Span: span, Every: every, Chunk: chunk}
					out = append(out, a)
				}
			}
		}
	}
	return out
}

// reason puts an advice into words, against the plain layout.
func reason(a, plain Advice, uses []Use) string {
	var said []string
	for i, u := range uses {
		t := a.Tally.Uses[i]
		if t.Passes > t.Ideal {
			said = append(said, fmt.Sprintf("%v %v takes %d passes instead of %d", u.Op, u.Walk, t.Passes, t.Ideal))
		}
	}
	text := "no conflict"
	if len(said) > 0 {
		text = strings.Join(said, ", ")
	}
	if extra := a.Memory - plain.Memory; extra > 0 {
		text += fmt.Sprintf("; %d bytes more", extra)
	}
	switch {
	case a.Array == plain.Array || a.Tally.Passes == plain.Tally.Passes:
	case a.Tally.Passes < plain.Tally.Passes:
		text += fmt.Sprintf("; %d passes fewer than the plain tile", plain.Tally.Passes-a.Tally.Passes)
	default:
		text += fmt.Sprintf("; %d passes more than the plain tile", a.Tally.Passes-plain.Tally.Passes)
	}
	return text
}

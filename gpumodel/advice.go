package gpumodel

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Walk is the order in which the lanes of a workgroup (block) go through a tile
// that has one element for each of them.
type Walk uint8

// The walks.
const (
	ByRows    Walk = iota // lane i touches A[i / Columns][i mod Columns]
	ByColumns             // lane i touches A[i mod Rows][i / Rows]
)

// String says it in words: "by rows".
func (w Walk) String() string {
	if w == ByColumns {
		return "by columns"
	}
	return "by rows"
}

// Use is one thing that a kernel does with a tile: every lane of the workgroup
// loads or stores one element.
type Use struct {
	Op   Op   // load or store
	Walk Walk // which lane has which element
}

// Turn returns what a transpose does with its tile: store by rows, load by
// columns.
func Turn() []Use { return []Use{{Store, ByRows}, {Load, ByColumns}} }

// Accesses returns what the wavefronts of a workgroup of Rows·Columns lanes ask
// of the LDS for the use, wavefront after wavefront. Lanes of the last one that
// lie beyond the tile are inactive. At most 2^16 elements.
func (a Array) Accesses(u Use, lanes int) (out []Access, err error) {
	err = a.each(u, lanes, func(access Access) error {
		access.Addr = slices.Clone(access.Addr)
		out = append(out, access)
		return nil
	})
	return out, err
}

// each calls do with the accesses of a use, one by one. They share their addresses.
func (a Array) each(u Use, lanes int, do func(Access) error) error {
	if err := a.Validate(); err != nil {
		return err
	}
	if lanes < 1 || lanes > 64 {
		return fmt.Errorf("array: lanes = %d, want 1 to 64", lanes)
	}
	if u.Op > Store || u.Walk > ByColumns {
		return fmt.Errorf("array: use = %+v, want a Load or Store, ByRows or ByColumns", u)
	}
	elements := a.Rows * a.Columns
	if elements > 1<<16 {
		return fmt.Errorf("array: Rows·Columns = %d, want at most 2^16, a lane for each", elements)
	}
	access := Access{Op: u.Op, Width: a.Element, Addr: make([]Bytes, lanes)}
	for first := 0; first < elements; first += lanes {
		n := min(lanes, elements-first)
		access.Active = AllLanes(n)
		clear(access.Addr[n:])
		for i := range n {
			if lane := first + i; u.Walk == ByColumns {
				access.Addr[i] = a.Offset(lane%a.Rows, lane/a.Rows)
			} else {
				access.Addr[i] = a.Offset(lane/a.Columns, lane%a.Columns)
			}
		}
		if err := do(access); err != nil {
			return err
		}
	}
	return nil
}

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
	for _, a := range layouts(tile, Bytes(d.LDS.Banks)*d.LDS.RowBytes) {
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

// Name returns the layout in a few words: "plain", "padded by 1", "XOR, 4 ways".
func (a Array) Name() string {
	var parts []string
	if a.Pad > 0 {
		parts = append(parts, fmt.Sprintf("padded by %d", a.Pad))
	}
	if s := a.Swizzle; s.Span > 1 {
		text := fmt.Sprintf("XOR, %d ways", s.Span)
		if s.Every > 1 {
			text += fmt.Sprintf(", every %d rows", s.Every)
		}
		if s.Chunk > 1 {
			text += fmt.Sprintf(", %d together", s.Chunk)
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return "plain"
	}
	return strings.Join(parts, ", ")
}

package gpumodel

import (
	"fmt"
	"slices"
	"strings"
)

// Array is the layout of a two-dimensional array A[Rows][Columns] in the LDS:
// row after row, each row followed by Pad unused elements, and the elements
// within a row permuted by Swizzle.
//
//	offset(r, c) = Base + (r·(Columns+Pad) + swizzled c)·Element
type Array struct {
	Rows, Columns int     // 1 to 2^20 each
	Element       Bytes   // of one element, and of each lane's request: 4, 8 or 16
	Pad           int     // unused elements after each row, 0 or more
	Swizzle       Swizzle // of the columns; the zero value: none
	Base          Bytes   // where A[0][0] starts, 0 to 2^40
}

// Swizzle permutes the columns of each row by an exclusive or, so that a
// column spreads over the banks without spending memory:
//
//	swizzled c = c xor ((r / Every) mod Span)·Chunk
//
// The zero value leaves the columns as they are.
type Swizzle struct {
	Span  int // number of different permutations, a power of two; 0 or 1 means none
	Every int // rows that share one permutation; 0 means 1
	Chunk int // neighbouring elements that stay together, a power of two; 0 means 1
}

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

// Validate returns everything that is wrong with the layout, joined.
func (a Array) Validate() error {
	const most = 1 << 20 // more elements than any LDS holds; keeps products in range
	s := a.Swizzle
	err := within("array: ", bound{"Rows", float64(a.Rows), 1, most}, bound{"Columns", float64(a.Columns), 1, most},
		bound{"Pad", float64(a.Pad), 0, most}, bound{"Swizzle.Every", float64(s.Every), 0, most})
	if a.Element != 4 && a.Element != 8 && a.Element != 16 {
		err = fault(err, "array: Element", a.Element, "4, 8 or 16 bytes")
	} else if a.Base < 0 || a.Base > 1<<40 || a.Base%a.Element != 0 {
		err = fault(err, "array: Base", a.Base, fmt.Sprintf("a multiple of Element = %d, 0 to 2^40", a.Element))
	}
	if s.Span < 0 || s.Span > most || s.Span&(s.Span-1) != 0 {
		err = fault(err, "array: Swizzle.Span", s.Span, "a power of two, or 0 for none")
	}
	if s.Chunk < 0 || s.Chunk > most || s.Chunk&(s.Chunk-1) != 0 {
		err = fault(err, "array: Swizzle.Chunk", s.Chunk, "a power of two, or 0 for 1")
	}
	if reach := s.Span * max(s.Chunk, 1); err == nil && s.Span > 1 && a.Columns%reach != 0 {
		err = fault(err, "array: Columns", a.Columns, fmt.Sprintf("a multiple of Swizzle.Span·Chunk = %d, or the swizzle leaves the row", reach))
	}
	return err
}

// Offset returns the byte offset of A[row][column]. The layout must be valid
// and the element inside it.
func (a Array) Offset(row, column int) Bytes {
	if s := a.Swizzle; s.Span > 1 {
		column ^= (row / max(s.Every, 1)) & (s.Span - 1) * max(s.Chunk, 1)
	}
	return a.Base + Bytes(row*(a.Columns+a.Pad)+column)*a.Element
}

// At returns the row and column stored at a byte offset, and false where
// there is only padding, or nothing of the array.
func (a Array) At(offset Bytes) (row, column int, ok bool) {
	if offset < a.Base || a.Element < 1 {
		return 0, 0, false
	}
	i := int((offset - a.Base) / a.Element)
	if i >= a.Rows*(a.Columns+a.Pad) {
		return 0, 0, false
	}
	row, column = i/(a.Columns+a.Pad), i%(a.Columns+a.Pad)
	if column >= a.Columns {
		return 0, 0, false
	}
	if s := a.Swizzle; s.Span > 1 { // an exclusive or undoes itself
		column ^= (row / max(s.Every, 1)) & (s.Span - 1) * max(s.Chunk, 1)
	}
	return row, column, true
}

// Size returns the bytes the array occupies, its padding included.
func (a Array) Size() Bytes { return Bytes(a.Rows*(a.Columns+a.Pad)) * a.Element }

// Row returns the load in which lane i reads A[row][i].
func (a Array) Row(row, lanes int) (Access, error) {
	return a.access(lanes, func(i int) (int, int) { return row, i })
}

// Column returns the load in which lane i reads A[i][column].
func (a Array) Column(column, lanes int) (Access, error) {
	return a.access(lanes, func(i int) (int, int) { return i, column })
}

// Diagonal returns the load in which lane i reads A[i][i mod Columns].
func (a Array) Diagonal(lanes int) (Access, error) {
	return a.access(lanes, func(i int) (int, int) { return i, i % max(a.Columns, 1) })
}

// Tile returns the load in which the lanes form a tile of the given width
// whose first element is A[row][column]: lane i reads
//
//	A[row + i/width][column + i mod width]
//
// and, transposed, A[row + i mod width][column + i/width].
func (a Array) Tile(row, column, width, lanes int, transposed bool) (Access, error) {
	if width < 1 {
		return Access{}, fmt.Errorf("array: tile width = %d, want 1 or more", width)
	}
	return a.access(lanes, func(i int) (int, int) {
		if transposed {
			return row + i%width, column + i/width
		}
		return row + i/width, column + i%width
	})
}

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

// access builds the load in which lane i reads the element that at names.
func (a Array) access(lanes int, at func(lane int) (row, column int)) (Access, error) {
	if err := a.Validate(); err != nil {
		return Access{}, err
	}
	if lanes < 1 || lanes > 64 {
		return Access{}, fmt.Errorf("array: lanes = %d, want 1 to 64", lanes)
	}
	addr := make([]Bytes, lanes)
	for i := range addr {
		r, c := at(i)
		if r < 0 || r >= a.Rows || c < 0 || c >= a.Columns {
			return Access{}, fmt.Errorf("array: lane %d asks for A[%d][%d], want inside A[%d][%d]", i, r, c, a.Rows, a.Columns)
		}
		addr[i] = a.Offset(r, c)
	}
	return Gather(a.Element, addr...), nil
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

package gpumodel

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Bytes is a size or an offset in bytes.
type Bytes int64

// ParseBytes reads 4096, 64K, 16M or 1G, in small letters and with a B behind them too, up to 1024G. The error says so, and
// repeats nothing.
func ParseBytes(text string) (Bytes, error) {
	const most = 1 << 40
	text = strings.TrimSuffix(strings.ToUpper(text), "B")
	digits, shift := text, 0
	if i := strings.IndexByte("KMG", (text + " ")[max(0, len(text)-1)]); i >= 0 {
		digits, shift = text[:len(text)-1], 10*(i+1)
	}
	n, err := strconv.ParseUint(digits, 10, 41)
	if err != nil || n > most>>shift {
		return 0, errors.New("want bytes, such as 4096, 64K, 16M or 1G, 1024G at most")
	}
	return Bytes(n) << shift, nil
}

// Op is what an access does.
type Op uint8

// The operations. Those after Store have rules on Hopper, and on GPUs whose SMs are taken to do as its.
const (
	Load Op = iota
	Store
	LoadMatrix  // ldmatrix of N matrices: the first 8·N lanes have the addresses of rows of 16 bytes
	StoreMatrix // stmatrix, likewise
	Atomic      // an atomic operation, also one that returns nothing
	CompareSwap // an atomic compare-and-swap
	AsyncCopy   // cp.async: what arrives from global memory is written
	AtomicFloat // an atomic addition of floating-point numbers: of global memory
	AtomicCount // an atomic addition of 1 that returns nothing: in the LDS the lanes of a word are counted at once (ATOMS.POPC.INC)
	Shuffle     // lanes hand values to one another through the LDS's data path (SHFL): a lane's address is 4 times the number of the lane that it reads
	Ops         // how many there are
)

// String says it in words: "load", "matrix store".
func (o Op) String() string {
	return name(int(o), "load", "store", "matrix load", "matrix store", "atomic", "compare-and-swap", "asynchronous copy", "floating-point atomic", "atomic count", "shuffle")
}

// LaneMask is a set of lanes (threads of a warp): bit i is lane i.
type LaneMask uint64

// AllLanes returns the mask of lanes 0 to n−1, for 0 ≤ n ≤ 64.
func AllLanes(n int) LaneMask {
	if n >= 64 {
		return ^LaneMask(0)
	}
	return 1<<max(n, 0) - 1
}

// Count returns the number of lanes in the set.
func (m LaneMask) Count() int { return bits.OnesCount64(uint64(m)) }

// Has reports whether lane i is in the set.
func (m LaneMask) Has(i int) bool { return uint(i) < 64 && m>>uint(i)&1 == 1 }

// Access is what one wavefront (warp) asks of the LDS (shared memory) in one
// instruction: every active lane reads or writes Width bytes at its address.
type Access struct {
	Op     Op       // what it does
	Width  Bytes    // of each lane's request: 4, 8, 12 or 16
	Active LaneMask // lanes that take part, at least one, but see Instruction.Lanes; AllLanes(n) for all; the others' addresses are ignored
	Addr   []Bytes  // one byte offset into the LDS per lane, a multiple of Width, or of 4 where that is 12
}

// Gather returns the load of width bytes at each of the addresses, all lanes
// active: lane i reads addr[i].
func Gather(width Bytes, addr ...Bytes) Access {
	return Access{Op: Load, Width: width, Active: AllLanes(len(addr)), Addr: addr}
}

// Stride returns the load in which lane i reads width bytes at
//
//	base + i·step
//
// for 0 ≤ i < lanes. A step of 0 is a broadcast.
func Stride(width Bytes, lanes int, base, step Bytes) Access {
	addr := make([]Bytes, max(lanes, 0))
	for i := range addr {
		addr[i] = base + Bytes(i)*step
	}
	return Gather(width, addr...)
}

// Within returns the access with every lane inactive that would reach beyond
// size, as AMD's hardware treats it: such a lane does nothing. Where none is left
// there is no access to serve.
func (a Access) Within(size Bytes) Access {
	for i, addr := range a.Addr {
		if i < 64 && (addr < 0 || addr > size-a.Width) {
			a.Active &^= 1 << i
		}
	}
	return a
}

func validWidth(w Bytes) bool { return w == 4 || w == 8 || w == 12 || w == 16 }

// alignment is what addresses are multiples of.
func (a *Access) alignment() Bytes { return a.Width & -a.Width }

// check returns what makes the access impossible on an LDS of size bytes with the
// given number of lanes: the first that is wrong with its form, or else what is with
// its addresses. If nothing is, rising says whether those of the active lanes rise
// from lane to lane.
func (a *Access) check(lanes int, size Bytes) (rising bool, err error) {
	if !validWidth(a.Width) {
		return false, fmt.Errorf("access: Width = %d, want 4, 8, 12 or 16", a.Width)
	}
	if a.Op >= Ops {
		return false, fmt.Errorf("access: Op = %d, want an operation below %d", a.Op, Ops)
	}
	if len(a.Addr) != lanes {
		return false, fmt.Errorf("access: len(Addr) = %d, want %d, one for each lane of a wavefront", len(a.Addr), lanes)
	}
	if a.Active&^AllLanes(lanes) != 0 {
		return false, fmt.Errorf("access: Active = %#x, want lanes below %d only", uint64(a.Active), lanes)
	}
	if a.Active == 0 {
		return false, fmt.Errorf("access: Active = 0, want at least one lane; AllLanes(%d) for all", lanes)
	}
	var all, most Bytes                 // the or of the addresses shows a negative or unaligned one
	steps, last := Bytes(-1), Bytes(-1) // steps stays negative while each address is above the one before (last − addr < 0)
	if a.Active == AllLanes(lanes) {
		for _, addr := range a.Addr {
			all, most, steps, last = all|addr, max(most, addr), steps&(last-addr), addr
		}
	} else {
		for m := a.Active; m != 0; m &= m - 1 {
			addr := a.Addr[bits.TrailingZeros64(uint64(m))]
			all, most, steps, last = all|addr, max(most, addr), steps&(last-addr), addr
		}
	}
	if all < 0 || all&(a.alignment()-1) != 0 || most > size-a.Width {
		return false, a.faults(size)
	}
	return steps < 0, nil
}

// faults joins what is wrong with the addresses, at most four of them: a bad
// step makes dozens of bad lanes, and the first few say it all.
func (a *Access) faults(size Bytes) error {
	const most = 4
	var errs []error
	for m := a.Active; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(uint64(m))
		var wish string
		switch addr := a.Addr[i]; {
		case addr < 0:
			wish = "0 or more"
		case addr&(a.alignment()-1) != 0:
			wish = fmt.Sprintf("a multiple of Width = %d", a.Width)
			if a.Width == 12 {
				wish = "a multiple of 4 for a Width of 12"
			}
		case addr > size-a.Width:
			wish = fmt.Sprintf("at most %d, the LDS's last %d bytes", size-a.Width, a.Width)
		default:
			continue
		}
		if len(errs) == most {
			errs = append(errs, errors.New("access: and more lanes like these"))
			break
		}
		errs = append(errs, fmt.Errorf("access: Addr[%d] = %d, want %s", i, a.Addr[i], wish))
	}
	return errors.Join(errs...)
}

package gpumodel

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// Memory serves Global and Texture instructions of one CU: all that the
// schedulers know of caches and DRAM. Calls come in order of their cycle.
type Memory interface {
	// Serve starts the access of the instruction, which issues now. It returns
	// the cycle from which the SIMD may send another, and the cycle from which
	// the data are there (of a store: in which it is complete). The memory of a
	// Core may answer Later.
	Serve(now Cycles, in *Instruction) (accept, done Cycles, err error)
}

// counter is a Memory that says how many passes the latest access takes through the banks, for L1.OnePath. Of another
// memory each access takes one.
type counter interface{ Passes() int }

// Later is the answer of a memory that many CUs share: when the data are there is not
// known before the others have asked too. Core.Settle tells it.
const Later Cycles = 1 << 60

// Pipe is the simplest memory: a latency and a bandwidth. An access moves every
// sector that its lanes touch, once.
//
//	done = Latency + the cycle in which the last byte has passed
type Pipe struct {
	Latency       Cycles  // of a lone access; 1 to 2^20
	BytesPerCycle float64 // of one CU, 0.001 to 1e6
	Sector        Bytes   // moved as a whole; a power of two, 16 to 256
}

func (p Pipe) check() error {
	err := within("cu: Memory.", bound{"Latency", float64(p.Latency), 1, 1 << 20},
		bound{"BytesPerCycle", p.BytesPerCycle, 1e-3, 1e6}) // with less, the cycles of a long launch could no longer be counted
	if !powerOfTwo(p.Sector, 16, 256) {
		err = fault(err, "cu: Memory.Sector", p.Sector, "a power of two, 16 to 256")
	}
	return err
}

// pipeServer is a Pipe at work.
type pipeServer struct {
	pipe Pipe
	free float64 // cycle in which the last byte asked for has passed
}

func (p *pipeServer) Serve(now Cycles, in *Instruction) (accept, done Cycles, err error) {
	if in.Kind == Global && in.Access.Op > Store {
		return now, now, fmt.Errorf("cu: Memory knows no %v, want a load or a store, or a memory that is simulated (package memory, or chip)", in.Access.Op)
	}
	n, err := in.Access.sectors(p.pipe.Sector)
	if err != nil {
		return now, now, err
	}
	p.free = max(p.free, float64(now)) + float64(n)*float64(p.pipe.Sector)/p.pipe.BytesPerCycle
	return now, Cycles(math.Ceil(p.free)) + p.pipe.Latency, nil
}

// sectors returns how many sectors of memory the active lanes touch. A sector holds the
// widest request; one of 12 bytes may lie in two.
func (a *Access) sectors(size Bytes) (int, error) {
	const whole = Bytes(1) << 62 // the address space
	if len(a.Addr) > 64 {
		return 0, fmt.Errorf("access: len(Addr) = %d, want at most 64", len(a.Addr))
	}
	rising, err := a.check(len(a.Addr), whole)
	if err != nil {
		return 0, err
	}
	var seen [128]Bytes
	n := 0
	for m := a.Active; m != 0; m &= m - 1 {
		from := a.Addr[bits.TrailingZeros64(uint64(m))]
		for at := from &^ (size - 1); at < from+a.Width; at += size {
			known := n > 0 && seen[n-1] == at
			for i := 0; i < n && !known && !rising; i++ {
				known = seen[i] == at
			}
			if !known {
				seen[n] = at
				n++
			}
		}
	}
	return n, nil
}

// localPipe is the LDS at work: one set of banks, ports that pairs of SIMDs
// share (GCN), and the path of each SIMD to it, of which the law of a lone
// wavefront's latency tells the pace.
type localPipe struct {
	lds   *LDS
	cu    *CU
	known KnownAccesses
	banks Cycles   // from which the banks are free
	ports []Cycles // the same of each port
	paths []Cycles // the same of each SIMD's path
	rest  float64  // of a cycle, that asynchronous copies still owe the banks
}

// KnownAccesses are what an LDS has served lately: loops make the same accesses again and
// again, and comparing one costs a tenth of serving it. The zero value knows none.
type KnownAccesses [32]struct {
	access        Access
	addr          [64]Bytes
	passes, ideal int
}

// served is how one access went through the LDS; of other instructions, only
// when they are done.
type served struct {
	begin, done   Cycles
	passes, ideal int
}

func newLocalPipe(d *Device) localPipe {
	return localPipe{lds: &d.LDS, cu: &d.CU, ports: make([]Cycles, max(d.LDS.Port.Count, 1)), paths: make([]Cycles, d.SIMDs)}
}

// Passes returns how many passes the access takes through the banks of the LDS, always the
// same one, and how many without conflicts. The error is Serve's.
func (known *KnownAccesses) Passes(l *LDS, a *Access) (passes, ideal int, err error) {
	n := len(a.Addr)
	if n == 0 || n > 64 {
		return l.passes(a) // an error
	}
	k := &known[uint(a.Addr[0]>>2+a.Addr[n-1]>>7+a.Width+Bytes(a.Op))%uint(len(known))]
	if k.access.Op == a.Op && k.access.Width == a.Width && k.access.Active == a.Active && slices.Equal(k.access.Addr, a.Addr) {
		return k.passes, k.ideal, nil
	}
	if passes, ideal, err = l.passes(a); err == nil {
		k.access, k.passes, k.ideal = *a, passes, ideal
		k.access.Addr = k.addr[:copy(k.addr[:], a.Addr)]
	}
	return passes, ideal, err
}

// passes is apart, for a Service takes room on the stack, which who only compares need not have.
//
//go:noinline
func (l *LDS) passes(a *Access) (passes, ideal int, err error) {
	s, err := l.Serve(*a)
	return s.Passes, s.Ideal, err
}

func (p *localPipe) serve(now Cycles, s *simd, in *Instruction) (served, error) {
	a := &in.Access
	v := served{begin: max(now, p.banks), passes: 1, ideal: 1} // of what is off: predicate_h100.csv
	if !in.off() {
		var err error
		if v.passes, v.ideal, err = p.known.Passes(p.lds, a); err != nil {
			return served{}, err
		}
	}
	p.banks = v.begin + Cycles(v.passes)*max(p.lds.PassCycles, 1)
	left := p.banks // when the access has left the queue
	if p.lds.Port.Count > 0 {
		port := &p.ports[s.index%len(p.ports)]
		*port = max(now, *port) + Cycles(p.lds.Port.Cycles(a.Op, a.Width, p.lds.Lanes))
		left = max(left, *port)
	}
	rest := p.cu.Latency[Local] - 1
	if law := p.lds.law(a); law != nil {
		path := &p.paths[s.index]
		*path = max(now, *path) + round(max(law.LeastCycles, law.CyclesPerPass*float64(v.passes)))
		left = max(left, *path)
		rest = round(law.FixedCycles + law.CyclesPerPhase*float64(v.ideal))
	} else if rest < 0 {
		return served{}, fmt.Errorf("lds: Latencies have none for a %d-byte %v and cu: Latency[Local] = 0, want one of them", a.Width, a.Op)
	}
	v.done = left + rest
	s.enqueue(left)
	return v, nil
}

// copied lets the banks write what an asynchronous copy brings, as if it came at once: when it comes is not known yet.
func (p *localPipe) copied(now Cycles, in *Instruction) (served, error) {
	a := Access{AsyncCopy, in.Access.Width, in.Access.Active, in.Into}
	v := served{begin: max(now, p.banks), passes: 1, ideal: 1}
	switch {
	case in.off():
	case a.Width == 16:
		cycles, err := p.lds.Copies.Cycles(a, in.Access.Addr)
		if err != nil {
			return served{}, err
		}
		cycles += p.rest
		v.passes = int(cycles)
		v.ideal, p.rest = min(v.passes, int(round(p.lds.Copies.DataCycles))), cycles-float64(v.passes)
	default:
		var err error
		if v.passes, v.ideal, err = p.known.Passes(p.lds, &a); err != nil {
			return served{}, err
		}
	}
	p.banks = v.begin + Cycles(v.passes)*max(p.lds.PassCycles, 1)
	return v, nil
}

// enters returns the cycle in which a memory access that issues now has got to the L1, and
// the one from which that takes another of the SIMD.
// Where it is one with the LDS, so is their queue, which is served in order. A SIMD's
// own way to it may hold its access longer, but not those of others. Where the path of
// loads is known, they pass it one after another, but for those that are off; the error is of a width that it has no
// rule for, or of what is no access.
func (r *run) enters(s *simd, in *Instruction) (at, taken Cycles, err error) {
	at = r.now
	if r.oneQueue {
		at = max(at, r.local.banks)
		r.local.banks = at + 1
		at = max(at, s.left)
		s.enqueue(at)
	}
	if !r.cu.Loads.Known() || in.off() {
		return at, r.now, nil
	}
	taken = max(at, r.path)
	cycles, err := r.cu.Loads.cycles(in)
	r.path = taken + cycles
	return max(taken, r.path-1), taken, err
}

func round(x float64) Cycles { return Cycles(x + 0.5) }

// law returns the law in Latencies for the access, or nil.
func (l *LDS) law(a *Access) *Latency {
	for i := range l.Latencies {
		if t := &l.Latencies[i]; t.Op == a.Op && t.Width == a.Width {
			return t
		}
	}
	return nil
}

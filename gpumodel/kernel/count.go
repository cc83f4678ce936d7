package kernel

import (
	"slices"
	"sort"

	"lanebook/gpumodel"
)

// Result is what a run counted.
type Result struct {
	Workgroups   int                 // that have begun
	Wavefronts   int                 // of them
	Instructions [gpumodel.Kinds]int // of all wavefronts, by kind
	LDS          gpumodel.Bytes      // of one workgroup
	Sites        []Site              // memory accesses by place in the source, in order of line
}

// Total returns the number of instructions of all kinds.
func (r Result) Total() (n int) {
	for _, k := range r.Instructions {
		n += k
	}
	return n
}

// Site is what one load or store of the kernel's source did in all. A place that calls
// a function value has a site for each memory, operation and width that it led to.
type Site struct {
	File      string         // of the kernel's source
	Line      int            // 1 and up
	Kind      gpumodel.Kind  // Local, Global or Texture
	Op        gpumodel.Op    // load, store, atomic, or shuffle
	Width     gpumodel.Bytes // of each lane
	Accesses  int            // executed by a wavefront
	Lanes     int            // active lanes, summed
	Passes    int            // of a Local access through the banks
	Conflicts int            // of them, more than without bank conflicts
	Sectors   int            // of another access: 32-byte blocks touched, aligned, summed
	Lines     int            // and 128-byte blocks
}

// counters are a machine's running counts.
type counters struct {
	workgroups   int
	instructions [gpumodel.Kinds]int
	ldsBytes     gpumodel.Bytes
	sites        []Site
	siteOf       map[uint64]int32
	lineOf       map[uintptr]int32
	known        gpumodel.KnownAccesses
	inside       map[uintptr]bool // places within this package, for kernelLine
}

func (c *counters) init() {
	c.siteOf = map[uint64]int32{}
	c.lineOf = map[uintptr]int32{}
	c.inside = map[uintptr]bool{}
}

func (m *machine) result() Result {
	r := Result{m.workgroups, 0, m.instructions, m.ldsBytes, slices.Clone(m.sites)}
	r.Wavefronts = m.workgroups * m.wavefronts()
	sort.SliceStable(r.Sites, func(i, j int) bool {
		a, b := &r.Sites[i], &r.Sites[j]
		return a.File < b.File || a.File == b.File && a.Line < b.Line
	})
	return r
}

// siteAt returns the index of the site of an access at that place.
func (m *machine) siteAt(pc uintptr, kind gpumodel.Kind, op gpumodel.Op, width gpumodel.Bytes) int32 {
	key := uint64(pc)<<12 | uint64(kind)<<8 | uint64(op)<<4 | uint64(width)>>2 // one call of a function value may be of several memories
	i, known := m.siteOf[key]
	if !known {
		i = int32(len(m.sites))
		m.siteOf[key] = i
		s := Site{Kind: kind, Op: op, Width: width}
		s.File, s.Line = source(pc)
		m.sites = append(m.sites, s)
	}
	return i
}

// lineAt returns the source line of a place, 0 if unknown.
func (m *machine) lineAt(pc uintptr) int32 {
	line, known := m.lineOf[pc]
	if !known {
		_, n := source(pc)
		line = int32(n)
		m.lineOf[pc] = line
	}
	return line
}

// issueAccess executes the access whose addresses are in w.addr, and which returns something or not.
func (w *Wavefront) issueAccess(kind gpumodel.Kind, op gpumodel.Op, width gpumodel.Bytes, returns bool, a, b, c uint32) uint32 {
	m := w.m
	w.site = m.siteAt(w.pc[0], kind, op, width)
	made := w.issue(kind, returns, a, b, c)
	if !w.issues(kind) {
		return made
	}
	access := gpumodel.Access{Op: op, Width: width, Active: w.active, Addr: w.addr[:w.lanes]}
	if w.active == 0 {
		if m.record {
			w.attach(access)
		}
		return made
	}
	if kind == gpumodel.Local && m.Repad.Pad > 0 && op != gpumodel.Shuffle {
		for i, a := range access.Addr {
			access.Addr[i] = m.repadded(a)
		}
	}
	s := &m.sites[w.site]
	s.Accesses++
	s.Lanes += w.active.Count()
	if kind == gpumodel.Local {
		passes, ideal, err := m.known.Passes(&m.Device.LDS, &access)
		if err != nil {
			w.refuse(-1, "%v", err)
		}
		s.Passes += passes
		s.Conflicts += passes - ideal
	} else {
		s.Sectors += w.blocks(5)
		s.Lines += w.blocks(7)
	}
	if m.record {
		w.attach(access)
	}
	if m.Watch != nil {
		access.Addr = slices.Clone(access.Addr)
		m.Watch(Reference{w.group.index, w.Index, kind, s.Line, access})
	}
	return made
}

// blocks returns how many aligned blocks of 1<<shift bytes the active lanes'
// addresses lie in. An access never straddles one.
func (w *Wavefront) blocks(shift uint) (n int) {
	var seen [64]gpumodel.Bytes
	last, most := gpumodel.Bytes(-1), gpumodel.Bytes(-1)
	for lane, addr := range w.addr[:w.lanes] {
		block := addr >> shift
		if block == last || !w.active.Has(lane) {
			continue
		}
		last = block
		if block > most || !slices.Contains(seen[:n], block) {
			most = max(most, block)
			seen[n] = block
			n++
		}
	}
	return n
}

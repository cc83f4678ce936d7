// Package memory models what lies between the CUs (SMs) of a GPU and its DRAM:
// coalescers, caches with sectors and merging misses, and DRAM channels, each
// level a latency and a server of limited bandwidth.
//
//	h, err := memory.New(memory.H200(), 1) // one CU in detail, its share of the rest
//	launch.Memory = h.CU(0)                // serves the CU scheduler's Global and Texture
//
// System is plain data, one struct literal for each GPU. Hierarchy is a System at
// work. What it leaves out: address translation, writes that stay in a cache, the
// order in which a DRAM controller serves what waits for it.
//
// The short names of sources on the lines of the presets are those of package
// gpumodel, and
//
//	[latency.csv], [littles.csv],
//	[global.csv], [vr.csv]        measured on an H200, see package silicon
//	[Profiler]                    NVIDIA's description of Fermi's counters tex0_cache_sector_queries, …_misses
//	[Forum]                       NVIDIA staff, forums.developer.nvidia.com 312884: tags of 4 lines and 4 sectors each, a cycle
//	[D4]                          the document on memory tracing that notebook 04 retells
package memory

import (
	"errors"
	"fmt"

	"lanebook/gpumodel"
)

// System describes the memory system of one GPU. Latencies are of a lone access,
// in the CU's cycles, from issue until the data may be used.
type System struct {
	Name    string
	CUs     int          // that share the L2 and DRAM
	L1      Cache        // of each CU, for Global; Size 0: Global goes to the L2
	Banks   gpumodel.LDS // through which the L1 delivers: the LDS's, where both are one array; zero: no conflicts
	Texture Cache        // of each CU, for Texture; Size 0: textures use L1
	L2      Cache        // of all CUs
	Far     Far          // the L2's other half, zero if there is but one
	Port    float64      // bytes that come to a CU from the L2 in a cycle, at most
	DRAM    DRAM
	Assumed []string // what no source gives, in words
}

// Cache is a set-associative cache that replaces the least recently used line.
//
//	set = line number mod Sets, or a hash of it if Hashed
type Cache struct {
	Sets, Ways   int
	Line         gpumodel.Bytes  // that one tag covers; a power of two, 32 to 256
	Sector       gpumodel.Bytes  // fetched as a whole; Line, or a power of two from 16
	Hashed       bool            // lines are dealt to the sets pseudo-randomly
	Latency      gpumodel.Cycles // of a hit, counted from issue
	LinesPerTurn float64         // of one CU's accesses that the tags look up in a cycle; L2: of each slice
	MissCycles   float64         // that a line which must come from the L2 occupies the L1 when a global load asks; 0: as LinesPerTurn says. Textures and L2: not used
	PassCycles   float64         // that a pass of a global load through Banks occupies its SIMD; of use with MissCycles only
	Bytes        float64         // that it delivers in a cycle: to its CU, or for the L2 to all
	Misses       int             // lines of one CU that may be outstanding (MSHRs); L2: not used
	Slices       int             // that serve different lines at a time; 1 or more
	Spread       gpumodel.Cycles // that the L2's farthest slice takes longer than its nearest; the others evenly between
}

// Size returns the capacity.
func (c Cache) Size() gpumodel.Bytes {
	return gpumodel.Bytes(c.Sets) * gpumodel.Bytes(c.Ways) * c.Line
}

// Far describes an L2 of two halves. Every line has its home in one, a hash
// decides which; a CU reads through the half near to it, which keeps a copy.
type Far struct {
	Extra gpumodel.Cycles // that the first read of a line from the far half takes longer; 0: one half
}

// DRAM is the memory's channels. Addresses are dealt to them pseudo-randomly, so
// many bytes in a row to one.
type DRAM struct {
	Latency    gpumodel.Cycles // counted from issue, of a miss in all caches
	Bytes      float64         // that all channels together deliver in a cycle, at best
	Channels   int
	Interleave gpumodel.Bytes // that one channel holds in a row; a power of two
	Atom       gpumodel.Bytes // read as a whole, so that its other sectors come along: 1, 2 or 4 of the L2's
	Copied     gpumodel.Bytes // of what the host has copied, the part that stays in the L2; 0: as much as fits
}

// Validate returns everything that is wrong with the system, joined.
func (s System) Validate() error {
	var errs []error
	bad := func(field string, value any, wish string) {
		errs = append(errs, fmt.Errorf("memory %s: %s = %v, want %s", s.Name, field, value, wish))
	}
	if s.CUs < 1 || s.CUs > 1<<12 {
		bad("CUs", s.CUs, "1 to 4096")
	}
	for _, c := range []struct {
		name  string
		cache Cache
		must  bool
	}{{"L1", s.L1, false}, {"Texture", s.Texture, false}, {"L2", s.L2, true}} {
		if c.cache == (Cache{}) && !c.must {
			continue
		}
		for _, err := range c.cache.faults(c.name) {
			errs = append(errs, fmt.Errorf("memory %s: %w", s.Name, err))
		}
	}
	if !(s.Port > 0 && s.Port < 1e6) {
		bad("Port", s.Port, "more than 0 bytes a cycle")
	}
	if len(s.Banks.Rules) > 0 {
		if err := s.Banks.Validate(); err != nil {
			errs = append(errs, fmt.Errorf("memory %s: Banks: %w", s.Name, err))
		}
	}
	d := s.DRAM
	if s.Far.Extra < 0 || s.Far.Extra > 1<<16 {
		bad("Far.Extra", s.Far.Extra, "0 to 65536 cycles")
	}
	if d.Latency <= s.L2.Latency+s.Far.Extra || d.Latency > 1<<16 {
		bad("DRAM.Latency", d.Latency, "more than the L2's, at most 65536 cycles")
	}
	if !(d.Bytes > 0 && d.Bytes < 1e6) {
		bad("DRAM.Bytes", d.Bytes, "more than 0 a cycle")
	}
	if d.Channels < 1 || d.Channels > 1<<12 {
		bad("DRAM.Channels", d.Channels, "1 to 4096")
	}
	if !power(d.Interleave, s.L2.Line, 1<<20) {
		bad("DRAM.Interleave", d.Interleave, "a power of two, at least the L2's line")
	}
	if !power(d.Atom, s.L2.Sector, 4*s.L2.Sector) {
		bad("DRAM.Atom", d.Atom, "1, 2 or 4 of the L2's sectors")
	}
	return errors.Join(errs...)
}

func (c Cache) faults(name string) []error {
	var errs []error
	bad := func(field string, value any, wish string) {
		errs = append(errs, fmt.Errorf("%s.%s = %v, want %s", name, field, value, wish))
	}
	if c.Sets < 1 || c.Sets > 1<<20 {
		bad("Sets", c.Sets, "1 to 2^20")
	}
	if c.Ways < 1 || c.Ways > 1<<10 {
		bad("Ways", c.Ways, "1 to 1024")
	}
	if !power(c.Line, 32, 256) {
		bad("Line", c.Line, "a power of two, 32 to 256")
	}
	if !power(c.Sector, 16, c.Line) || c.Line/max(c.Sector, 1) > 8 {
		bad("Sector", c.Sector, "a power of two from 16 up to Line, an eighth of it or more")
	}
	if c.Latency < 1 || c.Latency > 1<<16 {
		bad("Latency", c.Latency, "1 to 65536 cycles")
	}
	if !(c.LinesPerTurn > 0 && c.LinesPerTurn < 1e3) {
		bad("LinesPerTurn", c.LinesPerTurn, "more than 0")
	}
	if c.Spread < 0 || c.Spread > c.Latency {
		bad("Spread", c.Spread, "0 to Latency")
	}
	if !(c.MissCycles >= 0 && c.MissCycles < 1e3) {
		bad("MissCycles", c.MissCycles, "0 or more")
	}
	if !(c.PassCycles >= 0 && c.PassCycles < 1e3) {
		bad("PassCycles", c.PassCycles, "0 or more")
	}
	if !(c.Bytes > 0 && c.Bytes < 1e6) {
		bad("Bytes", c.Bytes, "more than 0 a cycle")
	}
	if c.Misses < 1 && name != "L2" || c.Misses > 1<<16 {
		bad("Misses", c.Misses, "1 to 65536")
	}
	if c.Slices < 1 || c.Slices > 1<<12 {
		bad("Slices", c.Slices, "1 to 4096")
	}
	return errs
}

func power(n, least, most gpumodel.Bytes) bool { return n >= least && n <= most && n&(n-1) == 0 }

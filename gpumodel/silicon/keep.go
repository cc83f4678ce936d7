package silicon

import (
	_ "embed"
	"fmt"
	"strings"

	"lanebook/gpumodel"
)

var (
	//go:embed keep.csv
	keepCSV string
	//go:embed keep_model.csv
	keepModelCSV string
	//go:embed l2mix.csv
	l2mixCSV string
)

// mostKept is how large a footprint the model was run with.
const mostKept = 128 << 20

// KeptLaunch is a kernel of keep.cu, launched again and again on an H200: what the launch before has left in the L2 need not come from
// DRAM.
type KeptLaunch struct {
	Kind          string         // "reads", "writes", "copies", half of whose footprint is read and half written, or "inplace": read, changed and written
	Footprint     gpumodel.Bytes // touched in all
	Measured      float64        // microseconds, the median of eight launches
	Read, Written gpumodel.Bytes // from and to DRAM in one, by Nsight
	Model         float64        // microseconds, of Queued; 0 beyond 128 MB, where it was not run
	ModelRead     gpumodel.Bytes // from DRAM
	ModelWritten  gpumodel.Bytes // to DRAM
}

// Error returns (model − measured) / measured of the time.
func (l KeptLaunch) Error() float64 { return l.Model/l.Measured - 1 }

// Fitted reports whether a number of the preset was set from the launch's time: what a whole stored line takes of the L2 from writes of
// 16 to 32 MB, of DRAM from those of 64 MB and more, and beside reads from copies of 192 and 256 MB. No number was set from what DRAM
// read; but L2.EvenSets and StoreCopies, which say what the L2 keeps, were found with all of it in view.
func (l KeptLaunch) Fitted() bool {
	mb := l.Footprint >> 20
	return l.Kind == "writes" && (mb >= 16 && mb <= 32 || mb >= 64) || l.Kind == "copies" && mb >= 192
}

// KeptLaunches returns the launches. The error says which line of which file is damaged.
func KeptLaunches() ([]KeptLaunch, error) {
	all, err := measuredKept()
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSpace(keepModelCSV), "\n")
	for i := range all {
		l := &all[i]
		if l.Footprint > mostKept {
			continue
		}
		if len(lines) == 0 {
			return nil, fmt.Errorf("silicon: keep_model.csv: no line for %s of %d MB", l.Kind, l.Footprint>>20)
		}
		p := pairs{file: "keep_model.csv", line: i + 1, columns: strings.Split(lines[0], ",")}
		p.head("model", 6)
		same := p.columns[1] == l.Kind && gpumodel.Bytes(p.float(2, "mb")) == l.Footprint>>20
		l.Model, l.ModelRead, l.ModelWritten = p.float(3, "us"), gpumodel.Bytes(p.fromZero(4, "read")), gpumodel.Bytes(p.fromZero(5, "written"))
		if p.err != nil {
			return nil, p.err
		}
		if !same {
			return nil, fmt.Errorf("silicon: keep_model.csv: line %d is %q, want %s of %d MB", i+1, lines[0], l.Kind, l.Footprint>>20)
		}
		lines = lines[1:]
	}
	return all, nil
}

// measuredKept returns the launches without the model.
func measuredKept() (all []KeptLaunch, err error) {
	for i, line := range strings.Split(strings.TrimSpace(keepCSV), "\n") {
		p := pairs{file: "keep.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head("keep", 11)
		l := KeptLaunch{
			Kind: p.columns[1], Footprint: gpumodel.Bytes(p.float(2, "mb")) << 20, Measured: p.float(3, "us"),
			Read: gpumodel.Bytes(p.fromZero(6, "read")), Written: gpumodel.Bytes(p.fromZero(7, "written")),
		}
		if p.err != nil {
			return nil, p.err
		}
		all = append(all, l)
	}
	return all, nil
}

// SliceMix is a line of l2mix.csv: all SMs of an H200 load from the L2 and store to it, so many lines of each a turn of a warp.
type SliceMix struct {
	Loads, Stores float64 // lines of a warp's turn, of each of which some sectors are asked for
	Sectors       int     // 1 to 4
	Masked        bool    // sectors are stored in part
	InPlace       bool    // where it has loaded; else into another array
	Measured      float64 // microseconds of MixTurns turns
}

// Model returns the microseconds that the slices of the device's L2 take for those turns, by their law alone: a stored line occupies
// its slice for what the preset says, a loaded one for its turn, and what leaves it for its bytes.
func (m SliceMix) Model(d gpumodel.Device) float64 {
	l2, n := &d.Caches.L2, float64(m.Sectors)
	turns := m.Loads/l2.LinesPerTurn + m.Stores*l2.StoreCycles(n, m.Masked)
	out := m.Loads * n * float64(l2.Sector) * float64(l2.Slices) / l2.BytesPerCycle
	return MixTurns * max(turns, out) / float64(l2.Slices) / float64(d.Clock) * 1e6
}

// MixTurns is how many turns all warps of l2mix.cu go together.
const MixTurns = 264 * 32 * 400.0

// SliceMixes returns the lines. The error says which is damaged.
func SliceMixes() (all []SliceMix, err error) {
	widths := map[string]float64{"u": 4, "uint2": 8, "uint4": 16}
	for i, line := range strings.Split(strings.TrimSpace(l2mixCSV), "\n") {
		p := pairs{file: "l2mix.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head("l2mix", 9)
		loads, stores, step, us := p.fromZero(2, "R"), p.fromZero(3, "S"), p.float(4, "step"), p.float(8, "us")
		inPlace := p.fromZero(5, "inplace") == 1
		width := widths[p.columns[1]]
		if p.err != nil || width == 0 {
			return nil, fmt.Errorf("silicon: l2mix.csv: line %d is %q, want l2mix, u, uint2 or uint4, and numbers", i+1, line)
		}
		apart := width * step
		lines := min(32, 32*apart/128)
		all = append(all, SliceMix{
			Loads: loads * lines, Stores: stores * lines, Sectors: max(1, int(4/max(1, apart/32))), Masked: step > 1 && width < 32, InPlace: inPlace, Measured: us,
		})
	}
	return all, nil
}

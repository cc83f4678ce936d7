package silicon

import (
	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
)

// model returns the lines a cycle that the model of a GPU reads.
func (r L2Rate) model(d gpumodel.Device) (float64, error) {
	lines := int(r.Size / l2Line)
	each := r.CUs * r.Warps * inFlight * d.Lanes / r.Sectors // lines of a turn of all warps
	turns := max(2, 4*min(lines, 1<<19)/each)                // 2^19 lines are more than the L2 holds
	cycles, err := loopCycles(d, 0, r.CUs, r.Warps, turns, r.draws)
	return float64(turns*each) / cycles, err
}

const (
	l2Line   = 128 // bytes
	inFlight = 8   // loads of a warp before it waits
)

// loopCycles returns the cycles of so many turns of all warps' loops, of so many workgroups of so many warps,
// where draws returns what each draws its addresses by. What lies between a run of as many turns and one of
// twice as many counts, so that the L2 is warm and neither the beginning nor the end does. With cus some of the
// GPU's CUs are run; 0: all.
func loopCycles(d gpumodel.Device, cus, groups, warps, turns int, draws func(group, warp, lanes int) func([]gpumodel.Bytes)) (float64, error) {
	var cycles [2]gpumodel.Cycles
	for i := range cycles {
		made, err := chip.Run(chip.Launch{Device: d, Workgroups: groups, Wavefronts: warps, Resident: 1, CUs: cus, PastL1: true,
			Streams: func(int) func(int, int) gpumodel.Stream {
				return func(group, warp int) gpumodel.Stream {
					return &loadLoop{left: (i + 1) * turns, draw: draws(group, warp, d.Lanes), address: make([]gpumodel.Bytes, d.Lanes)}
				}
			}}, chip.Options{})
		if err != nil {
			return 0, err
		}
		cycles[i] = made.Cycles
	}
	return float64(cycles[1] - cycles[0]), nil
}

// loadLoop is a warp's loop: eight loads, then what waits for each.
type loadLoop struct {
	left, at int                    // turns, and the place in this one
	draw     func([]gpumodel.Bytes) // writes where the lanes read next
	address  []gpumodel.Bytes
}

func (s *loadLoop) Next(in *gpumodel.Instruction) bool {
	if s.left == 0 {
		return false
	}
	all := gpumodel.AllLanes(len(s.address))
	dst := gpumodel.Register(1 + s.at%inFlight)
	if s.at < inFlight {
		s.draw(s.address)
		*in = gpumodel.Instruction{Kind: gpumodel.Global, Dst: dst, Lanes: all, Access: gpumodel.Access{Op: gpumodel.Load, Width: 4, Active: all, Addr: s.address}}
	} else {
		*in = gpumodel.Instruction{Kind: gpumodel.FP32, Dst: inFlight + 1, Src: gpumodel.Sources{dst, inFlight + 1}, Lanes: all}
	}
	if s.at++; s.at == 2*inFlight {
		s.at = 0
		s.left--
	}
	return true
}

// draws are those of rates.cu and far.cu.
func (r L2Rate) draws(group, warp, lanes int) func([]gpumodel.Bytes) {
	id := group*r.Warps + warp
	next := uint32(id * lanes / r.Sectors)
	by := make([]lcg, lanes/(r.Sectors*r.Side)) // of groups of lanes that share a line
	for i := range by {
		by[i] = seeded(id*32 + i)
	}
	lines := uint32(r.Size / l2Line)
	return func(address []gpumodel.Bytes) {
		for i := range address {
			group, sector := i/r.Sectors, gpumodel.Bytes(i%r.Sectors)
			line := (next + uint32(group)) % lines
			if r.Chance {
				g := &by[group/r.Side]
				if i%(r.Sectors*r.Side) == 0 {
					g.step()
				}
				line = uint32(uint64(g.hash())*uint64(lines/uint32(r.Side))>>32)*uint32(r.Side) + uint32(group%r.Side)
			}
			address[i] = gpumodel.Bytes(line)*l2Line + sector*32
		}
		next += uint32(r.CUs * r.Warps * lanes / r.Sectors)
	}
}

// lcg is the generator of the probes: what it gives by chance is a hash of where it is.
type lcg uint32

func seeded(n int) lcg { return lcg(uint32(n)*2654435761 + 12345) }

func (g *lcg) step() { *g = *g*1664525 + 1013904223 }

func (g lcg) hash() uint32 { return mixed(uint32(g)) }

package silicon

import (
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
)

// turns is how many the model runs, and twice as many: fewer where all SMs wait for a few slices.
func (r AtomicRate) turns() int {
	switch {
	case r.SMs == 1:
		return 16
	case r.Pattern == "one" || r.Pattern == "chance" && r.K <= 256:
		return 4
	}
	return 8
}

// model returns the cycles of an SM for each access that the model of a GPU takes: what lies between
// so many turns and twice as many, with the lines in the L2.
func (r AtomicRate) model(d gpumodel.Device) (float64, error) {
	turns := r.turns()
	var cycles [2]gpumodel.Cycles
	for i := range cycles {
		made, err := chip.Run(chip.Launch{Device: d, Workgroups: r.SMs, Wavefronts: r.Warps, Resident: 1,
			Streams: func(int) func(int, int) gpumodel.Stream {
				return func(group, warp int) gpumodel.Stream {
					return &atomicLoop{AtomicRate: r, left: (i + 1) * turns, warp: group*r.Warps + warp, address: make([]gpumodel.Bytes, d.Lanes)}
				}
			}}, chip.Options{Before: r.SMs})
		if err != nil {
			return 0, err
		}
		cycles[i] = made.Cycles
	}
	return float64(cycles[1]-cycles[0]) / float64(turns*r.Warps), nil
}

// atomicLoop is a warp's loop in atoms.cu: it waits for what comes back every fourth turn.
type atomicLoop struct {
	AtomicRate
	left, at, waits int
	warp            int // of all
	address         []gpumodel.Bytes
	draws           []lcg
}

func (s *atomicLoop) Next(in *gpumodel.Instruction) bool {
	all := gpumodel.AllLanes(len(s.address))
	if s.waits > 0 {
		*in = gpumodel.Instruction{Kind: gpumodel.FP32, Dst: 5, Src: gpumodel.Sources{gpumodel.Register(s.waits), 5}, Lanes: all}
		s.waits--
		return true
	}
	if s.at == s.left {
		return false
	}
	s.place()
	*in = gpumodel.Instruction{Kind: gpumodel.Global, Lanes: all, Access: gpumodel.Access{Op: gpumodel.Atomic, Width: 4, Active: all, Addr: s.address}}
	if strings.HasSuffix(s.What, "f") {
		in.Access.Op = gpumodel.AtomicFloat
	}
	s.at++
	if strings.HasPrefix(s.What, "atom") {
		in.Dst = gpumodel.Register(1 + (s.at-1)%4)
		if s.at%4 == 0 {
			s.waits = 4
		}
	}
	return true
}

// place writes where the lanes add next.
func (s *atomicLoop) place() {
	span := 32
	if s.Pattern == "stride" {
		span *= s.K
	}
	if s.Pattern == "chance" && s.draws == nil {
		for lane := range s.address {
			s.draws = append(s.draws, lcg(mixed(uint32(s.warp*32+lane+1))))
		}
	}
	for lane := range s.address {
		var word int
		switch s.Pattern {
		case "chance":
			s.draws[lane].step()
			word = int(uint32(s.draws[lane]>>8) % uint32(s.K))
		case "stride":
			word = lane*s.K + 4*span*s.warp + span*(s.at%4)
		case "dup":
			word = lane/s.K + 4*span*s.warp + span*(s.at%4)
		default:
			word = lane / s.K
		}
		s.address[lane] = gpumodel.Bytes(4 * word)
	}
}

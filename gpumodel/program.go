package gpumodel

// Program is a wavefront's instructions written out: a loop with what comes
// before and after it.
type Program struct {
	Before []Instruction // once
	Body   []Instruction
	Times  int           // executions of Body; 0 or less: none
	After  []Instruction // once
}

// Start returns a stream of the program. Streams of one program share its
// slices, which must not change while they are read.
func (p Program) Start() Stream {
	return &programStream{parts: [3][]Instruction{p.Before, p.Body, p.After}, times: [3]int{1, p.Times, 1}}
}

// Workload returns the program as work, in workgroups of so many wavefronts.
func (p Program) Workload(workgroups, wavefronts int) Workload {
	return Workload{
		Workgroups: workgroups,
		Wavefronts: wavefronts,
		Stream:     func(int, int) Stream { return p.Start() },
	}
}

// programStream is a place in a program.
type programStream struct {
	parts [3][]Instruction
	times [3]int // executions left of each part
	part  int
	at    int
}

func (s *programStream) Next(in *Instruction) bool {
	for s.part < len(s.parts) {
		switch body := s.parts[s.part]; {
		case s.times[s.part] <= 0 || len(body) == 0:
			s.part++
			s.at = 0
		case s.at == len(body):
			s.times[s.part]--
			s.at = 0
		default:
			*in = body[s.at]
			s.at++
			return true
		}
	}
	return false
}

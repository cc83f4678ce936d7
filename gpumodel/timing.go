package gpumodel

import "fmt"

// Port is the path between the LDS and the SIMDs. GCN and CDNA connect the
// SIMDs of a CU in pairs, each pair to a port of its own, and a port moves only
// a part of a wavefront in one cycle. The zero value is no limit: the banks
// alone decide (NVIDIA, whose passes the counters give directly).
type Port struct {
	Count        int   // ports of one CU, 1 to 64
	Lanes        int   // lanes that a port serves in one cycle, 1 to 64
	Bytes        Bytes // bytes that a port moves in one cycle, 1 to 65536
	StoreAddress int   // cycles in which a store's addresses occupy the port before its data, 0 to 65536
}

// Latency is the measured law of how long one wavefront, alone, waits from one
// access to the next that depends on it:
//
//	cycles = FixedCycles + CyclesPerPhase·ideal + max(LeastCycles, CyclesPerPass·passes)
//
// with ideal and passes as in Service. For a store, on which nothing depends, it is the interval
// between two. Each number is 0 to 1e6.
type Latency struct {
	Op             Op    // what the access does
	Width          Bytes // of each lane's request
	FixedCycles    float64
	CyclesPerPhase float64
	CyclesPerPass  float64
	LeastCycles    float64
}

// Cycles returns the port cycles of one access: no port moves it faster, even
// without a bank conflict. A port that Validate would refuse is no limit.
//
//	load  max(lanes/Lanes, lanes·width/Bytes)
//	store StoreAddress + lanes·width/Bytes
func (p Port) Cycles(op Op, width Bytes, lanes int) int {
	if p.Count < 1 || p.Lanes < 1 || p.Bytes < 1 {
		return 0
	}
	data := int((Bytes(lanes)*width + p.Bytes - 1) / p.Bytes)
	if op == Store {
		return p.StoreAddress + data
	}
	return max((lanes+p.Lanes-1)/p.Lanes, data)
}

// Alone returns the cycles that one access occupies the LDS when no other
// wavefront uses it: its passes, or its port's cycles if they are more.
func (l LDS) Alone(a Access) (int, error) { return l.Together(a) }

// Together returns the cycles in which the LDS serves the accesses of several
// wavefronts that all wait at the start, dealt to the ports in turn as SIMDs
// are. The banks serve one pass after another, the ports work side by side:
//
//	max(PassCycles · sum of passes, largest sum of one port's cycles)
func (l LDS) Together(accesses ...Access) (int, error) {
	if err := l.Port.check(); err != nil {
		return 0, err
	}
	passes, busiest := 0, 0
	ports := make([]int, max(l.Port.Count, 1))
	for i, a := range accesses {
		s, err := l.Serve(a)
		if err != nil {
			return 0, fmt.Errorf("wavefront %d: %w", i, err)
		}
		passes += s.Passes
		port := &ports[i%len(ports)]
		*port += l.Port.Cycles(a.Op, a.Width, l.Lanes)
		busiest = max(busiest, *port)
	}
	return max(passes*max(int(l.PassCycles), 1), busiest), nil
}

// Latency returns the cycles from one access of a lone wavefront to the next
// that depends on it, by the law in Latencies.
func (l LDS) Latency(a Access) (float64, error) {
	s, err := l.Serve(a)
	if err != nil {
		return 0, err
	}
	if t := l.law(&a); t != nil {
		return t.FixedCycles + t.CyclesPerPhase*float64(s.Ideal) + max(t.LeastCycles, t.CyclesPerPass*float64(s.Passes)), nil
	}
	return 0, fmt.Errorf("lds: Latencies have no law for a %d-byte %v", a.Width, a.Op)
}

func (p Port) check() error {
	if p == (Port{}) {
		return nil
	}
	return within("lds: Port.", bound{"Count", float64(p.Count), 1, 64}, bound{"Lanes", float64(p.Lanes), 1, 64},
		bound{"Bytes", float64(p.Bytes), 1, 1 << 16}, bound{"StoreAddress", float64(p.StoreAddress), 0, 1 << 16})
}

// check returns everything that is wrong with the cycles of the i'th law, joined.
func (t *Latency) check(i int) error {
	return within(fmt.Sprintf("lds: Latencies[%d].", i),
		bound{"FixedCycles", t.FixedCycles, 0, 1e6}, bound{"CyclesPerPhase", t.CyclesPerPhase, 0, 1e6},
		bound{"CyclesPerPass", t.CyclesPerPass, 0, 1e6}, bound{"LeastCycles", t.LeastCycles, 0, 1e6})
}

package chip

import (
	"math"
	"sort"

	"lanebook/gpumodel"
	"lanebook/gpumodel/memory"
)

// counts are what the memory has counted.
type counts struct {
	l1, texture, l2 memory.Counts
	levels          []memory.Work
	read, written   gpumodel.Bytes
	busy            memory.Busy
}

func (m *machine) counts() (c counts) {
	c.l1, c.texture, c.l2 = m.memory.Counts()
	c.levels = m.memory.Levels()
	c.read, c.written = m.memory.Read(), m.memory.Written()
	c.busy = m.memory.Busy()
	return c
}

// report is the launch's, when it has ended.
func (m *machine) report() Report {
	r := Report{Device: m.Device, Busy: make([]gpumodel.Cycles, len(m.cores)), ByCU: make([]gpumodel.Totals, len(m.cores))}
	earliest, first, last, had := gpumodel.Later, gpumodel.Later, gpumodel.Cycles(0), 0
	var busy [gpumodel.Kinds]gpumodel.Cycles
	for i := range m.cores {
		c := &m.cores[i]
		t := c.Timeline()
		for k, n := range t.Instructions {
			r.Instructions[k] += n
			busy[k] += t.Busy[k]
		}
		r.LocalPasses += t.LocalPasses
		r.LocalIdeal += t.LocalIdeal
		r.GlobalPasses += t.GlobalPasses
		r.addLines(t.Lines)
		s := c.Totals()
		r.ByCU[i] = s
		r.Totals.Wavefronts += s.Wavefronts
		r.Totals.Issued += s.Issued
		for k, n := range s.Stalls {
			r.Totals.Stalls[k] += n
		}
		if p := t.Products; p[1] > 0 {
			first, last = min(first, p[0]), max(last, p[1])
		}
		if c.had {
			had++
			r.Busy[i] = t.Cycles - c.from
			r.Cycles = max(r.Cycles, t.Cycles-m.origin)
			earliest = min(earliest, t.Cycles-m.origin)
		}
	}
	for _, done := range m.done {
		r.Cycles = max(r.Cycles, gpumodel.Cycles(math.Ceil(done))-m.origin)
	}
	if r.Cycles > 0 {
		r.Tail = r.Cycles - earliest
	}
	now := m.counts()
	if now.busy.Out > m.before.busy.Out {
		r.Cycles += m.Device.Dispatch.Drain
	}
	ran := r.Cycles
	r.Share = float64(m.ended) / float64(max(1, m.Workgroups))
	if rest := m.Workgroups - m.ended; rest > 0 {
		cycles, apart := m.paces.rest(rest)
		if last > 0 {
			last += gpumodel.Cycles(cycles * float64(last-first) / float64(r.Cycles)) // it goes on as it went
		}
		r.Bound = apart * cycles / (cycles + float64(r.Cycles))
		r.Cycles += gpumodel.Cycles(cycles)
	}
	r.Cycles += m.flushed
	ran += m.flushed
	if m.Device.Dispatch == (gpumodel.Dispatch{}) {
		r.Unknown = []string{"what it takes to launch a kernel and its workgroups"}
	}
	if last > 0 {
		r.Products = max(1, last-first)
	}
	r.Seconds = m.Device.Dispatch.Seconds + m.Device.Seconds(r.Cycles, r.Products, had)
	r.L1, r.Texture, r.L2 = now.l1.Less(m.before.l1), now.texture.Less(m.before.texture), now.l2.Less(m.before.l2)
	for i, w := range now.levels {
		r.Levels = append(r.Levels, w.Less(m.before.levels[i]))
	}
	r.Read, r.Written = now.read-m.before.read, now.written-m.before.written
	r.Limits = m.limits(&r, ran, &now.busy, &busy)
	return r
}

// addLines adds what the kernel's lines cost a CU.
func (r *Report) addLines(lines []gpumodel.LineTotals) {
	if r.Lines == nil && lines != nil {
		r.Lines = make([]gpumodel.LineTotals, len(lines))
	}
	for i, l := range lines {
		sum := &r.Lines[i]
		sum.Issued += l.Issued
		sum.Lanes += l.Lanes
		for why, n := range l.Stalls {
			sum.Stalls[why] += n
		}
	}
}

// limits says how near each part came to what it can do in the cycles that were run.
func (m *machine) limits(r *Report, ran gpumodel.Cycles, now *memory.Busy, units *[gpumodel.Kinds]gpumodel.Cycles) []Limit {
	if ran == 0 {
		return nil
	}
	d, before := &m.Device, &m.before.busy
	cycles, cus := float64(ran), float64(len(m.cores))
	all := []Limit{
		{"issue slots", float64(r.Issued) / (cycles * cus * float64(d.SIMDs*d.CU.Picks)) * float64(d.CU.Cadence)},
		{"LDS banks", float64(r.LocalPasses) * float64(max(r.Device.LDS.PassCycles, 1)) / (cycles * cus)},
		{"L2", (now.L2 - before.L2) / cycles},
		{"DRAM", (now.DRAM - before.DRAM) / cycles},
		{"dispatch", max(float64(m.ended)*d.Dispatch.Interval, float64(max(0, m.ended-m.first)*m.Wavefronts)*d.Dispatch.ByWave) / (cycles * float64(len(m.next)))},
		{"L1", (now.L1 - before.L1) / cycles},
		{"texture unit", (now.Texture - before.Texture) / cycles},
		{"path from the L2", (now.From - before.From) / cycles},
		{"path to the L2", (now.Out - before.Out) / cycles},
		{"TLB", (now.TLB - before.TLB) / cycles},
	}
	if now.Slice > before.Slice {
		all = append(all, Limit{"one slice of the L2", (now.Slice - before.Slice) / cycles}, Limit{"crossbar", (now.Crossbar - before.Crossbar) / cycles})
	}
	if r.LocalPasses > 0 && r.GlobalPasses > r.LocalPasses/4 { // else who names the banks has said it
		all = append(all, Limit{"data path", float64(r.LocalPasses+r.GlobalPasses) * float64(max(d.LDS.PassCycles, 1)) / (cycles * cus)})
	}
	for _, w := range r.Levels {
		all = append(all, Limit{w.Name, w.Busy / cycles})
	}
	for _, u := range d.CU.Units {
		busy, instances := gpumodel.Cycles(0), u.Count
		for _, k := range u.Kinds {
			busy += units[k]
		}
		if !u.Shared {
			instances *= d.SIMDs
		}
		all = append(all, Limit{u.Name, float64(busy) / (cycles * cus * float64(instances))})
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Used > all[j].Used }) // smaller than slices.SortStableFunc, for pages load it
	return all
}

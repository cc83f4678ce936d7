package gpumodel

import (
	"slices"
)

// simds checks turns: their cadence, and how many wavefronts issue in each.
func (c *checker) simds() {
	type turn struct {
		cycle Cycles
		simd  int16
	}
	units := map[turn][]int{} // of the wavefronts that issued, in their first slots
	for _, i := range c.t.Issues {
		k := turn{i.Cycle, i.SIMD}
		if late := (i.Cycle - Cycles(i.SIMD)) % c.cu.Cadence; late != 0 {
			c.fault("SIMD %d issues in cycle %d, which is not its turn", i.SIMD, i.Cycle)
		}
		if i.Slot > 0 {
			continue
		}
		u := c.unit(i.Kind)
		if slices.Contains(units[k], u) || len(units[k]) == c.cu.Picks {
			c.fault("SIMD %d issues from %d wavefronts in cycle %d, want %d at most, each to a different unit", i.SIMD, len(units[k])+1, i.Cycle, c.cu.Picks)
		}
		units[k] = append(units[k], u)
	}
}

// units checks that no unit is used beyond its instances.
func (c *checker) units() {
	type where struct{ unit, simd int }
	busy := map[where][]Cycles{} // until when each instance in use is busy
	for _, i := range c.t.Issues {
		u := c.unit(i.Kind)
		if u < 0 {
			continue
		}
		k := where{u, int(i.SIMD)}
		if c.cu.Units[u].Shared {
			k.simd = 0
		}
		busy[k] = slices.DeleteFunc(busy[k], func(end Cycles) bool { return end <= i.Cycle })
		n := c.cu.Units[u].Count
		takes := 1
		if i.Kind == Packed {
			takes = n
		}
		busy[k] = append(busy[k], slices.Repeat([]Cycles{i.Cycle + c.cu.Interval[i.Kind]}, takes)...)
		if len(busy[k]) > n {
			c.fault("%s: %d instructions in cycle %d, want %d at most", c.cu.Units[u].Name, len(busy[k]), i.Cycle, n)
		}
	}
}

// banks checks that the LDS serves one access at a time.
func (c *checker) banks() {
	free, passes := Cycles(0), int64(0)
	for _, i := range c.t.Issues {
		if i.Kind != Local && i.Passes == 0 { // of copies the LDS has passes too
			continue
		}
		end := i.Begin + Cycles(i.Passes)*max(c.t.Device.LDS.PassCycles, 1)
		if i.Begin < free || i.Begin < i.Cycle || i.Done < end {
			c.fault("LDS: an access of cycle %d is served from %d on, done in %d; the banks are free in %d", i.Cycle, i.Begin, i.Done, free)
		}
		free = end
		passes += int64(i.Passes)
	}
	if passes != c.t.LocalPasses {
		c.fault("LDS: %d passes recorded, %d counted", passes, c.t.LocalPasses)
	}
}

// barriers checks that what follows a wavefront's n'th barrier comes after the
// n'th of every other in its workgroup that has not ended by then.
func (c *checker) barriers() {
	met := map[int][][]Cycles{} // by workgroup and wavefront: cycles of its barriers
	for _, i := range c.t.Issues {
		w := &c.t.Wavefronts[i.Wavefront]
		for len(met[w.Workgroup]) <= w.Index {
			met[w.Workgroup] = append(met[w.Workgroup], nil)
		}
		if i.Kind == Barrier {
			met[w.Workgroup][w.Index] = append(met[w.Workgroup][w.Index], i.Cycle)
		}
	}
	ends := map[[2]int]Cycles{}
	for _, w := range c.t.Wavefronts {
		ends[[2]int{w.Workgroup, w.Index}] = w.End
	}
	passed := make([]int, len(c.t.Wavefronts))
	for _, i := range c.t.Issues {
		w := &c.t.Wavefronts[i.Wavefront]
		if n := passed[i.Wavefront]; n > 0 {
			for other, cycles := range met[w.Workgroup] {
				if len(cycles) >= n && cycles[n-1] >= i.Cycle || len(cycles) < n && ends[[2]int{w.Workgroup, other}] > i.Cycle {
					c.fault("workgroup %d: wavefront %d passes barrier %d in cycle %d before wavefront %d reaches it", w.Workgroup, w.Index, n, i.Cycle, other)
				}
			}
		}
		if i.Kind == Barrier {
			passed[i.Wavefront]++
		}
	}
}

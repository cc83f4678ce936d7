package gpu

import "lanebook/gpumodel"

// bothWays returns rules that serve loads and stores alike, in groups of
// consecutive lanes: so many for 4 bytes, for 8 and for 16, on a 32-lane wavefront.
// assumed is what the wide ones have no source for.
func bothWays(group4, group8, group16 int, assumed string) []gpumodel.Rule {
	var rules []gpumodel.Rule
	for _, op := range []gpumodel.Op{gpumodel.Load, gpumodel.Store} {
		rules = append(rules,
			gpumodel.Rule{Op: op, Width: 4, Groups: consecutive(32, group4)},
			gpumodel.Rule{Op: op, Width: 8, Groups: consecutive(32, group8), Assumed: assumed},
			gpumodel.Rule{Op: op, Width: 16, Groups: consecutive(32, group16), Assumed: assumed})
	}
	return rules
}

// consecutive cuts lanes into groups of size neighbours: 0 to size−1, and so on.
func consecutive(lanes, size int) []gpumodel.LaneMask {
	groups := make([]gpumodel.LaneMask, 0, lanes/size)
	for first := 0; first < lanes; first += size {
		groups = append(groups, gpumodel.AllLanes(size)<<first)
	}
	return groups
}

// everyFourth cuts lanes into groups of four that lie four apart: 0, 4, 8, 12, then 1, 5,
// 9, 13, and so on, 16 lanes after 16.
func everyFourth(lanes int) []gpumodel.LaneMask {
	var groups []gpumodel.LaneMask
	for first := 0; first < lanes; first += 16 {
		for i := range 4 {
			groups = append(groups, gpumodel.LaneMask(0x1111)<<(first+i))
		}
	}
	return groups
}

// ranges returns the lanes of inclusive ranges given as first, last, first, last…
func ranges(ends ...int) gpumodel.LaneMask {
	var m gpumodel.LaneMask
	for i := 0; i+1 < len(ends); i += 2 {
		m |= gpumodel.AllLanes(ends[i+1]-ends[i]+1) << ends[i]
	}
	return m
}

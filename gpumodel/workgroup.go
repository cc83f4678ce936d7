package gpumodel

import "fmt"

// Shape is the extent of a workgroup (block) in its three dimensions, each 1 or
// more.
type Shape struct{ X, Y, Z int }

// Lanes returns how many lanes (threads) the workgroup has.
func (s Shape) Lanes() int { return s.X * s.Y * s.Z }

// Lane returns the number of the lane at the coordinates, X fastest:
//
//	dim(X)·(dim(Y)·z + y) + x
//
// Lanes are cut into wavefronts in this order. Source: [D2]. The error says
// which coordinate is outside the shape.
func (s Shape) Lane(x, y, z int) (int, error) {
	for _, c := range []struct {
		name     string
		at, size int
	}{{"x", x, s.X}, {"y", y, s.Y}, {"z", z, s.Z}} {
		if c.at < 0 || c.at >= c.size {
			return 0, fmt.Errorf("shape %d×%d×%d: %s = %d, want 0 to %d", s.X, s.Y, s.Z, c.name, c.at, c.size-1)
		}
	}
	return s.X*(s.Y*z+y) + x, nil
}

// At returns the coordinates of the lane of that number, Lane's inverse, for
// 0 ≤ lane < Lanes.
func (s Shape) At(lane int) (x, y, z int) {
	x, y = max(1, s.X), max(1, s.Y)
	return lane % x, lane / x % y, lane / (x * y)
}

// Wavefronts returns the wavefronts of a workgroup on a device with so many
// lanes in each: the last may hold dummy lanes.
//
//	⌈lanes / wavefront⌉
func (s Shape) Wavefronts(wavefront int) int { return (s.Lanes() + wavefront - 1) / wavefront }

// TailEfficiency returns the share of issued lanes that are the workgroup's own,
// the most of the peak that it can reach:
//
//	lanes / (wavefronts · wavefront)
//
// Source: [D2]: 80 threads on 32-lane warps are at most 80/96 of peak. 0 for a
// workgroup without lanes.
func (s Shape) TailEfficiency(wavefront int) float64 {
	if s.Lanes() < 1 || wavefront < 1 {
		return 0
	}
	return float64(s.Lanes()) / float64(s.Wavefronts(wavefront)*wavefront)
}

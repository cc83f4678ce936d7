package gpumodel

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Shape is the extent of a workgroup (block) or a grid in up to three dimensions. A
// zero counts as 1, so that Shape{X: 80} is a line; negative extents are errors
// wherever a Shape is checked.
type Shape struct{ X, Y, Z int }

// ParseShape reads 256, 32x8 or 8x8x4, with x or ×: extents of 1 to 2^31 − 1. The error says so, and repeats nothing.
func ParseShape(text string) (s Shape, err error) {
	to := []*int{&s.X, &s.Y, &s.Z}
	for i, part := range strings.Split(strings.ReplaceAll(strings.ToLower(text), "×", "x"), "x") {
		n, bad := strconv.ParseUint(strings.TrimSpace(part), 10, 31)
		if bad != nil || n == 0 || i >= len(to) {
			return Shape{}, errors.New("want one to three numbers of 1 or more, such as 256, 32x8 or 8x8x4")
		}
		*to[i] = int(n)
	}
	return s, nil
}

// String writes 8×16, or 8×4×2.
func (s Shape) String() string {
	s = s.Filled()
	if s.Z == 1 {
		return fmt.Sprintf("%d×%d", s.X, s.Y)
	}
	return fmt.Sprintf("%d×%d×%d", s.X, s.Y, s.Z)
}

// Filled returns the shape with 1 for every extent that is left out.
func (s Shape) Filled() Shape { return Shape{cmp.Or(s.X, 1), cmp.Or(s.Y, 1), cmp.Or(s.Z, 1)} }

// Lanes returns how many lanes (threads) a workgroup of the shape has, or how many
// workgroups a grid.
func (s Shape) Lanes() int {
	s = s.Filled()
	return s.X * s.Y * s.Z
}

// Lane returns the number of the lane at the coordinates, X fastest:
//
//	dim(X)·(dim(Y)·z + y) + x
//
// Lanes are cut into wavefronts in this order. Source: the document on Kepler that
// notebook 02 retells. The error says which coordinate is outside the shape.
func (s Shape) Lane(x, y, z int) (int, error) {
	s = s.Filled()
	for _, c := range []struct {
		name     string
		at, size int
	}{{"x", x, s.X}, {"y", y, s.Y}, {"z", z, s.Z}} {
		if c.at < 0 || c.at >= c.size {
			return 0, fmt.Errorf("shape %v: %s = %d, want 0 to %d", s, c.name, c.at, c.size-1)
		}
	}
	return s.X*(s.Y*z+y) + x, nil
}

// At returns the coordinates of the lane of that number, Lane's inverse, for
// 0 ≤ lane < Lanes.
func (s Shape) At(lane int) (x, y, z int) {
	s = s.Filled()
	return lane % s.X, lane / s.X % s.Y, lane / (s.X * s.Y)
}

// Wavefronts returns the wavefronts of a workgroup on a device with so many
// lanes in each: the last may hold dummy lanes. Of wavefronts without lanes there are
// none.
//
//	⌈lanes / wavefront⌉
func (s Shape) Wavefronts(wavefront int) int {
	if wavefront < 1 {
		return 0
	}
	return (s.Lanes() + wavefront - 1) / wavefront
}

// TailEfficiency returns the share of issued lanes that are the workgroup's own,
// the most of the peak that it can reach:
//
//	lanes / (wavefronts · wavefront)
//
// Source: the document on Kepler: 80 threads on 32-lane warps are at most 80/96 of
// peak.
func (s Shape) TailEfficiency(wavefront int) float64 {
	if wavefront < 1 {
		return 0
	}
	return float64(s.Lanes()) / float64(s.Wavefronts(wavefront)*wavefront)
}

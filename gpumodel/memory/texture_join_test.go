package memory

import (
	"slices"
	"testing"
)

// By hand: what is asked for of a line within eight cycles of its first pass goes with it, what comes later by itself, but for
// sectors that have been asked for; and for as long again what comes then goes with that. With 0 all go together.
func TestJoin(t *testing.T) {
	asked := []struct {
		line Line
		at   float64
	}{{Line{0, 1}, 0}, {Line{128, 1}, 1}, {Line{0, 2}, 7.5}, {Line{0, 6}, 8}, {Line{128, 1}, 9}, {Line{0, 8}, 15}}
	for join, want := range map[float64][]Line{
		8: {{0, 1 | 2}, {128, 1}, {0, 4 | 8}},
		0: {{0, 15}, {128, 1}},
	} {
		var u textureUnit
		for _, a := range asked {
			u.note(a.line, a.at, join)
		}
		if !slices.Equal(u.lines, want) {
			t.Errorf("JoinCycles %v: %v are asked for, want %v", join, u.lines, want)
		}
	}
}

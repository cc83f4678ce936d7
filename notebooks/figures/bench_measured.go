//go:build !js

package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// MeasuredChanges is the table of what changes of transposes and copies did to the H200's
// time, and to the model's: of kernels that differ in tile, elements of a lane, padding or width of an access
// alone. What the model misses most comes first. The error says what of the files is damaged.
func MeasuredChanges() (charts.Figure, error) {
	rows, err := silicon.WholeResults()
	if err != nil {
		return charts.Figure{}, err
	}
	var all []measuredChange
	for _, to := range rows {
		i := slices.IndexFunc(rows, func(from silicon.WholeResult) bool { return from.Name == before(to) })
		if i >= 0 {
			from := rows[i]
			all = append(all, measuredChange{wholeName(from), changed(from, to), to.Microseconds / from.Microseconds, to.Model / from.Model})
		}
	}
	if len(all) == 0 {
		return charts.Figure{}, fmt.Errorf("figures: no two kernels of whole.csv differ in tile, padding or width")
	}
	slices.SortStableFunc(all, func(a, b measuredChange) int { return cmp.Compare(math.Abs(b.off()), math.Abs(a.off())) })
	t := charts.Table{Columns: []charts.Column{{Head: "kernel"}, {Head: "change"}, {Head: "H200, %", Numeric: true}, {Head: "model, %", Numeric: true}, {Head: "off, %", Numeric: true}}}
	percent := func(x float64) string { return Signed(100*(x-1), 0) }
	sum, same, plain := 0.0, 0, 0
	of := map[string][]measuredChange{}
	for _, p := range all {
		of[p.kernel] = append(of[p.kernel], p)
		t.Rows = append(t.Rows, []string{p.kernel, p.change, percent(p.measured), percent(p.model), Signed(100*p.off(), 1)})
		sum += math.Abs(p.off())
		if math.Abs(p.measured-1) >= 0.03 {
			plain++
			if (p.measured < 1) == (p.model < 1) {
				same++
			}
		}
	}
	best, choices := 0, 0
	for _, changes := range of {
		if len(changes) > 1 {
			choices++
			measured := slices.MinFunc(changes, func(a, b measuredChange) int { return cmp.Compare(a.measured, b.measured) })
			model := slices.MinFunc(changes, func(a, b measuredChange) int { return cmp.Compare(a.model, b.model) })
			if measured == model {
				best++
			}
		}
	}
	return charts.Figure{
		Title:   "The same changes on silicon",
		Caption: fmt.Sprintf("What a change does to the time of a whole kernel, launch included, on the H200 and in the model of it. Of %d changes by 3 %% or more, %d have the direction that was measured, and of the %d kernels with several changes the model finds the best one for %d; the new time over the old is %.0f %% off on average, at worst %s %%.", plain, same, choices, best, 100*sum/float64(len(all)), Signed(100*all[0].off(), 0)),
		Alt:     "Table of changes to transposes and copies: the change of the time that was measured, the model's, and how far they are apart, the worst first.",
		Note:    "H200, whole.csv and transpose.csv. The kernels are the compiler's machine code. No number of the model was set from these rows; one, what a cold SM waits, was chosen within a range of others', and decides the smallest copies by a tenth. Times are of one day: on another the copy of 256 KB gained 16 % by fours.",
		Series:  []charts.Series{t},
	}, nil
}

// measuredChange is a change of a kernel, and the time with it over that without.
type measuredChange struct {
	kernel, change  string
	measured, model float64
}

// off is how much the model's is beyond what was measured.
func (c measuredChange) off() float64 { return c.model/c.measured - 1 }

// before names the kernel of which another is a change: floats for a copy by fours, and for
// a transpose a tile of 32 without padding. Tiles of fewer than 32 have an element of each
// lane; where all have, so has that of 32.
func before(to silicon.WholeResult) string {
	switch {
	case to.Kernel == "copy" && to.Element == 16:
		return fmt.Sprintf("copy,type=float,n=%d", 4*to.N)
	case to.Kernel == "transpose" && (to.Tile != 32 || to.Pad != 0):
		rows := 8
		if to.Width == 8192 {
			rows = 32
		}
		element := map[bool]string{false: "float", true: "float2"}[to.Element == 8]
		return fmt.Sprintf("transpose,type=%s,tile=32,pad=0,rows=%d,w=%d,h=%d", element, rows, to.Width, to.Height)
	}
	return ""
}

// changed names the change from one kernel to another.
func changed(from, to silicon.WholeResult) string {
	var all []string
	add := func(name string, from, to int) {
		if from != to {
			all = append(all, fmt.Sprintf("%s %d → %d", name, from, to))
		}
	}
	add("floats of an access", int(from.Element/4), int(to.Element/4))
	add("tile", from.Tile, to.Tile)
	if to.Kernel == "transpose" {
		add("elements a lane", from.Tile/from.Rows, to.Tile/to.Rows)
	}
	add("pad", from.Pad, to.Pad)
	return strings.Join(all, ", ")
}

package whatif

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/figures"
)

// wholeSize is the edge of the matrix that the whole GPU transposes, in elements: large
// enough for every CU, and the one that an H200 was timed with.
const wholeSize = 8192

// whole is the transpose of a whole matrix through one layout of the tile: of GPUs whose
// caches are known as the chip runs it, of others two bounds.
type whole struct {
	d             gpumodel.Device
	element       gpumodel.Bytes
	open          bool         // a run gives it
	run           *chip.Report // and has given it
	memory, banks float64      // milliseconds, each a bound from below, where nothing runs
}

// wholeOf is what is known of a layout at once: of a tile with so many passes.
func wholeOf(d gpumodel.Device, tile gpumodel.Array, passes int) whole {
	w := whole{d: d, element: tile.Element, open: d.Caches.Known() && d.Lanes == gpu.H200().Lanes} // of whose wavefronts the code is
	if w.open {
		return w
	}
	groups := float64(wholeSize/tile.Rows) * float64(wholeSize/tile.Columns)
	seconds := 1 / (float64(d.CUs) * float64(d.Clock))
	w.banks = 1e3 * groups * float64(passes) * seconds
	if m := d.CU.Memory; m.BytesPerCycle > 0 {
		w.memory = 1e3 * 2 * wholeSize * wholeSize * float64(tile.Element) / m.BytesPerCycle * seconds
	}
	return w
}

// runWholes runs the layouts, and tells each its run.
func runWholes(stop Stop, costs []cost, progress Progress) error {
	first := costs[0]
	runs, err := lastWholes.get(wholesKey{first.whole.d.ID, first.tile}, func() ([]chip.Report, error) {
		var runs []chip.Report
		for i, c := range costs {
			t := silicon.TransposeTime{Size: wholeSize, Element: c.tile.Element, Tile: c.tile.Rows, Pad: c.tile.Pad, Milliseconds: 1}
			row, err := silicon.RunTranspose(c.whole.d, t, chip.Options{Sample: part, Stop: stop, Progress: progress.part(i, len(costs))})
			if err != nil {
				return nil, err
			}
			runs = append(runs, row.Report)
		}
		return runs, nil
	})
	if err != nil {
		return err
	}
	for i := range costs {
		costs[i].whole.run = &runs[i]
	}
	return nil
}

// lastWholes are the last runs, of a tile and the layout after it.
var lastWholes memo[wholesKey, []chip.Report]

type wholesKey struct {
	device string
	tile   gpumodel.Array
}

// part is the share of the workgroups that is run. With as few as a run may have, 5 %, what the L2 holds at first counts for too much:
// a transpose of complex numbers comes out 17 % slower than by a tenth, with this 7.
const part = 0.07

// milliseconds is the time, or at least that.
func (w whole) milliseconds() float64 {
	if w.run != nil {
		return 1e3 * w.run.Seconds
	}
	return max(w.memory, w.banks)
}

// rate is the matrix, read and written, a second, in GB.
func (w whole) rate() float64 {
	return 2 * wholeSize * wholeSize * float64(w.element) / w.milliseconds() / 1e6
}

// part names the part of the GPU that is used most, or that sets the bound.
func (w whole) part() Text {
	if w.run != nil {
		most := w.run.Limits[0]
		name, ok := map[string]Text{
			"issue slots": {"issue slots", "命令発行"}, "LDS banks": {"LDS banks", "LDS のバンク"}, "L2": {"L2", "L2"}, "DRAM": {"DRAM", "DRAM"},
			"dispatch": {"dispatch of workgroups", "ワークグループの起動"}, "LD/ST": {"LD/ST units", "ロード／ストアユニット"}, "L1": {"L1", "L1"}, "data path": {"data path of LDS and L1", "LDS と L1 の共通データパス"},
			"path from the L2": {"paths from the L2", "L2 からの経路"}, "path to the L2": {"paths to the L2", "L2 への経路"},
			"one slice of the L2": {"one slice of the L2", "L2 のスライス一つ"}, "crossbar": {"crossbar", "クロスバー"},
		}[most.Part]
		if !ok { // a unit's name
			name = Text{most.Part, most.Part}
		}
		return Text{fmt.Sprintf("%s %.0f %%", figures.Worded(w.d, name.EN), 100*most.Used), fmt.Sprintf("%s %.0f %%", name.JA, 100*most.Used)}
	}
	if w.memory >= w.banks {
		return Text{"memory", "メモリ"}
	}
	return Text{"the banks", "バンク"}
}

func (w whole) say(lang string) string {
	var say Text
	switch {
	case w.run == nil && w.open:
		return ""
	case w.run == nil:
		say = Text{"A matrix of %d × %d takes the whole GPU %s ms or more, %s GB/s at most, for %s.", "%d × %d の行列は GPU 全体で %s ms 以上、最大 %s GB/s（%sによる）。"}
	default:
		say = Text{"A matrix of %d × %d takes the whole GPU %s ms, %s GB/s; used most: %s.", "%d × %d の行列は GPU 全体で %s ms、%s GB/s。最も使われるのは%s。"}
	}
	return fmt.Sprintf(say.In(lang), wholeSize, wholeSize, charts.FormatNumber(w.milliseconds()), charts.FormatNumber(w.rate()), w.part().In(lang))
}

// wholeTable is the time of a large matrix, by layout.
func wholeTable(costs []cost) charts.Figure {
	w := costs[0].whole
	t := charts.Table{Columns: []charts.Column{{Head: "tile"}, {Head: "time, ms", Numeric: true}, {Head: "GB/s", Numeric: true}, {Head: "used most"}, {Head: "off by about, %", Numeric: true}}}
	if !w.open {
		t.Columns = []charts.Column{{Head: "tile"}, {Head: "memory, ms", Numeric: true}, {Head: "banks, ms", Numeric: true}, {Head: "together, ms", Numeric: true}, {Head: "GB/s", Numeric: true}}
	}
	for _, c := range costs {
		row := []string{c.tile.Name(), "…", "…", "…", "…"}
		time, rate := charts.FormatNumber(c.whole.milliseconds()), charts.FormatNumber(c.whole.rate())
		switch {
		case !w.open:
			row = []string{row[0], charts.FormatNumber(c.whole.memory), charts.FormatNumber(c.whole.banks), "≥ " + time, "≤ " + rate}
		case c.whole.run != nil:
			row = []string{row[0], time, rate, c.whole.part().EN, fmt.Sprintf("%.0f", 100*c.whole.run.Bound)}
		}
		t.Rows = append(t.Rows, row)
	}
	return charts.Figure{
		Title:   fmt.Sprintf("A matrix of %d × %d, on the whole GPU", wholeSize, wholeSize),
		Caption: w.caption(),
		Alt:     "Table of layouts of the tile, with the time of the whole matrix and bytes a second.",
		Series:  []charts.Series{t},
	}
}

func (w whole) caption() string {
	const counts = " GB/s counts every element read and written once."
	switch {
	case !w.open:
		return fmt.Sprintf("Two bounds for %s, whose caches are not known: memory is every element read and written once, at the bandwidth of all CUs, and the banks' time is that of all passes on all CUs. The launch of the workgroups is not known: of small tiles it may be the most, as it is on the H200.", w.d.Name) + counts
	case w.d.Dispatch == gpumodel.Dispatch{}:
		return fmt.Sprintf("The kernel, a lane for each element, as the model of all of %s runs it. Its first workgroups are run, and the rest is taken to go on at their pace. What it takes to launch a kernel and its workgroups is not known of this GPU, and left out: of small tiles it may be the most.", w.d.Name) + counts
	}
	return fmt.Sprintf("The kernel, a lane for each element, as the model of all of the %s runs it. Its first workgroups are run, and the rest is taken to go on at their pace; notebook 05 runs more, and compares with what was measured.", w.d.Name) + counts
}

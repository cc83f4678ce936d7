package whatif

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// wholeSize is the edge of the matrix that the whole GPU transposes, in elements: large
// enough for every CU, and the one that an H200 was timed with.
const wholeSize = 8192

// whole is the time of a whole transpose by parts, in milliseconds. Where the tile was
// not timed nothing adds up: each part is a bound from below, and a launch of 0 not known.
type whole struct {
	launch, memory, banks float64
	hidden                bool // the banks, behind the launch
	timed                 bool // launch and memory were, by silicon
	element               gpumodel.Bytes
}

// wholeOf is the time through a tile with so many passes: of an H200 as notebook 05 has
// it, of other GPUs two bounds, and of tiles smaller than the H200's three: its workgroups
// start no faster than those of the smallest that were timed.
func wholeOf(d gpumodel.Device, tile gpumodel.Array, passes int) (whole, error) {
	const smallest = 4
	w := whole{element: tile.Element}
	if d.ID == gpu.H200().ID {
		timed := tile
		timed.Rows, timed.Columns = max(tile.Rows, smallest), max(tile.Columns, smallest)
		row, err := silicon.ModelTranspose(d, timed, wholeSize)
		if err != nil || timed == tile {
			return whole{row.Launch, row.Memory, row.Banks, row.Hidden, true, tile.Element}, err
		}
		w.launch = row.Launch * float64(timed.Rows*timed.Columns) / float64(tile.Rows*tile.Columns)
	}
	groups := float64(wholeSize/tile.Rows) * float64(wholeSize/tile.Columns)
	seconds := 1 / (float64(d.CUs) * float64(d.Clock))
	w.banks = 1e3 * groups * float64(passes) * seconds
	if m := d.CU.Memory; m.BytesPerCycle > 0 {
		w.memory = 1e3 * 2 * wholeSize * wholeSize * float64(tile.Element) / m.BytesPerCycle * seconds
	}
	return w, nil
}

// together is the time in milliseconds, or at least that.
func (w whole) together() float64 {
	if w.timed {
		return w.launch + w.memory + w.banks
	}
	return max(w.launch, w.memory, w.banks)
}

// rate is the matrix, read and written, a second, in GB.
func (w whole) rate() float64 {
	return 2 * wholeSize * wholeSize * float64(w.element) / w.together() / 1e6
}

// longest names the largest part.
func (w whole) longest() Text {
	switch {
	case w.hidden:
		return Text{"the launch of its workgroups, behind which the banks hide", "ワークグループの起動で、バンクの時間はその陰に隠れる"}
	case w.launch >= w.memory && w.launch >= w.banks:
		return Text{"the launch of its workgroups", "ワークグループの起動"}
	case w.memory >= w.banks:
		return Text{"memory", "メモリ"}
	}
	return Text{"the banks", "バンク"}
}

func (w whole) say(lang string) string {
	say := Text{"A matrix of %d × %d takes the whole GPU %s ms, %s GB/s; the largest part is %s.", "%d × %d の行列は GPU 全体で %s ms、%s GB/s。最も大きいのは%s。"}
	if !w.timed {
		say = Text{"A matrix of %d × %d takes the whole GPU %s ms or more, %s GB/s at most, for %s.", "%d × %d の行列は GPU 全体で %s ms 以上、最大 %s GB/s（%sによる）。"}
	}
	return fmt.Sprintf(say.In(lang), wholeSize, wholeSize, charts.FormatNumber(w.together()), charts.FormatNumber(w.rate()), w.longest().In(lang))
}

// columns are launch, memory, banks, together and the rate, for a table.
func (w whole) columns() []string {
	launch, memory, banks := charts.FormatNumber(w.launch), charts.FormatNumber(w.memory), charts.FormatNumber(w.banks)
	more, less := "", ""
	if !w.timed {
		more, less = "≥ ", "≤ "
	}
	if w.launch == 0 {
		launch = "not known"
	}
	if w.hidden {
		banks = "hidden"
	}
	return []string{launch, memory, banks, more + charts.FormatNumber(w.together()), less + charts.FormatNumber(w.rate())}
}

func (w whole) caption(d gpumodel.Device) string {
	if w.timed {
		return "Launch and memory were measured on an H200, with an empty kernel and a copy by the same workgroups, a lane for each element; the banks' time is that of all passes on all CUs. They add up, except where the launch is so slow that the banks are hidden behind it: then conflicts cost nothing. GB/s counts every element read and written once."
	}
	if w.launch > 0 {
		return fmt.Sprintf("Three bounds for %s: the launch of the workgroups, as fast as the H200 starts those of 4 × 4 lanes; memory, every element read and written once, at the bandwidth of all CUs; and the banks, all passes on all CUs. Tiles this small were not timed.", d.Name)
	}
	return fmt.Sprintf("Two bounds for %s: memory is every element read and written once, at the bandwidth of all CUs, and the banks' time is that of all passes on all CUs. The launch of the workgroups was not measured: of small tiles it may be the most, as it is on the H200.", d.Name)
}

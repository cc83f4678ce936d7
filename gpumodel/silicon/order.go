package silicon

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed order.csv
var orderCSV string

// TextureOrder is what references to a texture took that eight warps of one SM made, the first and,
// Delay cycles later, seven others, each Apart cycles after the one before. What a warp asks for
// is "hit" (a place that the L1 has), "l2" or "l2x32" (one place for all lanes, or one for each, by chance in
// 16 MB that the L2 has), "dram" or "dramx32" (likewise in 1 GB).
type TextureOrder struct {
	First, Then   string
	Delay, Apart  int     // cycles
	FirstCycles   float64 // of the first reference, from a clock read to another that waits for it
	SameScheduler float64 // of that which the first warp's scheduler issues
	Others        float64 // of the other six, on average
}

// FramePace is how evenly the SMs of an H200 went through a frame: in the first 512 turns of the
// warps that began in its first 3 %, and whose first lane made 900 references or more.
type FramePace struct {
	VolumePoint // View, X, Y and FrameSeconds
	SMs         int
	Turn        [5]float64 // nanoseconds of a turn of a ray's loop by SM: the least, the 10th percentile, median, 90th and most
	Fast        []int      // SMs whose turn is more than 15 % below the median
}

// H200Order returns the rows of order.csv: references, and frames in the order of H200Frames. The
// error says which line is damaged.
func H200Order() (references []TextureOrder, frames []FramePace, err error) {
	return order("order.csv", orderCSV)
}

func order(file, text string) (references []TextureOrder, frames []FramePace, err error) {
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		p := pairs{file: file, line: i + 1, columns: strings.Split(line, ",")}
		switch p.columns[0] {
		case "order":
			p.head("order", 8)
			if p.err == nil {
				references = append(references, TextureOrder{
					strings.TrimPrefix(p.columns[1], "first="), strings.TrimPrefix(p.columns[2], "then="),
					int(p.float(3, "delay")), int(p.fromZero(4, "apart")),
					p.float(5, "first_cycles"), p.float(6, "same_scheduler"), p.float(7, "others"),
				})
			}
		case "pace":
			p.head("pace", 17)
			if p.err == nil {
				f := FramePace{SMs: int(p.float(6, "sms")), VolumePoint: VolumePoint{FrameSeconds: p.float(3, "ms") / 1e3}}
				p.place(&f.VolumePoint)
				for k, name := range []string{"sm_ns_min", "sm_ns_p10", "sm_ns_p50", "sm_ns_p90", "sm_ns_max"} {
					f.Turn[k] = p.float(7+k, name)
				}
				frames = append(frames, f)
			}
		case "fast":
			if len(p.columns) < 4 || p.columns[3] != "sms" || len(frames) == 0 {
				p.err = fmt.Errorf("silicon: %s: line %d is %q, want fast, view, shape, sms and which, after a line of pace", file, p.line, line)
				break
			}
			f := &frames[len(frames)-1]
			for _, text := range p.columns[4:] {
				sm, err := strconv.Atoi(text)
				if err != nil {
					p.err = fmt.Errorf("silicon: %s: line %d has SM %q, want a number", file, p.line, text)
				}
				f.Fast = append(f.Fast, sm)
			}
		default:
			p.err = fmt.Errorf("silicon: %s: line %d is of %q, want order, pace or fast", file, p.line, p.columns[0])
		}
		if p.err != nil {
			return nil, nil, p.err
		}
	}
	return references, frames, nil
}

//go:embed vr_l2.csv
var volumeL2CSV string

// FrameMemory is what the L2 and DRAM of an H200 were asked for in a frame. A request is a
// line, or a part of it. What the half of the L2 that is near has not, and the other half is home to, is asked
// for once more, by the fabric between them. In six frames the fabric carries more sectors than the near half
// missed, up to 1.14 times as many: some that no texture asked for.
type FrameMemory struct {
	VolumePoint                                        // View, X, Y and FrameSeconds
	TextureRequests, TextureSectors, TextureHits int64 // of the L1s; of the sectors, those that the near half had
	FabricRequests, FabricSectors, FabricHits    int64
	Lookups                                      int64 // of lines, in all slices: a line that crosses the fabric counts twice
	DRAMBytes                                    int64 // read
}

// LookupsPerCycle returns how many lines all slices looked up in a cycle of 1980 MHz, on average
// over the frame.
func (f FrameMemory) LookupsPerCycle() float64 { return float64(f.Lookups) / (f.FrameSeconds * 1.98e9) }

// H200FrameMemory returns the rows of vr_l2.csv, in the order of H200Frames. The error says which
// row is damaged.
func H200FrameMemory() ([]FrameMemory, error) {
	rows, err := table("vr_l2.csv", volumeL2CSV, 11)
	if err != nil {
		return nil, err
	}
	var out []FrameMemory
	for i, r := range rows[1:] {
		f := fields{file: "vr_l2.csv", row: r}
		m := FrameMemory{VolumePoint: f.frame(i + 2)}
		for k, to := range []*int64{&m.TextureRequests, &m.TextureSectors, &m.TextureHits, &m.FabricRequests, &m.FabricSectors, &m.FabricHits, &m.Lookups, &m.DRAMBytes} {
			*to = int64(f.float(3 + k))
		}
		if f.err != nil {
			return nil, f.err
		}
		out = append(out, m)
	}
	return out, nil
}

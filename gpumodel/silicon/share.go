package silicon

import (
	_ "embed"
	"fmt"
	"strings"

	"lanebook/gpumodel"
)

//go:embed share_h100.csv
var shareH100CSV string

// GroupShares is what share_h100.csv has, of one H100.
type GroupShares struct {
	Groups []SMGroup // by reads of lines far apart, as ReadsFarApart has them of another
	Shares []GroupShare
	Copies []GroupCopy
	Frames []GroupFrame
}

// GroupShare is what the SMs of an H100 get of the memory past their L1s when all ask at once, for
// lines by chance, by whether four or six of them are a group.
type GroupShare struct {
	Ask        string         // "read lines", "read parts" (a sector of a line for each lane), "write lines", "write parts" (4 bytes of a line for each lane) or "add" (likewise)
	Over       gpumodel.Bytes // the lines lie in
	Wavefronts int            // of each SM
	LDS        gpumodel.Bytes // that their workgroups have asked for on each SM: of its 256 KB, the L1 gets less
	Lines      float64        // a cycle, of all SMs
	Of         GroupMeans     // lines a cycle
	Least4     float64        // lines a cycle of the slowest SM in a group of four
	Most6      float64        // and of the fastest in one of six
}

// Share returns an SM's part in a group of four, in parts of that of one in a group of six.
func (s *GroupShare) Share() float64 { return s.Of.Four / s.Of.Six }

// GroupMeans is a mean, or median, over SMs in groups of four, and of six.
type GroupMeans struct{ Four, Six float64 }

// GroupCopy is a copy of Size² complex numbers by workgroups that take Together neighbouring
// columns each, as FFTTime has it.
type GroupCopy struct {
	Size, Together int
	Seconds        float64
	Workgroups     GroupMeans // that an SM ran
	Least4, Most6  float64    // workgroups
	Apart          float64    // seconds from when the first of the workgroups that write to a sector can to when the last has: median
	Apart6         float64    // likewise, of those whose workgroups all ran in groups of six
	Read, Written  float64    // bytes, from and to DRAM
}

// GroupFrame is a frame of the volume renderer, and what a turn of a ray's loop takes
// in it, as FramePace has it.
type GroupFrame struct {
	VolumePoint            // View, X, Y and FrameSeconds
	Voxels      int        // along an edge of the volume: of 128, a ray goes through eight in a row, and all lie in the L2
	Turn        GroupMeans // nanoseconds, medians over SMs
	Most4       float64    // nanoseconds of the slowest SM in a group of four
	Least6      float64    // and of the fastest in one of six
}

// H100Shares returns what share_h100.csv has. The error says which line is damaged.
func H100Shares() (all GroupShares, err error) {
	for i, line := range strings.Split(strings.TrimSpace(shareH100CSV), "\n") {
		p := pairs{file: "share_h100.csv", line: i + 1, columns: strings.Split(line, ",")}
		switch p.columns[0] {
		case "group":
			all.Groups = append(all.Groups, p.group())
		case "share":
			all.Shares = append(all.Shares, p.share())
		case "copy":
			all.Copies = append(all.Copies, p.copy())
		case "frame":
			all.Frames = append(all.Frames, p.frame())
		default:
			p.err = fmt.Errorf("silicon: %s: line %d is of %q, want group, share, copy or frame", p.file, p.line, p.columns[0])
		}
		if p.err != nil {
			return GroupShares{}, p.err
		}
	}
	return all, nil
}

func (p *pairs) share() (s GroupShare) {
	if p.head("share", 10); p.err != nil {
		return s
	}
	return GroupShare{
		p.columns[1], gpumodel.Bytes(p.float(2, "mb")) << 20, int(p.float(3, "warps")), gpumodel.Bytes(p.fromZero(4, "lds_kb")) << 10,
		p.float(5, "a_cycle"), GroupMeans{p.float(6, "of_4"), p.float(7, "of_6")}, p.float(8, "least_4"), p.float(9, "most_6"),
	}
}

func (p *pairs) copy() (c GroupCopy) {
	if p.head("copy", 12); p.err != nil {
		return c
	}
	return GroupCopy{
		int(p.float(1, "n")), int(p.float(2, "c")), p.float(3, "us") / 1e6,
		GroupMeans{p.float(4, "of_4"), p.float(5, "of_6")}, p.float(6, "least_4"), p.float(7, "most_6"),
		p.float(8, "apart_ns") / 1e9, p.float(9, "apart_6_ns") / 1e9, 1e6 * p.fromZero(10, "read_mb"), 1e6 * p.fromZero(11, "written_mb"),
	}
}

func (p *pairs) frame() (f GroupFrame) {
	if p.head("frame", 9); p.err != nil {
		return f
	}
	f = GroupFrame{Voxels: int(p.float(3, "voxels")), VolumePoint: VolumePoint{FrameSeconds: p.float(4, "ms") / 1e3},
		Turn: GroupMeans{p.float(5, "ns_4"), p.float(6, "ns_6")}, Most4: p.float(7, "most_4"), Least6: p.float(8, "least_6")}
	p.place(&f.VolumePoint)
	return f
}

package silicon

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"lanebook/gpumodel"
)

var (
	//go:embed reach.csv
	reachCSV string
	//go:embed reach_h100.csv
	reachH100CSV string
)

// SMGroup is SMs that share the port through which addresses are translated that their own TLBs lack: two
// pairs of them together read as many lines more than 256 MB apart a cycle as one alone.
type SMGroup struct {
	SMs   []int
	Alone float64 // lines a cycle of the first pair, of 4 MB of lines spread over 4 GB, when no other SM reads
}

// SpreadReads is how many lines a cycle all SMs of a GPU read, past their L1s, of 4 MB of
// lines that the L2 has and that lie evenly spread over some memory.
type SpreadReads struct {
	Sectors int             // of each line
	Over    gpumodel.Bytes  // from the first line to the last
	Lines   float64         // of all SMs together
	By      map[int]float64 // of an SM, on average, by how many are in its group
}

// ReadsFarApart returns the rows of reach.csv, or of the H100's. The error says which line is
// damaged, or that the GPU has none.
func ReadsFarApart(device string) (groups []SMGroup, reads []SpreadReads, err error) {
	text, ok := map[string]string{"H200": reachCSV, "H100": reachH100CSV}[device]
	if !ok {
		return nil, nil, fmt.Errorf("silicon: no reads far apart of %q, want H200 or H100", device)
	}
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		p := pairs{file: "reach.csv", line: i + 1, columns: strings.Split(line, ",")}
		switch {
		case p.columns[0] == "group":
			groups = append(groups, p.group())
		default:
			p.head("reach", 7)
			if p.err == nil {
				reads = append(reads, SpreadReads{
					Sectors: int(p.float(1, "sectors")), Over: gpumodel.Bytes(p.float(3, "over_mb")) << 20, Lines: p.float(4, "lines"),
					By: map[int]float64{4: p.float(5, "of_4"), 6: p.float(6, "of_6")},
				})
			}
		}
		if p.err != nil {
			return nil, nil, p.err
		}
	}
	return groups, reads, nil
}

// group reads a group and which SMs are in it.
func (p *pairs) group() (g SMGroup) {
	if len(p.columns) < 4 {
		p.head("group", 4)
		return g
	}
	n := int(p.float(1, "sms"))
	g.Alone = p.float(2, "alone")
	for _, text := range p.columns[3:] {
		sm, err := strconv.Atoi(text)
		if err != nil {
			p.err = fmt.Errorf("silicon: %s: line %d has SM %q, want a number", p.file, p.line, text)
			return g
		}
		g.SMs = append(g.SMs, sm)
	}
	if n != len(g.SMs) && p.err == nil {
		p.err = fmt.Errorf("silicon: %s: line %d has %d SMs, want %d", p.file, p.line, len(g.SMs), n)
	}
	return g
}

package silicon

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"
)

// TestShares holds one law to rows that did not show it, by groups that reads over 4 GB told apart: of what
// an L2 or DRAM with too much to do gives, each group gets as much as another, so that an SM in a group of
// four gets 1.5 times what one in a group of six does. It is so of words that are written or added to, and of words that are
// read where the L1 is large; where it is small, all get the same. Which of the two it is was read off these rows, the
// 1.5 was not.
func TestShares(t *testing.T) {
	all, err := H100Shares()
	if err != nil {
		t.Fatal(err)
	}
	sms := map[int]int{}
	for _, g := range all.Groups {
		sms[len(g.SMs)]++
	}
	if len(all.Shares) != 180 || len(all.Copies) != 9 || len(all.Frames) != 80 || sms[4] != 6 || sms[6] != 18 {
		t.Fatalf("%d shares, %d copies, %d frames, groups %v; want 180, 9, 80, and 18 of 6 and 6 of 4", len(all.Shares), len(all.Copies), len(all.Frames), sms)
	}
	groups := 0
	for _, s := range all.Shares {
		least, most := 0.97, 1.03
		switch words := s.Ask == "write parts" || s.Ask == "add" || s.Ask == "read parts" && s.LDS == 0; {
		case words && s.Over == 8<<20 && s.Least4 < 1.34*s.Most6:
			t.Errorf("%+v: an SM in a group of four gets %.2f times what one of six does, want 1.34 or more of any two", s, s.Least4/s.Most6)
		case s.Ask == "read parts" && s.Wavefronts == 4 && s.LDS == 0: // 32 words of an SM on their way, eight times
			least, most = 1.35, 1.5
		case words:
			groups++
			least, most = 1.38, 1.51
		case s.Ask == "write lines" && s.Over == 8<<20: // until an SM writes as much as it can
			most = 1.14
		case s.Ask == "write lines":
			least, most = 1.4, 1.5
		case s.Ask == "read parts" && s.LDS != 200<<10: // between the two, as the driver divides the L1
			continue
		}
		if share := s.Share(); share < least || share > most {
			t.Errorf("%+v: %.3f times as much, want %g to %g", s, share, least, most)
		}
	}
	if groups != 82 {
		t.Errorf("groups get as much in %d rows, want 82", groups)
	}
	for _, c := range all.Copies { // SMs take the next workgroup when one ends
		switch share := c.Workgroups.Four / c.Workgroups.Six; {
		case c.Size == 4096 && (share < 1.4 || share > 1.5 || c.Least4 < 1.25*c.Most6):
			t.Errorf("%+v: %.2f times as many workgroups, want 1.4 to 1.5", c, share)
		case c.Size == 2048 && (share < 1.25 || share > 1.4):
			t.Errorf("%+v: %.2f times as many workgroups, want 1.25 to 1.4", c, share)
		case c.Size == 4096 && c.Together < 4 && c.Read < 1.6*8*4096*4096:
			t.Errorf("%+v: %.0f bytes read, want 1.6 times what there are, or more", c, c.Read)
		case c.Together == 4 && c.Read > 1.01*8*float64(c.Size*c.Size):
			t.Errorf("%+v: %.0f bytes read, want what there are", c, c.Read)
		}
	}
	two := map[string]int{} // frames with SMs of two sorts: bit 0 with all of the volume, bit 1 with what the L2 holds
	for _, f := range all.Frames {
		if f.Turn.Six > 1.3*f.Turn.Four {
			two[fmt.Sprint(f.View, f.X)] |= map[int]int{1024: 1, 128: 2}[f.Voxels]
		}
	}
	count := map[int]int{}
	for _, of := range two {
		count[of]++
	}
	if count[1] != 2 || count[2] != 0 || count[3] != 12 {
		t.Errorf("SMs are of two sorts in %d frames of 1024³ voxels, %d of 128³ and %d of both, want 2, none and 12", count[1], count[2], count[3])
	}
}

//go:embed alone_h100.csv
var aloneH100CSV string

// groupAlone is what some of an H100's SMs get of its L2, while the others ask for nothing.
type groupAlone struct {
	Ask        string // as GroupShare's
	Who        string // "one of six", "two of one six", "four of one six", "a six", "a four": of one group; "six of six groups"; "sixes": whole groups of six; "of each group": as many of each; "all"
	Wavefronts int    // of each SM
	SMs        int
	Lines      float64 // a cycle, of these together
}

// h100Alone returns the rows of alone_h100.csv, of an H100 with the groups of share_h100.csv's. The error says which line
// is damaged.
func h100Alone() (groups []SMGroup, rows []groupAlone, err error) {
	for i, line := range strings.Split(strings.TrimSpace(aloneH100CSV), "\n") {
		p := pairs{file: "alone_h100.csv", line: i + 1, columns: strings.Split(line, ",")}
		switch p.columns[0] {
		case "group":
			groups = append(groups, p.group())
		case "alone":
			if p.head("alone", 6); p.err == nil {
				rows = append(rows, groupAlone{p.columns[1], p.columns[2], int(p.float(3, "warps")), int(p.float(4, "sms")), p.float(5, "a_cycle")})
			}
		default:
			p.err = fmt.Errorf("silicon: %s: line %d is of %q, want group or alone", p.file, p.line, p.columns[0])
		}
		if p.err != nil {
			return nil, nil, p.err
		}
	}
	return groups, rows, nil
}

// TestAlone: a group of six SMs that reads alone gets a word a cycle for each, as any six do. To what it writes, or adds
// to, it has a way of its own, of 2.13 or 4.25 words a cycle, however few others ask. Twelve groups that read get 5.37
// each, for which there is no reason here: that row is what the 5.4 is from.
func TestAlone(t *testing.T) {
	groups, rows, err := h100Alone()
	if err != nil {
		t.Fatal(err)
	}
	if len(groups) != 24 || len(rows) != 160 {
		t.Fatalf("%d groups, %d rows, want 24 and 160", len(groups), len(rows))
	}
	all := map[string]float64{"read parts": 69, "write parts": 33.7, "add": 45.9} // a cycle, of the L2
	own := map[string]float64{"read parts": 5.4, "write parts": 2.135, "add": 4.25}
	one := map[string]float64{"read parts": 1, "write parts": 0.5, "add": 1}
	for _, r := range rows {
		if all[r.Ask] == 0 { // whole lines, which no group waits for
			continue
		}
		n := float64(r.SMs)
		want := min(all[r.Ask], n*one[r.Ask])
		if r.Ask == "read parts" && r.SMs == 72 && r.Who == "sixes" || r.Ask != "read parts" && (r.Who == "a six" || r.Who == "sixes") {
			want = min(want, n/6*own[r.Ask])
		}
		if off := r.Lines/want - 1; off < -0.07 || off > 0.07 {
			t.Errorf("%+v: %+.2f off %.1f words a cycle", r, off, want)
		}
	}
}

package silicon

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/memory"
)

// Kept is what one wavefront of an H200 missed in its CU's L1 that visited so many lines,
// again and again.
type Kept struct {
	Order  KeptOrder
	By     gpumodel.Kind  // Global or Texture
	Aside  gpumodel.Bytes // what the driver had set aside for the LDS, which is no L1
	Lines  int
	Missed float64 // of 1, once the first half of the visits was over
}

// KeptOrder is the order of the visits.
type KeptOrder string

// The orders.
const (
	KeptChance KeptOrder = "chance" // any line, each time
	KeptTurn   KeptOrder = "turn"   // lines that lie side by side, in turn
	KeptDrawn  KeptOrder = "drawn"  // lines drawn by chance from 16 MB, in turn: the mean of four draws
)

//go:embed sets.csv
var setsCSV string

//go:embed aside.csv
var asideCSV string

// setAside returns what the H200's driver sets aside of the L1 for the LDS where a kernel
// declares none of it and asks for nothing: aside.csv's row of the largest workgroup that
// is not larger than one of so many lanes.
func setAside(lanes int) (size gpumodel.Bytes) {
	for line := range strings.Lines(asideCSV) {
		if !strings.Contains(line, ",bytes=0,") {
			continue
		}
		var of, resident, kilobytes int
		if _, err := fmt.Sscanf(line, "aside,threads=%d,bytes=0,resident=%d,kb=%d", &of, &resident, &kilobytes); err == nil && (of <= lanes || size == 0) {
			size = gpumodel.Bytes(kilobytes) << 10
		}
	}
	return size
}

// preferred is what a kernel asks to be set aside, by the percent of the largest LDS that it
// names: the next size that there is, by Nsight Compute's launch__shared_mem_config_size.
var preferred = map[int]gpumodel.Bytes{-1: 0, 0: 0, 7: 16 << 10, 14: 32 << 10, 28: 64 << 10, 50: 132 << 10, 100: 228 << 10}

// l1Lines is how many lines an H200's L1 keeps beside what is set aside for the LDS: of 256 KB
// [H100] 8 are neither's.
func l1Lines(aside gpumodel.Bytes) int { return int((256<<10 - 8<<10 - aside) / 128) }

// H200Kept returns the rows of sets.csv about what is kept, in the file's order. The error
// says which row of the embedded file is damaged.
func H200Kept() ([]Kept, error) {
	var out []Kept
	for i, line := range strings.Split(strings.TrimSpace(setsCSV), "\n") {
		p := pairs{file: "sets.csv", line: i + 1, columns: strings.Split(line, ",")}
		k := Kept{Order: KeptOrder(p.columns[0])}
		switch k.Order {
		case "same":
			continue
		case KeptChance, KeptTurn, KeptDrawn:
			p.head(p.columns[0], 6)
		default:
			p.err = fmt.Errorf("silicon: sets.csv: line %d is %q, want an order of visits, or same", i+1, line)
		}
		asked := func(x float64) bool { _, known := preferred[int(x)]; return known }
		k.Aside = max(preferred[int(p.number(2, "carveout", asked, "a percentage that was asked for"))], setAside(int(p.float(3, "threads"))))
		k.Lines = int(p.float(4, "lines"))
		k.Missed = p.number(5, "missed", func(x float64) bool { return x >= 0 && x <= 1 }, "0 to 1")
		if p.err != nil {
			return nil, p.err
		}
		switch p.columns[1] {
		case "by=load":
			k.By = gpumodel.Global
		case "by=texture":
			k.By = gpumodel.Texture
		default:
			return nil, fmt.Errorf("silicon: sets.csv: line %d is %q, want by=load or by=texture", i+1, p.columns[1])
		}
		out = append(out, k)
	}
	return out, nil
}

// Model returns what of the same visits misses in the L1 of the H200's model, through which
// Global loads go. Of it Sets and the masks were set from lines that share a set, in another
// draw than sets.csv's; Ways from how many drive one out; Lines from visits by chance; and
// that sets take lines as they need them and keep them was chosen with the lines drawn in view.
func (k Kept) Model() (float64, error) {
	d := gpu.H200()
	l1 := &d.Caches.L1
	l1.Lines = l1Lines(k.Aside)
	random := rand.New(rand.NewPCG(1, uint64(k.Lines)))
	missed, all := int64(0), int64(0)
	draws, laps := 1, 10
	switch k.Order {
	case KeptDrawn:
		draws = 4
	case KeptChance:
		laps = 24
	}
	for range draws {
		h, err := memory.New(d, 1)
		if err != nil {
			return 0, err
		}
		lines := make([]int, k.Lines)
		for i := range lines {
			lines[i] = i
		}
		if k.Order == KeptDrawn {
			lines = random.Perm(16 << 20 / int(l1.Line))[:k.Lines]
		}
		for lap := range laps {
			before, _, _ := h.Counts()
			for i := range lines {
				if k.Order == KeptChance {
					i = random.IntN(len(lines))
				}
				h.CU(0).Fetch(0, memory.ByL1, []memory.Line{{Address: uint64(lines[i]) * uint64(l1.Line), Sectors: 1}})
			}
			after, _, _ := h.Counts()
			if lap >= laps/2 {
				missed += after.Less(before).Missed
				all += int64(len(lines))
			}
		}
	}
	return float64(missed) / float64(all), nil
}

// H200TextureSets returns by which bits of a line's number an H200's L1 deals lines to its 512 sets that it looks up for textures, where
// lines are numbered from a multiple of 1 GB on, that lies in memory in one piece, as in sets.csv; of a part of 2 MB only bits below 2^14
// say how its lines differ, and what its place adds is not known. They are not Caches.L1.SetBits, which are those of loads. All are from the
// 2043 lines of sets.csv's last row; the last two are also the TextureUnit.TagBanks', which for loads deal the sets to four pools of places
// (lines.csv); for textures that is not shown.
func H200TextureSets() gpumodel.SetBits {
	return gpumodel.SetBits{0x7b044c, 0x67a4bc, 0x62053c, 0x342218, 0x51a82c, 0x5b302c, 0x55c004, 0x5, 0x6}
}
